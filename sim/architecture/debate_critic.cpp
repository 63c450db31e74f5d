#include "sim/architecture/debate_critic.h"

#include "sim/json/object_writer.h"
#include "sim/json/python.h"
#include "sim/scenario/fill_template.h"
#include "sim/session/run.h"

namespace reprise {
namespace {

// What a result looks like inside a line of the summary: a text as it is, all else as its form
// says.
std::string result_text(const Json& result, std::string (*form)(const Json&)) {
  const std::string* text = result.as_string();
  return text ? *text : form(result);
}

// One line a tool call of the proposer, by the scenario's templates.
std::string tool_summary(const Run& run, const std::vector<AnsweredCall>& calls) {
  const auto& templates = run.scenario().templates;
  if (calls.empty()) return templates.at("no_tool_calls");
  std::string summary;
  for (const AnsweredCall& answered : calls) {
    const std::string& line =
        templates.at(answered.is_error ? "failed_tool_call_line" : "tool_call_line");
    if (!summary.empty()) summary += '\n';
    summary += fill_template(line, {{"name", answered.call.name},
                                    {"arguments", to_json(answered.call.arguments)},
                                    {"arguments_python", python_repr(answered.call.arguments)},
                                    {"result", result_text(answered.result, to_json)},
                                    {"result_python", result_text(answered.result, python_repr)}});
  }
  return summary;
}

class DebateCritic : public Architecture {
 public:
  void start(Run& run) override {
    run.start_agent({.plan = &run.plan().agent("proposer"),
                     .prompt = run.scenario().task,
                     .parent = run.run_start_event()});
  }

  void agent_ended(Run& run, AgentId id) override {
    const auto text = run.text_or_abort(id);
    if (!text) return;
    switch (id) {
      case proposer:
        return review(run, *text);
      case critic:
        return revise(run, *text);
      default:
        return conclude(run, *text);
    }
  }

 private:
  static constexpr AgentId proposer = 0;
  static constexpr AgentId critic = 1;

  void review(Run& run, std::string draft) {
    draft_ = std::move(draft);
    summary_ = tool_summary(run, run.agent(proposer).answered_calls());
    const std::string prompt = fill_template(
        run.scenario().templates.at("review"),
        {{"task", trimmed(run.scenario().task)}, {"draft", draft_}, {"tool_summary", summary_}});
    run.start_agent(
        {.plan = &run.plan().agent("critic"), .prompt = prompt, .parent = run.run_start_event()});
  }

  void revise(Run& run, const std::string& critique) {
    const std::string review = JsonObjectWriter()
                                   .text("draft_answer", draft_)
                                   .text("tool_summary", summary_)
                                   .text("critique", critique)
                                   .take();
    run.emit("critic_review", review, run.run_start_event());
    revision_event_ =
        run.emit("revision_start", JsonObjectWriter().text("critique", critique).take(),
                 run.run_start_event());
    const std::string prompt = fill_template(
        run.scenario().templates.at("revision"),
        {{"task", trimmed(run.scenario().task)}, {"draft", draft_}, {"critique", critique}});
    run.start_agent(
        {.plan = &run.plan().agent("reviser"), .prompt = prompt, .parent = revision_event_});
  }

  void conclude(Run& run, const std::string& final_output) {
    run.emit("revision_finish", JsonObjectWriter().text("final_output", final_output).take(),
             revision_event_);
    run.finish(final_output);
  }

  std::string draft_;
  std::string summary_;
  EventSeq revision_event_ = 0;
};

}  // namespace

std::unique_ptr<Architecture> make_debate_critic() {
  return std::make_unique<DebateCritic>();
}

}  // namespace reprise
