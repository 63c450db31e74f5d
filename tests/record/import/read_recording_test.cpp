#include "record/import/read_recording.h"

#include "sim/base/base64.h"
#include "tests/record/import/test_files.h"

using namespace reprise;

TEST_CASE("each fixture is told by its content and read") {
  struct Case {
    const char* file;
    const char* format;
    std::size_t exchanges;
  };
  const auto each = GENERATE(values<Case>({
      {"bedrock.yaml", "vcrpy", 1},
      {"go_vcr.yaml", "go-vcr", 2},
      {"httprr.httprr", "httprr", 2},
      {"mitmproxy.har", "har", 1},
      {"not_llm.har", "har", 1},
      {"polly.har", "har", 2},
      {"ruby_vcr.yml", "ruby-vcr", 2},
      {"vcrpy.yaml", "vcrpy", 3},
      {"vcrpy_httpx.yaml", "vcrpy", 1},
      {"vcrpy_parsed_body.yaml", "vcrpy", 3},
      {"vcrpy_retry.yaml", "vcrpy", 2},
  }));
  CAPTURE(each.file);
  const std::string bytes = fixture(each.file);
  std::string_view format;
  const auto recording = read_recording(bytes, format);
  REQUIRE(recording);
  CHECK(format == each.format);
  CHECK(recording->exchanges.size() == each.exchanges);
}

TEST_CASE("what cannot be replayed is refused with a line that says why") {
  struct Case {
    const char* file;
    const char* format;
    const char* why;
  };
  const auto each = GENERATE(values<Case>({
      {"chunks.txt", "body-only", "no request side"},
      {"flow.mitm", "mitmproxy-flow", "hardump"},
      {"gemini_cli.responses", "body-only", "no request side"},
      {"json_body.json", "body-only", "no request side"},
      {"websocket.yaml", "websocket-log", "WebSocket"},
  }));
  CAPTURE(each.file);
  const std::string bytes = fixture(each.file);
  std::string_view format;
  const auto recording = read_recording(bytes, format);
  REQUIRE_FALSE(recording);
  CHECK(format == each.format);
  CHECK_THAT(recording.error().message, Catch::Contains(each.why));
  CHECK(recording.error().message.find('\n') == std::string::npos);
}

TEST_CASE("content of no format is refused") {
  const auto refusal = [](std::string_view bytes) {
    std::string_view format;
    const auto recording = read_recording(bytes, format);
    REQUIRE_FALSE(recording);
    CHECK(format.empty());
    return recording.error().message;
  };
  CHECK_THAT(refusal(""), Catch::Contains("empty"));
  CHECK_THAT(refusal("just some words"), Catch::Contains("no cassette format"));
  CHECK_THAT(refusal("{\"log\": "), Catch::Contains("line 1"));
  CHECK_THAT(refusal(std::string_view("PK\x03\x04\0\0\0", 7)), Catch::Contains("binary"));
  CHECK_THAT(refusal(std::string(import_bytes_max + 1, ' ')), Catch::Contains("64 MiB"));
}

TEST_CASE("a gzip file is read like what it holds") {
  // "httprr trace v1\n", compressed: a trace without frames.
  const std::string packed = *decode_base64("H4sIAAAAAAAC/8soKSkoKlIoKUpMTlUoM+QCAN3CEyUQAAAA");
  std::string_view format;
  const auto recording = read_recording(packed, format);
  REQUIRE(recording);
  CHECK(format == "httprr");
  CHECK(recording->exchanges.empty());
}

// Every prefix gives a reading or an error, and no reader looks behind the end (run with ASan).
TEST_CASE("files cut at any place are read or refused cleanly") {
  for (const auto& entry : std::filesystem::directory_iterator(fixture_path(""))) {
    const std::string bytes = read_file(entry.path());
    for (std::size_t size = 0; size < bytes.size(); size += 17) {
      const std::string prefix = bytes.substr(0, size);
      std::string_view format;
      const auto recording = read_recording(prefix, format);
      if (!recording) CHECK_FALSE(recording.error().message.empty());
      for (const ImportFormat& each : import_formats()) {
        const auto exchanges = read_as(each, prefix);
        if (!exchanges) CHECK_FALSE(exchanges.error().message.empty());
      }
    }
  }
}
