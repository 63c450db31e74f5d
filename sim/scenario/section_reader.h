// Reads one JSON object of a scenario key by key, and reports what is missing, wrong or unknown
// with its JSON path: every part of a scenario reads its own section with this.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/json/value.h"
#include "sim/scenario/nearest_name.h"

namespace reprise {

struct ScenarioIssue {
  std::string pointer;  // JSON Pointer of the value, or of the object that lacks it
  std::string message;  // what is expected, what was found, what to do
  bool at_key = false;  // the member's name is wrong, not its value
  std::vector<std::string> known_keys = {};  // of an unknown name: those that would be right
};
using ScenarioIssues = std::vector<ScenarioIssue>;

// An exact decimal fraction: `numerator` / 10^`digits`. "0.80" is 80 / 10^2.
struct Decimal {
  std::int64_t numerator = 0;
  int digits = 0;
};

class SectionReader {
 public:
  // `value` and `issues` must outlive the reader. A value that is no object is reported once; all
  // readers then give defaults.
  SectionReader(const Json& value, std::string pointer, ScenarioIssues& issues);

  bool has(std::string_view key);
  std::string text(std::string_view key, std::string_view fallback = {});
  std::string required_text(std::string_view key);
  bool flag(std::string_view key, bool fallback);
  std::int64_t integer(std::string_view key, std::int64_t fallback, std::int64_t least,
                       std::int64_t most);
  // "2s", "150ms", "1.5s", "20us", "7ns", "2min", "1h", or an integer of nanoseconds; exact.
  std::int64_t duration_ns(std::string_view key, std::int64_t fallback);
  // A JSON number or a decimal in quotes, at most 18 digits behind the point and 18 in all.
  Decimal decimal(std::string_view key, Decimal fallback);
  std::vector<std::string> texts(std::string_view key);
  // One of `names`; the index, or that of `fallback`.
  std::size_t choice(std::string_view key, const std::vector<std::string_view>& names,
                     std::string_view fallback);
  // The value of any kind, nullptr if absent.
  const Json* any(std::string_view key);
  // An object with members of any names ("what" it holds is for the message), nullptr if absent.
  const Json* object(std::string_view key, std::string_view what);
  // Reader of a member object; absent gives a reader over an empty object.
  SectionReader section(std::string_view key);
  // A reader an item of a member array of objects.
  std::vector<SectionReader> sections(std::string_view key);

  void report(std::string_view key, std::string message);
  const std::string& pointer() const { return pointer_; }
  const Json& value() const { return *value_; }

  // Call last: every member that nothing above asked for is reported as unknown, with the nearest
  // known key; and every name that stands there twice.
  void finish();

 private:
  const Json* take(std::string_view key);
  void expected(std::string_view key, std::string_view what, const Json& found);
  void report_unknown(const std::string& key);

  const Json* value_;
  std::string pointer_;
  ScenarioIssues* issues_;
  std::vector<std::string> known_;
};

}  // namespace reprise
