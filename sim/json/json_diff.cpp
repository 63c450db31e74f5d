#include "sim/json/json_diff.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "sim/json/number.h"
#include "sim/json/pointer.h"
#include "sim/json/write.h"

namespace reprise {
namespace {

constexpr std::size_t shown_bytes_max = 120;

std::size_t differing_bytes(std::string_view left, std::string_view right) {
  const auto start = std::ranges::mismatch(left, right);
  left.remove_prefix(static_cast<std::size_t>(start.in1 - left.begin()));
  right.remove_prefix(static_cast<std::size_t>(start.in2 - right.begin()));
  const auto end = std::mismatch(left.rbegin(), left.rend(), right.rbegin(), right.rend());
  return static_cast<std::size_t>((left.rend() - end.first) + (right.rend() - end.second));
}

std::string shown(const Json* value, std::string text) {
  if (!value) return "(absent)";
  if (text.size() <= shown_bytes_max) return text;
  std::size_t end = shown_bytes_max;
  while (end > 0 && (text[end] & 0xc0) == 0x80) --end;  // not inside a character
  text.resize(end);
  return text + "…";
}

class Comparison {
 public:
  explicit Comparison(std::size_t most) : most_(most) {}

  void compare(const std::string& path, const Json* left, const Json* right) {
    if (found_.size() == most_) return;
    const JsonObject* members = left ? left->as_object() : nullptr;
    const JsonArray* items = left ? left->as_array() : nullptr;
    if (members && right && right->is_object()) {
      compare_members(path, *left, *right);
    } else if (items && right && right->is_array()) {
      compare_items(path, *items, *right->as_array());
    } else if (!left || !right || !is_same_scalar(*left, *right)) {
      add(path, left, right);
    }
  }

  std::vector<JsonDifference> take() { return std::move(found_); }

 private:
  void add(const std::string& path, const Json* left, const Json* right) {
    std::string left_text = left ? to_json(*left) : "";
    std::string right_text = right ? to_json(*right) : "";
    const std::size_t bytes = differing_bytes(left_text, right_text);
    found_.push_back(
        {path, shown(left, std::move(left_text)), shown(right, std::move(right_text)), bytes});
  }

  static bool is_same_scalar(const Json& left, const Json& right) {
    const auto* a = left.as_number();
    const auto* b = right.as_number();
    if (a && b) return canonical_number(a->spelling) == canonical_number(b->spelling);
    return left == right;
  }

  // Members of the same name are paired in their order.
  void compare_members(const std::string& path, const Json& left, const Json& right) {
    std::map<std::string_view, std::size_t> counts;
    for (const JsonMember& member : *left.as_object()) {
      const Json* other = nth_member(right, member.key, counts[member.key]++);
      compare(json_pointer_child(path, member.key), &member.value, other);
    }
    for (const JsonMember& member : *right.as_object()) {
      std::size_t& left_count = counts[member.key];
      if (left_count > 0) {
        --left_count;
      } else {
        compare(json_pointer_child(path, member.key), nullptr, &member.value);
      }
    }
  }

  static const Json* nth_member(const Json& object, std::string_view key, std::size_t n) {
    for (const JsonMember& member : *object.as_object()) {
      if (member.key == key && n-- == 0) return &member.value;
    }
    return nullptr;
  }

  void compare_items(const std::string& path, const JsonArray& left, const JsonArray& right) {
    for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
      compare(json_pointer_child(path, std::to_string(i)), i < left.size() ? &left[i] : nullptr,
              i < right.size() ? &right[i] : nullptr);
    }
  }

  std::size_t most_;
  std::vector<JsonDifference> found_;
};

}  // namespace

std::vector<JsonDifference> json_differences(const Json* left, const Json* right,
                                             std::size_t most) {
  Comparison comparison(most);
  comparison.compare("", left, right);
  return comparison.take();
}

}  // namespace reprise
