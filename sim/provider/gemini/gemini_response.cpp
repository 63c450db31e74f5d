#include "sim/provider/gemini/gemini_response.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "sim/http/sse.h"
#include "sim/json/parse.h"
#include "sim/json/pointer.h"
#include "sim/provider/attempt_reading.h"
#include "sim/provider/gemini/gemini_content.h"

namespace reprise::gemini {
namespace {

// The legacy REST client asks for enums as numbers: FinishReason and BlockReason of the API's
// protocol file, generative_service.proto of v1 and v1beta.
constexpr std::array<std::string_view, 13> finish_reasons = {"FINISH_REASON_UNSPECIFIED",
                                                             "STOP",
                                                             "MAX_TOKENS",
                                                             "SAFETY",
                                                             "RECITATION",
                                                             "OTHER",
                                                             "LANGUAGE",
                                                             "BLOCKLIST",
                                                             "PROHIBITED_CONTENT",
                                                             "SPII",
                                                             "MALFORMED_FUNCTION_CALL",
                                                             "IMAGE_SAFETY",
                                                             "UNEXPECTED_TOOL_CALL"};
constexpr std::array<std::string_view, 6> block_reasons = {
    "BLOCK_REASON_UNSPECIFIED", "SAFETY",      "OTHER", "BLOCKLIST",
    "PROHIBITED_CONTENT",       "IMAGE_SAFETY"};

constexpr std::array<std::string_view, 4> malformed_reasons = {
    "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS",
    "MISSING_THOUGHT_SIGNATURE"};

constexpr std::array<std::string_view, 10> refusal_reasons = {"SAFETY",
                                                              "RECITATION",
                                                              "LANGUAGE",
                                                              "BLOCKLIST",
                                                              "PROHIBITED_CONTENT",
                                                              "SPII",
                                                              "IMAGE_SAFETY",
                                                              "IMAGE_PROHIBITED_CONTENT",
                                                              "IMAGE_RECITATION",
                                                              "ESCALATION"};

template <std::size_t n>
bool contains(const std::array<std::string_view, n>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// A turn with function calls ends with STOP, too.
StopKind stop_kind(std::string_view reason, bool has_calls) {
  if (reason == "STOP") return has_calls ? StopKind::tool_use : StopKind::end;
  if (reason == "MAX_TOKENS") return StopKind::output_max;
  if (contains(malformed_reasons, reason)) return StopKind::malformed;
  return contains(refusal_reasons, reason) ? StopKind::refusal : StopKind::other;
}

// The name of an enum's value; a number without a name is shown as it came. Empty if there is none.
template <std::size_t n>
std::string enum_name(const Json* value, const std::array<std::string_view, n>& names) {
  if (!value) return {};
  if (const std::string* text = value->as_string()) return *text;
  const auto number = value->as_int64();
  if (!number) return {};
  const bool known = *number >= 0 && *number < static_cast<std::int64_t>(n);
  return known ? std::string(names[static_cast<std::size_t>(*number)]) : std::to_string(*number);
}

std::int64_t tokens_at(const Json& usage, std::string_view key) {
  const Json* tokens = usage.find(key);
  return tokens ? tokens->as_int64().value_or(0) : 0;
}

std::string retry_delay(const Json& error) {
  const Json* details = error.find("details");
  for (const Json& detail : details && details->as_array() ? *details->as_array() : JsonArray()) {
    if (detail.text_at("@type").ends_with("RetryInfo")) {
      return std::string(detail.text_at("retryDelay"));
    }
  }
  return {};
}

// {"error": …}, or the same as the only item of a list.
const Json* find_error(const Json& body) {
  const JsonArray* items = body.as_array();
  return items && items->size() == 1 ? (*items)[0].find("error") : body.find("error");
}

AttemptFailure read_error(const AttemptDone& attempt, FailureKind kind, const Json* error) {
  std::string message(error ? error->text_at("message") : std::string_view());
  if (message.empty()) message = "HTTP status " + std::to_string(attempt.response.status);
  AttemptFailure failure =
      failure_of(attempt, kind, error ? error->text_at("status") : std::string_view(), message);
  if (error) failure.retry_delay = retry_delay(*error);
  return failure;
}

// A part of text and nothing else but, perhaps, the mark of a thought.
bool is_bare_text(const Json& part) {
  for (const JsonMember& member : *part.as_object()) {
    if (member.key != "text" && member.key != "thought") return false;
  }
  return part.find("text") && part.find("text")->is_string();
}

// Puts the chunks of a stream together; a plain response is a stream of one chunk.
class ChunkAssembler {
 public:
  void add(Json chunk) {
    Json* candidates = chunk.find("candidates");
    JsonArray* list = candidates ? candidates->as_array() : nullptr;
    if (list && !list->empty()) add_candidate(list->front());
    if (Json* usage = chunk.find("usageMetadata")) usage_ = std::move(*usage);
    const Json* blocked = json_at(chunk, "/promptFeedback/blockReason");
    if (blocked) block_reason_ = enum_name(blocked, block_reasons);
    if (!chunk.text_at("modelVersion").empty()) response_.model = chunk.text_at("modelVersion");
    if (!chunk.text_at("responseId").empty()) response_.id = chunk.text_at("responseId");
  }

  // A finish reason or a block reason came: the response is whole.
  bool is_closed() const { return !response_.stop_reason.empty() || !block_reason_.empty(); }

  Result<LlmResponse> take() {
    content_.set("parts", std::move(parts_));
    if (content_.text_at("role").empty()) content_.set("role", "model");
    REPRISE_TRY(message, read_content(std::move(content_)));
    response_.message = std::move(message);
    if (response_.stop_reason.empty() && !block_reason_.empty()) {
      response_.stop_reason = block_reason_;
      response_.stop = StopKind::refusal;
    } else {
      const bool has_calls = !tool_calls_of(response_.message).empty();
      response_.stop = stop_kind(response_.stop_reason, has_calls);
    }
    if (!usage_.is_null()) {
      response_.usage.input_tokens = tokens_at(usage_, "promptTokenCount");
      response_.usage.output_tokens =
          tokens_at(usage_, "candidatesTokenCount") + tokens_at(usage_, "thoughtsTokenCount");
      response_.usage.raw = std::move(usage_);
    }
    return std::move(response_);
  }

 private:
  void add_candidate(Json& candidate) {
    std::string reason = enum_name(candidate.find("finishReason"), finish_reasons);
    if (!reason.empty()) response_.stop_reason = std::move(reason);
    Json* content = candidate.find("content");
    JsonObject* members = content ? content->as_object() : nullptr;
    if (!members) return;
    for (JsonMember& member : *members) {
      if (member.key == "parts" && member.value.is_array()) {
        add_parts(*member.value.as_array());
      } else {
        content_.set(member.key, std::move(member.value));
      }
    }
  }

  // A stream cuts one text into the parts of many chunks; it goes back as the one that it is. The
  // parts of one chunk, and so of a plain response, stay apart.
  void add_parts(JsonArray& parts) {
    bool first = true;
    for (Json& part : parts) {
      if (!part.is_object()) continue;
      if (std::exchange(first, false) && continues_text(part)) {
        *parts_.back().find("text")->as_string() += part.text_at("text");
      } else {
        parts_.push_back(std::move(part));
      }
    }
  }

  bool continues_text(const Json& part) const {
    return !parts_.empty() && is_bare_text(part) && is_bare_text(parts_.back()) &&
           part.true_at("thought") == parts_.back().true_at("thought");
  }

  Json content_ = Json::object();
  JsonArray parts_;
  Json usage_;
  std::string block_reason_;
  LlmResponse response_;
};

AttemptReading read_chunks(const AttemptDone& attempt, JsonArray chunks) {
  ChunkAssembler assembler;
  for (Json& chunk : chunks) {
    if (const Json* error = find_error(chunk)) {
      return read_error(attempt, FailureKind::stream_error, error);
    }
    assembler.add(std::move(chunk));
  }
  if (attempt.end != AttemptEnd::complete || !assembler.is_closed()) {
    return broken_stream(attempt, "the stream ended without a finish reason");
  }
  auto response = assembler.take();
  if (!response) return broken_stream(attempt, "the stream holds no content");
  return std::move(*response);
}

// An error after the start may also come as bare JSON behind the events: the rest from the first
// line that begins with a bracket.
std::optional<Json> bare_json(std::string_view body) {
  const std::size_t at = std::min(body.find("\n{"), body.find("\n["));
  if (at == std::string_view::npos) return std::nullopt;
  auto json = parse_json(body.substr(at));
  if (!json) return std::nullopt;
  return std::move(*json);
}

AttemptReading read_event_stream(const AttemptDone& attempt) {
  JsonArray chunks;
  for (const SseEvent& event : parse_sse(attempt.response.body)) {
    auto chunk = parse_json(event.data);
    if (!chunk) return broken_stream(attempt, "a stream event is no JSON");
    chunks.push_back(std::move(*chunk));
  }
  if (auto json = bare_json(attempt.response.body)) chunks.push_back(std::move(*json));
  return read_chunks(attempt, std::move(chunks));
}

}  // namespace

AttemptReading read_response(const AttemptDone& attempt) {
  if (auto failure = transport_failure(attempt)) return *failure;
  const bool ok = attempt.response.status >= 200 && attempt.response.status < 300;
  if (ok && is_event_stream(attempt.response)) return read_event_stream(attempt);
  auto body = parse_json(attempt.response.body);
  const Json* error = body ? find_error(*body) : nullptr;
  if (!ok) return read_error(attempt, FailureKind::status, error);
  const bool is_list = attempt.response.body.starts_with('[');
  if (!body && is_list) return broken_stream(attempt, "cut array");
  if (!body || (attempt.end != AttemptEnd::complete && !is_list)) {
    return unreadable_body(attempt, "the body is no JSON");
  }
  if (error) return read_error(attempt, FailureKind::body_error, error);
  if (JsonArray* chunks = body->as_array()) return read_chunks(attempt, std::move(*chunks));
  if (!body->find("candidates") && !body->find("promptFeedback") && !body->find("usageMetadata")) {
    return unreadable_body(attempt, "the body is no generateContent response");
  }
  ChunkAssembler assembler;
  assembler.add(std::move(*body));
  auto response = assembler.take();
  if (!response) return unreadable_body(attempt, "the body holds no content");
  return std::move(*response);
}

}  // namespace reprise::gemini
