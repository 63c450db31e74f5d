#include "record/import/arena_trace.h"

#include <algorithm>
#include <fmt/format.h>

#include "sim/base/timestamp.h"
#include "sim/json/parse.h"

namespace reprise {
namespace {

// 2200-01-01: nanoseconds since any earlier instant of the epoch still fit 64 bits.
constexpr std::int64_t epoch_us_max = 7'258'118'400'000'000;

Result<ArenaEvent> read_event(std::string_view line) {
  REPRISE_TRY(document, parse_json(line));
  ArenaEvent event;
  event.id = document.text_at("event_id");
  event.parent = document.text_at("parent_event_id");
  event.timestamp = document.text_at("timestamp");
  event.type = document.text_at("event_type");
  const auto epoch_us = parse_timestamp(event.timestamp);
  const Json* payload = document.find("payload");
  const bool is_usable = epoch_us && *epoch_us >= 0 && *epoch_us <= epoch_us_max;
  if (event.id.empty() || event.type.empty() || !is_usable || !payload || !payload->is_object()) {
    return fail(
        ErrorCode::invalid_input,
        "not a trace event: event_id, timestamp, event_type or payload is missing or wrong");
  }
  event.epoch_us = *epoch_us;
  event.payload = *payload;
  return event;
}

}  // namespace

const ArenaEvent* ArenaTrace::find(std::string_view type, std::size_t from) const {
  const auto found =
      std::find_if(events.begin() + static_cast<std::ptrdiff_t>(std::min(from, events.size())),
                   events.end(), [type](const ArenaEvent& event) { return event.type == type; });
  return found == events.end() ? nullptr : &*found;
}

const ArenaEvent* ArenaTrace::by_id(std::string_view id) const {
  const auto found = std::find_if(events.begin(), events.end(),
                                  [id](const ArenaEvent& event) { return event.id == id; });
  return found == events.end() ? nullptr : &*found;
}

Result<ArenaTrace> read_arena_trace(std::string_view text) {
  ArenaTrace trace;
  std::size_t line_number = 0;
  while (!text.empty()) {
    ++line_number;
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    auto event = read_event(line);
    if (!event) return fail_in(fmt::format("line {}", line_number), event.error());
    if (trace.events.empty()) {
      REPRISE_TRY(document, parse_json(line));
      const Json* metadata = document.find("metadata");
      if (metadata) trace.run_id = metadata->text_at("run_id");
    }
    trace.events.push_back(std::move(*event));
  }
  if (trace.events.empty() || trace.events.front().type != "run_start") {
    return fail(ErrorCode::invalid_input, "not a trace: its first event is no run_start");
  }
  return trace;
}

}  // namespace reprise
