#include "sim/json/object_writer.h"

namespace reprise {

JsonObjectWriter& JsonObjectWriter::members(const Json& object) {
  const JsonObject* members = object.as_object();
  if (!members) return *this;
  for (const JsonMember& member : *members) {
    text_ += text_.empty() ? '{' : ',';
    append_json_string(text_, member.key);
    text_ += ':';
    append_json(text_, member.value);
  }
  return *this;
}

}  // namespace reprise
