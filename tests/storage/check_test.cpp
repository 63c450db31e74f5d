// One flipped bit, in every byte that a store keeps: in every value of every row through SQL, and
// in every byte of the file's pages. The check must notice each.
#include "storage/check.h"

#include <fstream>

#include "storage/store.h"
#include "tests/catch.h"
#include "tests/storage/example_store.h"
#include "tests/storage/page_map.h"
#include "tests/storage/raw_database.h"
#include "tests/support/corpus.h"

using namespace reprise;

namespace {

std::string noise(std::size_t bytes) {
  std::string text;
  for (int block = 0; text.size() < bytes; ++block) text += as_bytes(sha256(std::to_string(block)));
  return text.substr(0, bytes);
}

void write_file(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

// Every kind of record, chains of requests, answers, bodies stored raw and whole, one over several
// pages, a sealed session and one without a seal, a grade. Small pages make trees of several
// levels.
std::string store_bytes(const TempFolder& folder) {
  const std::string path = folder.file("original.db");
  {
    Store store = *Store::open(path, StoreMode::write);
    Tape whole = example_tape(1);
    std::get<AttemptDone>(whole.records[2].outcome.result).response.body = noise(1200);
    const SessionSeal seal{"t1", "w1", 2, 1000, {1, 2}, "finished"};
    REQUIRE(store.write_tape(whole, seal));
    Tape cut = example_tape(2);
    cut.complete = false;
    cut.records.resize(3);
    REQUIRE(store.write_tape(cut, {}));
    REQUIRE(store.write_tape(long_tape(3), {}));
    // Not of session 1: the index would hold (1, 1), which reads the same when it is cut in half.
    REQUIRE(store.write_grade({2, "ladder", "1", "t1", "correct", true, "0.5", "{\"a\":1}"}));
  }
  RawDatabase raw(path);
  REQUIRE(raw.run("PRAGMA journal_mode=DELETE; PRAGMA page_size=512; VACUUM") == SQLITE_OK);
  return read_file(path);
}

bool is_noticed(const std::string& path) {
  const auto report = check_store(path);
  return !report || !report->clean();
}

// SQL expressions for the value with one bit changed, once for every byte that it has.
std::vector<std::string> changed_values(RawDatabase& raw, const std::string& column,
                                        const std::string& from) {
  const auto found = raw.rows("SELECT typeof(" + column + "),hex(" + column + ") " + from);
  const std::string& type = found[0][0];
  if (type == "null") return {"0", "''", "x''"};
  std::vector<std::string> values;
  for (int shift = 0; type == "integer" && shift < 64; shift += 8) {
    const std::string bit = "(1<<" + std::to_string(shift) + ")";
    values.push_back("(" + column + "|" + bit + ")-(" + column + "&" + bit + ")");
  }
  if (type == "integer") return values;
  const std::string& hex = found[0][1];
  for (std::size_t at = 0; at < hex.size(); at += 2) {
    std::string flipped = hex;
    flipped[at + 1] = "1032547698BADCFE"[std::string("0123456789ABCDEF").find(hex[at + 1])];
    values.push_back(type == "text" ? "CAST(x'" + flipped + "' AS TEXT)" : "x'" + flipped + "'");
  }
  const std::string longer = "x'" + hex + "00'";
  values.push_back(type == "text" ? "CAST(" + longer + " AS TEXT)" : longer);
  return values;
}

struct Tally {
  int noticed = 0;
  int refused = 0;  // by SQLite: a type, a key, a NOT NULL
  std::vector<std::string> missed;
};

void change_row(const std::string& path, const std::string& bytes, const std::string& table,
                const std::string& where, Tally& tally) {
  std::vector<std::string> updates;
  {
    RawDatabase raw(path);
    for (const auto& column : raw.rows("SELECT name FROM pragma_table_info('" + table + "')"))
      for (const std::string& value : changed_values(raw, column[0], "FROM " + table + " " + where))
        updates.push_back("UPDATE " + table + " SET " + column[0] + "=" + value + " " + where);
  }
  for (const std::string& update : updates) {
    RawDatabase raw(path);
    raw.run("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF");
    if (raw.run(update) != SQLITE_OK) {
      ++tally.refused;
    } else if (is_noticed(path)) {
      ++tally.noticed;
    } else {
      tally.missed.push_back(update);
    }
    write_file(path, bytes);
  }
}

// Of the tables and their indexes; the schema's own pages are not among them.
std::vector<std::size_t> roots(const std::string& path) {
  std::vector<std::size_t> pages;
  for (const auto& row :
       RawDatabase(path).rows("SELECT rootpage FROM sqlite_schema WHERE rootpage"))
    pages.push_back(std::stoul(row[0]));
  return pages;
}

}  // namespace

TEST_CASE("a changed bit in any byte of any value is noticed") {
  const TempFolder folder;
  const std::string bytes = store_bytes(folder);
  const std::string path = folder.file("changed.db");
  write_file(path, bytes);
  REQUIRE_FALSE(is_noticed(path));
  for (const std::string table : {"session", "tape", "body", "grade"}) {
    const std::string key = table == "tape" ? "session,seq" : "id,0";
    std::vector<std::vector<std::string>> keys =
        RawDatabase(path).rows("SELECT " + key + " FROM " + table);
    Tally tally;
    for (const auto& row : keys) {
      const std::string where =
          table == "tape" ? "WHERE session=" + row[0] + " AND seq=" + row[1] : "WHERE id=" + row[0];
      change_row(path, bytes, table, where, tally);
    }
    INFO(table);
    CHECK(tally.noticed > 50);
    CHECK(tally.missed == std::vector<std::string>{});
  }
}

TEST_CASE("a changed bit in any byte of the file's pages is noticed, but for bytes without use") {
  const TempFolder folder;
  const std::string bytes = store_bytes(folder);
  const std::string path = folder.file("changed.db");
  write_file(path, bytes);
  const PageMap map(bytes, roots(path));
  // Trees with inner pages and rows over several pages are among them.
  REQUIRE(map.inner_pages() > 0);
  REQUIRE(map.overflow_pages() > 0);
  std::vector<std::size_t> missed;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    if (!map.is_used(at)) continue;
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    const auto put = [&](char byte) {
      file.seekp(static_cast<std::streamoff>(at));
      file.put(byte).flush();
    };
    put(static_cast<char>(bytes[at] ^ 1));
    if (!is_noticed(path)) missed.push_back(at);
    put(bytes[at]);
  }
  CHECK(missed == std::vector<std::size_t>{});
}
