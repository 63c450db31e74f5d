#include "replay/session_replay.h"

#include <algorithm>
#include <fmt/format.h>

#include "replay/match/miss.h"

namespace reprise {

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
  REPRISE_TRY(difference, compare_record(record, replayed, machine_, read_body_));
  if (difference) {
    Divergence divergence = diverged(record.seq, std::move(*difference));
    if (divergence.difference.what == "request body") {
      REPRISE_TRY(nearest, nearest_request(std::get<SendAttempt>(replayed->action).request));
      divergence.nearest_request = std::move(nearest);
    }
    return divergence;
  }
  std::erase_if(pending_, [&](const Effect& effect) { return effect.id == record.effect.id; });
  machine_.deliver(record.outcome);
  take_effects();
  return std::nullopt;
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
