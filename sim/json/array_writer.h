// Builds the text of one JSON array from the texts of its items.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace reprise {

class JsonArrayWriter {
 public:
  // `value` is the JSON text of a value, put in as it is.
  JsonArrayWriter& raw(std::string_view value) {
    text_ += text_.empty() ? '[' : ',';
    text_ += value;
    return *this;
  }
  bool empty() const { return text_.empty(); }

  // The finished array; the writer is empty afterwards.
  std::string take() {
    text_ += text_.empty() ? "[]" : "]";
    return std::exchange(text_, {});
  }

 private:
  std::string text_;
};

}  // namespace reprise
