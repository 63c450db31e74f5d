// Schemas of the built-in tools, and the check of arguments against a schema.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "sim/json/value.h"

namespace reprise {

struct Parameter {
  std::string_view name;
  std::string_view type;  // "string", "number", "boolean", "object", "array"
  std::string_view description;
  bool required = true;
};

// {"type": "object", "properties": …, "required": […]}
Json object_schema(std::initializer_list<Parameter> parameters);

// What in `arguments` does not fit, nullopt if all fits. Understood: type, properties, required,
// enum, items, additionalProperties false; everything else of JSON Schema is taken as fitting.
std::optional<std::string> schema_fault(const Json& schema, const Json& arguments);

}  // namespace reprise
