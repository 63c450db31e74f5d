// One agent with all its tools.
#pragma once

#include <memory>

#include "sim/architecture/architecture.h"

namespace reprise {

std::unique_ptr<Architecture> make_single_agent();

}  // namespace reprise
