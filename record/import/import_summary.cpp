#include "record/import/import_summary.h"

#include <algorithm>
#include <fmt/format.h>

#include "sim/json/object_writer.h"

namespace reprise {
namespace {

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string note_of(const ImportedFile& imported) {
  if (!imported.refusal.empty()) return "refused: " + imported.refusal;
  std::vector<std::string> parts;
  if (imported.opaque_sessions > 0) {
    parts.push_back(counted(imported.opaque_sessions, "session") + " carried opaque");
  }
  if (imported.rewritten_turns > 0) {
    parts.push_back("history rewritten in " + counted(imported.rewritten_turns, "turn"));
  }
  if (imported.splits > 0) {
    parts.push_back(counted(imported.splits, "conversation") + " split where requests changed");
  }
  if (!imported.left_out_kinds.empty()) {
    parts.push_back(fmt::format("left out: {}", fmt::join(imported.left_out_kinds, ", ")));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

ImportRow totals(const std::vector<ImportRow>& rows) {
  ImportRow total;
  std::size_t refused = 0;
  for (const ImportRow& row : rows) {
    total.sessions += row.sessions;
    total.calls += row.calls;
    total.attempts += row.attempts;
    total.left_out += row.left_out;
    refused += row.refused;
  }
  total.file = counted(rows.size(), "file");
  if (refused > 0) total.note = fmt::format("{} refused", refused);
  return total;
}

std::string table_line(std::size_t file_width, const ImportRow& row) {
  std::string line =
      fmt::format("{:{}}  {:14}  {:>8}  {:>5}  {:>8}  {:>8}  {}", row.file, file_width, row.format,
                  row.sessions, row.calls, row.attempts, row.left_out, row.note);
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

}  // namespace

ImportRow import_row(std::string file, const ImportedFile& imported) {
  ImportRow row;
  row.file = std::move(file);
  row.format = imported.format.empty() ? "-" : std::string(imported.format);
  row.sessions = imported.sessions.size();
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

std::string import_table(const std::vector<ImportRow>& rows) {
  std::size_t file_width = 8;
  for (const ImportRow& row : rows) file_width = std::max(file_width, row.file.size());
  std::string table =
      fmt::format("{:{}}  {:14}  {:>8}  {:>5}  {:>8}  {:>8}  {}\n", "FILE", file_width, "FORMAT",
                  "SESSIONS", "CALLS", "ATTEMPTS", "LEFT OUT", "NOTE");
  for (const ImportRow& row : rows) table += table_line(file_width, row);
  if (rows.size() > 1) table += table_line(file_width, totals(rows));
  return table;
}

std::string import_json(const std::vector<ImportRow>& rows) {
  std::string out = "[";
  for (const ImportRow& row : rows) {
    if (out.size() > 1) out += ",\n ";
    out += JsonObjectWriter()
               .text("file", row.file)
               .text("format", row.format)
               .integer("sessions", static_cast<std::int64_t>(row.sessions))
               .integer("calls", static_cast<std::int64_t>(row.calls))
               .integer("attempts", static_cast<std::int64_t>(row.attempts))
               .integer("left_out", static_cast<std::int64_t>(row.left_out))
               .text("note", row.note)
               .flag("refused", row.refused)
               .take();
  }
  return out + "]\n";
}

}  // namespace reprise
