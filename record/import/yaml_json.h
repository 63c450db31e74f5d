// A YAML tree as the JSON value that it was dumped from (pydantic-ai's `parsed_body`).
#pragma once

#include "record/import/yaml_document.h"
#include "sim/base/result.h"
#include "sim/json/value.h"

namespace reprise {

// Plain scalars by PyYAML's rules (YAML 1.1), which wrote these trees: it quotes every string that
// would read as something else. What JSON has no word for (.inf, dates) stays a string as spelled.
Json yaml_to_json(const YamlNode& node);

}  // namespace reprise
