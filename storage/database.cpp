#include "storage/database.h"

#include <filesystem>
#include <unistd.h>

#include "storage/fault_point.h"

namespace reprise {
namespace {

bool has_log(const std::string& path) {
  std::error_code ignored;
  const auto size = std::filesystem::file_size(path + "-wal", ignored);
  return !ignored && size > 0;
}

bool is_writable(const std::string& path) {
  const auto folder = std::filesystem::absolute(path).parent_path();
  return access(path.c_str(), W_OK) == 0 && access(folder.c_str(), W_OK) == 0;
}

// SQLite's URI form of a path: the three characters that mean something in it are escaped.
std::string uri_of(const std::string& path, bool immutable) {
  std::string uri = "file:";
  for (const char c : path) {
    if (c == '%')
      uri += "%25";
    else if (c == '?')
      uri += "%3f";
    else if (c == '#')
      uri += "%23";
    else
      uri += c;
  }
  return immutable ? uri + "?immutable=1" : uri;
}

}  // namespace

Statement::~Statement() {
  if (handle_ == nullptr) return;
  sqlite3_reset(handle_);
  sqlite3_clear_bindings(handle_);
}

Statement& Statement::integer(std::int64_t value) {
  sqlite3_bind_int64(handle_, ++bound_, value);
  return *this;
}

Statement& Statement::integer(std::optional<std::int64_t> value) {
  return value ? integer(*value) : null();
}

Statement& Statement::text(std::string_view value) {
  const char* data = value.data() == nullptr ? "" : value.data();
  sqlite3_bind_text64(handle_, ++bound_, data, value.size(), SQLITE_STATIC, SQLITE_UTF8);
  return *this;
}

Statement& Statement::blob(std::string_view value) {
  const char* data = value.data() == nullptr ? "" : value.data();
  sqlite3_bind_blob64(handle_, ++bound_, data, value.size(), SQLITE_STATIC);
  return *this;
}

Statement& Statement::null() {
  sqlite3_bind_null(handle_, ++bound_);
  return *this;
}

int Statement::step_code() {
  return sqlite3_step(handle_);
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(handle_, column) == SQLITE_NULL;
}

std::int64_t Statement::integer_at(int column) const {
  return sqlite3_column_int64(handle_, column);
}

std::optional<std::int64_t> Statement::optional_at(int column) const {
  if (is_null(column)) return std::nullopt;
  return integer_at(column);
}

std::string_view Statement::bytes_at(int column) const {
  const void* data = sqlite3_column_blob(handle_, column);
  const int size = sqlite3_column_bytes(handle_, column);
  if (data == nullptr) return {};
  return {static_cast<const char*>(data), static_cast<std::size_t>(size)};
}

Result<Database> Database::open(const std::string& path, Access access, int busy_timeout_ms) {
  Database database(path);
  const bool writable = is_writable(path);
  const bool immutable = access == Access::read && !writable && !has_log(path);
  // A reader opens for writing where it may, so that it can tidy up the log behind it.
  const int mode =
      access == Access::write || writable ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY;
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(uri_of(path, immutable).c_str(), &handle,
                                   mode | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
  database.handle_.reset(handle);
  if (code != SQLITE_OK) return tl::unexpected<Error>(database.error(code));
  sqlite3_extended_result_codes(handle, 1);
  sqlite3_busy_timeout(handle, busy_timeout_ms);
  if (access == Access::read) REPRISE_TRY_VOID(database.execute("PRAGMA query_only=ON"));
  return database;
}

Result<Statement> Database::prepare(const char* sql) {
  auto& cached = statements_[sql];
  if (!cached) {
    sqlite3_stmt* handle = nullptr;
    const int code =
        sqlite3_prepare_v3(handle_.get(), sql, -1, SQLITE_PREPARE_PERSISTENT, &handle, nullptr);
    cached.reset(handle);
    if (code != SQLITE_OK) return tl::unexpected<Error>(error(code));
  }
  return Statement(cached.get());
}

Result<bool> Database::step(Statement& statement) {
  const int code = statement.step_code();
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return tl::unexpected<Error>(error(code));
}

Result<void> Database::run(Statement& statement) {
  REPRISE_TRY(row, step(statement));
  static_cast<void>(row);
  return {};
}

Result<void> Database::execute(const char* sql) {
  const int code = sqlite3_exec(handle_.get(), sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return tl::unexpected<Error>(error(code));
  return {};
}

Result<std::int64_t> Database::integer(const char* sql) {
  REPRISE_TRY(statement, prepare(sql));
  REPRISE_TRY(row, step(statement));
  return row ? statement.integer_at(0) : 0;
}

Error Database::error(int code) const {
  const std::string detail = handle_ ? sqlite3_errmsg(handle_.get()) : sqlite3_errstr(code);
  if (code == SQLITE_IOERR_WRITE)  // over a quota, or over the largest file that is allowed
    return {ErrorCode::storage,
            path_ + " cannot be written to: check free space, quota and file size limit"};
  switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return {ErrorCode::busy,
              path_ + " is held by another process: wait until it ends, then try again"};
    case SQLITE_NOTADB:
      return {ErrorCode::corrupt, path_ + " is not a store: check the path"};
    case SQLITE_CORRUPT:
      return {ErrorCode::corrupt, path_ + " is damaged (" + detail + "): restore it from a copy"};
    case SQLITE_ERROR:  // the schema is not ours: "no such table", "malformed" …
      return {ErrorCode::corrupt,
              path_ + " has no readable schema (" + detail + "): restore it from a copy"};
    case SQLITE_FULL:
      return {ErrorCode::storage, path_ + ": the disk is full: free some space, then try again"};
    case SQLITE_READONLY:
      return {ErrorCode::storage, path_ + " is read-only: make it and its folder writable"};
    default:
      return {ErrorCode::storage, path_ + ": " + detail + ": check the disk and permissions"};
  }
}

Result<Snapshot> Snapshot::begin(Database& database) {
  if (database.in_transaction()) return Snapshot(nullptr);
  REPRISE_TRY(statement, database.prepare("BEGIN"));
  REPRISE_TRY_VOID(database.run(statement));
  return Snapshot(&database);
}

Snapshot::~Snapshot() {
  if (database_ == nullptr) return;
  auto statement = database_->prepare("COMMIT");
  // Nothing was written, so there is nothing to lose.
  if (statement) static_cast<void>(database_->run(*statement));
}

Result<Transaction> Transaction::begin(Database& database) {
  REPRISE_TRY(statement, database.prepare("BEGIN IMMEDIATE"));
  REPRISE_TRY_VOID(database.run(statement));
  return Transaction(database);
}

Transaction::~Transaction() {
  // A failed rollback means that SQLite already rolled back by itself.
  if (database_ != nullptr) static_cast<void>(database_->execute("ROLLBACK"));
}

Result<void> Transaction::commit() {
  reach_fault_point(FaultPoint::before_commit);
  REPRISE_TRY(statement, database_->prepare("COMMIT"));
  REPRISE_TRY_VOID(database_->run(statement));
  database_ = nullptr;
  reach_fault_point(FaultPoint::after_commit);
  return {};
}

}  // namespace reprise
