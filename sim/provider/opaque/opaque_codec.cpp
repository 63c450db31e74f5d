#include "sim/provider/opaque/opaque_codec.h"

#include "sim/json/object_writer.h"
#include "sim/json/parse.h"
#include "sim/json/write.h"
#include "sim/provider/attempt_reading.h"

namespace reprise {
namespace {

constexpr int success_least = 200;
constexpr int success_most = 299;

Message carried(Role role, Json wire) {
  Message message;
  message.role = role;
  message.extra = std::move(wire);
  return message;
}

class OpaqueCodec : public Codec {
 public:
  std::string_view name() const override { return "opaque"; }
  std::string_view default_base_url() const override { return {}; }

  HttpRequest request_head(const LlmRequest&, std::string_view) const override {
    return {"POST", "/", {{"content-type", "application/json"}}, {}};
  }

  RequestFrame request_frame(const LlmRequest&) const override { return {}; }

  std::string encode_message(const Message& message) const override {
    return to_json(message.extra);
  }

  Result<LlmRequest> decode_request(std::string_view, const Json& body) const override {
    LlmRequest request;
    request.model = body.text_at("model");
    request.messages.push_back(carried(Role::other, body));
    return request;
  }

  Result<Message> decode_message(const Json& wire) const override {
    return carried(Role::other, wire);
  }

  AttemptReading read_attempt(const AttemptDone& attempt) const override {
    if (auto failure = transport_failure(attempt)) return *failure;
    const HttpResponse& response = attempt.response;
    if (attempt.end != AttemptEnd::complete) return broken_stream(attempt, {});
    if (response.status < success_least || response.status > success_most) {
      return failure_of(attempt, FailureKind::status, {},
                        "HTTP status " + std::to_string(response.status));
    }
    LlmResponse read;
    auto body = parse_json(response.body);
    read.message = carried(Role::assistant, body ? std::move(*body) : Json(response.body));
    return read;
  }

  std::string encode_response(const LlmResponse& response) const override {
    return encode_message(response.message);
  }

  HttpResponse error_response(const ErrorSpec& spec) const override {
    const std::string error = JsonObjectWriter().text("message", spec.message).take();
    HttpResponse response;
    response.status = spec.status;
    response.headers = {{"content-type", "application/json"}};
    if (!spec.retry_after.empty()) response.headers.push_back({"retry-after", spec.retry_after});
    response.body = JsonObjectWriter().raw("error", error).take();
    return response;
  }

  std::string stream_error_event(const ErrorSpec& spec) const override {
    const std::string error = JsonObjectWriter().text("message", spec.message).take();
    return "data: " + JsonObjectWriter().raw("error", error).take() + "\n\n";
  }

  Header key_header(std::string_view key, std::string_view) const override {
    return {"authorization", "Bearer " + std::string(key)};
  }
  std::vector<std::string> key_variables() const override { return {}; }
};

}  // namespace

const Codec& opaque_codec() {
  static const OpaqueCodec codec;
  return codec;
}

}  // namespace reprise
