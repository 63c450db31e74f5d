#include "sim/provider/anthropic/anthropic_response.h"

#include <algorithm>
#include <array>

#include "sim/json/parse.h"
#include "sim/provider/anthropic/anthropic_message.h"
#include "sim/provider/attempt_reading.h"

namespace reprise::anthropic {
namespace {

StopKind stop_kind(std::string_view reason) {
  constexpr std::array<std::pair<std::string_view, StopKind>, 7> kinds = {{
      {"end_turn", StopKind::end},
      {"stop_sequence", StopKind::end},
      {"tool_use", StopKind::tool_use},
      {"max_tokens", StopKind::output_max},
      {"model_context_window_exceeded", StopKind::output_max},
      {"refusal", StopKind::refusal},
      {"pause_turn", StopKind::paused},
  }};
  const auto found = std::find_if(kinds.begin(), kinds.end(),
                                  [reason](const auto& kind) { return kind.first == reason; });
  return found == kinds.end() ? StopKind::other : found->second;
}

std::int64_t tokens_at(const Json& usage, std::string_view key) {
  const Json* tokens = usage.find(key);
  return tokens ? tokens->as_int64().value_or(0) : 0;
}

}  // namespace

Result<LlmResponse> read_message_object(Json message) {
  LlmResponse response;
  response.stop_reason = message.text_at("stop_reason");
  response.stop = stop_kind(response.stop_reason);
  response.model = message.text_at("model");
  response.id = message.text_at("id");
  if (Json* usage = message.find("usage")) {
    response.usage.input_tokens = tokens_at(*usage, "input_tokens");
    response.usage.output_tokens = tokens_at(*usage, "output_tokens");
    response.usage.raw = std::move(*usage);
  }
  REPRISE_TRY(turn, read_message(std::move(message)));
  response.message = std::move(turn);
  // Only role and content go back to the provider; the rest describes the answer.
  response.message.extra = Json::object();
  response.message.role = Role::assistant;
  // The provider takes nothing but an object back.
  for (Block& block : response.message.blocks) {
    if (!block.call.malformed_arguments.empty()) block.extra.erase("input");
  }
  return response;
}

AttemptFailure read_error(const AttemptDone& attempt, FailureKind kind, const Json& body) {
  const Json* error = body.find("error");
  const Json none = Json::object();
  const Json& facts = error ? *error : none;
  std::string message(facts.text_at("message"));
  if (message.empty()) message = "HTTP status " + std::to_string(attempt.response.status);
  return failure_of(attempt, kind, facts.text_at("type"), message);
}

AttemptReading read_response(const AttemptDone& attempt) {
  if (auto failure = transport_failure(attempt)) return *failure;
  const bool ok = attempt.response.status >= 200 && attempt.response.status < 300;
  if (ok && is_event_stream(attempt.response)) return read_stream(attempt);
  auto body = parse_json(attempt.response.body);
  if (!ok) return read_error(attempt, FailureKind::status, body ? *body : Json());
  if (!body || attempt.end != AttemptEnd::complete) {
    return unreadable_body(attempt, "the body is no JSON");
  }
  if (body->text_at("type") == "error") return read_error(attempt, FailureKind::body_error, *body);
  auto response = read_message_object(std::move(*body));
  if (!response) return unreadable_body(attempt, "the body is no message");
  return std::move(*response);
}

}  // namespace reprise::anthropic
