// A thin owner of one SQLite connection: statements prepared once, transactions that roll back, and
// SQLite's result codes as our errors.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <sqlite3.h>
#include <string>
#include <string_view>

#include "sim/base/result.h"

namespace reprise {

// How an SQLite file begins (sqlite.org/fileformat.html).
inline constexpr std::string_view sqlite_magic{"SQLite format 3\0", 16};

// One use of a cached statement; it is reset when the use ends. Text and blobs that are bound must
// outlive the use; views that are read are valid until the next step().
class Statement {
 public:
  explicit Statement(sqlite3_stmt* handle) : handle_(handle) {}
  Statement(Statement&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Statement& operator=(Statement&&) = delete;
  ~Statement();

  // Parameters are bound in order, from 1.
  Statement& integer(std::int64_t value);
  Statement& integer(std::optional<std::int64_t> value);
  Statement& text(std::string_view value);
  Statement& blob(std::string_view value);
  Statement& null();

  // The raw SQLite code; callers go through Database::step and Database::run.
  int step_code();

  bool is_null(int column) const;
  std::int64_t integer_at(int column) const;
  std::optional<std::int64_t> optional_at(int column) const;
  std::string_view bytes_at(int column) const;  // of text or blob

 private:
  sqlite3_stmt* handle_;
  int bound_ = 0;
};

class Database {
 public:
  enum class Access { read, write };

  // `path` must exist. A store on a read-only file system without a log is opened as immutable.
  static Result<Database> open(const std::string& path, Access access, int busy_timeout_ms);
  Database(Database&&) noexcept = default;

  // Prepares on first use. REQUIRES: `sql` is a literal (it is the key of the cache).
  Result<Statement> prepare(const char* sql);
  // True: there is a row. False: the statement is done.
  Result<bool> step(Statement& statement);
  // Steps a statement that gives no rows.
  Result<void> run(Statement& statement);
  // Runs one or more statements without parameters.
  Result<void> execute(const char* sql);
  Result<std::int64_t> integer(const char* sql);  // first column of the first row
  bool in_transaction() const { return sqlite3_get_autocommit(handle_.get()) == 0; }
  const std::string& path() const { return path_; }
  // What an SQLite code means for the reader, as one line with what to do.
  Error error(int code) const;

 private:
  struct Close {
    void operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
  };
  struct Finalize {
    void operator()(sqlite3_stmt* handle) const { sqlite3_finalize(handle); }
  };
  explicit Database(std::string path) : path_(std::move(path)) {}

  std::string path_;
  std::unique_ptr<sqlite3, Close> handle_;
  std::map<const char*, std::unique_ptr<sqlite3_stmt, Finalize>> statements_;
};

// Everything that is read while it lives is of one moment. It also spares a lock and its release
// for each statement. Does nothing inside of a transaction.
class Snapshot {
 public:
  static Result<Snapshot> begin(Database& database);
  Snapshot(Snapshot&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {}
  Snapshot& operator=(Snapshot&&) = delete;
  ~Snapshot();

 private:
  explicit Snapshot(Database* database) : database_(database) {}
  Database* database_;  // nullptr: nothing to end
};

// Rolls back unless committed.
class Transaction {
 public:
  static Result<Transaction> begin(Database& database);
  Transaction(Transaction&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {}
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction();
  Result<void> commit();

 private:
  explicit Transaction(Database& database) : database_(&database) {}
  Database* database_;
};

}  // namespace reprise
