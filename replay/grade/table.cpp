#include "replay/grade/table.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "replay/grade/report.h"

namespace reprise {
namespace {

constexpr std::size_t column_count = 5;
using Row = std::array<std::string, column_count>;

// Columns on a screen: code points, which is right for the texts we show.
std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

std::string arena_cell(const GradedRun& run) {
  if (!run.arena_asked) return "";
  if (!run.arena) return "-";
  if (run.arena->passed) return arena_score(run.arena->score_percent);
  return run.arena->failure_category;
}

Row row_of(const GradedRun& run) {
  Row row{run.name, std::string(verdict_name(run_verdict(run))), "", arena_cell(run), ""};
  if (run.ladder) {
    row[2] = traits(run.ladder->category).name;
    row[4] = run.ladder->reason;
    if (run.ladder->decisive_seq > 0 && !row[4].empty()) {
      row[4] = fmt::format("event {}: {}", run.ladder->decisive_seq, row[4]);
    }
  } else if (run.arena && !run.arena->passed) {
    row[4] = run.arena->reason;
  }
  return row;
}

// Columns without any content are left out; the last one is not padded.
std::string format_rows(const std::vector<Row>& rows) {
  std::array<std::size_t, column_count> widths{};
  std::array<bool, column_count> used{};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t column = 0; column < column_count; ++column) {
      widths[column] = std::max(widths[column], width(rows[i][column]));
      used[column] = used[column] || (i > 0 && !rows[i][column].empty());
    }
  }
  std::string out;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t column = 0; column < column_count; ++column) {
      if (!used[column]) continue;
      line += row[column] + std::string(widths[column] - width(row[column]) + 2, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

// In tenths of a percent, rounded to the nearest.
std::string share(std::size_t part, std::size_t whole) {
  if (whole == 0) return "n/a";
  const std::size_t tenths = (part * 2000 + whole) / (2 * whole);
  return fmt::format("{}.{} %", tenths / 10, tenths % 10);
}

std::string totals_text(const std::vector<GradedRun>& runs) {
  const GradeTotals totals = total(runs);
  return fmt::format("\npassed {} of {} runs ({}); of the {} evaluable runs {}; {} not evaluable\n",
                     totals.passed, totals.runs, share(totals.passed, totals.runs),
                     totals.evaluable, share(totals.passed, totals.evaluable),
                     totals.runs - totals.evaluable);
}

}  // namespace

std::string table_report(const std::vector<GradedRun>& runs) {
  std::vector<Row> rows = {{"session", "verdict", "category", "arena", "reason"}};
  for (const GradedRun& run : runs) rows.push_back(row_of(run));
  return format_rows(rows) + totals_text(runs);
}

}  // namespace reprise
