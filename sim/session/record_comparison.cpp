#include "sim/session/record_comparison.h"

namespace reprise {
namespace {

std::string effect_name(std::uint64_t id) {
  return "effect " + std::to_string(id);
}

// The one instant at which a timer's outcome can come; nullopt for all that is no timer.
std::optional<std::int64_t> timer_ns(const Effect& effect) {
  if (const auto* backoff = std::get_if<Backoff>(&effect.action)) {
    return effect.issued_ns + backoff->wait_ns;
  }
  if (const auto* deadline = std::get_if<Deadline>(&effect.action)) return deadline->at_ns;
  return std::nullopt;
}

std::string instant_text(std::int64_t ns) {
  return std::to_string(ns) + " ns";
}

// What no recording of ours can hold, since a machine could not be given it.
std::optional<Difference> check_outcome(const TapeRecord& record, std::int64_t now_ns) {
  const Outcome& outcome = record.outcome;
  if (outcome.effect != record.effect.id) {
    return Difference{"outcome",
                      {},
                      "answers " + effect_name(outcome.effect),
                      effect_name(record.effect.id) + " was issued"};
  }
  if (outcome.result.index() != record.effect.action.index()) {
    return Difference{"kind of outcome", {}, "of another kind of effect", "of this effect"};
  }
  if (outcome.at_ns < now_ns) {
    return Difference{
        "instant", {}, instant_text(outcome.at_ns), "not before " + instant_text(now_ns)};
  }
  const auto due_ns = timer_ns(record.effect);
  if (!due_ns || *due_ns == outcome.at_ns) return std::nullopt;
  return Difference{"instant", {}, instant_text(outcome.at_ns), instant_text(*due_ns)};
}

}  // namespace

Result<std::optional<Difference>> compare_record(const TapeRecord& record, const Effect* issued,
                                                 const SessionMachine& machine,
                                                 const BodyReader& read_body) {
  if (!issued) {
    return Difference{"outcome",
                      {},
                      "answers " + effect_name(record.effect.id),
                      machine.finished() ? "the run has ended" : "this effect was not issued"};
  }
  REPRISE_TRY(difference, compare_effects(record.effect, *issued, read_body));
  if (difference) return difference;
  return check_outcome(record, machine.now_ns());
}

}  // namespace reprise
