#include "replay/match/request_key.h"

#include <algorithm>
#include <cctype>

#include "sim/json/parse.h"
#include "sim/json/write.h"

namespace reprise {
namespace {

std::string header_text(const Headers& headers, std::string_view name) {
  const std::string* value = find_header(headers, name);
  return value ? *value : std::string();
}

std::string media_type(const Headers& headers) {
  std::string text = header_text(headers, "content-type");
  text.resize(std::min(text.size(), text.find(';')));
  while (!text.empty() && text.back() == ' ') text.pop_back();
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::string body_text(const std::string& body) {
  const auto json = parse_json(body);
  return json ? canonical_json(*json) : body;
}

// Each part with its length in front, so that no two identities have the same bytes.
Digest key_of(const RequestIdentity& identity) {
  std::string bytes;
  for (const std::string* part : {&identity.method, &identity.target, &identity.api_version,
                                  &identity.betas, &identity.content_type}) {
    bytes += std::to_string(part->size()) + ":" + *part;
  }
  return sha256(bytes, identity.body);
}

}  // namespace

std::string target_without_key(std::string_view target) {
  const std::size_t query = target.find('?');
  if (query == std::string_view::npos) return std::string(target);
  std::string kept(target.substr(0, query));
  char joint = '?';
  for (std::size_t at = query + 1; at <= target.size();) {
    const std::size_t end = std::min(target.find('&', at), target.size());
    const std::string_view parameter = target.substr(at, end - at);
    if (parameter != "key" && !parameter.starts_with("key=")) {
      (kept += joint) += parameter;
      joint = '&';
    }
    at = end + 1;
  }
  return kept;
}

RequestIdentity identify_request(const HttpRequest& request) {
  RequestIdentity identity;
  identity.method = request.method;
  identity.target = target_without_key(request.target);
  identity.api_version = header_text(request.headers, "anthropic-version");
  identity.betas = header_text(request.headers, "anthropic-beta");
  identity.content_type = media_type(request.headers);
  identity.body = body_text(request.body);
  identity.key = key_of(identity);
  return identity;
}

Json identity_document(const RequestIdentity& identity) {
  Json headers = Json::object();
  const auto add = [&headers](std::string_view name, const std::string& value) {
    if (!value.empty()) headers.set(name, value);
  };
  add("anthropic-version", identity.api_version);
  add("anthropic-beta", identity.betas);
  add("content-type", identity.content_type);
  Json document = Json::object();
  document.set("method", identity.method);
  document.set("target", identity.target);
  document.set("headers", std::move(headers));
  auto body = parse_json(identity.body);
  document.set("body", body ? std::move(*body) : Json(identity.body));
  return document;
}

}  // namespace reprise
