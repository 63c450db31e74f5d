#include "storage/store.h"

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <unistd.h>

#include "storage/body_store.h"
#include "storage/database.h"
#include "storage/grade_table.h"
#include "storage/schema.h"
#include "storage/session_locks.h"
#include "storage/session_row.h"
#include "storage/tape_table.h"

namespace reprise {
namespace {

// Creates the file with the mode that SQLite then gives to the files beside it.
Result<void> create_file(const std::string& path) {
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file >= 0) {
    close(file);
    return {};
  }
  std::error_code unknown;
  if (std::filesystem::exists(path, unknown))
    return fail(ErrorCode::storage, path + " is not writable: check its permissions");
  return fail(ErrorCode::storage, path + " cannot be created: check the folder and permissions");
}

Result<void> find_file(const std::string& path) {
  std::error_code unknown;
  if (std::filesystem::exists(path, unknown)) return {};
  if (unknown)
    return fail(ErrorCode::storage, path + " cannot be reached: check the folder's permissions");
  return fail(ErrorCode::not_found, path + " does not exist: check the path");
}

// SQLite itself takes a file of a few bytes for an empty database, and would write over it.
Result<void> refuse_other_files(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string start(512, '\0');  // SQLite's smallest page
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  const auto size = static_cast<std::size_t>(file.gcount());
  if (size == 0 || (size == start.size() && start.starts_with(sqlite_magic))) return {};
  return fail(ErrorCode::corrupt, path + " is not a store: check the path");
}

std::string session_name(SessionId id) {
  return "session " + std::to_string(id);
}

}  // namespace

struct Store::Parts {
  Parts(Database opened, const std::string& path) : database(std::move(opened)), locks(path) {}

  // What append() knows of a session that this store writes.
  struct Writing {
    std::uint64_t next_seq = 1;
    RequestChain chain;
  };

  Result<SessionRow> row(SessionId id);
  Result<SessionInfo> info(SessionRow row);
  Result<std::int64_t> count_records(SessionId id);
  Result<bool> has_key(const Digest& key);
  Result<SessionId> insert_session(const TapeHeader& header);
  Result<void> seal(SessionId id, SessionState state, const std::optional<SessionSeal>& seal);
  // The last body that was read through `cache`: many sessions have the same scenario.
  struct CachedBody {
    BodyId id = 0;
    std::string content;
  };
  Result<std::string> read_cached(BodyId id, CachedBody& cache);

  Database database;
  SessionLocks locks;
  BodyStore bodies;
  std::map<SessionId, Writing> writing;
  CachedBody scenario, annotations;
};

StoreSnapshot::StoreSnapshot(std::unique_ptr<Snapshot> held) : held_(std::move(held)) {}
StoreSnapshot::StoreSnapshot(StoreSnapshot&&) noexcept = default;
StoreSnapshot::~StoreSnapshot() = default;

Store::Store(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

Result<Store> Store::open(const std::string& path, StoreMode mode, int busy_timeout_ms) {
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown))
    return fail(ErrorCode::usage, path + " is a folder: name a file");
  const bool writing = mode == StoreMode::write;
  if (writing) {
    REPRISE_TRY_VOID(create_file(path));
  } else {
    REPRISE_TRY_VOID(find_file(path));
  }
  REPRISE_TRY_VOID(refuse_other_files(path));
  REPRISE_TRY(database,
              Database::open(path, writing ? Database::Access::write : Database::Access::read,
                             busy_timeout_ms));
  if (writing) {
    REPRISE_TRY(blank, is_blank(database));
    if (blank) REPRISE_TRY_VOID(create_schema(database));
    REPRISE_TRY_VOID(database.execute("PRAGMA synchronous=FULL"));
  }
  REPRISE_TRY_VOID(verify_schema(database));
  if (writing) REPRISE_TRY_VOID(upgrade_schema(database));
  return Store(std::make_unique<Parts>(std::move(database), path));
}

Result<SessionRow> Store::Parts::row(SessionId id) {
  REPRISE_TRY(statement, database.prepare(REPRISE_SESSION_SELECT "WHERE id=?"));
  REPRISE_TRY(found, database.step(statement.integer(id)));
  if (!found)
    return fail(ErrorCode::not_found,
                database.path() + " has no " + session_name(id) + ": list them with reprise ls");
  return read_session_row(statement);
}

Result<std::int64_t> Store::Parts::count_records(SessionId id) {
  REPRISE_TRY(statement, database.prepare("SELECT coalesce(max(seq),0) FROM tape WHERE session=?"));
  REPRISE_TRY(row, database.step(statement.integer(id)));
  return row ? statement.integer_at(0) : 0;
}

Result<SessionInfo> Store::Parts::info(SessionRow row) {
  SessionInfo info;
  info.id = row.id;
  info.state = row.state;
  if (row.state == SessionState::recording && !locks.held(row.id))
    info.state = SessionState::truncated;
  info.header = std::move(row.header);
  info.seal = std::move(row.seal);
  if (!row.record_count) {
    REPRISE_TRY(count, count_records(row.id));
    row.record_count = count;
  }
  info.record_count = static_cast<std::uint64_t>(*row.record_count);
  return info;
}

Result<bool> Store::Parts::has_key(const Digest& key) {
  REPRISE_TRY(statement, database.prepare("SELECT 1 FROM session WHERE key=?"));
  return database.step(statement.blob(as_bytes(key)));
}

Result<SessionId> Store::Parts::insert_session(const TapeHeader& header) {
  SessionRow row;
  row.header = header;
  row.key = session_key(header);
  REPRISE_TRY(last, database.integer("SELECT coalesce(max(id),0) FROM session"));
  row.id = last + 1;
  REPRISE_TRY(scenario_body, bodies.put(database, header.scenario));
  REPRISE_TRY(annotations_body, bodies.put(database, header.annotations));
  row.scenario_body = scenario_body;
  row.annotations_body = annotations_body;
  REPRISE_TRY(same, database.prepare("SELECT id FROM session WHERE key=?"));
  REPRISE_TRY(taken, database.step(same.blob(as_bytes(row.key))));
  if (taken)
    return fail(ErrorCode::invalid_input, database.path() + " has this session already, as " +
                                              session_name(same.integer_at(0)) +
                                              ": nothing was written");
  REPRISE_TRY_VOID(write_session_row(database, row));
  return row.id;
}

Result<void> Store::Parts::seal(SessionId id, SessionState state,
                                const std::optional<SessionSeal>& seal) {
  REPRISE_TRY(session_row, row(id));
  REPRISE_TRY(count, count_records(id));
  session_row.state = state;
  session_row.record_count = count;
  session_row.seal = seal;
  if (state != SessionState::complete) session_row.seal.reset();
  return write_session_row(database, session_row);
}

Result<std::string> Store::Parts::read_cached(BodyId id, CachedBody& cache) {
  if (id == cache.id) return cache.content;
  REPRISE_TRY(content, bodies.get(database, id));
  cache = {id, std::move(content)};
  return cache.content;
}

Result<SessionId> Store::begin_session(const TapeHeader& header) {
  REPRISE_TRY(transaction, Transaction::begin(parts_->database));
  REPRISE_TRY(id, parts_->insert_session(header));
  REPRISE_TRY_VOID(parts_->locks.acquire(id));
  auto committed = transaction.commit();
  if (!committed) {
    parts_->locks.release(id);
    return tl::unexpected<Error>(committed.error());
  }
  parts_->writing[id] = {};
  return id;
}

Result<void> Store::append(SessionId session, const TapeRecord& record) {
  const auto found = parts_->writing.find(session);
  if (found == parts_->writing.end() || found->second.next_seq != record.seq)
    return fail(ErrorCode::invalid_input, session_name(session) + ", record " +
                                              std::to_string(record.seq) +
                                              " is not the next one: begin or resume the session");
  const auto write = [&]() -> Result<void> {
    REPRISE_TRY(transaction, Transaction::begin(parts_->database));
    REPRISE_TRY_VOID(
        write_tape_row(parts_->database, parts_->bodies, found->second.chain, session, record));
    return transaction.commit();
  };
  auto written = write();
  // After a rollback the chain may name bodies that are gone; the next request starts a new one.
  if (!written) found->second.chain = {};
  if (written) ++found->second.next_seq;
  return written;
}

Result<void> Store::complete(SessionId session, const SessionSeal& seal) {
  REPRISE_TRY(transaction, Transaction::begin(parts_->database));
  REPRISE_TRY_VOID(parts_->seal(session, SessionState::complete, seal));
  REPRISE_TRY_VOID(transaction.commit());
  parts_->writing.erase(session);
  parts_->locks.release(session);
  return {};
}

Result<void> Store::truncate(SessionId session) {
  REPRISE_TRY(transaction, Transaction::begin(parts_->database));
  REPRISE_TRY_VOID(parts_->seal(session, SessionState::truncated, std::nullopt));
  REPRISE_TRY_VOID(transaction.commit());
  parts_->writing.erase(session);
  parts_->locks.release(session);
  return {};
}

Result<void> Store::resume(SessionId session) {
  REPRISE_TRY_VOID(parts_->locks.acquire(session));
  const auto reopen = [&]() -> Result<std::int64_t> {
    REPRISE_TRY(transaction, Transaction::begin(parts_->database));
    REPRISE_TRY(row, parts_->row(session));
    if (row.state == SessionState::complete)
      return fail(ErrorCode::invalid_input,
                  session_name(session) + " is complete: there is nothing to resume");
    row.state = SessionState::recording;
    row.record_count.reset();
    row.seal.reset();
    REPRISE_TRY_VOID(write_session_row(parts_->database, row));
    REPRISE_TRY(count, parts_->count_records(session));
    REPRISE_TRY_VOID(transaction.commit());
    return count;
  };
  const auto count = reopen();
  if (!count) {
    parts_->locks.release(session);
    return tl::unexpected<Error>(count.error());
  }
  parts_->writing[session].next_seq = static_cast<std::uint64_t>(*count) + 1;
  return {};
}

Result<SessionId> Store::write_tape(const Tape& tape, const SessionSeal& seal) {
  REPRISE_TRY(transaction, Transaction::begin(parts_->database));
  REPRISE_TRY(id, parts_->insert_session(tape.header));
  RequestChain chain;
  for (const TapeRecord& record : tape.records)
    REPRISE_TRY_VOID(write_tape_row(parts_->database, parts_->bodies, chain, id, record));
  const auto state = tape.complete ? SessionState::complete : SessionState::truncated;
  REPRISE_TRY_VOID(parts_->seal(id, state, seal));
  REPRISE_TRY_VOID(transaction.commit());
  return id;
}

Result<void> Store::write_grade(const GradeRow& grade) {
  REPRISE_TRY(transaction, Transaction::begin(parts_->database));
  REPRISE_TRY_VOID(write_grade_row(parts_->database, grade));
  return transaction.commit();
}

Result<StoreMerge> Store::merge_from(const std::string& path) {
  REPRISE_TRY(other, Store::open(path, StoreMode::read));
  REPRISE_TRY(listed, other.sessions({}));
  StoreMerge merge;
  for (const SessionInfo& listed_session : listed) {
    const Digest key = session_key(listed_session.header);
    REPRISE_TRY(known, parts_->has_key(key));
    if (known) {
      ++merge.present;
      continue;
    }
    REPRISE_TRY(stored, other.read_session(listed_session.id, {.request_bodies = true}));
    REPRISE_TRY(id, write_tape(stored.tape, stored.info.seal.value_or(SessionSeal{})));
    REPRISE_TRY(grades, other.grades(stored.info.id));
    for (GradeRow& grade : grades) {
      grade.session = id;
      REPRISE_TRY_VOID(write_grade(grade));
    }
    merge.copied.push_back(id);
  }
  return merge;
}

Result<std::vector<SessionInfo>> Store::sessions(const SessionFilter& filter) {
  std::vector<SessionInfo> result;
  const auto add = [&](SessionRow row) -> Result<void> {
    REPRISE_TRY(info, parts_->info(std::move(row)));
    if (info.seal) info.seal->event_hashes.clear();
    result.push_back(std::move(info));
    return {};
  };
  for (const SessionId id : filter.ids) {
    REPRISE_TRY(row, parts_->row(id));
    REPRISE_TRY_VOID(add(std::move(row)));
  }
  if (!filter.ids.empty()) return result;
  const bool newest = filter.newest != 0;
  REPRISE_TRY(statement,
              parts_->database.prepare(newest ? REPRISE_SESSION_SELECT "ORDER BY id DESC LIMIT ?"
                                              : REPRISE_SESSION_SELECT "ORDER BY id"));
  if (newest) statement.integer(static_cast<std::int64_t>(filter.newest));
  for (;;) {
    REPRISE_TRY(more, parts_->database.step(statement));
    if (!more) return result;
    REPRISE_TRY(row, read_session_row(statement));
    REPRISE_TRY_VOID(add(std::move(row)));
  }
}

Result<StoreSnapshot> Store::snapshot() {
  REPRISE_TRY(held, Snapshot::begin(parts_->database));
  return StoreSnapshot(std::make_unique<Snapshot>(std::move(held)));
}

Result<std::vector<SessionId>> Store::session_ids() {
  std::vector<SessionId> ids;
  REPRISE_TRY(statement, parts_->database.prepare("SELECT id FROM session ORDER BY id"));
  for (;;) {
    REPRISE_TRY(more, parts_->database.step(statement));
    if (!more) return ids;
    ids.push_back(statement.integer_at(0));
  }
}

Result<SessionInfo> Store::session(SessionId session) {
  REPRISE_TRY(snapshot, Snapshot::begin(parts_->database));
  REPRISE_TRY(row, parts_->row(session));
  REPRISE_TRY(scenario, parts_->read_cached(row.scenario_body, parts_->scenario));
  REPRISE_TRY(annotations, parts_->read_cached(row.annotations_body, parts_->annotations));
  row.header.scenario = std::move(scenario);
  row.header.annotations = std::move(annotations);
  return parts_->info(std::move(row));
}

Result<StoredSession> Store::read_session(SessionId session, const TapeReadOptions& options) {
  REPRISE_TRY(snapshot, Snapshot::begin(parts_->database));
  REPRISE_TRY(info, this->session(session));
  Tape tape;
  tape.header = info.header;
  tape.complete = info.state == SessionState::complete;
  REPRISE_TRY(records, read_tape_rows(parts_->database, parts_->bodies, session, options));
  tape.records = std::move(records);
  if (tape.complete && tape.records.size() != info.record_count)
    return fail(ErrorCode::corrupt, session_name(session) +
                                        " has lost records at its end: "
                                        "restore the store from a copy");
  return StoredSession{std::move(info), std::move(tape)};
}

Result<Tape> Store::read_tape(SessionId session, const TapeReadOptions& options) {
  REPRISE_TRY(stored, read_session(session, options));
  return std::move(stored.tape);
}

Result<std::string> Store::body(const Digest& digest) {
  return parts_->bodies.get(parts_->database, digest);
}

Result<std::vector<GradeRow>> Store::grades(SessionId session) {
  REPRISE_TRY(statement,
              parts_->database.prepare(REPRISE_GRADE_SELECT "WHERE session=? ORDER BY id"));
  statement.integer(session);
  std::vector<GradeRow> rows;
  for (;;) {
    REPRISE_TRY(more, parts_->database.step(statement));
    if (!more) return rows;
    REPRISE_TRY(row, read_grade_row(statement));
    rows.push_back(std::move(row));
  }
}

Result<StoreStats> Store::stats() {
  Database& database = parts_->database;
  REPRISE_TRY(sessions, database.integer("SELECT count(*) FROM session"));
  REPRISE_TRY(records, database.integer("SELECT count(*) FROM tape"));
  REPRISE_TRY(bodies, database.integer("SELECT count(*) FROM body"));
  REPRISE_TRY(content, database.integer("SELECT coalesce(sum(size),0) FROM body"));
  REPRISE_TRY(stored, database.integer("SELECT coalesce(sum(length(bytes)),0) FROM body"));
  return StoreStats{sessions, records, bodies, content, stored};
}

}  // namespace reprise
