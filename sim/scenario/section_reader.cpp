#include "sim/scenario/section_reader.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "sim/json/pointer.h"
#include "sim/json/write.h"
#include "sim/scenario/quantity.h"

namespace reprise {
namespace {

const Json empty_object = Json::object();

// A value as it stands in a message: short, whole only if it is.
std::string shown(const Json& value) {
  constexpr std::size_t bytes_max = 40;
  const std::string text = to_json(value);
  return text.size() <= bytes_max ? text : std::string(value.kind_name());
}

}  // namespace

SectionReader::SectionReader(const Json& value, std::string pointer, ScenarioIssues& issues)
    : value_(&value), pointer_(std::move(pointer)), issues_(&issues) {
  if (value.is_object()) return;
  issues.push_back({pointer_, "expected an object, found " + shown(value), false});
  value_ = &empty_object;
}

const Json* SectionReader::take(std::string_view key) {
  known_.emplace_back(key);
  return value_->find(key);
}

void SectionReader::report(std::string_view key, std::string message) {
  issues_->push_back({json_pointer_child(pointer_, key), std::move(message), false});
}

void SectionReader::expected(std::string_view key, std::string_view what, const Json& found) {
  report(key, fmt::format("expected {}, found {}", what, shown(found)));
}

bool SectionReader::has(std::string_view key) {
  return take(key) != nullptr;
}

const Json* SectionReader::any(std::string_view key) {
  return take(key);
}

const Json* SectionReader::object(std::string_view key, std::string_view what) {
  const Json* value = take(key);
  if (!value || value->is_object()) return value;
  expected(key, fmt::format("an object of {}", what), *value);
  return nullptr;
}

std::string SectionReader::text(std::string_view key, std::string_view fallback) {
  const Json* value = take(key);
  if (!value) return std::string(fallback);
  if (const std::string* text = value->as_string()) return *text;
  expected(key, "a text", *value);
  return std::string(fallback);
}

std::string SectionReader::required_text(std::string_view key) {
  if (!has(key)) {
    issues_->push_back({pointer_, fmt::format("\"{}\" is missing: add it", key), false});
  }
  return text(key);
}

bool SectionReader::flag(std::string_view key, bool fallback) {
  const Json* value = take(key);
  if (!value) return fallback;
  if (const bool* flag = value->as_bool()) return *flag;
  expected(key, "true or false", *value);
  return fallback;
}

std::int64_t SectionReader::integer(std::string_view key, std::int64_t fallback, std::int64_t least,
                                    std::int64_t most) {
  const Json* value = take(key);
  if (!value) return fallback;
  const auto number = value->as_int64();
  if (number && *number >= least && *number <= most) return *number;
  expected(key, fmt::format("a whole number from {} to {}", least, most), *value);
  return fallback;
}

std::int64_t SectionReader::duration_ns(std::string_view key, std::int64_t fallback) {
  const Json* value = take(key);
  if (!value) return fallback;
  if (const auto number = value->as_int64(); number && *number >= 0) return *number;
  const std::string* text = value->as_string();
  const auto duration = text ? parse_duration_ns(*text) : std::nullopt;
  if (duration) return *duration;
  expected(key, "a duration such as \"2s\", \"150ms\" or whole nanoseconds", *value);
  return fallback;
}

Decimal SectionReader::decimal(std::string_view key, Decimal fallback) {
  const Json* value = take(key);
  if (!value) return fallback;
  const Json::Number* number = value->as_number();
  const std::string* text = value->as_string();
  const auto decimal = parse_decimal(number ? number->spelling : text ? *text : std::string());
  if (decimal) return *decimal;
  expected(key, "a decimal number such as 0.8", *value);
  return fallback;
}

std::vector<std::string> SectionReader::texts(std::string_view key) {
  std::vector<std::string> texts;
  const Json* value = take(key);
  if (!value) return texts;
  const JsonArray* items = value->as_array();
  for (const Json& item : items ? *items : JsonArray()) {
    const std::string* text = item.as_string();
    if (!text) {
      expected(key, "a list of texts", *value);
      return {};
    }
    texts.push_back(*text);
  }
  if (!items) expected(key, "a list of texts", *value);
  return texts;
}

std::size_t SectionReader::choice(std::string_view key, const std::vector<std::string_view>& names,
                                  std::string_view fallback) {
  const std::string name = text(key, fallback);
  auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    const std::vector<std::string> known(names.begin(), names.end());
    report(key, fmt::format("unknown \"{}\": {}", name, advise_names(name, known)));
    found = std::find(names.begin(), names.end(), fallback);
  }
  return static_cast<std::size_t>(found - names.begin());
}

SectionReader SectionReader::section(std::string_view key) {
  const Json* value = take(key);
  return {value ? *value : empty_object, json_pointer_child(pointer_, key), *issues_};
}

std::vector<SectionReader> SectionReader::sections(std::string_view key) {
  std::vector<SectionReader> readers;
  const Json* value = take(key);
  if (!value) return readers;
  const JsonArray* items = value->as_array();
  if (!items) expected(key, "a list of objects", *value);
  for (std::size_t i = 0; items && i < items->size(); ++i) {
    const std::string list = json_pointer_child(pointer_, key);
    readers.emplace_back((*items)[i], json_pointer_child(list, std::to_string(i)), *issues_);
  }
  return readers;
}

void SectionReader::report_unknown(const std::string& key) {
  const std::string nearest = nearest_name(key, known_);
  std::string message = fmt::format("unknown key \"{}\"", key);
  message += nearest.empty() ? ": remove it" : fmt::format(": did you mean \"{}\"?", nearest);
  issues_->push_back({json_pointer_child(pointer_, key), std::move(message), true, known_});
}

void SectionReader::finish() {
  std::set<std::string_view> seen;
  for (const JsonMember& member : *value_->as_object()) {
    if (!seen.insert(member.key).second) {
      issues_->push_back({json_pointer_child(pointer_, member.key),
                          fmt::format("\"{}\" is given twice: remove one", member.key), true});
    } else if (std::find(known_.begin(), known_.end(), member.key) == known_.end()) {
      report_unknown(member.key);
    }
  }
}

}  // namespace reprise
