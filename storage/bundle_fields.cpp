#include "storage/bundle_fields.h"

#include <fmt/format.h>

#include "sim/base/base64.h"
#include "sim/json/utf8.h"

namespace reprise {

std::string bundle_text(std::string_view text) {
  if (!is_utf8(text)) return JsonObjectWriter().text("base64", encode_base64(text)).take();
  std::string literal;
  append_json_string(literal, text);
  return literal;
}

void BundleWriter::hashes(const JsonKey& key, const std::vector<std::uint64_t>& values) {
  JsonArrayWriter items;
  for (std::uint64_t value : values) items.raw(fmt::format("\"{:016x}\"", value));
  out_.raw(key, items.take());
}

void BundleReader::hashes(std::string_view key, std::vector<std::uint64_t>& values) {
  const JsonArray* items = member(key).as_array();
  if (!items) return refuse(key, "is no list");
  for (const Json& item : *items) {
    const std::string* digits = item.as_string();
    std::uint64_t& value = values.emplace_back();
    if (!digits || digits->size() != 16) return refuse(key, "holds what is no hash");
    const char* end = digits->data() + digits->size();
    const auto parsed = std::from_chars(digits->data(), end, value, 16);
    if (parsed.ec != std::errc() || parsed.ptr != end) return refuse(key, "holds what is no hash");
  }
}

void BundleReader::text(std::string_view key, std::string& value) {
  const Json& found = member(key);
  if (const std::string* text = found.as_string()) {
    value = *text;
    return;
  }
  const Json* encoded = found.find("base64");
  const std::string* digits = encoded ? encoded->as_string() : nullptr;
  auto bytes = digits ? decode_base64(*digits) : std::nullopt;
  if (!bytes) return refuse(key, "is neither text nor base64");
  value = std::move(*bytes);
}

void BundleReader::flag(std::string_view key, bool& value) {
  const bool* found = member(key).as_bool();
  if (!found) return refuse(key, "is neither true nor false");
  value = *found;
}

const Json& BundleReader::member(std::string_view key) const {
  static const Json absent;
  const Json* found = document_.find(key);
  return found ? *found : absent;
}

void BundleReader::refuse(std::string_view key, std::string_view why) {
  if (fault_.empty()) fault_ = fmt::format("member \"{}\" {}", key, why);
}

}  // namespace reprise
