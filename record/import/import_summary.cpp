#include "record/import/import_summary.h"

#include <fmt/format.h>

#include "sim/console/human.h"
#include "sim/console/table.h"
#include "sim/json/object_writer.h"

namespace reprise {
namespace {

constexpr std::string_view refused_mark = "refused: ";
constexpr std::string_view skipped_mark = "skipped: ";

std::string note_of(const ImportedFile& imported) {
  if (!imported.refusal.empty()) return std::string(refused_mark) + imported.refusal;
  std::vector<std::string> parts;
  if (imported.opaque_sessions > 0) {
    parts.push_back(count_of(imported.opaque_sessions, "session") + " carried opaque");
  }
  if (imported.rewritten_turns > 0) {
    parts.push_back("history rewritten in " + count_of(imported.rewritten_turns, "turn"));
  }
  if (imported.splits > 0) {
    parts.push_back(count_of(imported.splits, "conversation") + " split where requests changed");
  }
  if (imported.secrets_replaced > 0) {
    parts.push_back(count_of(imported.secrets_replaced, "secret") + " replaced");
  }
  if (!imported.left_out_kinds.empty()) {
    parts.push_back(fmt::format("left out: {}", fmt::join(imported.left_out_kinds, ", ")));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

ImportRow totals(const std::vector<ImportRow>& rows) {
  ImportRow total;
  std::size_t refused = 0;
  std::size_t skipped = 0;
  for (const ImportRow& row : rows) {
    total.session_count += row.session_count;
    total.calls += row.calls;
    total.attempts += row.attempts;
    total.left_out += row.left_out;
    refused += row.refused;
    skipped += row.skipped;
  }
  total.file = count_of(rows.size(), "file");
  std::vector<std::string> parts;
  if (refused > 0) parts.push_back(fmt::format("{} refused", refused));
  if (skipped > 0) parts.push_back(fmt::format("{} skipped", skipped));
  total.note = fmt::format("{}", fmt::join(parts, "; "));
  return total;
}

void add_line(Table& table, const ImportRow& row) {
  table.add({row.file,
             row.format,
             std::to_string(row.session_count),
             std::to_string(row.calls),
             std::to_string(row.attempts),
             std::to_string(row.left_out),
             {row.note, row.refused ? Colour::yellow : Colour::none}});
}

}  // namespace

ImportRow import_row(std::string file, const ImportedFile& imported) {
  ImportRow row;
  row.file = std::move(file);
  row.format = imported.format.empty() ? "-" : std::string(imported.format);
  row.session_count = imported.sessions.size();
  row.calls = imported.calls;
  row.attempts = imported.attempts;
  row.left_out = imported.left_out;
  row.note = note_of(imported);
  row.refused = !imported.refusal.empty();
  return row;
}

ImportRow unreadable_row(std::string file, std::string why) {
  ImportedFile nothing;
  nothing.refusal = std::move(why);
  return import_row(std::move(file), nothing);
}

void make_skipped(ImportRow& row) {
  row.refused = false;
  row.skipped = true;
  if (row.note.starts_with(refused_mark)) row.note.replace(0, refused_mark.size(), skipped_mark);
}

std::string import_table(const std::vector<ImportRow>& rows, const Console& console) {
  Table table({{"file"},
               {"format"},
               {"sessions", Table::Align::right},
               {"calls", Table::Align::right},
               {"attempts", Table::Align::right},
               {"left out", Table::Align::right},
               {"note"}});
  for (const ImportRow& row : rows) add_line(table, row);
  if (rows.size() > 1) add_line(table, totals(rows));
  return table.text(console);
}

std::string import_row_json(const ImportRow& row) {
  JsonArray sessions(row.sessions.begin(), row.sessions.end());
  return JsonObjectWriter()
             .text("file", row.file)
             .text("format", row.format)
             .raw("sessions", to_json(Json(std::move(sessions))))
             .integer("session_count", static_cast<std::int64_t>(row.session_count))
             .integer("calls", static_cast<std::int64_t>(row.calls))
             .integer("attempts", static_cast<std::int64_t>(row.attempts))
             .integer("left_out", static_cast<std::int64_t>(row.left_out))
             .text("note", row.note)
             .flag("refused", row.refused)
             .flag("skipped", row.skipped)
             .take() +
         "\n";
}

}  // namespace reprise
