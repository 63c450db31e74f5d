// The texts that architectures put together prompts from.
#pragma once

#include <map>
#include <string>

#include "sim/scenario/section_reader.h"

namespace reprise {

// All templates: those of the section, and the defaults for the rest.
std::map<std::string, std::string> read_templates(SectionReader section);

}  // namespace reprise
