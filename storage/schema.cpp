#include "storage/schema.h"

#include <string>

namespace reprise {
namespace {

constexpr const char* tables_sql = R"sql(
CREATE TABLE body(
  id INTEGER PRIMARY KEY,
  digest BLOB NOT NULL UNIQUE,      -- SHA-256 of the content
  size INTEGER NOT NULL,            -- bytes of the content
  encoding INTEGER NOT NULL,        -- 0 raw, 1 zstd, 2 against `reference`, 3 and answers
  reference INTEGER REFERENCES body(id),
  checksum INTEGER NOT NULL,        -- XXH3-64 over the row
  bytes BLOB NOT NULL
) STRICT;
CREATE TABLE session(
  id INTEGER PRIMARY KEY,
  key BLOB NOT NULL UNIQUE,
  name TEXT NOT NULL, architecture TEXT NOT NULL, provider TEXT NOT NULL, model TEXT NOT NULL,
  trial INTEGER NOT NULL, seed INTEGER NOT NULL, started_at_us INTEGER NOT NULL,
  origin TEXT NOT NULL, source TEXT NOT NULL, recorded_by TEXT NOT NULL,
  scenario_digest BLOB NOT NULL,
  scenario_body INTEGER NOT NULL REFERENCES body(id),
  annotations_body INTEGER NOT NULL REFERENCES body(id),
  state INTEGER NOT NULL,           -- 0 recording, 1 complete, 2 truncated
  record_count INTEGER,             -- once not recording
  trace_hash TEXT, wire_hash TEXT, event_count INTEGER, end_ns INTEGER, ending TEXT,
  event_hashes BLOB,                -- 8 bytes an event, little-endian
  checksum INTEGER NOT NULL         -- XXH3-64 over the row
) STRICT;
CREATE TABLE tape(
  session INTEGER NOT NULL REFERENCES session(id),
  seq INTEGER NOT NULL,
  kind INTEGER NOT NULL,            -- 0 attempt, 1 backoff, 2 tool, 3 user, 4 deadline
  at_ns INTEGER NOT NULL,
  duration_ns INTEGER NOT NULL,
  call INTEGER, attempt INTEGER, status INTEGER, tool TEXT, is_error INTEGER,
  request_body INTEGER REFERENCES body(id),
  response_body INTEGER REFERENCES body(id),
  payload BLOB NOT NULL,            -- frame, its checksum covers the columns too
  PRIMARY KEY(session, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE grade(
  id INTEGER PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES session(id),
  grader TEXT NOT NULL, grader_version TEXT NOT NULL, trace_hash TEXT NOT NULL,
  category TEXT NOT NULL, passed INTEGER NOT NULL, score TEXT NOT NULL,
  details TEXT NOT NULL,            -- JSON object
  checksum INTEGER NOT NULL         -- XXH3-64 over the row
) STRICT;
CREATE INDEX grade_of_session ON grade(session);
)sql";

constexpr const char* views_sql = R"sql(
CREATE VIEW sessions AS SELECT id, lower(hex(key)) AS key, name, architecture, provider, model,
  trial, seed, started_at_us, origin,
  CASE state WHEN 0 THEN 'recording' WHEN 1 THEN 'complete' ELSE 'truncated' END AS state,
  record_count, event_count, end_ns, ending, trace_hash FROM session;
CREATE VIEW attempts AS SELECT t.session, t.seq, t.call, t.attempt, t.status, t.at_ns,
  t.duration_ns, q.size AS request_bytes, r.size AS response_bytes
  FROM tape t LEFT JOIN body q ON q.id = t.request_body LEFT JOIN body r ON r.id = t.response_body
  WHERE t.kind = 0;
CREATE VIEW tool_calls AS SELECT session, seq, tool, is_error, at_ns, duration_ns FROM tape
  WHERE kind = 2;
CREATE VIEW grades AS SELECT g.session, s.name, s.architecture, s.trial, g.grader,
  g.grader_version, g.category, g.passed, g.score, g.details
  FROM grade g JOIN session s ON s.id = g.session;
)sql";

std::string version_mark() {
  return "PRAGMA user_version=" + std::to_string(store_format_version);
}

}  // namespace

Result<bool> is_blank(Database& database) {
  REPRISE_TRY(tables, database.integer("SELECT count(*) FROM sqlite_schema"));
  REPRISE_TRY(application, database.integer("PRAGMA application_id"));
  REPRISE_TRY(version, database.integer("PRAGMA user_version"));
  return tables == 0 && application == 0 && version == 0;
}

Result<void> create_schema(Database& database) {
  REPRISE_TRY_VOID(database.execute("PRAGMA page_size=16384"));
  REPRISE_TRY_VOID(database.execute("PRAGMA journal_mode=WAL"));
  REPRISE_TRY(transaction, Transaction::begin(database));
  // Somebody else may have made it while we waited.
  REPRISE_TRY(blank, is_blank(database));
  if (!blank) return {};
  REPRISE_TRY_VOID(database.execute(tables_sql));
  REPRISE_TRY_VOID(database.execute(views_sql));
  const std::string marks =
      "PRAGMA application_id=" + std::to_string(store_application_id) + ";" + version_mark();
  REPRISE_TRY_VOID(database.execute(marks.c_str()));
  return transaction.commit();
}

Result<void> upgrade_schema(Database& database) {
  REPRISE_TRY(version, database.integer("PRAGMA user_version"));
  if (version == store_format_version) return {};
  REPRISE_TRY(transaction, Transaction::begin(database));
  REPRISE_TRY_VOID(database.execute(version_mark().c_str()));
  return transaction.commit();
}

Result<void> verify_schema(Database& database) {
  REPRISE_TRY(application, database.integer("PRAGMA application_id"));
  REPRISE_TRY(version, database.integer("PRAGMA user_version"));
  if (application != store_application_id || version < 1)
    return fail(ErrorCode::corrupt, database.path() + " is not a store: check the path");
  if (version > store_format_version)
    return fail(ErrorCode::newer_format,
                database.path() + " has store format " + std::to_string(version) +
                    ", this program reads up to " + std::to_string(store_format_version) +
                    ": use a newer version of reprise");
  return {};
}

}  // namespace reprise
