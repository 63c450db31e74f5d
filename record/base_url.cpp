#include "record/base_url.h"

#include <curl/curl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <optional>

namespace reprise {
namespace {

// The parts of a URL as libcurl, which will go there, sees them.
class UrlParts {
 public:
  explicit UrlParts(const std::string& url)
      : parts_(curl_url(), curl_url_cleanup),
        valid_(curl_url_set(parts_.get(), CURLUPART_URL, url.c_str(), CURLU_NON_SUPPORT_SCHEME) ==
               CURLUE_OK) {}

  bool valid() const { return valid_; }

  // nullopt where the URL has no such part.
  std::optional<std::string> part(CURLUPart which) const {
    char* text = nullptr;
    if (!valid_ || curl_url_get(parts_.get(), which, &text, 0) != CURLUE_OK) return std::nullopt;
    std::string copy = text;
    curl_free(text);
    return copy;
  }

 private:
  std::unique_ptr<CURLU, decltype(&curl_url_cleanup)> parts_;
  bool valid_;
};

std::string where_keys_belong(const std::vector<std::string>& key_variables) {
  if (key_variables.empty()) return "its provider takes no key";
  return fmt::format("a key belongs in {}", fmt::join(key_variables, " or "));
}

bool is_http(const UrlParts& parts) {
  const auto scheme = parts.part(CURLUPART_SCHEME);
  return scheme == "http" || scheme == "https";
}

}  // namespace

Result<void> check_base_url(const std::string& url, const std::vector<std::string>& key_variables) {
  const auto refuse = [](const std::string& what) { return fail(ErrorCode::usage, what); };
  const UrlParts parts(url);
  if (!parts.valid() || url.find("://") == std::string::npos) {
    return refuse("the base URL is none: write it as https://host or http://host:port");
  }
  if (parts.part(CURLUPART_USER) || parts.part(CURLUPART_PASSWORD)) {
    return refuse(
        fmt::format("the base URL holds a user name or key in front of '@': take it out, "
                    "it would be stored; {}",
                    where_keys_belong(key_variables)));
  }
  if (!is_http(parts)) {
    return refuse(fmt::format("the base URL is of scheme '{}': only http and https are spoken",
                              *parts.part(CURLUPART_SCHEME)));
  }
  if (url.find_first_of("?#") != std::string::npos) {
    return refuse(
        fmt::format("the base URL has a query or fragment: requests bring their own, see "
                    "\"target\" of the scenario; {}",
                    where_keys_belong(key_variables)));
  }
  return {};
}

bool is_loopback_url(const std::string& url) {
  const UrlParts parts(url);
  const std::string host = parts.part(CURLUPART_HOST).value_or("");
  const bool is_number = host.find_first_not_of("0123456789.") == std::string::npos;
  const bool is_local =
      host == "localhost" || host == "[::1]" || (is_number && host.starts_with("127."));
  return is_http(parts) && is_local;
}

}  // namespace reprise
