// SQLite without the store around it, for tests that damage a store or look into it.
#pragma once

#include <sqlite3.h>
#include <string>
#include <vector>

#include "tests/catch.h"

namespace reprise {

class RawDatabase {
 public:
  explicit RawDatabase(const std::string& path) {
    REQUIRE(sqlite3_open(path.c_str(), &handle_) == SQLITE_OK);
  }
  ~RawDatabase() { sqlite3_close(handle_); }
  RawDatabase(const RawDatabase&) = delete;
  RawDatabase& operator=(const RawDatabase&) = delete;

  // The result code of SQLite; rows are ignored.
  int run(const std::string& sql) {
    return sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr);
  }
  // All rows, as text.
  std::vector<std::vector<std::string>> rows(const std::string& sql) {
    sqlite3_stmt* statement = nullptr;
    INFO(sql);
    REQUIRE(sqlite3_prepare_v2(handle_, sql.c_str(), -1, &statement, nullptr) == SQLITE_OK);
    std::vector<std::vector<std::string>> result;
    while (sqlite3_step(statement) == SQLITE_ROW) {
      std::vector<std::string> row;
      for (int i = 0; i < sqlite3_column_count(statement); ++i) {
        const auto* data = static_cast<const char*>(sqlite3_column_blob(statement, i));
        row.emplace_back(data == nullptr ? "" : data,
                         static_cast<std::size_t>(sqlite3_column_bytes(statement, i)));
      }
      result.push_back(std::move(row));
    }
    sqlite3_finalize(statement);
    return result;
  }

 private:
  sqlite3* handle_ = nullptr;
};

}  // namespace reprise
