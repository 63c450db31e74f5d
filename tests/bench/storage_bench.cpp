// What the store costs: size of long conversations, durable appends, tapes read a second. Prints a
// table, then one line of JSON.
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>

#include "sim/base/digest.h"
#include "sim/json/write.h"
#include "storage/store.h"
#include "tests/storage/example_store.h"

namespace reprise {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Letters with six bits of information each: the compressor finds nothing but the repeats.
std::string unique_text(std::uint64_t turn, std::size_t bytes) {
  static constexpr char letters[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";
  std::string text;
  for (std::uint64_t block = 0; text.size() < bytes; ++block)
    for (const std::uint8_t byte : sha256(std::to_string(turn), "/", std::to_string(block)))
      text += letters[byte & 63];
  return text;
}

// A conversation of an agent with a tool: each request has the whole history, and what the tool
// said is new in it.
class Conversation {
 public:
  // The records of one turn: a request with its answer, and the tool call that it asked for.
  std::vector<TapeRecord> next_turn() {
    const std::uint32_t call = ++turn_;
    const std::string result = unique_text(call, 4700);
    const std::string arguments = R"({"page":)" + std::to_string(call) + "}";
    const std::string asked =
        R"({"role":"assistant","content":[{"type":"tool_use","input":)" + arguments + "}]}";
    const TapeRecord exchange{++records_, example_send(call, history_ + "]}"),
                              example_answer(200, asked)};
    const TapeRecord tool{++records_,
                          {records_, 1, CallTool{"agent", "read", "id", arguments, call}},
                          {records_, 2, ToolDone{to_json(Json(result)), false, {}, {}}}};
    history_ += (call > 1 ? "," : "") + asked + R"(,{"role":"user","content":")" + result + "\"}";
    return {exchange, tool};
  }

 private:
  std::string history_ = "{\"messages\":[";
  std::uint32_t turn_ = 0;
  std::uint64_t records_ = 0;
};

struct Figures {
  std::uint32_t turns = 0;
  std::int64_t request_bytes = 0;
  std::int64_t file_bytes = 0;
  double append_ms = 0;  // an attempt or tool call, durable
  double read_us = 0;    // a request, all of them in order
  double last_ms = 0;    // the last request alone
};

Figures measure(const TempFolder& folder, std::uint32_t turns) {
  Figures figures{turns, 0, 0, 0, 0, 0};
  const std::string path = folder.file(std::to_string(turns));
  std::vector<Digest> digests;
  {
    auto store = Store::open(path, StoreMode::write);
    const auto id = store->begin_session(example_header(turns));
    Conversation conversation;
    double seconds = 0;
    for (std::uint32_t turn = 1; turn <= turns; ++turn) {
      for (const TapeRecord& record : conversation.next_turn()) {
        if (const auto* send = std::get_if<SendAttempt>(&record.effect.action)) {
          digests.push_back(send->body_digest);
          figures.request_bytes += static_cast<std::int64_t>(send->request.body.size());
        }
        const auto start = Clock::now();
        if (!store->append(*id, record)) std::abort();
        seconds += seconds_since(start);
      }
    }
    figures.append_ms = seconds * 1000 / (2 * turns);
  }
  figures.file_bytes = static_cast<std::int64_t>(std::filesystem::file_size(path));
  auto cold = Store::open(path, StoreMode::read);
  auto start = Clock::now();
  if (!cold->body(digests.back())) std::abort();
  figures.last_ms = seconds_since(start) * 1000;
  auto ordered = Store::open(path, StoreMode::read);
  start = Clock::now();
  for (const Digest& digest : digests)
    if (!ordered->body(digest)) std::abort();  // each is checked against its SHA-256
  figures.read_us = seconds_since(start) * 1e6 / turns;
  return figures;
}

double tapes_per_second(const TempFolder& folder) {
  auto store = Store::open(folder.file("read"), StoreMode::write);
  constexpr std::uint32_t count = 1000;
  for (std::uint32_t trial = 1; trial <= count; ++trial)
    if (!store->write_tape(example_tape(trial), {})) fmt::print("write failed\n");
  const auto start = Clock::now();
  for (int round = 0; round < 10; ++round)
    for (SessionId id = 1; id <= count; ++id)
      if (!store->read_tape(id, {})) fmt::print("read failed\n");
  return 10 * count / seconds_since(start);
}

int run() {
  const TempFolder folder;
  fmt::print("turns   request bytes    store bytes  append ms  read us  last alone ms\n");
  std::string json = "{\"bench\":\"storage\"";
  for (const std::uint32_t turns : {100U, 200U, 300U, 600U}) {
    const Figures f = measure(folder, turns);
    fmt::print("{:>5}  {:>14}  {:>13}  {:>9.3f}  {:>7.0f}  {:>13.2f}\n", f.turns, f.request_bytes,
               f.file_bytes, f.append_ms, f.read_us, f.last_ms);
    json +=
        fmt::format(",\"store_bytes_{0}\":{1},\"append_ms_{0}\":{2:.3f},\"last_ms_{0}\":{3:.2f}",
                    turns, f.file_bytes, f.append_ms, f.last_ms);
  }
  const double tapes = tapes_per_second(folder);
  fmt::print("read    {:>10.0f} tapes a second\n{},\"tapes_per_s\":{:.0f}}}\n", tapes, json, tapes);
  return 0;
}

}  // namespace
}  // namespace reprise

int main() {
  return reprise::run();
}
