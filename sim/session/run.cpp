#include "sim/session/run.h"

#include "sim/base/check.h"
#include "sim/base/int128.h"
#include "sim/json/object_writer.h"

namespace reprise {
namespace {

constexpr std::int64_t tokens_per_price = 1'000'000;

std::int64_t cost_micro_usd(const Prices& prices, std::int64_t input, std::int64_t output) {
  const auto part = [](std::int64_t price, std::int64_t tokens) {
    return static_cast<Int128>(price) * tokens;
  };
  return static_cast<std::int64_t>((part(prices.input, input) + part(prices.output, output)) /
                                   tokens_per_price);
}

}  // namespace

Run::Run(RunPlanPtr plan, const TapeHeader& header)
    : plan_(std::move(plan)),
      trial_(header.trial),
      seed_(header.seed),
      trace_(session_key(header), header.started_at_us),
      architecture_(find_architecture(plan_->scenario.architecture)->make()) {}

Run::~Run() = default;

void Run::start() {
  emit_run_start();
  if (scenario().limits.time_ns > 0) issue(no_agent, Deadline{scenario().limits.time_ns});
  architecture_->start(*this);
}

void Run::emit_run_start() {
  const std::string payload = JsonObjectWriter()
                                  .text("architecture", scenario().architecture)
                                  .text("task_prompt", scenario().task)
                                  .text("scenario", scenario().name)
                                  .text("scenario_digest", to_hex_prefix(scenario().digest, 16))
                                  .integer("trial", trial_)
                                  .text("provider", scenario().provider)
                                  .text("model", scenario().model)
                                  .raw("seed", std::to_string(seed_))
                                  .raw("limits", plan_->limits_json)
                                  .text("faults_digest", plan_->faults_digest)
                                  .take();
  emit("run_start", payload, 0);
}

void Run::deliver(const Outcome& outcome) {
  const auto owner = owners_.find(outcome.effect);
  REPRISE_CHECK(owner != owners_.end(), "an outcome for an effect that is not pending");
  REPRISE_CHECK(outcome.at_ns >= now_ns_, "an outcome before the present instant");
  const AgentId id = owner->second;
  owners_.erase(owner);
  now_ns_ = outcome.at_ns;
  if (std::holds_alternative<DeadlineReached>(outcome.result)) {
    return limit_passed("time", now_ns_, scenario().limits.time_ns, run_start_event());
  }
  AgentMachine& agent = *agents_[id];
  if (const auto* attempt = std::get_if<AttemptDone>(&outcome.result)) {
    agent.deliver(outcome.effect, *attempt);
  } else if (const auto* over = std::get_if<BackoffOver>(&outcome.result)) {
    agent.deliver(outcome.effect, *over);
  } else if (const auto* tool = std::get_if<ToolDone>(&outcome.result)) {
    agent.deliver(outcome.effect, *tool);
  } else if (const auto* turn = std::get_if<UserTurn>(&outcome.result)) {
    agent.deliver(outcome.effect, *turn);
  }
}

std::vector<Effect> Run::take_effects() {
  return std::exchange(effects_, {});
}

AgentId Run::start_agent(AgentStart start) {
  const AgentId id = agents_.size();
  agents_.push_back(std::make_unique<AgentMachine>(*this, id, std::move(start)));
  agents_.back()->start();
  return id;
}

void Run::agent_ended(AgentId id) {
  if (!ended()) architecture_->agent_ended(*this, id);
}

bool Run::is_delegation(AgentId caller, std::string_view tool) const {
  return architecture_->is_delegation(*this, caller, tool);
}

void Run::delegate(AgentId caller, const ToolCall& call, EventSeq tool_call_event) {
  architecture_->delegate(*this, caller, call, tool_call_event);
}

std::optional<std::string> Run::text_or_abort(AgentId id) {
  const AgentResult& result = agents_[id]->result();
  if (result.ending == AgentEnding::finished || scenario().continue_after_agent_failure) {
    return result.text;
  }
  switch (result.ending) {
    case AgentEnding::limit:
      abort("limit");
      break;
    case AgentEnding::provider_exhausted:
      abort("provider_exhausted");
      break;
    default:
      abort("provider_fatal");
      break;
  }
  return std::nullopt;
}

void Run::finish(std::string_view final_output) {
  const std::string payload = JsonObjectWriter()
                                  .text("architecture", scenario().architecture)
                                  .text("final_output", final_output)
                                  .take();
  emit("run_finish", payload, run_start_event());
  end("finished");
}

void Run::abort(std::string_view reason) {
  for (const auto& agent : agents_) agent->cancel();
  emit("run_abort", JsonObjectWriter().text("reason", reason).take(), run_start_event());
  end("aborted: " + std::string(reason));
}

void Run::end(std::string ending) {
  ending_ = std::move(ending);
  owners_.clear();
  effects_.clear();
}

void Run::limit_passed(std::string_view kind, std::int64_t value, std::int64_t most,
                       EventSeq parent) {
  const std::string payload =
      JsonObjectWriter().text("kind", kind).integer("value", value).integer("max", most).take();
  emit("limit", payload, parent);
  abort("limit");
}

EventSeq Run::emit(std::string_view type, std::string_view payload, EventSeq parent,
                   std::vector<EventSeq> caused_by) {
  return trace_.append(TraceEvent{now_ns_, type, payload, parent, std::move(caused_by)});
}

std::uint32_t Run::emit_wire(std::string_view type, std::string_view payload, EventSeq call,
                             std::uint32_t parent_wire) {
  return trace_.append(WireEvent{now_ns_, type, payload, call, parent_wire});
}

RandomKey Run::random_key() const {
  return {seed_, scenario().name, trial_};
}

std::uint32_t Run::next_ordinal(std::string_view tool) {
  const auto found = ordinals_.find(tool);
  if (found != ordinals_.end()) return ++found->second;
  return ordinals_.emplace(tool, 1).first->second;
}

void Run::book_usage(const Usage& usage, EventSeq agent_event) {
  input_tokens_ += usage.input_tokens;
  output_tokens_ += usage.output_tokens;
  const Limits& limits = scenario().limits;
  const std::int64_t tokens = input_tokens_ + output_tokens_;
  const std::int64_t cost = cost_micro_usd(scenario().prices, input_tokens_, output_tokens_);
  if (limits.tokens > 0 && tokens > limits.tokens) {
    limit_passed("tokens", tokens, limits.tokens, agent_event);
  } else if (limits.cost_micro_usd > 0 && cost > limits.cost_micro_usd) {
    limit_passed("cost", cost, limits.cost_micro_usd, agent_event);
  }
}

void Run::book_tool_call(EventSeq agent_event) {
  ++tool_calls_;
  const Limits& limits = scenario().limits;
  if (limits.tool_calls > 0 && tool_calls_ > limits.tool_calls) {
    limit_passed("tool_calls", tool_calls_, limits.tool_calls, agent_event);
  }
}

}  // namespace reprise
