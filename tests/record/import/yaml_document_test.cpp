#include "record/import/yaml_document.h"

#include <fmt/format.h>

#include "tests/catch.h"

using namespace reprise;

TEST_CASE("a document becomes a tree with folded and unescaped scalars") {
  const auto root = parse_yaml("a: 'one\n  two'\nb: [x, \"\\u00e9\"]\nc: |+\n  line\n\n");
  REQUIRE(root);
  CHECK((*root)->text_at("a") == "one two");
  CHECK((*root)->find("b")->items[1]->text == "\xc3\xa9");
  CHECK((*root)->text_at("c") == "line\n\n");
  CHECK((*root)->find("d") == nullptr);
}

TEST_CASE("only plain scalars can be null") {
  const auto root = parse_yaml("a: ~\nb: 'null'\nc:\nd: null\n");
  REQUIRE(root);
  CHECK((*root)->find("a")->is_null());
  CHECK_FALSE((*root)->find("b")->is_null());
  CHECK((*root)->find("c")->is_null());
  CHECK((*root)->find("d")->is_null());
}

TEST_CASE("both binary tags are decoded, other tags are left alone") {
  const auto root =
      parse_yaml("a: !!binary Zm9v\nb: !binary |-\n  YmFy\nc: !other Zm9v\nd: Zm9v\n");
  REQUIRE(root);
  CHECK(scalar_bytes(*(*root)->find("a")) == "foo");
  CHECK(scalar_bytes(*(*root)->find("b")) == "bar");
  CHECK(scalar_bytes(*(*root)->find("c")) == "Zm9v");
  CHECK(scalar_bytes(*(*root)->find("d")) == "Zm9v");
  const auto wrong = parse_yaml("!!binary '***'");
  REQUIRE(wrong);
  CHECK_FALSE(scalar_bytes(**wrong));
}

TEST_CASE("an alias shares its node") {
  const auto root = parse_yaml("a: &x [1, 2]\nb: *x\n");
  REQUIRE(root);
  CHECK((*root)->find("a") == (*root)->find("b"));
}

TEST_CASE("documents that are made to cost much are refused early") {
  std::string laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
  for (int level = 1; level < 12; ++level) {
    laughs +=
        fmt::format("a{0}: &a{0} [*a{1}, *a{1}, *a{1}, *a{1}, *a{1}, *a{1}, *a{1}, *a{1}, *a{1}]\n",
                    level, level - 1);
  }
  CHECK_THAT(parse_yaml(laughs).error().message, Catch::Contains("aliases"));
  CHECK_THAT(parse_yaml("a: " + std::string(100'000, '[')).error().message,
             Catch::Contains("too deeply"));
  CHECK_THAT(parse_yaml("a: &a [*a]").error().message, Catch::Contains("anchor"));
  std::string many = "[";
  for (std::uint64_t i = 0; i <= yaml_node_max; ++i) many += "x,";
  CHECK_THAT(parse_yaml(many + "]").error().message, Catch::Contains("too many nodes"));
}

TEST_CASE("faults name their line") {
  CHECK_THAT(parse_yaml("a: b\nc: 'never closed\n").error().message, Catch::Contains("line"));
  CHECK_THAT(parse_yaml("").error().message, Catch::Contains("no YAML document"));
  CHECK_THAT(parse_yaml("? [a]\n: b\n").error().message, Catch::Contains("no scalar"));
}
