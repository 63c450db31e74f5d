#include "record/import/thread_scenario.h"

#include <algorithm>
#include <fmt/format.h>

#include "record/kept_headers.h"
#include "sim/provider/codec.h"

namespace reprise {
namespace {

// Members of a request body besides the history, as they were sent. A codec writes these instead
// of what it would derive from the scenario.
Json other_members(const RecordedCall& call) {
  Json members = call.body;
  members.erase(history_member(call.api));
  return members;
}

Json headers_of(const HttpRequest& request) {
  Json members = Json::object();
  for (const Header& header : meaningful_headers(request.headers)) {
    members.set(lower_case(header.name), header.value);
  }
  return members;
}

Json history_of(const RecordedCall& call) {
  if (history_member(call.api).empty()) return Json(JsonArray{call.body});
  const Json* history = call.body.find(history_member(call.api));
  return history && history->is_array() ? *history : Json::array();
}

// The text of the newest user message that has one: what the conversation is about, for people.
std::string task_of(const RecordedCall& call) {
  const Codec* codec = find_codec(codec_of(call.api));
  const Json history = history_of(call);
  const JsonArray& messages = *history.as_array();
  for (auto message = messages.rbegin(); codec && message != messages.rend(); ++message) {
    const auto decoded = codec->decode_message(*message);
    std::string text = decoded && decoded->role == Role::user ? text_of(*decoded) : std::string();
    if (!text.empty()) return text;
  }
  return "(imported)";
}

std::size_t attempts_most(const std::vector<RecordedCall>& calls) {
  std::size_t most = 1;
  for (const RecordedCall& call : calls) most = std::max(most, call.attempts.size());
  return most;
}

bool speaks_openai(ModelApi api) {
  return api == ModelApi::openai_chat || api == ModelApi::openai_responses;
}

// As many attempts as were recorded, without waits; errors have the classes of the API's own SDK,
// whoever serves it.
Json retry_of(const std::vector<RecordedCall>& calls) {
  Json retry = Json::object();
  retry.set("preset", "none");
  retry.set("attempts", static_cast<std::uint64_t>(attempts_most(calls)));
  if (speaks_openai(calls.front().api)) {
    retry.set("sdk", Json(JsonObject{{"name", "openai-python"}}));
  }
  return retry;
}

}  // namespace

Json thread_scenario(const std::vector<RecordedCall>& calls, const ThreadSource& source) {
  const RecordedCall& first = calls.front();
  const HttpRequest& request = first.attempts.front().request;
  Json document = Json::object();
  document.set("name", source.name);
  document.set("description", fmt::format("imported from {}, file with SHA-256 {}…", source.format,
                                          source.file_digest));
  document.set("task", task_of(first));
  document.set("provider", first.provider);
  if (codec_of(first.api) != first.provider) document.set("codec", codec_of(first.api));
  if (const std::string* version = find_header(request.headers, "anthropic-version")) {
    document.set("api_version", *version);
  }
  document.set("target", request.target);
  document.set("headers", headers_of(request));
  document.set("model", requested_model(request.target, first.body));
  document.set("stream", streaming_requested(first.api, request.target, first.body));
  document.set("max_tokens", 0);  // what was sent stands in "request"
  if (!history_member(first.api).empty()) document.set("request", other_members(first));
  document.set("architecture", "single_agent");
  Json agent = Json::object();
  agent.set("iterations", static_cast<std::uint64_t>(calls.size()));
  Json agents = Json::object();
  agents.set("agent", std::move(agent));
  document.set("agents", std::move(agents));
  document.set("retry", retry_of(calls));
  document.set("history", history_of(first));
  return document;
}

}  // namespace reprise
