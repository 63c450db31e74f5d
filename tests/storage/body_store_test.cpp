#include "storage/body_store.h"

#include <fstream>

#include "sim/base/little_endian.h"
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
  BodyId put_answer(const std::string& content) {
    const auto id = store.put_answer(database, content, chain);
    REQUIRE(id);
    return *id;
  }
  // Packs a request again with a row of the caller's making, its checksum good.
  void change(BodyId id, const std::string& bytes, BodyId reference) {
    auto statement = *database.prepare("UPDATE body SET bytes=?,reference=? WHERE id=?");
    REQUIRE(database.run(statement.blob(bytes).integer(reference).integer(id)));
  }
  std::string bytes_of(BodyId id) {
    auto statement = *database.prepare("SELECT bytes FROM body WHERE id=?");
    REQUIRE(*database.step(statement.integer(id)));
    return std::string(statement.bytes_at(0));
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

TEST_CASE("what came in an answer costs next to nothing in the requests after it") {
  Bodies bodies;
  std::string history = unlike(0, 2000);
  std::vector<BodyId> ids = {bodies.put(history)};
  std::vector<std::string> contents = {history};
  std::int64_t answers = 0;
  const std::int64_t before = bodies.stored_bytes();
  for (int turn = 1; turn <= 300; ++turn) {  // over the end of a run
    const std::string answer = unlike(turn, 1000);
    const BodyId id = bodies.put_answer(answer);
    answers += static_cast<std::int64_t>(bodies.bytes_of(id).size());
    history += ",{" + answer + "}";
    ids.push_back(bodies.put(history));
    contents.push_back(history);
  }
  CHECK(bodies.stored_bytes() - before - answers < 300 * 100);
  for (const std::size_t i : {1U, 2U, 224U, 225U, 226U, 300U})
    CHECK(bodies.get(ids[i]) == contents[i]);
}

TEST_CASE("agents that take turns each find the answers since their own last request") {
  Bodies bodies;
  std::string left = unlike(1, 2000), right = unlike(2, 2000);
  bodies.put(left);
  bodies.put(right);
  const std::string for_left = unlike(3, 3000), for_right = unlike(4, 3000);
  bodies.put_answer(for_left);
  bodies.put_answer(for_right);
  const std::int64_t before = bodies.stored_bytes();
  const BodyId second_left = bodies.put(left + for_left);
  const BodyId second_right = bodies.put(right + for_right);
  CHECK(bodies.stored_bytes() - before < 200);
  CHECK(bodies.get(second_left) == left + for_left);
  CHECK(bodies.get(second_right) == right + for_right);
}

TEST_CASE("answers that cannot be are refused, whatever the row says") {
  Bodies bodies;
  const std::string first = unlike(1, 1000), answer = unlike(2, 1000);
  const BodyId reference = bodies.put(first);
  const BodyId answer_id = bodies.put_answer(answer);
  const BodyId id = bodies.put(first + answer);
  const std::string good = bodies.bytes_of(id);
  REQUIRE(little_endian(good.substr(4, 2)) == 1);
  REQUIRE(little_endian(good.substr(6, 8)) == static_cast<std::uint64_t>(answer_id));
  const auto with_answer = [&good](BodyId named) {
    std::string bytes = good.substr(0, 6);
    append_little_endian(bytes, static_cast<std::uint64_t>(named), 8);
    return bytes + good.substr(14);
  };
  const std::pair<std::string, std::string> changes[] = {
      {with_answer(id), "refers to a later body"},
      {with_answer(id + 1), "refers to a later body"},
      {with_answer(-1), "is missing"},
      {good.substr(0, 3), "is cut off"},
      {good.substr(0, 5), "is cut off"},
      {good.substr(0, 13), "is cut off"},
      {good.substr(0, 4) + "\xff\xff" + good.substr(6), "is cut off"},
      {with_answer(reference), "does not"},
  };
  for (const auto& [bytes, what] : changes) {
    bodies.change(id, bytes, reference);
    const auto content = BodyStore().get(bodies.database, id);
    INFO(what);
    REQUIRE_FALSE(content);
    CHECK(content.error().message.find(what) != std::string::npos);
  }
}

TEST_CASE("answers of a hostile store take no more memory than they may") {
  Bodies bodies;
  const std::string first = unlike(1, 1000), answer = unlike(2, 1000);
  bodies.put(first);
  const BodyId answer_id = bodies.put_answer(answer);
  const BodyId id = bodies.put(first + answer);
  const std::string change = "UPDATE body SET size=" + std::to_string(answer_bytes_limit + 1) +
                             " WHERE id=" + std::to_string(answer_id);
  REQUIRE(bodies.database.execute(change.c_str()));
  const auto content = BodyStore().get(bodies.database, id);
  REQUIRE_FALSE(content);
  CHECK(content.error().message.find("needs too many answers") != std::string::npos);
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
