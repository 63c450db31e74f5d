// Tables for people: columns as wide as their widest cell, aligned, without lines.
#pragma once

#include <string>
#include <vector>

#include "sim/console/console.h"

namespace reprise {

class Table {
 public:
  enum class Align { left, right };
  struct Column {
    std::string title;
    Align align = Align::left;
  };
  struct Cell {
    Cell(std::string value) : text(std::move(value)) {}
    Cell(const char* value) : text(value) {}
    Cell(std::string value, Colour shown_in) : text(std::move(value)), colour(shown_in) {}
    std::string text;
    Colour colour = Colour::none;
  };

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  void add(std::vector<Cell> row) { rows_.push_back(std::move(row)); }
  bool empty() const { return rows_.empty(); }
  // One line a row, '\n' behind each, the titles first.
  std::string text(const Console& console) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

// Columns that a text takes on a terminal: characters, East Asian wide ones twice.
std::size_t display_width(std::string_view text);

}  // namespace reprise
