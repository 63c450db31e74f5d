// Event streams, however they are cut.
#include "sim/http/sse.h"

#include "tests/catch.h"

using namespace reprise;

namespace {

struct Case {
  std::string body;
  std::vector<SseEvent> events;
  bool open = false;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {"data: a\n\n", {{"", "a"}}},
      {"data: a\r\n\r\ndata: b\r\n\r\n", {{"", "a"}, {"", "b"}}},
      {"data: a\r\rdata: b\r\r", {{"", "a"}, {"", "b"}}},
      {"event: x\ndata: 1\n\nevent: y\ndata: 2\n\n", {{"x", "1"}, {"y", "2"}}},
      {"data:a\n\ndata:  b\n\n", {{"", "a"}, {"", " b"}}},
      {"data: a\ndata: b\n\n", {{"", "a\nb"}}},
      {"data\n\n", {{"", ""}}},
      {": comment\n\ndata: a\n: inside\n\n", {{"", "a"}}},
      {"\xef\xbb\xbf"
       "data: a\n\n",
       {{"", "a"}}},
      {"data: line\xe2\x80\xa8separator \xc2\x85 too\n\n",
       {{"", "line\xe2\x80\xa8separator \xc2\x85 too"}}},
      {"id: 7\nretry: 10\nunknown: x\ndata: a\n\n", {{"", "a"}}},
      {"event: only\n\ndata: a\n\n", {{"", "a"}}},
      {"data: a\n\ndata: b\n", {{"", "a"}}, true},
      {"data: a\n\ndata: b", {{"", "a"}}, true},
      {"data: \xf0\x9f\x98\x80\n\n", {{"", "\xf0\x9f\x98\x80"}}},
      {"", {}},
      {"\n\n\n", {}},
  };
  return all;
}

}  // namespace

TEST_CASE("a stream gives its events, whole or in pieces of any size") {
  for (const Case& expected : cases()) {
    CAPTURE(expected.body);
    bool open = false;
    CHECK(parse_sse(expected.body, &open) == expected.events);
    CHECK(open == expected.open);
    for (std::size_t cut = 0; cut <= expected.body.size(); ++cut) {
      SseParser parser;
      auto events = parser.feed(std::string_view(expected.body).substr(0, cut));
      for (auto& event : parser.feed(std::string_view(expected.body).substr(cut))) {
        events.push_back(std::move(event));
      }
      CHECK(events == expected.events);
    }
    SseParser bytewise;
    std::vector<SseEvent> events;
    for (char byte : expected.body) {
      for (auto& event : bytewise.feed({&byte, 1})) events.push_back(std::move(event));
    }
    CHECK(events == expected.events);
  }
}

TEST_CASE("an event that is written reads back") {
  CHECK(write_sse("error", "{\"a\":1}") == "event: error\ndata: {\"a\":1}\n\n");
  CHECK(parse_sse(write_sse("", "x")) == std::vector<SseEvent>{{"", "x"}});
}
