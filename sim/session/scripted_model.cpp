#include "sim/session/scripted_model.h"

#include <fmt/format.h>

#include "sim/json/parse.h"
#include "sim/scenario/read_scenario.h"
#include "sim/scenario/section_reader.h"

namespace reprise {
namespace {

constexpr std::int64_t tokens_max = 1'000'000'000;

ToolCall read_call(SectionReader& section) {
  ToolCall call;
  call.id = section.text("id");
  call.name = section.required_text("name");
  if (const Json* arguments = section.any("arguments")) call.arguments = *arguments;
  section.finish();
  return call;
}

ScriptedTurn read_turn(SectionReader& section) {
  ScriptedTurn turn;
  turn.text = section.text("text");
  for (SectionReader& call : section.sections("tool_calls")) turn.calls.push_back(read_call(call));
  turn.contains = section.text("contains");
  turn.latency_ns = section.duration_ns("latency", 0);
  SectionReader usage = section.section("usage");
  turn.input_tokens = usage.integer("input", 0, 0, tokens_max);
  turn.output_tokens = usage.integer("output", 0, 0, tokens_max);
  usage.finish();
  section.finish();
  return turn;
}

LlmResponse response_of(const ScriptedTurn& turn, std::uint32_t call, const Codec& codec) {
  LlmResponse response;
  response.id = fmt::format("msg_{:04}", call);
  response.model = "scripted";
  response.message.role = Role::assistant;
  if (!turn.text.empty()) response.message.blocks.emplace_back().text = turn.text;
  std::size_t number = 0;
  for (const ToolCall& scripted : turn.calls) {
    Block& block = response.message.blocks.emplace_back();
    block.kind = BlockKind::tool_call;
    block.call = scripted;
    // Gemini sends no ids; the others do.
    if (scripted.id.empty() && codec.name() != "gemini") {
      block.call.id = fmt::format("toolu_{:04}_{}", call, ++number);
    }
  }
  response.usage.input_tokens = turn.input_tokens;
  response.usage.output_tokens = turn.output_tokens;
  return response;
}

}  // namespace

ScriptedModel::ScriptedModel(const Codec& codec, std::vector<ScriptedTurn> turns)
    : codec_(codec), turns_(std::move(turns)), used_by_(turns_.size(), 0) {}

Result<StandInAnswer> ScriptedModel::answer(const SendAttempt& attempt) {
  for (std::size_t i = 0; i < turns_.size(); ++i) {
    const ScriptedTurn& turn = turns_[i];
    const bool fits =
        used_by_[i] == 0 && attempt.request.body.find(turn.contains) != std::string::npos;
    if (!fits && used_by_[i] != attempt.call) continue;
    used_by_[i] = attempt.call;
    StandInAnswer answer;
    answer.latency_ns = turn.latency_ns;
    answer.done.response.status = 200;
    answer.done.response.headers = {{"content-type", "application/json"}};
    answer.done.response.body = codec_.encode_response(response_of(turn, attempt.call, codec_));
    answer.done.chunks = {{answer.done.response.body.size(), turn.latency_ns}};
    return answer;
  }
  return fail(ErrorCode::inconclusive,
              fmt::format("the script has no turn left for call {}: add one", attempt.call));
}

Result<std::vector<ScriptedTurn>> read_script(std::string_view text, std::string_view file) {
  auto document = parse_json(text);
  if (!document) return fail_in(std::string(file), document.error());
  ScenarioIssues issues;
  SectionReader section(*document, "", issues);
  std::vector<ScriptedTurn> turns;
  for (SectionReader& turn : section.sections("turns")) turns.push_back(read_turn(turn));
  section.finish();
  if (!issues.empty()) {
    return fail(ErrorCode::invalid_input, describe_issues(text, file, issues));
  }
  return turns;
}

}  // namespace reprise
