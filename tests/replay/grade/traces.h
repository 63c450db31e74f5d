// Traces for tests of grading, written event by event with the real writer.
#pragma once

#include <string>

#include "sim/json/object_writer.h"
#include "sim/trace/reader.h"
#include "sim/trace/trace_log.h"

namespace reprise::testing {

class TraceScript {
 public:
  explicit TraceScript(std::string_view architecture = "single_agent",
                       std::string_view task = "do it")
      : log_(sha256("test"), 0) {
    run_ = emit(
        "run_start",
        JsonObjectWriter().text("architecture", architecture).text("task_prompt", task).take(), 0);
  }

  TraceScript& agent(std::string_view name = "agent") {
    agent_ = emit("agent_start", JsonObjectWriter().text("agent", name).take(), run_);
    return *this;
  }

  // One turn of the model; `messages` is what it was shown, as JSON text.
  TraceScript& turn(std::string_view stop_reason = "tool_use", std::string_view messages = "[]") {
    llm_call(messages);
    emit("llm_response", JsonObjectWriter().text("stop_reason", stop_reason).take(), call_);
    return *this;
  }

  TraceScript& llm_call(std::string_view messages = "[]") {
    call_ = emit("llm_call", JsonObjectWriter().raw("new_messages", messages).take(), agent_);
    return *this;
  }

  // A call and its result; an empty error type is a good result.
  TraceScript& tool(std::string_view name, std::string_view arguments, std::string_view result,
                    std::string_view error_type = {}) {
    open_tool(name, arguments);
    JsonObjectWriter payload;
    payload.text("tool_call_id", id_).text("tool_name", name).raw("result", result);
    payload.flag("error", !error_type.empty());
    if (!error_type.empty()) payload.text("error_type", error_type);
    emit("tool_result", payload.take(), tool_);
    return *this;
  }

  TraceScript& open_tool(std::string_view name, std::string_view arguments = "{}") {
    id_ = "call_" + std::to_string(++tools_);
    tool_ = emit("tool_call",
                 JsonObjectWriter()
                     .text("tool_name", name)
                     .text("tool_call_id", id_)
                     .raw("arguments", arguments)
                     .take(),
                 agent_);
    return *this;
  }

  TraceScript& provider_error(bool retryable) {
    emit("error",
         JsonObjectWriter()
             .text("error_type", "ProviderError")
             .text("message", "no")
             .integer("layer", 1)
             .flag("retryable", retryable)
             .take(),
         call_);
    return *this;
  }

  TraceScript& limit(std::string_view kind) {
    emit("limit", JsonObjectWriter().text("kind", kind).take(), agent_);
    return *this;
  }

  TraceScript& event(std::string_view type, std::string_view payload = "{}") {
    emit(type, payload, run_);
    return *this;
  }

  TraceScript& abort(std::string_view reason) {
    return event("run_abort", JsonObjectWriter().text("reason", reason).take());
  }

  TraceScript& finish(std::string_view answer) {
    const std::string payload = JsonObjectWriter().text("final_output", answer).take();
    emit("agent_finish", payload, agent_);
    emit("run_finish", payload, run_);
    return *this;
  }

  std::string text() const { return log_.jsonl(true); }
  Trace trace() const { return read_trace(text()); }

 private:
  EventSeq emit(std::string_view type, std::string_view payload, EventSeq parent) {
    return log_.append(TraceEvent{now_ns_++, type, payload, parent, {}});
  }

  TraceLog log_;
  std::int64_t now_ns_ = 0;
  EventSeq run_ = 0;
  EventSeq agent_ = 0;
  EventSeq call_ = 0;
  EventSeq tool_ = 0;
  int tools_ = 0;
  std::string id_;
};

}  // namespace reprise::testing
