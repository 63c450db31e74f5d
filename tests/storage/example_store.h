// A small store for the tests: one session that meets every kind of effect and outcome.
#pragma once

#include <string>

#include "sim/json/write.h"
#include "storage/store.h"
#include "storage/tape_codec.h"
#include "tests/support/temp_folder.h"

namespace reprise {

inline TapeHeader example_header(std::uint32_t trial) {
  TapeHeader header;
  header.scenario = R"({"name":"refund"})";
  header.scenario_digest = sha256(header.scenario);
  header.name = "refund";
  header.architecture = "react";
  header.provider = "anthropic";
  header.model = "model-1";
  header.trial = trial;
  header.seed = 0xffff000000000007;
  header.origin = "record";
  header.annotations = "{}";
  return header;
}

inline Effect example_send(std::uint32_t call, const std::string& body) {
  SendAttempt send{call, 1, {"POST", "/v1/messages", {{"a", "b"}}, body}, sha256(body)};
  return {call, 5, send};
}

inline Outcome example_answer(int status, const std::string& body) {
  AttemptDone done;
  done.response = {status, {{"Retry-After", "2"}, {"x", ""}}, body};
  done.chunks = {{2, 10}, {body.size(), 20}};
  done.fault = {"rule-1", "rate_limit"};
  return {1, 1000, done};
}

inline Tape example_tape(std::uint32_t trial) {
  const std::string body(300, 'q');
  Tape tape;
  tape.header = example_header(trial);
  tape.complete = true;
  tape.records = {
      {1, example_send(1, body), example_answer(529, "overloaded")},
      {2, {2, 1000, Backoff{1, 1, 2000000000, "sdk"}}, {2, 2000001000, BackoffOver{}}},
      {3, example_send(2, body + "more"), example_answer(200, std::string(200, 'r'))},
      {4,
       {4, 2000001000, CallTool{"main", "refund", "id-1", "{}", 1}},
       {4, 2000001005, ToolDone{"\"no\"", true, "RateLimitError", {"tool-80", "rate_limit"}}}},
      {5, {5, 2000001005, AwaitUser{"main"}}, {5, 2000001006, UserTurn{"[]", true, 3}}},
      {6, {6, 0, Deadline{7}}, {6, 2000001007, DeadlineReached{}}},
      {7, {7, 0, AwaitUser{"main"}}, {7, 2000001008, UserTurn{{}, true}}}};
  return tape;
}

// Text without an order; no two numbers give texts that share more than a few bytes.
inline std::string unlike(int number, std::size_t bytes) {
  std::string text;
  for (int block = 0; text.size() < bytes; ++block)
    text += to_hex(sha256(std::to_string(number), "/", std::to_string(block)));
  return text.substr(0, bytes);
}

// A conversation whose texts are long enough to be bodies; each request repeats what came before.
inline Tape long_tape(std::uint32_t trial) {
  const std::string arguments = to_json(Json(unlike(1, 600)));
  const std::string result = to_json(Json(unlike(2, 700)));
  const std::string turn = "[" + to_json(Json(unlike(3, 800))) + "]";
  const std::string first = unlike(4, 900);
  const std::string second = first + arguments + result;
  const ToolDone read{result, false, {}, {}};
  Tape tape;
  tape.header = example_header(trial);
  tape.complete = true;
  tape.records = {{1, example_send(1, first), example_answer(200, arguments)},
                  {2, {2, 5, CallTool{"main", "read", "id-1", arguments, 1}}, {2, 6, read}},
                  {3, example_send(2, second), example_answer(200, unlike(5, 100))},
                  {4, {4, 7, AwaitUser{"main"}}, {4, 8, UserTurn{turn, false}}},
                  {5, example_send(3, second + unlike(5, 100) + turn), example_answer(200, "done")},
                  {6, {6, 9, CallTool{"main", "read", "id-2", arguments, 2}}, {6, 9, read}}};
  return tape;
}

// Everything that a record holds, for comparisons.
inline std::string bytes_of(const TapeRecord& record) {
  std::string bytes = encode_frame(tape_columns(0, record), record);
  if (const auto* send = std::get_if<SendAttempt>(&record.effect.action))
    bytes += send->request.body;
  if (const auto* done = std::get_if<AttemptDone>(&record.outcome.result))
    bytes += done->response.body;
  return bytes;
}

}  // namespace reprise
