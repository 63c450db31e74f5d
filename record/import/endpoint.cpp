#include "record/import/endpoint.h"

namespace reprise {
namespace {

std::string_view path_of(std::string_view target) {
  return target.substr(0, target.find('?'));
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::string_view host_of(std::string_view origin) {
  const std::size_t at = origin.find("://");
  return at == std::string_view::npos ? origin : origin.substr(at + 3);
}

}  // namespace

ModelApi model_api_of(const RecordedExchange& exchange) {
  if (exchange.request.method != "POST") return ModelApi::none;
  const std::string_view path = path_of(exchange.request.target);
  if (path.ends_with("/v1/messages")) return ModelApi::anthropic_messages;
  if (path.ends_with(":generateContent") || path.ends_with(":streamGenerateContent")) {
    return ModelApi::gemini_generate;
  }
  if (path.ends_with("/chat/completions")) return ModelApi::openai_chat;
  if (path.ends_with("/responses")) return ModelApi::openai_responses;
  if (path.starts_with("/model/") && contains(exchange.origin, "bedrock")) return ModelApi::bedrock;
  return ModelApi::none;
}

std::string provider_of(const RecordedExchange& exchange, ModelApi api) {
  const std::string_view host = host_of(exchange.origin);
  if (api == ModelApi::bedrock) return "bedrock";
  if (host == "api.anthropic.com") return "anthropic";
  if (host.ends_with("googleapis.com")) return "gemini";
  if (host == "api.openai.com") return "openai";
  return std::string(host);
}

std::string side_traffic_kind(const RecordedExchange& exchange) {
  const std::string_view path = path_of(exchange.request.target);
  if (contains(path, "/token") && contains(exchange.origin, "oauth")) return "OAuth token";
  if (path.ends_with("/count_tokens") || path.ends_with(":countTokens")) return "token counting";
  if (contains(path, "/cachedContents")) return "prompt cache management";
  if (contains(path, "/responses/")) return "polling of a response";
  if (contains(path, "/traces")) return "telemetry";
  if (contains(exchange.request.body, "\"jsonrpc\"") || path.ends_with("/mcp")) return "MCP";
  return std::string(host_of(exchange.origin));
}

std::string_view codec_of(ModelApi api) {
  switch (api) {
    case ModelApi::anthropic_messages:
      return "anthropic";
    case ModelApi::gemini_generate:
      return "gemini";
    default:
      return "opaque";
  }
}

std::string_view history_member(ModelApi api) {
  switch (api) {
    case ModelApi::anthropic_messages:
      return "messages";
    case ModelApi::gemini_generate:
      return "contents";
    default:
      return {};
  }
}

std::string requested_model(std::string_view target, const Json& body) {
  const std::string_view path = path_of(target);
  for (const std::string_view lead : {"/models/", "/model/"}) {
    const std::size_t at = path.find(lead);
    if (at == std::string_view::npos) continue;
    const std::string_view rest = path.substr(at + lead.size());
    return std::string(rest.substr(0, rest.find_first_of(":/")));
  }
  const std::string_view named = body.text_at("model");
  return std::string(named.empty() ? "unknown" : named);
}

bool streaming_requested(ModelApi api, std::string_view target, const Json& body) {
  if (api == ModelApi::gemini_generate) return contains(target, ":streamGenerateContent");
  if (api == ModelApi::bedrock) return contains(target, "stream");
  return body.true_at("stream");
}

}  // namespace reprise
