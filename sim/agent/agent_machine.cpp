#include "sim/agent/agent_machine.h"

#include <algorithm>
#include <utility>

#include "sim/base/check.h"
#include "sim/json/array_writer.h"
#include "sim/json/object_writer.h"
#include "sim/json/parse.h"
#include "sim/scenario/fill_template.h"
#include "sim/session/run.h"

namespace reprise {
namespace {

std::string tool_calls_json(const std::vector<ToolCall>& calls) {
  JsonArrayWriter out;
  for (const ToolCall& call : calls) {
    out.raw(JsonObjectWriter()
                .text("id", call.id)
                .text("name", call.name)
                .raw("arguments", to_json(call.arguments))
                .take());
  }
  return out.take();
}

// What a tool is called with: the object, or what the model sent in place of one.
std::string arguments_text(const ToolCall& call) {
  return call.malformed_arguments.empty() ? to_json(call.arguments) : call.malformed_arguments;
}

}  // namespace

AgentMachine::AgentMachine(Run& run, AgentId id, AgentStart start)
    : run_(run),
      id_(id),
      start_(std::move(start)),
      conversation_(*run.plan().codec, start_.plan->frame, start_.plan->frame_digest) {}

void AgentMachine::start() {
  const AgentPlan& plan = *start_.plan;
  JsonObjectWriter payload;
  payload.text("agent", plan.spec.name).text("prompt", start_.prompt);
  if (!plan.system_digest.empty()) payload.text("system_digest", plan.system_digest);
  payload.raw("tools", plan.tools_json)
      .text("model", plan.model)
      .text("provider", run_.scenario().provider);
  open_event_ = run_.emit(start_.start_event, payload.take(), start_.parent);
  const Json& history = run_.scenario().history;
  if (history.is_array()) {
    conversation_.add_wire(history);
  } else {
    conversation_.add(user_message(start_.prompt));
  }
  call_model();
}

void AgentMachine::call_model() {
  const AgentPlan& plan = *start_.plan;
  if (iterations_ == plan.spec.iterations) {
    const std::string payload = JsonObjectWriter()
                                    .text("kind", "iterations")
                                    .integer("value", iterations_)
                                    .integer("max", plan.spec.iterations)
                                    .take();
    run_.emit("limit", payload, open_event_);
    return end(AgentEnding::limit, run_.scenario().templates.at("iterations_reached"));
  }
  ++iterations_;
  // A provider would refuse it, and the fault would be ours.
  const auto fault = conversation_.answer_fault();
  REPRISE_CHECK(!fault, fault ? fault->c_str() : "");
  std::string body = conversation_.request_body();
  const Digest digest = conversation_.request_digest();
  JsonObjectWriter payload;
  payload.integer("message_count", conversation_.message_count())
      .raw("new_messages", conversation_.take_new_messages())
      .text("request_digest", to_hex_prefix(digest, 16))
      .text("provider", run_.scenario().provider)
      .text("model", plan.model);
  if (!start_.role.empty()) payload.text("role", start_.role);
  const EventSeq event = run_.emit("llm_call", payload.take(), open_event_, std::move(carried_));
  carried_.clear();
  call_.emplace(run_, id_, event, plan.head, std::move(body), digest);
}

void AgentMachine::deliver(std::uint64_t, const AttemptDone& done) {
  auto result = call_->attempt_done(done);
  if (!result) return;
  if (auto* response = std::get_if<LlmResponse>(&*result)) {
    on_response(std::move(*response));
  } else {
    on_give_up(std::get<RetryGivenUp>(*result));
  }
}

void AgentMachine::deliver(std::uint64_t, const BackoffOver&) {
  call_->backoff_over();
}

void AgentMachine::on_give_up(const RetryGivenUp& given_up) {
  const std::string payload = JsonObjectWriter()
                                  .text("error_type", given_up.error_class)
                                  .text("message", given_up.message)
                                  .integer("layer", 1)
                                  .flag("retryable", given_up.retryable)
                                  .take();
  run_.emit("error", payload, call_->event());
  end(given_up.retryable ? AgentEnding::provider_exhausted : AgentEnding::provider_fatal,
      fill_template(run_.scenario().templates.at("agent_failed"),
                    {{"message", given_up.message}, {"role", start_.plan->spec.role}}));
}

void AgentMachine::on_response(LlmResponse response) {
  // Providers that send no ids get session-unique ones, in order; they never reach the wire.
  for (Block& block : response.message.blocks) {
    if (block.kind == BlockKind::tool_call && block.call.id.empty()) {
      block.call.id = run_.next_tool_call_id();
      block.call.made_id = true;
    }
  }
  last_text_ = text_of(response.message);
  std::vector<ToolCall> calls = tool_calls_of(response.message);
  emit_response(response, calls);
  conversation_.add(std::move(response.message));
  run_.book_usage(response.usage, open_event_);
  if (run_.ended()) return;
  if (!calls.empty()) {
    begin_tools(std::move(calls));
  } else if (response.stop == StopKind::paused) {
    call_model();
  } else if (run_.scenario().history.is_array()) {
    run_.issue(id_, AwaitUser{start_.plan->spec.name});
  } else {
    finish(std::move(last_text_));
  }
}

void AgentMachine::emit_response(const LlmResponse& response, const std::vector<ToolCall>& calls) {
  JsonObjectWriter payload;
  payload.text("stop_reason", response.stop_reason)
      .raw("tool_calls", tool_calls_json(calls))
      .text("text", last_text_)
      .raw("usage", JsonObjectWriter()
                        .integer("input", response.usage.input_tokens)
                        .integer("output", response.usage.output_tokens)
                        .take());
  if (!start_.role.empty()) payload.text("role", start_.role);
  response_event_ = run_.emit("llm_response", payload.take(), call_->event());
}

void AgentMachine::begin_tools(std::vector<ToolCall> calls) {
  tools_.clear();
  for (ToolCall& call : calls) tools_.emplace_back().call = std::move(call);
  go_on_with_tools();
}

// Begins every call that has not begun; a sequential agent only the first without an answer. Goes
// on when every call of the turn has its result. A call may be answered while it begins.
void AgentMachine::go_on_with_tools() {
  if (std::exchange(beginning_tools_, true)) return;
  bool all_answered = true;
  for (PendingTool& tool : tools_) {
    if (tool.event == 0 && !run_.ended()) begin_tool(tool);
    all_answered = all_answered && tool.answered;
    if (!all_answered && !start_.plan->spec.parallel_tools) break;
  }
  beginning_tools_ = false;
  if (all_answered && !run_.ended()) tools_done();
}

void AgentMachine::begin_tool(PendingTool& tool) {
  ++tool_calls_;
  const AgentSpec& spec = start_.plan->spec;
  const bool delegation = run_.is_delegation(id_, tool.call.name);
  const std::uint32_t ordinal = run_.next_ordinal(tool.call.name);
  JsonObjectWriter payload;
  payload.text("tool_name", tool.call.name)
      .text("tool_call_id", tool.call.id)
      .raw("arguments", to_json(tool.call.arguments))
      .integer("ordinal", ordinal);
  if (delegation) payload.text("role", start_.delegation_role);
  tool.event = run_.emit("tool_call", payload.take(), open_event_, {response_event_});
  tool.begun_ns = run_.now_ns();
  tool.delegated = delegation;
  run_.book_tool_call(open_event_);
  if (run_.ended()) return;
  if (delegation) {
    run_.delegate(id_, tool.call, tool.event);
  } else {
    tool.effect = run_.issue(
        id_, CallTool{spec.name, tool.call.name, tool.call.id, arguments_text(tool.call), ordinal});
  }
}

void AgentMachine::deliver(std::uint64_t effect, const ToolDone& done) {
  const auto tool =
      std::find_if(tools_.begin(), tools_.end(),
                   [effect](const PendingTool& pending) { return pending.effect == effect; });
  REPRISE_CHECK(tool != tools_.end(), "a tool answered that was not called");
  auto result = parse_json(done.result);
  // A driver only gives JSON text; anything else is shown to the model as it is.
  tool_answered(*tool, result ? std::move(*result) : Json(done.result), done);
}

void AgentMachine::answer_tool(EventSeq tool_call_event, const ToolAnswer& answer) {
  const auto tool = std::find_if(tools_.begin(), tools_.end(), [=](const PendingTool& pending) {
    return pending.event == tool_call_event;
  });
  REPRISE_CHECK(tool != tools_.end(), "an agent answered a tool call that was not made");
  tool_answered(*tool, answer.result,
                ToolDone{to_json(answer.result), answer.is_error, answer.error_type, answer.fault});
}

void AgentMachine::tool_answered(PendingTool& tool, Json result, const ToolDone& done) {
  JsonObjectWriter payload;
  payload.text("tool_call_id", tool.call.id)
      .text("tool_name", tool.call.name)
      .raw("result", to_json(result))
      .flag("error", done.is_error);
  if (!done.error_type.empty()) payload.text("error_type", done.error_type);
  payload.integer("duration_ns", run_.now_ns() - tool.begun_ns);
  if (!done.fault.id.empty()) {
    payload.raw("fault",
                JsonObjectWriter().text("id", done.fault.id).text("kind", done.fault.kind).take());
  }
  if (tool.delegated) payload.text("role", start_.delegation_role);
  carried_.push_back(run_.emit("tool_result", payload.take(), tool.event));
  if (done.is_error) ++tool_errors_;
  answered_.push_back({tool.call, result, done.is_error});
  tool.result = ToolResult{tool.call.id, tool.call.made_id, tool.call.name,
                           tool_result_content(std::move(result)), done.is_error};
  tool.answered = true;
  go_on_with_tools();
}

// Every call of the turn has its result.
void AgentMachine::tools_done() {
  if (run_.scenario().history.is_array()) {
    run_.issue(id_, AwaitUser{start_.plan->spec.name});
    return;
  }
  std::vector<ToolResult> results;
  for (PendingTool& tool : tools_) results.push_back(std::move(tool.result));
  tools_.clear();
  conversation_.add(tool_results_message(std::move(results)));
  call_model();
}

void AgentMachine::deliver(std::uint64_t, const UserTurn& turn) {
  if (turn.end) {
    tools_.clear();
    return finish(std::move(last_text_));
  }
  if (turn.kept_messages >= 0) conversation_.keep(turn.kept_messages);
  auto messages = parse_json(turn.messages);
  const JsonArray* items = messages ? messages->as_array() : nullptr;
  if (items && !items->empty()) {
    conversation_.add_wire(*messages);
  } else if (!tools_.empty()) {
    std::vector<ToolResult> results;
    for (PendingTool& tool : tools_) results.push_back(std::move(tool.result));
    conversation_.add(tool_results_message(std::move(results)));
  }
  tools_.clear();
  call_model();
}

void AgentMachine::finish(std::string text) {
  const std::string payload = JsonObjectWriter()
                                  .text("final_output", text)
                                  .integer("iterations", iterations_)
                                  .integer("tool_calls", tool_calls_)
                                  .integer("tool_errors", tool_errors_)
                                  .take();
  run_.emit(start_.finish_event, payload, open_event_);
  end(AgentEnding::finished, std::move(text));
}

void AgentMachine::end(AgentEnding ending, std::string text) {
  result_ = AgentResult{ending, std::move(text)};
  run_.agent_ended(id_);
}

}  // namespace reprise
