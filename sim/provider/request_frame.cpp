#include "sim/provider/request_frame.h"

#include "sim/json/write.h"

namespace reprise {

RequestFrame frame_before(Json members, const Json& extra, std::string_view list_key) {
  if (const JsonObject* wins = extra.as_object()) {
    for (const JsonMember& member : *wins) members.set(member.key, member.value);
  }
  members.erase(list_key);
  std::string open = to_json(members);
  open.pop_back();
  if (!members.as_object()->empty()) open += ',';
  append_json_string(open, list_key);
  open += ":[";
  return {std::move(open), "]}"};
}

}  // namespace reprise
