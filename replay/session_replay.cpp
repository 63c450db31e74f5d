#include "replay/session_replay.h"

#include <algorithm>
#include <fmt/format.h>

#include "replay/match/miss.h"

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

}  // namespace

SessionReplay::SessionReplay(RunPlanPtr plan, const Tape& tape, const SessionSeal* seal,
                             BodyReader read_body)
    : tape_(tape),
      seal_(seal),
      read_body_(std::move(read_body)),
      machine_(std::move(plan), tape.header) {}

Result<ReplayOutcome> SessionReplay::run() {
  ReplayOutcome outcome;
  machine_.start();
  take_effects();
  for (const TapeRecord& record : tape_.records) {
    REPRISE_TRY(divergence, step(record));
    if (divergence) {
      outcome.divergence = std::move(divergence);
      return outcome;
    }
    ++outcome.records;
  }
  outcome.truncated = !machine_.finished();
  if (seal_) outcome.divergence = compare_end();
  return outcome;
}

Result<std::optional<Divergence>> SessionReplay::step(const TapeRecord& record) {
  const Effect* replayed = pending(record.effect.id);
  if (!replayed) {
    return diverged(record.seq,
                    {"outcome",
                     {},
                     "answers " + effect_name(record.effect.id),
                     machine_.finished() ? "the run has ended" : "this effect was not issued"});
  }
  REPRISE_TRY(difference, compare_effects(record.effect, *replayed, read_body_));
  if (difference) {
    Divergence divergence = diverged(record.seq, std::move(*difference));
    if (divergence.difference.what == "request body") {
      REPRISE_TRY(nearest, nearest_request(std::get<SendAttempt>(replayed->action).request));
      divergence.nearest_request = std::move(nearest);
    }
    return divergence;
  }
  if (auto wrong = check_outcome(record)) return diverged(record.seq, std::move(*wrong));
  std::erase_if(pending_, [&](const Effect& effect) { return effect.id == record.effect.id; });
  machine_.deliver(record.outcome);
  take_effects();
  return std::nullopt;
}

// What no recording of ours can hold, since a machine could not be given it.
std::optional<Difference> SessionReplay::check_outcome(const TapeRecord& record) const {
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
  if (outcome.at_ns < machine_.now_ns()) {
    return Difference{"instant",
                      {},
                      instant_text(outcome.at_ns),
                      "not before " + instant_text(machine_.now_ns())};
  }
  const auto due_ns = timer_ns(record.effect);
  if (!due_ns || *due_ns == outcome.at_ns) return std::nullopt;
  return Difference{"instant", {}, instant_text(outcome.at_ns), instant_text(*due_ns)};
}

Result<std::string> SessionReplay::nearest_request(const HttpRequest& sent) const {
  std::vector<RecordedRequest> recorded;
  for (const TapeRecord& record : tape_.records) {
    const auto* attempt = std::get_if<SendAttempt>(&record.effect.action);
    if (!attempt) continue;
    HttpRequest request = attempt->request;
    if (request.body.empty()) {
      REPRISE_TRY(body, read_body_(attempt->body_digest));
      request.body = std::move(body);
    }
    recorded.push_back({identify_request(request),
                        fmt::format("call {}, attempt {}", attempt->call, attempt->attempt)});
  }
  return recorded[explain_miss(identify_request(sent), recorded).nearest].place;
}

std::optional<Divergence> SessionReplay::compare_end() const {
  const TraceLog& trace = machine_.trace();
  if (!machine_.finished()) {
    return diverged(0, {"end of the run", {}, seal_->ending, "the run goes on"});
  }
  if (trace.agent_hash() == seal_->trace_hash && trace.wire_hash() == seal_->wire_hash) {
    return std::nullopt;
  }
  const auto& hashes = trace.agent_event_hashes();
  const auto& recorded = seal_->event_hashes;
  const auto at = std::mismatch(hashes.begin(), hashes.end(), recorded.begin(), recorded.end());
  Divergence divergence = diverged(0, {"trace hash", {}, seal_->trace_hash, trace.agent_hash()});
  if (at.first != hashes.end() || at.second != recorded.end()) {
    divergence.event = static_cast<EventSeq>(at.first - hashes.begin()) + 1;
  } else {
    divergence.difference = {"wire hash", {}, seal_->wire_hash, trace.wire_hash()};
  }
  return divergence;
}

Divergence SessionReplay::diverged(std::uint64_t record, Difference difference) const {
  return {record, machine_.trace().event_count(), machine_.now_ns(), std::move(difference), {}};
}

void SessionReplay::take_effects() {
  for (Effect& effect : machine_.take_effects()) pending_.push_back(std::move(effect));
  std::erase_if(pending_, [this](const Effect& effect) { return !machine_.pending(effect.id); });
}

const Effect* SessionReplay::pending(std::uint64_t id) const {
  const auto found = std::find_if(pending_.begin(), pending_.end(),
                                  [id](const Effect& effect) { return effect.id == id; });
  return found == pending_.end() ? nullptr : &*found;
}

}  // namespace reprise
