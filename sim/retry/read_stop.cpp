// The "stop" part of a retry section: {"kind": "after_attempts", "attempts": 5}.
#include "sim/retry/read_retry.h"

namespace reprise {
namespace {

struct NamedStop {
  std::string_view name;
  Stop stop;  // with the kind's defaults
};

std::vector<NamedStop> named_stops() {
  return {{"never", {NeverStop{}}},
          {"after_attempts", {StopAfterAttempts{}}},
          {"after_delay", {StopAfterDelay{}}},
          {"before_delay", {StopBeforeDelay{}}},
          {"any", {StopAny{}}},
          {"all", {StopAll{}}}};
}

struct StopMembers {
  SectionReader& section;

  void parts(std::vector<Stop>& stops) {
    if (!section.has("parts") && !stops.empty()) return;
    stops.clear();
    for (SectionReader& part : section.sections("parts")) {
      stops.push_back(read_stop(part, Stop{}));
    }
    if (stops.empty()) section.report("parts", "expected a list of stops that is not empty");
  }

  void operator()(NeverStop&) {}
  void operator()(StopAfterAttempts& stop) {
    stop.attempts = section.integer("attempts", stop.attempts, 0, 1'000'000);
  }
  void operator()(StopAfterDelay& stop) { stop.delay = read_seconds(section, "delay", stop.delay); }
  void operator()(StopBeforeDelay& stop) {
    stop.delay = read_seconds(section, "delay", stop.delay);
  }
  void operator()(StopAny& stop) { parts(stop.parts); }
  void operator()(StopAll& stop) { parts(stop.parts); }
};

}  // namespace

Stop read_stop(SectionReader section, const Stop& fallback) {
  std::vector<std::string_view> names;
  std::string_view fallback_name;
  auto kinds = named_stops();
  for (NamedStop& kind : kinds) {
    names.push_back(kind.name);
    if (kind.stop.when.index() != fallback.when.index()) continue;
    kind.stop = fallback;
    fallback_name = kind.name;
  }
  Stop stop = kinds[section.choice("kind", names, fallback_name)].stop;
  std::visit(StopMembers{section}, stop.when);
  section.finish();
  return stop;
}

}  // namespace reprise
