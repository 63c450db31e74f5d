// A first agent hands its final text to a second one, which goes on with it beside the task.
#pragma once

#include <memory>

#include "sim/architecture/architecture.h"

namespace reprise {

std::unique_ptr<Architecture> make_peer_to_peer();

}  // namespace reprise
