#include "storage/check.h"

#include "storage/body_store.h"
#include "storage/database.h"
#include "storage/grade_table.h"
#include "storage/schema.h"
#include "storage/session_row.h"
#include "storage/store.h"
#include "storage/tape_table.h"

namespace reprise {
namespace {

class Checker {
 public:
  Checker(Database& database, CheckReport& report) : database_(database), report_(report) {}

  void run() {
    note(check_pages());
    note(check_bodies());
    note(check_sessions());
    note(check_grades());
    note(check_orphans());
  }

 private:
  void note(const Result<void>& result) {
    if (!result) report_.faults.push_back(result.error().message);
  }

  Result<void> check_pages() {
    REPRISE_TRY(statement, database_.prepare("PRAGMA integrity_check"));
    for (;;) {
      REPRISE_TRY(more, database_.step(statement));
      if (!more) return {};
      const std::string line(statement.bytes_at(0));
      if (line != "ok") report_.faults.push_back("pages: " + line);
    }
  }

  Result<void> check_bodies() {
    REPRISE_TRY(
        statement,
        database_.prepare("SELECT " REPRISE_BODY_COLUMNS("") ",checksum FROM body ORDER BY id"));
    for (;;) {
      REPRISE_TRY(more, database_.step(statement));
      if (!more) return {};
      ++report_.bodies;
      const BodyRow row = read_body_row(statement, 0);
      if (body_checksum(row) != statement.integer_at(6)) {
        report_.faults.push_back("body " + std::to_string(row.id) +
                                 ": its row does not match its checksum");
      } else if (const auto content = bodies_.decode(database_, row); !content) {
        report_.faults.push_back(content.error().message);
      }
    }
  }

  Result<void> check_sessions() {
    REPRISE_TRY(statement, database_.prepare(REPRISE_SESSION_SELECT "ORDER BY id"));
    for (;;) {
      REPRISE_TRY(more, database_.step(statement));
      if (!more) return {};
      ++report_.sessions;
      const auto row = read_session_row(statement);
      if (!row) {
        report_.faults.push_back(row.error().message);
        continue;
      }
      if (row->key != session_key(row->header))
        report_.faults.push_back("session " + std::to_string(row->id) + ": its key is wrong");
      note(check_body_exists(row->id, row->scenario_body));
      note(check_body_exists(row->id, row->annotations_body));
      note(check_tape(*row));
    }
  }

  Result<void> check_body_exists(SessionId session, BodyId body) {
    const auto content = bodies_.get(database_, body);
    if (!content) return fail_in("session " + std::to_string(session), content.error());
    return {};
  }

  Result<void> check_tape(const SessionRow& row) {
    REPRISE_TRY(records, read_tape_rows(database_, bodies_, row.id, {.request_bodies = true}));
    report_.records += static_cast<std::int64_t>(records.size());
    if (row.record_count && *row.record_count != static_cast<std::int64_t>(records.size()))
      report_.faults.push_back("session " + std::to_string(row.id) + ": " +
                               std::to_string(*row.record_count) + " records were written, " +
                               std::to_string(records.size()) + " are there");
    return {};
  }

  Result<void> check_grades() {
    REPRISE_TRY(statement, database_.prepare(REPRISE_GRADE_SELECT "ORDER BY id"));
    for (;;) {
      REPRISE_TRY(more, database_.step(statement));
      if (!more) return {};
      if (const auto row = read_grade_row(statement); !row)
        report_.faults.push_back(row.error().message);
    }
  }

  Result<void> check_orphans() {
    REPRISE_TRY(statement, database_.prepare("SELECT session,seq FROM tape WHERE session NOT IN "
                                             "(SELECT id FROM session)"));
    for (;;) {
      REPRISE_TRY(more, database_.step(statement));
      if (!more) return {};
      report_.faults.push_back("session " + std::to_string(statement.integer_at(0)) + ", record " +
                               std::to_string(statement.integer_at(1)) +
                               ": the session does not exist");
    }
  }

  Database& database_;
  CheckReport& report_;
  BodyStore bodies_;
};

}  // namespace

std::string CheckReport::text() const {
  std::string lines;
  for (const std::string& fault : faults) lines += fault + "\n";
  return lines + std::to_string(sessions) + " sessions, " + std::to_string(records) + " records, " +
         std::to_string(bodies) +
         " bodies: " + (clean() ? "clean" : std::to_string(faults.size()) + " faults") + "\n";
}

Result<CheckReport> check_store(const std::string& path) {
  // Opened as a store first, for its errors: not found, not a store, newer format, busy.
  REPRISE_TRY(store, Store::open(path, StoreMode::read));
  REPRISE_TRY(database, Database::open(path, Database::Access::read, default_busy_timeout_ms));
  CheckReport report;
  Checker(database, report).run();
  return report;
}

}  // namespace reprise
