#include "tests/fuzz/fuzz_targets.h"

#include "record/import/arena.h"
#include "record/import/read_recording.h"
#include "replay/grade/grade.h"
#include "sim/base/check.h"
#include "sim/http/sse.h"
#include "sim/json/parse.h"
#include "sim/json/write.h"
#include "sim/provider/codec.h"
#include "sim/scenario/scenario.h"
#include "sim/session/scripted_model.h"
#include "sim/trace/integrity.h"
#include "sim/trace/reader.h"
#include "storage/bundle.h"
#include "storage/tape_codec.h"

namespace reprise::fuzz {
namespace {

void run_json(std::string_view bytes) {
  const auto value = parse_json(bytes);
  if (!value) return;
  const std::string text = to_json(*value);
  const auto again = parse_json(text);
  REPRISE_CHECK(again && *again == *value, "JSON that was written is not what was read");
  const std::string canonical = canonical_json(*value);
  REPRISE_CHECK(canonical_json(*parse_json(canonical)) == canonical, "canonical JSON is unstable");
}

// The first byte says where the rest is cut: the pieces must give the events of the whole.
void run_sse(std::string_view bytes) {
  if (bytes.empty()) return;
  const std::string_view body = bytes.substr(1);
  const std::size_t cut = body.empty() ? 0 : static_cast<unsigned char>(bytes[0]) % body.size();
  SseParser parser;
  auto events = parser.feed(body.substr(0, cut));
  for (SseEvent& event : parser.feed(body.substr(cut))) events.push_back(std::move(event));
  REPRISE_CHECK(events == parse_sse(body), "a stream that was cut gives other events");
}

// The model's turn goes back to the provider: what is sent must be what is read from it again.
void check_turn(const Codec& codec, const AttemptReading& reading) {
  const auto* response = std::get_if<LlmResponse>(&reading);
  if (!response) return;
  const std::string sent = codec.encode_message(response->message);
  const auto again = codec.decode_message(*parse_json(sent));
  REPRISE_CHECK(again && codec.encode_message(*again) == sent, "a turn changes on its way back");
}

// As a response, plain or streamed, and as a request, which must not change once it was read.
void run_codec(const char* name, std::string_view bytes) {
  const Codec& codec = *find_codec(name);
  AttemptDone attempt;
  attempt.response.status = 200;
  attempt.response.body = bytes;
  check_turn(codec, codec.read_attempt(attempt));
  attempt.response.headers = {{"content-type", "text/event-stream"}};
  check_turn(codec, codec.read_attempt(attempt));
  attempt.response.status = 500;
  codec.read_attempt(attempt);
  const auto body = parse_json(bytes);
  if (!body || !body->is_object()) return;
  const char* target = "/v1beta/models/m:generateContent";
  const auto request = codec.decode_request(target, *body);
  if (!request) return;
  const std::string sent = codec.encode_request(*request);
  const auto again = codec.decode_request(target, *parse_json(sent));
  REPRISE_CHECK(again && codec.encode_request(*again) == sent, "a request changes on its way");
}

void run_anthropic(std::string_view bytes) {
  run_codec("anthropic", bytes);
}
void run_gemini(std::string_view bytes) {
  run_codec("gemini", bytes);
}
void run_neutral(std::string_view bytes) {
  run_codec("neutral", bytes);
}

void run_scenario(std::string_view bytes) {
  if (const auto scenario = read_scenario(bytes, "fuzz")) {
    const auto again = read_scenario(scenario->text, "fuzz");
    REPRISE_CHECK(again && again->digest == scenario->digest, "a scenario does not read back");
  }
}

void run_script(std::string_view bytes) {
  (void)read_script(bytes, "fuzz");
}

void run_trace(std::string_view bytes) {
  const Trace trace = read_trace(std::string(bytes));
  check_trace(trace);
  grade_trace(trace, Expectations{});
}

// As a frame, and as the payload of a good frame of the kind that the first byte names.
void run_tape(std::string_view bytes) {
  TapeColumns columns;
  (void)decode_frame(columns, bytes);
  if (bytes.empty()) return;
  columns.kind = static_cast<unsigned char>(bytes[0]) % 5;
  (void)decode_frame(columns, frame_around(columns, bytes.substr(1)));
}

// As it is, and behind a good checksum. What reads must be what is written again.
void run_bundle(std::string_view bytes) {
  (void)read_bundles(bytes);
  const std::size_t end = bytes.rfind("{\"sha256\":");
  const std::string text = with_bundle_checksum(std::string(bytes.substr(0, end)));
  const auto sessions = read_bundles(text);
  if (!sessions) return;
  std::string again;
  for (const auto& [tape, seal] : *sessions) again += write_bundle(tape, seal ? &*seal : nullptr);
  REPRISE_CHECK(again == text, "a bundle that was read is not what was written");
}

void run_arena(std::string_view bytes) {
  (void)import_arena_trace(bytes, "fuzz");
}

void run_import(std::string_view bytes) {
  std::string_view format;
  (void)read_recording(bytes, format);
}

}  // namespace

const std::vector<FuzzTarget>& fuzz_targets() {
  static const std::vector<FuzzTarget> targets = {
      {"json", run_json},     {"sse", run_sse},         {"anthropic", run_anthropic},
      {"gemini", run_gemini}, {"neutral", run_neutral}, {"scenario", run_scenario},
      {"script", run_script}, {"trace", run_trace},     {"tape", run_tape},
      {"arena", run_arena},   {"import", run_import},   {"bundle", run_bundle},
  };
  return targets;
}

void run_canary(std::string_view bytes) {
  REPRISE_CHECK(!bytes.starts_with("can"), "the canary was found, as it should be");
}

}  // namespace reprise::fuzz
