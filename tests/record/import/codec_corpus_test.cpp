// The provider codecs against real exchanges: no request loses anything, no response surprises.
#include "record/import/read_recording.h"
#include "sim/json/parse.h"
#include "sim/json/write.h"
#include "sim/provider/codec.h"
#include "tests/catch.h"
#include "tests/support/corpus.h"

using namespace reprise;

namespace {

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

// The codec that speaks what this exchange holds, nullptr for side traffic.
const Codec* codec_of(const RecordedExchange& exchange) {
  const std::string& target = exchange.request.target;
  if (contains(target, "enerateContent")) return find_codec("gemini");
  const bool messages = contains(target, "/v1/messages") && !contains(target, "count_tokens");
  return messages ? find_codec("anthropic") : nullptr;
}

void check_request(const Codec& codec, const RecordedExchange& exchange) {
  const auto body = parse_json(exchange.request.body);
  if (!body) return;
  const auto request = codec.decode_request(exchange.request.target, *body);
  REQUIRE(request);
  const auto again = parse_json(codec.encode_request(*request));
  REQUIRE(again);
  CHECK((canonical_json(*again) == canonical_json(*body)));
}

void check_response(const Codec& codec, const RecordedExchange& exchange) {
  AttemptDone attempt;
  attempt.response = exchange.response;
  const AttemptReading reading = codec.read_attempt(attempt);
  const auto* failure = std::get_if<AttemptFailure>(&reading);
  const bool good = exchange.response.status >= 200 && exchange.response.status < 300;
  const std::string why = failure ? failure->message : "";
  CAPTURE(why, exchange.response.status);
  CHECK((failure == nullptr) == good);
}

}  // namespace

TEST_CASE("corpus: requests come back as they were, responses are read", "[corpus]") {
  const auto folder = corpus_folder("cassettes");
  if (!folder) return;
  std::size_t requests = 0;
  for (const auto& path : files_below(*folder, "")) {
    CAPTURE(path.string());
    std::string_view format;
    const std::string bytes = read_file(path);
    const auto recording = read_recording(bytes, format);
    if (!recording) continue;
    for (const RecordedExchange& exchange : recording->exchanges) {
      const Codec* codec = codec_of(exchange);
      if (!codec) continue;
      check_request(*codec, exchange);
      check_response(*codec, exchange);
      ++requests;
    }
  }
  CHECK(requests > 80);
}
