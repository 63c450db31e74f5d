// A ticketing system: tickets that can be created, read, changed and searched; one state a session.
#pragma once

#include <memory>

#include "sim/scenario/section_reader.h"
#include "sim/tool/tool.h"

namespace reprise {

// Section: {"latency": "1ms", "tickets": [{"id", "customer_id", "status", "tier", "description"}]}.
std::unique_ptr<Toolset> make_ticketing(SectionReader section);

}  // namespace reprise
