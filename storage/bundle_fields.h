// The two directions of a bundle's lines: the same description of the fields writes them from
// values, and reads them into values. Both have the same functions.
#pragma once

#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include "sim/json/array_writer.h"
#include "sim/json/object_writer.h"
#include "sim/json/value.h"

namespace reprise {

// Text that is UTF-8 as a string, other bytes as {"base64":"…"}.
std::string bundle_text(std::string_view text);

class BundleWriter {
 public:
  void text(const JsonKey& key, const std::string& value) { out_.raw(key, bundle_text(value)); }
  void flag(const JsonKey& key, bool value) { out_.flag(key, value); }
  template <class T>
  void number(const JsonKey& key, const T& value) {
    out_.raw(key, std::to_string(value));
  }
  // A value that has a name.
  template <class T, class Name, class Value>
  void choice(const JsonKey& key, const T& value, Name name, Value) {
    out_.text(key, name(value));
  }
  template <class T, class Visit>
  void object(const JsonKey& key, const T& value, Visit visit) {
    BundleWriter inner;
    visit(inner, value);
    out_.raw(key, inner.take());
  }
  template <class List, class Visit>
  void list(const JsonKey& key, const List& values, Visit visit) {
    JsonArrayWriter items;
    for (const auto& value : values) {
      BundleWriter inner;
      visit(inner, value);
      items.raw(inner.take());
    }
    out_.raw(key, items.take());
  }
  // Each with 16 hexadecimal digits: not every reader of JSON has integers of 64 bits.
  void hashes(const JsonKey& key, const std::vector<std::uint64_t>& values);
  std::string take() { return out_.take(); }

 private:
  JsonObjectWriter out_;
};

// Values stay as they are where the document has no such field; the first fault is kept.
class BundleReader {
 public:
  BundleReader(const Json& document, std::string& fault) : document_(document), fault_(fault) {}

  void text(std::string_view key, std::string& value);
  void flag(std::string_view key, bool& value);
  template <class T>
  void number(std::string_view key, T& value) {
    const Json::Number* found = member(key).as_number();
    if (!found) return refuse(key, "is no integer");
    const char* end = found->spelling.data() + found->spelling.size();
    const auto parsed = std::from_chars(found->spelling.data(), end, value);
    if (parsed.ec != std::errc() || parsed.ptr != end) refuse(key, "is no integer that fits");
  }
  // `value_of(name, value)` is false for a name that it does not know.
  template <class T, class Name, class Value>
  void choice(std::string_view key, T& value, Name, Value value_of) {
    const std::string* name = member(key).as_string();
    if (!name || !value_of(*name, value)) refuse(key, "has no known value");
  }
  template <class T, class Visit>
  void object(std::string_view key, T& value, Visit visit) {
    const Json& found = member(key);
    if (!found.is_object()) return refuse(key, "is no object");
    BundleReader inner(found, fault_);
    visit(inner, value);
  }
  template <class List, class Visit>
  void list(std::string_view key, List& values, Visit visit) {
    const JsonArray* items = member(key).as_array();
    if (!items) return refuse(key, "is no list");
    for (const Json& item : *items) {
      BundleReader inner(item, fault_);
      visit(inner, values.emplace_back());
    }
  }
  void hashes(std::string_view key, std::vector<std::uint64_t>& values);

 private:
  const Json& member(std::string_view key) const;
  void refuse(std::string_view key, std::string_view why);

  const Json& document_;
  std::string& fault_;
};

}  // namespace reprise
