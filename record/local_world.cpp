#include "record/local_world.h"

#include "record/redact_body.h"
#include "sim/session/session_keys.h"

namespace reprise {

LocalWorld::LocalWorld(const RunPlan& plan, const TapeHeader& header, const Secrets& secrets)
    : plan_(plan),
      secrets_(secrets),
      fault_key_(session_fault_key(plan.scenario, header)),
      tools_(plan.scenario, fault_key_) {}

IssuedEffect LocalWorld::issue(Effect effect) {
  IssuedEffect issued{std::move(effect), {}, {}, {}};
  const Effect& made = issued.effect;
  if (const auto* attempt = std::get_if<SendAttempt>(&made.action)) {
    issue_attempt(*attempt, issued);
  } else if (const auto* backoff = std::get_if<Backoff>(&made.action)) {
    issued.outcome = Outcome{made.id, made.issued_ns + backoff->wait_ns, BackoffOver{}};
  } else if (const auto* deadline = std::get_if<Deadline>(&made.action)) {
    issued.outcome = Outcome{made.id, deadline->at_ns, DeadlineReached{}};
  } else if (const auto* call = std::get_if<CallTool>(&made.action)) {
    issue_tool_call(*call, issued);
  } else {
    // Nobody is at the keyboard: the conversation ends where it would need its user.
    issued.outcome = Outcome{made.id, made.issued_ns, UserTurn{{}, true}};
  }
  return issued;
}

void LocalWorld::issue_attempt(const SendAttempt& attempt, IssuedEffect& issued) {
  issued.fault =
      plan_.scenario.faults.provider_fault(attempt.call, attempt.attempt, ++attempts_, fault_key_);
  if (!issued.fault || !issued.fault->replaces_attempt) return;
  issued.outcome = Outcome{issued.effect.id, issued.effect.issued_ns + issued.fault->delay_ns,
                           apply_provider_fault(*issued.fault, *plan_.codec, {})};
}

void LocalWorld::issue_tool_call(const CallTool& call, IssuedEffect& issued) {
  auto called = tools_.call(call);
  if (auto* command = std::get_if<RunCommand>(&called)) {
    issued.command = std::move(*command);
    return;
  }
  const auto& answer = std::get<ToolAnswer>(called);
  issued.outcome =
      Outcome{issued.effect.id, issued.effect.issued_ns + answer.nominal_ns, redacted(answer)};
}

Outcome LocalWorld::finish_attempt(const IssuedEffect& issued, AttemptDone done,
                                   std::int64_t lasted_ns) {
  Outcome outcome{issued.effect.id, issued.effect.issued_ns + lasted_ns, {}};
  done = redact_attempt(std::move(done), secrets_, findings_);
  if (issued.fault) {
    outcome.at_ns += issued.fault->delay_ns;
    done = apply_provider_fault(*issued.fault, *plan_.codec, std::move(done));
  }
  outcome.result = std::move(done);
  return outcome;
}

Outcome LocalWorld::finish_command(const IssuedEffect& issued, ToolAnswer answer,
                                   std::int64_t lasted_ns) {
  answer = tools_.with_fault(std::get<CallTool>(issued.effect.action), std::move(answer));
  return {issued.effect.id, issued.effect.issued_ns + lasted_ns + answer.nominal_ns,
          redacted(answer)};
}

void LocalWorld::delivered(const TapeRecord& record) {
  const auto* done = std::get_if<ToolDone>(&record.outcome.result);
  if (done) tools_.remember_command(std::get<CallTool>(record.effect.action), *done);
}

bool LocalWorld::is_built_in(const IssuedEffect& issued) const {
  const auto* call = std::get_if<CallTool>(&issued.effect.action);
  return call && issued.outcome && tools_.has(call->tool);
}

ToolDone LocalWorld::redacted(const ToolAnswer& answer) {
  ToolDone done = tool_done(answer);
  done.result = redact_text(done.result, "tool result", secrets_, findings_);
  return done;
}

}  // namespace reprise
