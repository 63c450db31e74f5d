#include "tests/storage/page_map.h"

#include <algorithm>

namespace reprise {
namespace {

constexpr int index_inner = 2;
constexpr int table_inner = 5;
constexpr int table_leaf = 13;

}  // namespace

PageMap::PageMap(const std::string& file, const std::vector<std::size_t>& roots)
    : file_(file), page_bytes_(number(16, 2)), used_(file.size(), false) {
  for (const std::size_t root : roots) visit_page(root);
}

std::size_t PageMap::number(std::size_t offset, std::size_t bytes) const {
  std::size_t value = 0;
  for (std::size_t i = 0; i < bytes; ++i)
    value = value << 8 | static_cast<std::uint8_t>(file_[offset + i]);
  return value;
}

std::size_t PageMap::variable_number(std::size_t& offset) const {
  std::size_t value = 0;
  for (int i = 0; i < 8; ++i) {
    const auto byte = static_cast<std::uint8_t>(file_[offset++]);
    value = value << 7 | (byte & 0x7f);
    if (byte < 0x80) return value;
  }
  return value << 8 | static_cast<std::uint8_t>(file_[offset++]);
}

void PageMap::use(std::size_t offset, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) used_[offset + i] = true;
}

void PageMap::visit_page(std::size_t page) {
  const std::size_t start = (page - 1) * page_bytes_;
  const int type = file_[start];
  const bool inner = type == index_inner || type == table_inner;
  const std::size_t cells = number(start + 3, 2);
  const std::size_t head_bytes = inner ? 12 : 8;
  use(start, head_bytes + 2 * cells);
  for (std::size_t cell = 0; cell < cells; ++cell)
    visit_cell(start + number(start + head_bytes + 2 * cell, 2), type);
  // Of a free block its place and length matter, not what is in it.
  for (std::size_t block = number(start + 1, 2); block != 0; block = number(start + block, 2))
    use(start + block, 4);
  if (!inner) return;
  ++inner_pages_;
  visit_page(number(start + 8, 4));
}

void PageMap::visit_cell(std::size_t offset, int type) {
  std::size_t end = offset;
  if (type == index_inner || type == table_inner) {
    visit_page(number(offset, 4));
    end += 4;
  }
  if (type == table_inner) {
    variable_number(end);
    return use(offset, end - offset);
  }
  const std::size_t payload = variable_number(end);
  if (type == table_leaf) variable_number(end);
  const std::size_t most =
      type == table_leaf ? page_bytes_ - 35 : (page_bytes_ - 12) * 64 / 255 - 23;
  if (payload <= most) return use(offset, end + payload - offset);
  const std::size_t least = (page_bytes_ - 12) * 32 / 255 - 23;
  const std::size_t tail = least + (payload - least) % (page_bytes_ - 4);
  const std::size_t local = tail <= most ? tail : least;
  use(offset, end + local + 4 - offset);
  visit_overflow(number(end + local, 4), payload - local);
}

void PageMap::visit_overflow(std::size_t page, std::size_t bytes) {
  while (page != 0) {
    ++overflow_pages_;
    const std::size_t start = (page - 1) * page_bytes_;
    const std::size_t here = std::min(bytes, page_bytes_ - 4);
    use(start, 4 + here);
    bytes -= here;
    page = number(start, 4);
  }
}

}  // namespace reprise
