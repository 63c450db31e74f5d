#include "sim/session/scripted_model.h"

#include <fmt/format.h>

#include "sim/json/parse.h"
#include "sim/scenario/read_scenario.h"
#include "sim/scenario/section_reader.h"
#include "sim/session/scripted_stream.h"

namespace reprise {
namespace {

constexpr std::int64_t tokens_max = 1'000'000'000;
constexpr std::int64_t calls_max = 1'000'000'000;

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
  turn.nth = section.integer("nth", 0, 0, calls_max);
  turn.last_results =
      static_cast<LastResults>(section.choice("last_results", {"any", "good", "failed"}, "any"));
  turn.repeat = section.flag("repeat", false);
  turn.latency_ns = section.duration_ns("latency", 0);
  SectionReader usage = section.section("usage");
  turn.input_tokens = usage.integer("input", 0, 0, tokens_max);
  turn.output_tokens = usage.integer("output", 0, 0, tokens_max);
  usage.finish();
  section.finish();
  return turn;
}

// What the conditions of a turn are about.
struct RequestFacts {
  bool stream = false;
  std::int64_t nth = 0;
  LastResults last_results = LastResults::any;  // any: the request ends with none
};

LastResults last_results_of(const Message& message) {
  LastResults results = LastResults::any;
  for (const Block& block : message.blocks) {
    if (block.kind != BlockKind::tool_result) continue;
    if (block.result.is_error) return LastResults::failed;
    results = LastResults::good;
  }
  return results;
}

// A request that cannot be decoded has no facts: only turns without conditions fit it.
RequestFacts facts_of(const HttpRequest& request, const Codec& codec) {
  RequestFacts facts;
  const auto body = parse_json(request.body);
  if (!body) return facts;
  const auto decoded = codec.decode_request(request.target, *body);
  if (!decoded) return facts;
  facts.stream = decoded->stream;
  facts.nth = 1;
  for (const Message& message : decoded->messages) facts.nth += message.role == Role::assistant;
  if (!decoded->messages.empty()) facts.last_results = last_results_of(decoded->messages.back());
  return facts;
}

bool fits(const ScriptedTurn& turn, const RequestFacts& facts, std::string_view body) {
  if (turn.nth != 0 && turn.nth != facts.nth) return false;
  if (turn.last_results != LastResults::any && turn.last_results != facts.last_results) {
    return false;
  }
  return body.find(turn.contains) != std::string_view::npos;
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

// The body in its pieces, evenly over the latency; the last one comes when that is over.
void fill(StandInAnswer& answer, const char* type, const std::vector<std::string>& pieces) {
  HttpResponse& response = answer.done.response;
  response.status = 200;
  response.headers = {{"content-type", type}};
  const auto count = static_cast<std::int64_t>(pieces.size());
  const std::int64_t step_ns = answer.latency_ns / count;
  for (std::int64_t i = 1; i <= count; ++i) {
    response.body += pieces[static_cast<std::size_t>(i - 1)];
    answer.done.chunks.push_back({response.body.size(), answer.latency_ns - step_ns * (count - i)});
  }
}

}  // namespace

ScriptedModel::ScriptedModel(const Codec& codec, std::vector<ScriptedTurn> turns)
    : codec_(codec), turns_(std::move(turns)), used_(turns_.size(), false) {}

const ScriptedTurn* ScriptedModel::take_turn(const SendAttempt& attempt) {
  const auto taken = turn_of_.find(attempt.call);
  if (taken != turn_of_.end()) return &turns_[taken->second];
  const RequestFacts facts = facts_of(attempt.request, codec_);
  for (std::size_t i = 0; i < turns_.size(); ++i) {
    if (used_[i] || !fits(turns_[i], facts, attempt.request.body)) continue;
    used_[i] = !turns_[i].repeat;
    turn_of_.emplace(attempt.call, i);
    return &turns_[i];
  }
  return nullptr;
}

Result<StandInAnswer> ScriptedModel::answer(const SendAttempt& attempt) {
  const ScriptedTurn* turn = take_turn(attempt);
  if (!turn) {
    return fail(ErrorCode::inconclusive,
                fmt::format("the script has no turn left for call {}: add one", attempt.call));
  }
  StandInAnswer answer{{}, turn->latency_ns};
  const std::string body = codec_.encode_response(response_of(*turn, attempt.call, codec_));
  const bool stream = facts_of(attempt.request, codec_).stream;
  const auto events = stream ? stream_events(codec_.name(), body) : std::vector<std::string>();
  if (events.empty()) {
    fill(answer, "application/json", {body});
  } else {
    fill(answer, "text/event-stream", events);
  }
  return answer;
}

Result<std::vector<ScriptedTurn>> read_script(std::string_view text, std::string_view file) {
  REPRISE_TRY(document, parse_json(text, file));
  ScenarioIssues issues;
  SectionReader section(document, "", issues);
  std::vector<ScriptedTurn> turns;
  for (SectionReader& turn : section.sections("turns")) turns.push_back(read_turn(turn));
  section.finish();
  if (!issues.empty()) {
    return fail(ErrorCode::invalid_input, describe_issues(text, file, issues));
  }
  return turns;
}

}  // namespace reprise
