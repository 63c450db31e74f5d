// The rules of the house, checked on the source itself; and each rule checked on a text that breaks
// it, so that none of them is asleep.
#include "tests/catch.h"
#include "tests/tidy/source_files.h"

using namespace reprise::tidy;

namespace {

using Rule = std::vector<Finding> (*)(const SourceFile&);

void check_all(Rule rule) {
  const auto files = source_files();
  REQUIRE(files.size() > 50);
  for (const SourceFile& file : files) {
    for (const Finding& finding : rule(file)) {
      FAIL_CHECK(finding.path << ":" << finding.line << ": " << finding.message);
    }
  }
  CHECK(true);
}

std::size_t count(Rule rule, const char* path, const std::string& text) {
  return rule(make_source_file(path, text)).size();
}

}  // namespace

TEST_CASE("no clock, chance, environment or float reaches an output") {
  check_all(find_banned_words);
  CHECK(count(find_banned_words, "sim/a.cpp", "auto t = std::chrono::steady_clock::now();") == 1);
  CHECK(count(find_banned_words, "record/clock.cpp", "std::chrono::steady_clock::now();") == 0);
  CHECK(count(find_banned_words, "sim/a.cpp", "// steady_clock\nf(\"steady_clock\");") == 0);
  CHECK(count(find_banned_words, "sim/a.cpp", "double x; int doubled;") == 1);
  CHECK(count(find_banned_words, "sim/a.cpp", "f(R\"(double \"x\" float)\"); int n = 1'000;") == 0);
}

TEST_CASE("files and lines stay short, and finished") {
  check_all(find_layout_faults);
  CHECK(count(find_layout_faults, "sim/a.h", "#pragma once\n") == 1);
  CHECK(count(find_layout_faults, "sim/a.h", "// What it is for.\n#pragma once \n") == 1);
  CHECK(count(find_layout_faults, "sim/a.cpp", std::string("int x;  // TO") + "DO\n") == 1);
  CHECK(count(find_layout_faults, "sim/a.cpp", "int " + std::string(100, 'x') + ";\n") == 1);
  CHECK(count(find_layout_faults, "sim/a.cpp", std::string(1500, '\n')) == 1);
}

TEST_CASE("functions stay short") {
  check_all(find_long_functions);
  const std::string body = std::string(70, '\n');
  CHECK(count(find_long_functions, "sim/a.cpp", "int f() {" + body + "}") == 1);
  CHECK(count(find_long_functions, "sim/a.cpp", "namespace n {" + body + "}") == 0);
  CHECK(count(find_long_functions, "sim/a.cpp", "class C {" + body + "};") == 0);
  CHECK(count(find_long_functions, "sim/a.cpp", "int f() {\n}\nint g() {\n}" + body) == 0);
}

TEST_CASE("folders use only what lies below them") {
  check_all(find_wrong_includes);
  CHECK(count(find_wrong_includes, "sim/a.cpp", "#include \"storage/store.h\"") == 1);
  CHECK(count(find_wrong_includes, "replay/a.cpp", "#include \"record/a.h\"") == 1);
  CHECK(count(find_wrong_includes, "record/a.cpp", "#include \"storage/store.h\"") == 0);
}
