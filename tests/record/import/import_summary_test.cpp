#include "record/import/import_summary.h"

#include "sim/json/parse.h"
#include "sim/json/write.h"
#include "tests/catch.h"

using namespace reprise;

namespace {

class PlainConsole : public Console {
 public:
  void print(std::string_view) override {}
  void say(std::string_view) override {}
  void complain(std::string_view) override {}
  void progress(std::string_view, std::uint64_t, std::uint64_t) override {}
};

ImportedFile imported() {
  ImportedFile file;
  file.format = "vcrpy";
  file.sessions.resize(2);
  file.calls = 3;
  file.attempts = 4;
  file.left_out = 1;
  file.rewritten_turns = 1;
  file.splits = 2;
  file.left_out_kinds = {"MCP", "OAuth token"};
  return file;
}

}  // namespace

TEST_CASE("a row says in words what was not plain") {
  const ImportRow row = import_row("a.yaml", imported());
  CHECK(row.note ==
        "history rewritten in 1 turn; 2 conversations split where requests changed; "
        "left out: MCP, OAuth token");
  CHECK_FALSE(row.refused);
}

TEST_CASE("the table lines up and adds up") {
  const PlainConsole console;
  const std::string table = import_table(
      {import_row("a.yaml", imported()), unreadable_row("long/name.har", "gone")}, console);
  CHECK(table ==
        "file           format  sessions  calls  attempts  left out  note\n"
        "a.yaml         vcrpy          2      3         4         1  history rewritten in 1 "
        "turn; 2 conversations split where requests changed; left out: MCP, OAuth token\n"
        "long/name.har  -              0      0         0         0  refused: gone\n"
        "2 files                       2      3         4         1  1 refused\n");
}

TEST_CASE("the JSON form has the numbers of the stored sessions") {
  ImportRow stored = import_row("a.yaml", imported());
  stored.sessions = {7, 8};
  const auto row = parse_json(import_row_json(stored));
  REQUIRE(row);
  CHECK(row->text_at("format") == "vcrpy");
  CHECK(row->find("calls")->as_int64() == 3);
  CHECK(to_json(*row->find("sessions")) == "[7,8]");
  CHECK_FALSE(row->true_at("refused"));
}
