// Differences of documents, by place and value.
#include "sim/json/json_diff.h"

#include "sim/json/parse.h"
#include "tests/catch.h"

using namespace reprise;

namespace {

std::string differences(const char* left, const char* right, std::size_t most = 10) {
  std::string text;
  const Json left_document = *parse_json(left);
  const Json right_document = *parse_json(right);
  for (const auto& found : json_differences(&left_document, &right_document, most)) {
    text += found.path + " " + found.left + " " + found.right + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("documents of the same meaning do not differ") {
  CHECK(differences(R"({"a":1,"b":[2.0]})", R"({"b":[2],"a":1.0})").empty());
}

TEST_CASE("each difference names its path and both values") {
  CHECK(differences(R"({"a":{"b":[1,2,3]},"c":1})", R"({"a":{"b":[1,5]},"d":"x"})") ==
        "/a/b/1 2 5\n/a/b/2 3 (absent)\n/c 1 (absent)\n/d (absent) \"x\"\n");
  CHECK(differences("[1]", "{}") == " [1] {}\n");
  CHECK(differences(R"({"a/b":1})", R"({"a/b":2})") == "/a~1b 1 2\n");
}

TEST_CASE("the number of differences is bounded, and long values are shortened") {
  CHECK(differences("[1,2,3]", "[4,5,6]", 2) == "/0 1 4\n/1 2 5\n");
  const Json text = std::string(1000, 'x');
  const auto missing = json_differences(&text, nullptr, 1);
  CHECK(missing[0].left.size() < 130);
  CHECK(missing[0].right == "(absent)");
}

TEST_CASE("members of the same name are compared in their order") {
  CHECK(differences(R"({"a":1,"a":2})", R"({"a":1,"a":2})").empty());
  CHECK(differences(R"({"a":1,"a":2})", R"({"a":2,"a":1})") == "/a 1 2\n/a 2 1\n");
  CHECK(differences(R"({"a":1})", R"({"a":1,"a":2})") == "/a (absent) 2\n");
}
