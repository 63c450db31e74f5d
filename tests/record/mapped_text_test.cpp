#include "record/mapped_text.h"

#include "tests/catch.h"

using namespace reprise;

TEST_CASE("escapes are decoded, each byte knows its source, levels add up") {
  MappedText source;
  source.append_plain(R"(a\n\u00e9\\u0041\x)", 100);
  const MappedText once = unescaped(source);
  CHECK(once.text == "a\n\xc3\xa9\\u0041\\x");
  CHECK(once.sources[1].begin == 101);
  CHECK(once.sources[1].end == 103);
  CHECK(once.sources[3].begin == 103);  // second byte of the é: the same escape
  CHECK(once.sources[3].end == 109);
  const MappedText twice = unescaped(once);
  CHECK(twice.text ==
        "a\n\xc3\xa9"
        "A\\x");
  CHECK(twice.sources[4].begin == 109);
  CHECK(twice.sources[4].end == 116);
}
