#include "record/import/import_summary.h"

#include "sim/json/parse.h"
#include "tests/catch.h"

using namespace reprise;

namespace {

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
  const std::string table =
      import_table({import_row("a.yaml", imported()), unreadable_row("long/name.har", "gone")});
  CHECK(
      table ==
      "FILE           FORMAT          SESSIONS  CALLS  ATTEMPTS  LEFT OUT  NOTE\n"
      "a.yaml         vcrpy                  2      3         4         1  history rewritten in 1 "
      "turn; 2 conversations split where requests changed; left out: MCP, OAuth token\n"
      "long/name.har  -                      0      0         0         0  refused: gone\n"
      "2 files                               2      3         4         1  1 refused\n");
}

TEST_CASE("the JSON form is an array of rows") {
  const auto rows = parse_json(import_json({import_row("a.yaml", imported())}));
  REQUIRE(rows);
  const Json& row = rows->as_array()->at(0);
  CHECK(row.text_at("format") == "vcrpy");
  CHECK(row.find("calls")->as_int64() == 3);
  CHECK_FALSE(row.true_at("refused"));
}
