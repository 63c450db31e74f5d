// Which bytes of an SQLite file hold something, read from the pages as the file format describes
// them (https://www.sqlite.org/fileformat2.html): the rest may change without any effect.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace reprise {

class PageMap {
 public:
  // `roots`: the numbers of the pages where the trees of interest begin.
  PageMap(const std::string& file, const std::vector<std::size_t>& roots);

  bool is_used(std::size_t offset) const { return used_[offset]; }
  int inner_pages() const { return inner_pages_; }
  int overflow_pages() const { return overflow_pages_; }

 private:
  std::size_t number(std::size_t offset, std::size_t bytes) const;
  std::size_t variable_number(std::size_t& offset) const;
  void use(std::size_t offset, std::size_t bytes);
  void visit_page(std::size_t page);  // pages count from 1
  void visit_cell(std::size_t offset, int type);
  void visit_overflow(std::size_t page, std::size_t bytes);

  const std::string& file_;
  std::size_t page_bytes_ = 0;
  int inner_pages_ = 0;
  int overflow_pages_ = 0;
  std::vector<bool> used_;
};

}  // namespace reprise
