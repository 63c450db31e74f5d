#include "sim/scenario/section_reader.h"
#include "tests/catch.h"

using namespace reprise;

TEST_CASE("the nearest name is one that could have been meant") {
  const std::vector<std::string> names = {"attempts", "retry", "seed", "id", "architecture"};
  struct Case {
    const char* name;
    const char* nearest;
  };
  for (const auto& [name, nearest] : std::initializer_list<Case>{{"attemps", "attempts"},
                                                                 {"sede", "seed"},
                                                                 {"retrys", "retry"},
                                                                 {"architektur", "architecture"},
                                                                 {"seed", "seed"},
                                                                 {"x", ""},
                                                                 {"ab", ""},
                                                                 {"", ""},
                                                                 {"temperature", ""}}) {
    CAPTURE(name);
    CHECK(nearest_name(name, names) == nearest);
  }
  CHECK(nearest_name("seed", {}).empty());
}

TEST_CASE("advice names the nearest first, and always all") {
  CHECK(advise_names("gemni", {"none", "gemini"}) ==
        "did you mean \"gemini\"? Use one of none, gemini");
  CHECK(advise_names("mistral", {"none", "gemini"}) == "use one of none, gemini");
}
