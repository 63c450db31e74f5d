#include "sim/console/table.h"

#include <algorithm>

#include "sim/json/utf8.h"

namespace reprise {
namespace {

constexpr std::string_view gap = "  ";

bool is_wide(char32_t code) {
  return (code >= 0x1100 && code <= 0x115f) || (code >= 0x2e80 && code <= 0xa4cf) ||
         (code >= 0xac00 && code <= 0xd7a3) || (code >= 0xf900 && code <= 0xfaff) ||
         (code >= 0xfe30 && code <= 0xfe6f) || (code >= 0xff00 && code <= 0xff60) ||
         (code >= 0x1f300 && code <= 0x1faff);
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    width += is_wide(point.value) ? 2 : 1;
    at += point.bytes;
  }
  return width;
}

std::string Table::text(const Console& console) const {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    std::size_t width = display_width(columns_[i].title);
    for (const auto& row : rows_) width = std::max(width, display_width(row[i].text));
    widths.push_back(width);
  }
  std::string out;
  const auto add_cell = [&](std::size_t i, const Cell& cell) {
    const std::string padding(widths[i] - display_width(cell.text), ' ');
    const bool right = columns_[i].align == Align::right;
    const bool last = i + 1 == columns_.size();
    if (right) out += padding;
    out += coloured(console, cell.colour, cell.text);
    if (!right && !last) out += padding;
    out += last ? "\n" : gap;
  };
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    add_cell(i, Cell(columns_[i].title, Colour::grey));
  }
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < columns_.size(); ++i) add_cell(i, row[i]);
  }
  return out;
}

}  // namespace reprise
