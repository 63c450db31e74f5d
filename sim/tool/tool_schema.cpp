#include "sim/tool/tool_schema.h"

#include <algorithm>
#include <fmt/format.h>

#include "sim/json/pointer.h"
#include "sim/json/write.h"

namespace reprise {
namespace {

using Fault = std::optional<std::string>;

std::string place(const std::string& pointer) {
  return pointer.empty() ? "the arguments" : pointer;
}

bool is_of_type(const Json& value, std::string_view type) {
  if (type == "integer") return value.as_int64().has_value();
  if (type == "number") return value.is_number();
  return value.kind_name() == type;
}

Fault type_fault(const Json& schema, const Json& value, const std::string& pointer) {
  const Json* type = schema.find("type");
  if (!type) return std::nullopt;
  if (const std::string* name = type->as_string()) {
    if (is_of_type(value, *name)) return std::nullopt;
    return fmt::format("{}: expected {}, got {}", place(pointer), *name, value.kind_name());
  }
  const JsonArray* names = type->as_array();
  const bool fits = !names || std::any_of(names->begin(), names->end(), [&](const Json& name) {
    return name.as_string() && is_of_type(value, *name.as_string());
  });
  if (fits) return std::nullopt;
  return fmt::format("{}: {} is not of an allowed type", place(pointer), value.kind_name());
}

Fault enum_fault(const Json& schema, const Json& value, const std::string& pointer) {
  const Json* list = schema.find("enum");
  const JsonArray* allowed = list ? list->as_array() : nullptr;
  // By meaning: a model may write 57.0 for 57.
  const bool fits = !allowed || std::any_of(allowed->begin(), allowed->end(), [&](const Json& one) {
    return canonical_json(one) == canonical_json(value);
  });
  if (fits) return std::nullopt;
  return fmt::format("{}: {} is not one of {}", place(pointer), to_json(value), to_json(*list));
}

Fault value_fault(const Json& schema, const Json& value, const std::string& pointer);

Fault member_fault(const Json& schema, const JsonObject& members, const std::string& pointer) {
  const Json* properties = schema.find("properties");
  const Json* others = schema.find("additionalProperties");
  const bool closed = others && others->as_bool() && !*others->as_bool();
  for (const JsonMember& member : members) {
    const std::string place = json_pointer_child(pointer, member.key);
    const Json* known = properties ? properties->find(member.key) : nullptr;
    if (!known && closed) return fmt::format("{}: unknown argument", place);
    if (!known) continue;
    if (Fault fault = value_fault(*known, member.value, place)) return fault;
  }
  return std::nullopt;
}

Fault required_fault(const Json& schema, const Json& value, const std::string& pointer) {
  const Json* list = schema.find("required");
  for (const Json& name : list && list->as_array() ? *list->as_array() : JsonArray()) {
    if (name.as_string() && !value.find(*name.as_string())) {
      return fmt::format("{}: \"{}\" is missing", place(pointer), *name.as_string());
    }
  }
  return std::nullopt;
}

Fault value_fault(const Json& schema, const Json& value, const std::string& pointer) {
  if (Fault fault = type_fault(schema, value, pointer)) return fault;
  if (Fault fault = enum_fault(schema, value, pointer)) return fault;
  if (const JsonObject* members = value.as_object()) {
    if (Fault fault = required_fault(schema, value, pointer)) return fault;
    return member_fault(schema, *members, pointer);
  }
  const Json* items = schema.find("items");
  const JsonArray* values = value.as_array();
  for (std::size_t i = 0; items && values && i < values->size(); ++i) {
    const std::string place = json_pointer_child(pointer, std::to_string(i));
    if (Fault fault = value_fault(*items, (*values)[i], place)) return fault;
  }
  return std::nullopt;
}

}  // namespace

Json object_schema(std::initializer_list<Parameter> parameters) {
  Json properties = Json::object();
  JsonArray required;
  for (const Parameter& parameter : parameters) {
    properties.set(parameter.name,
                   JsonObject{{"type", parameter.type}, {"description", parameter.description}});
    if (parameter.required) required.push_back(parameter.name);
  }
  return JsonObject{
      {"type", "object"}, {"properties", std::move(properties)}, {"required", std::move(required)}};
}

std::optional<std::string> schema_fault(const Json& schema, const Json& arguments) {
  return value_fault(schema, arguments, "");
}

}  // namespace reprise
