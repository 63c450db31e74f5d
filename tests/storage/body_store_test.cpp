#include "storage/body_store.h"

#include <fstream>

#include "storage/schema.h"
#include "tests/catch.h"
#include "tests/storage/example_store.h"

using namespace reprise;

namespace {

struct Bodies {
  Bodies() { REQUIRE(create_schema(database)); }

  BodyId put(const std::string& content) {
    const auto id = store.put_request(database, sha256(content), content, chain);
    REQUIRE(id);
    return *id;
  }
  // By a store that has read nothing yet.
  std::string get(BodyId id) {
    const auto content = BodyStore().get(database, id);
    REQUIRE(content);
    return *content;
  }
  std::int64_t stored_bytes() { return *database.integer("SELECT sum(length(bytes)) FROM body"); }
  // How many bodies must be decoded before the one that needs most.
  std::int64_t deepest() {
    return *database.integer(
        "WITH RECURSIVE d(id,depth) AS (SELECT id,0 FROM body WHERE reference IS NULL UNION ALL "
        "SELECT b.id,depth+1 FROM body b JOIN d ON b.reference=d.id) SELECT max(depth) FROM d");
  }

  TempFolder folder;
  Database database = open_empty(folder.file("s.db"));
  BodyStore store;
  RequestChain chain;

 private:
  static Database open_empty(const std::string& path) {
    std::ofstream(path).close();
    return *Database::open(path, Database::Access::write, 0);
  }
};

// No two of the numbers give texts that share more than a few bytes.
std::string unlike(int number, std::size_t bytes) {
  std::string text;
  for (int block = 0; text.size() < bytes; ++block)
    text += to_hex(sha256(std::to_string(number), "/", std::to_string(block)));
  return text.substr(0, bytes);
}

}  // namespace

TEST_CASE("requests come back byte for byte, however they are like the one before") {
  const std::string base = unlike(1, 50000);
  const std::string tail = unlike(2, 5000);
  const std::vector<std::vector<std::string>> chains = {
      {base, base + "more"},                          // longer
      {base + "more", base},                          // shorter: a prefix
      {base, "x" + base},                             // another start
      {base + "]" + tail, base + ",new]" + tail},     // the same start and end
      {base, unlike(3, 50000)},                       // nothing in common
      {base, unlike(4, 3), base + "a"},               // a short one between them
      {unlike(5, 400000), unlike(5, 390000) + base},  // over 128 KB
      {base, "", base + "b"},                         // an empty one
  };
  for (const auto& contents : chains) {
    Bodies bodies;
    std::vector<BodyId> ids;
    for (const std::string& content : contents) ids.push_back(bodies.put(content));
    for (std::size_t i = 0; i < ids.size(); ++i) CHECK(bodies.get(ids[i]) == contents[i]);
  }
}

TEST_CASE("a request costs what is new in it") {
  Bodies bodies;
  const std::string tools = unlike(0, 8000);
  std::string history = unlike(1, 100000);
  bodies.put(history + "]" + tools);
  const std::int64_t before = bodies.stored_bytes();
  history += unlike(2, 1000);
  bodies.put(history + "]" + tools);
  CHECK(bodies.stored_bytes() - before < 800);  // 1000 hexadecimal digits are 500 bytes
}

TEST_CASE("however long a conversation is, few bodies are decoded to read one") {
  Bodies bodies;
  std::vector<BodyId> ids;
  std::vector<std::string> contents;
  std::string history = unlike(0, 200);
  for (int turn = 1; turn <= 600; ++turn) {
    history += unlike(turn, 20);
    contents.push_back(history);
    ids.push_back(bodies.put(history));
  }
  CHECK(bodies.deepest() <= body_depth_limit);
  CHECK(bodies.deepest() >= body_run_limit);
  for (const std::size_t i : {0U, 223U, 224U, 225U, 226U, 449U, 450U, 451U, 599U})
    CHECK(bodies.get(ids[i]) == contents[i]);
}

TEST_CASE("a chain of heads ends, too: then a body is stored whole") {
  Bodies bodies;
  RequestChain::Link head;
  head.content = unlike(0, 300);
  head.id = bodies.put(head.content);
  head.depth = body_head_limit;
  bodies.chain.head = head;
  bodies.chain.latest.back().depth = body_depth_limit;
  bodies.chain.latest.back().run = body_run_limit;
  bodies.put(head.content + "more");
  CHECK(*bodies.database.integer("SELECT count(*) FROM body WHERE reference IS NOT NULL") == 0);
}
