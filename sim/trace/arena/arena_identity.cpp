#include "sim/trace/arena/arena_identity.h"

#include "sim/json/parse.h"
#include "sim/json/write.h"

namespace reprise {

std::string arena_identity_json(const ArenaIdentity& identity) {
  JsonArray events;
  for (const auto& event : identity.events) {
    events.push_back(Json(JsonArray{event.id, event.timestamp}));
  }
  const Json arena(JsonObject{
      {"run_id", identity.run_id},
      {"events", std::move(events)},
      {"tracebacks", JsonArray(identity.tracebacks.begin(), identity.tracebacks.end())}});
  return to_json(Json(JsonObject{{"arena", arena}}));
}

Result<ArenaIdentity> read_arena_identity(std::string_view annotations) {
  ArenaIdentity identity;
  if (annotations.empty()) return identity;
  REPRISE_TRY(document, parse_json(annotations));
  const Json* arena = document.find("arena");
  if (!arena) return identity;
  identity.run_id = arena->text_at("run_id");
  const Json* events = arena->find("events");
  const Json* tracebacks = arena->find("tracebacks");
  if (!events || !events->as_array() || !tracebacks || !tracebacks->as_array()) {
    return fail(ErrorCode::corrupt, "annotations of the session: \"arena\" is incomplete");
  }
  for (const Json& event : *events->as_array()) {
    const JsonArray* pair = event.as_array();
    if (!pair || pair->size() != 2 || !(*pair)[0].as_string() || !(*pair)[1].as_string()) {
      return fail(ErrorCode::corrupt, "annotations of the session: an arena event is no pair");
    }
    identity.events.push_back({*(*pair)[0].as_string(), *(*pair)[1].as_string()});
  }
  for (const Json& traceback : *tracebacks->as_array()) {
    identity.tracebacks.push_back(traceback.as_string() ? *traceback.as_string() : std::string());
  }
  return identity;
}

}  // namespace reprise
