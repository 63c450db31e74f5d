#include "replay/show/trace_diff.h"

#include <algorithm>

#include "sim/json/parse.h"

namespace reprise {
namespace {

constexpr std::size_t differences_an_event_max = 20;

// What of an event is compared.
Json comparable(const Json& event) {
  Json out = Json::object();
  out.set("event_type", event.text_at("event_type"));
  if (const Json* payload = event.find("payload")) out.set("payload", *payload);
  const Json* metadata = event.find("metadata");
  const Json* instant = metadata ? metadata->find("t_ns") : nullptr;
  if (instant) out.set("t_ns", *instant);
  return out;
}

Result<std::vector<Json>> read_events(std::string_view jsonl, std::string_view name) {
  std::vector<Json> events;
  while (!jsonl.empty()) {
    const std::size_t end = std::min(jsonl.find('\n'), jsonl.size());
    REPRISE_TRY(event, parse_json(jsonl.substr(0, end), name, events.size() + 1));
    jsonl.remove_prefix(std::min(end + 1, jsonl.size()));
    events.push_back(comparable(event));
  }
  return events;
}

}  // namespace

Result<std::vector<EventDifference>> trace_differences(std::string_view left,
                                                       std::string_view right,
                                                       std::string_view left_name,
                                                       std::string_view right_name) {
  REPRISE_TRY(lefts, read_events(left, left_name));
  REPRISE_TRY(rights, read_events(right, right_name));
  std::vector<EventDifference> found;
  for (std::size_t i = 0; i < std::max(lefts.size(), rights.size()); ++i) {
    const Json* a = i < lefts.size() ? &lefts[i] : nullptr;
    const Json* b = i < rights.size() ? &rights[i] : nullptr;
    auto differences = json_differences(a, b, differences_an_event_max);
    if (differences.empty()) continue;
    const Json& named = a ? *a : *b;
    found.push_back({i + 1, std::string(named.text_at("event_type")), std::move(differences)});
  }
  return found;
}

}  // namespace reprise
