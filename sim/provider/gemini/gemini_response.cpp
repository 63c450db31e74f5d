#include "sim/provider/gemini/gemini_response.h"

#include <algorithm>
#include <array>

#include "sim/http/sse.h"
#include "sim/json/parse.h"
#include "sim/json/pointer.h"
#include "sim/provider/attempt_reading.h"
#include "sim/provider/gemini/gemini_content.h"

namespace reprise::gemini {
namespace {

// The legacy REST client asks for enums as numbers: FinishReason of the API's protocol file.
constexpr std::array<std::string_view, 6> numbered_reasons = {
    "FINISH_REASON_UNSPECIFIED", "STOP", "MAX_TOKENS", "SAFETY", "RECITATION", "OTHER"};

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

std::string finish_reason(const Json& candidate) {
  const Json* reason = candidate.find("finishReason");
  if (!reason) return {};
  if (const std::string* text = reason->as_string()) return *text;
  const auto number = reason->as_int64().value_or(-1);
  const bool known = number >= 0 && number < static_cast<std::int64_t>(numbered_reasons.size());
  return known ? std::string(numbered_reasons[static_cast<std::size_t>(number)]) : std::string();
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
  void add(const Json& chunk) {
    if (const Json* candidate = json_at(chunk, "/candidates/0")) add_candidate(*candidate);
    if (const Json* usage = chunk.find("usageMetadata")) usage_ = *usage;
    if (const Json* reason = json_at(chunk, "/promptFeedback/blockReason")) {
      if (const std::string* text = reason->as_string()) block_reason_ = *text;
    }
    if (!chunk.text_at("modelVersion").empty()) response_.model = chunk.text_at("modelVersion");
    if (!chunk.text_at("responseId").empty()) response_.id = chunk.text_at("responseId");
  }

  // A finish reason or a block reason came: the response is whole.
  bool is_closed() const { return !response_.stop_reason.empty() || !block_reason_.empty(); }

  Result<LlmResponse> take() {
    content_.set("parts", std::move(parts_));
    if (content_.text_at("role").empty()) content_.set("role", "model");
    REPRISE_TRY(message, read_content(content_));
    response_.message = std::move(message);
    if (response_.stop_reason.empty() && !block_reason_.empty()) {
      response_.stop_reason = block_reason_;
      response_.stop = StopKind::refusal;
    } else {
      const bool has_calls = !tool_calls_of(response_.message).empty();
      response_.stop = stop_kind(response_.stop_reason, has_calls);
    }
    if (!usage_.is_null()) {
      response_.usage = {
          tokens_at(usage_, "promptTokenCount"),
          tokens_at(usage_, "candidatesTokenCount") + tokens_at(usage_, "thoughtsTokenCount"),
          usage_};
    }
    return std::move(response_);
  }

 private:
  void add_candidate(const Json& candidate) {
    const std::string reason = finish_reason(candidate);
    if (!reason.empty()) response_.stop_reason = reason;
    const Json* content = candidate.find("content");
    const JsonObject* members = content ? content->as_object() : nullptr;
    if (!members) return;
    for (const JsonMember& member : *members) {
      if (member.key != "parts") content_.set(member.key, member.value);
    }
    const Json* parts = content->find("parts");
    for (const Json& part : parts && parts->as_array() ? *parts->as_array() : JsonArray()) {
      if (part.is_object()) add_part(part);
    }
  }

  // A stream cuts one text into many parts; they go back as the one that they are.
  void add_part(const Json& part) {
    if (!parts_.empty() && is_bare_text(part) && is_bare_text(parts_.back()) &&
        part.true_at("thought") == parts_.back().true_at("thought")) {
      *parts_.back().find("text")->as_string() += part.text_at("text");
    } else {
      parts_.push_back(part);
    }
  }

  Json content_ = Json::object();
  JsonArray parts_;
  Json usage_;
  std::string block_reason_;
  LlmResponse response_;
};

AttemptReading read_chunks(const AttemptDone& attempt, const JsonArray& chunks) {
  ChunkAssembler assembler;
  for (const Json& chunk : chunks) {
    if (const Json* error = find_error(chunk)) {
      return read_error(attempt, FailureKind::stream_error, error);
    }
    assembler.add(chunk);
  }
  if (attempt.end != AttemptEnd::complete || !assembler.is_closed()) {
    return broken_stream(attempt, "the stream ended without a finish reason");
  }
  auto response = assembler.take();
  if (!response) return broken_stream(attempt, "the stream holds no content");
  return std::move(*response);
}

AttemptReading read_event_stream(const AttemptDone& attempt) {
  JsonArray chunks;
  for (const SseEvent& event : parse_sse(attempt.response.body)) {
    auto chunk = parse_json(event.data);
    if (!chunk) return broken_stream(attempt, "a stream event is no JSON");
    chunks.push_back(std::move(*chunk));
  }
  return read_chunks(attempt, chunks);
}

}  // namespace

AttemptReading read_response(const AttemptDone& attempt) {
  if (auto failure = transport_failure(attempt)) return *failure;
  const bool ok = attempt.response.status >= 200 && attempt.response.status < 300;
  if (ok && is_event_stream(attempt.response)) return read_event_stream(attempt);
  const auto body = parse_json(attempt.response.body);
  const Json* error = body ? find_error(*body) : nullptr;
  if (!ok) return read_error(attempt, FailureKind::status, error);
  if (error) return read_error(attempt, FailureKind::body_error, error);
  if (!body && attempt.response.body.starts_with('[')) return broken_stream(attempt, "cut array");
  if (!body) return unreadable_body(attempt, "the body is no JSON");
  if (const JsonArray* chunks = body->as_array()) return read_chunks(attempt, *chunks);
  ChunkAssembler assembler;
  assembler.add(*body);
  if (!body->is_object() ||
      !(body->find("candidates") || body->find("promptFeedback") || body->find("usageMetadata"))) {
    return unreadable_body(attempt, "the body is no generateContent response");
  }
  auto response = assembler.take();
  if (!response) return unreadable_body(attempt, "the body holds no content");
  return std::move(*response);
}

}  // namespace reprise::gemini
