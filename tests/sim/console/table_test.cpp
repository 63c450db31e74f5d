#include "sim/console/table.h"

#include "tests/catch.h"

using namespace reprise;

namespace {

class SilentConsole : public Console {
 public:
  void print(std::string_view) override {}
  void say(std::string_view) override {}
  void complain(std::string_view) override {}
  void progress(std::string_view, std::uint64_t, std::uint64_t) override {}
};

}  // namespace

TEST_CASE("columns are as wide as their widest cell, and the last one is not padded") {
  Table table({{"n", Table::Align::right}, {"name"}, {"end"}});
  CHECK(table.empty());
  table.add({"1", "a", "x"});
  table.add({"100", "longer", "yy"});
  CHECK_FALSE(table.empty());
  CHECK(table.text(SilentConsole()) ==
        "  n  name    end\n"
        "  1  a       x\n"
        "100  longer  yy\n");
}

TEST_CASE("East Asian wide characters take two columns, others one, whatever their bytes") {
  CHECK(display_width("") == 0);
  CHECK(display_width("abc") == 3);
  CHECK(display_width("caf\xc3\xa9") == 4);
  CHECK(display_width("\xe6\x97\xa5\xe6\x9c\xac") == 4);
  CHECK(display_width("\xf0\x9f\x99\x82") == 2);
  CHECK(display_width("\xff\xfe") == 2);  // no UTF-8: a replacement character each
  Table table({{"name"}, {"n"}});
  table.add({"\xe6\x97\xa5\xe6\x9c\xac", "1"});
  table.add({"caf\xc3\xa9s", "2"});
  CHECK(table.text(SilentConsole()) ==
        "name   n\n"
        "\xe6\x97\xa5\xe6\x9c\xac   1\n"
        "caf\xc3\xa9s  2\n");
}

TEST_CASE("colours surround the text of a cell and do not move the columns") {
  SilentConsole console;
  Table table({{"a"}, {"b"}});
  table.add({{"x", Colour::green}, "1"});
  CHECK(table.text(console) == "a  b\nx  1\n");
  console.colour = true;
  CHECK(table.text(console) ==
        "\x1b[90ma\x1b[0m  \x1b[90mb\x1b[0m\n"
        "\x1b[32mx\x1b[0m  1\n");
  CHECK(coloured(console, Colour::none, "x") == "x");
}
