// A supervisor without tools of its own delegates to workers; each worker is an agent with its
// own tools, and its final text is the delegation's result.
#pragma once

#include <memory>

#include "sim/architecture/architecture.h"

namespace reprise {

std::unique_ptr<Architecture> make_supervisor_worker();

}  // namespace reprise
