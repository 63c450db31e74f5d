#include "record/import/arena.h"

#include <algorithm>
#include <fmt/format.h>

#include "record/import/arena_scenario.h"
#include "record/import/arena_trace.h"
#include "sim/json/object_writer.h"
#include "sim/scenario/scenario.h"
#include "sim/session/session_machine.h"
#include "sim/session/tape_header.h"
#include "sim/trace/arena/arena_identity.h"
#include "storage/session_seal.h"

namespace reprise {
namespace {

// Status that stands for the failure of a provider: the harness kept the exception, not the status.
constexpr int unknown_failure_status = 599;

HttpResponse response_of(const ArenaEvent& event) {
  HttpResponse response;
  response.headers = {{"content-type", "application/json"}};
  if (event.type == "llm_response") {
    Json payload = event.payload;
    payload.erase("role");
    response.status = 200;
    response.body = to_json(payload);
    return response;
  }
  const std::string error = JsonObjectWriter()
                                .text("type", event.payload.text_at("error_type"))
                                .text("message", event.payload.text_at("message"))
                                .take();
  response.status = unknown_failure_status;
  response.body = JsonObjectWriter().raw("error", error).take();
  return response;
}

ToolDone tool_done_of(const ArenaEvent& event) {
  const Json* result = event.payload.find("result");
  ToolDone done;
  done.result = to_json(result ? *result : Json());
  done.is_error = event.payload.true_at("error");
  if (!done.is_error || !result || !result->as_string()) return done;
  // "Error executing tool: <class>: <message>"
  constexpr std::string_view lead = "Error executing tool: ";
  std::string_view text = *result->as_string();
  if (text.starts_with(lead)) {
    text.remove_prefix(lead.size());
    done.error_type = text.substr(0, text.find(':'));
  }
  return done;
}

ArenaIdentity identity_of(const ArenaTrace& trace) {
  ArenaIdentity identity;
  identity.run_id = trace.run_id;
  for (const ArenaEvent& event : trace.events) {
    identity.events.push_back({event.id, event.timestamp});
    if (event.type == "error") identity.tracebacks.emplace_back(event.payload.text_at("traceback"));
  }
  return identity;
}

// A driver whose world is the trace: each event that came from outside answers the effect that the
// machine has out for it.
class ArenaDriver {
 public:
  ArenaDriver(const ArenaTrace& trace, SessionMachine& machine, Tape& tape)
      : trace_(trace), machine_(machine), tape_(tape) {}

  Result<void> run() {
    machine_.start();
    for (std::size_t at = 0; at < trace_.events.size(); ++at) {
      take_effects();
      const ArenaEvent& event = trace_.events[at];
      if (event.type == "llm_response" || event.type == "error") {
        const auto effect = find([](const Effect& pending) {
          return std::holds_alternative<SendAttempt>(pending.action);
        });
        if (effect == pending_.end()) return no_effect(event, at);
        deliver(effect, event, AttemptDone{AttemptEnd::complete, response_of(event), {}, {}, {}});
      } else if (event.type == "tool_result") {
        const std::string_view id = event.payload.text_at("tool_call_id");
        const auto effect = find([id](const Effect& pending) {
          const auto* call = std::get_if<CallTool>(&pending.action);
          return call && call->tool_call_id == id;
        });
        // A delegation is answered by another agent, not from outside.
        if (effect != pending_.end()) deliver(effect, event, tool_done_of(event));
      }
    }
    return {};
  }

 private:
  using Pending = std::vector<Effect>::iterator;

  void take_effects() {
    for (Effect& effect : machine_.take_effects()) pending_.push_back(std::move(effect));
  }

  template <class Predicate>
  Pending find(Predicate predicate) {
    return std::find_if(pending_.begin(), pending_.end(), predicate);
  }

  Result<void> no_effect(const ArenaEvent& event, std::size_t at) const {
    return fail(ErrorCode::divergence,
                fmt::format("line {}: the run has a {} here that its architecture does not ask for",
                            at + 1, event.type));
  }

  template <class Done>
  void deliver(Pending effect, const ArenaEvent& event, Done done) {
    const std::int64_t at_ns = (event.epoch_us - tape_.header.started_at_us) * 1000;
    Outcome outcome{effect->id, std::max(at_ns, machine_.now_ns()), std::move(done)};
    tape_.records.push_back({tape_.records.size() + 1, std::move(*effect), outcome});
    pending_.erase(effect);
    machine_.deliver(outcome);
  }

  const ArenaTrace& trace_;
  SessionMachine& machine_;
  Tape& tape_;
  std::vector<Effect> pending_;
};

}  // namespace

bool is_arena_trace(std::string_view text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  return line.starts_with("{\"event_id\": \"") &&
         line.find("\"event_type\": \"run_start\"") != std::string_view::npos;
}

Result<ImportedSession> import_arena_trace(std::string_view text, std::string_view file) {
  REPRISE_TRY(trace, read_arena_trace(text));
  REPRISE_TRY(scenario_text, arena_scenario(trace));
  REPRISE_TRY(scenario, read_scenario(scenario_text, file));
  ImportedSession session;
  TapeHeader& header = session.tape.header;
  header = make_tape_header(scenario, 1, trace.events.front().epoch_us, "import/arena");
  header.source = file;
  header.annotations = arena_identity_json(identity_of(trace));
  REPRISE_TRY(plan, plan_run(std::move(scenario)));
  SessionMachine machine(plan, header);
  REPRISE_TRY_VOID(ArenaDriver(trace, machine, session.tape).run());
  session.tape.complete = machine.finished();
  session.seal = seal_of(machine);
  return session;
}

}  // namespace reprise
