// What the store costs: size of long conversations, durable appends, tapes read a second. Prints a
// table, then one line of JSON.
#include <chrono>
#include <filesystem>
#include <fmt/format.h>

#include "sim/base/digest.h"
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

Tape conversation(std::uint32_t turns) {
  Tape tape;
  tape.header = example_header(turns);
  tape.complete = true;
  std::string body = "{\"messages\":[";
  for (std::uint32_t turn = 1; turn <= turns; ++turn) {
    body += "{\"content\":\"" + unique_text(turn, 4700) + "\"},";
    tape.records.push_back({turn, example_send(turn, body + "]}"), example_answer(200, "ok")});
  }
  return tape;
}

StoreStats stored(const TempFolder& folder, std::uint32_t turns) {
  auto store = Store::open(folder.file(std::to_string(turns)), StoreMode::write);
  const Tape tape = conversation(turns);
  const auto id = store->write_tape(tape, {});
  const auto read = store->read_tape(*id, {.request_bodies = true});
  for (std::size_t i = 0; i < tape.records.size(); ++i)
    if (std::get<SendAttempt>(read->records[i].effect.action).request !=
        std::get<SendAttempt>(tape.records[i].effect.action).request)
      fmt::print("request {} differs\n", i);
  return *store->stats();
}

double append_ms(const TempFolder& folder) {
  auto store = Store::open(folder.file("append"), StoreMode::write);
  const Tape tape = conversation(100);
  const auto id = store->begin_session(tape.header);
  const auto start = Clock::now();
  for (const TapeRecord& record : tape.records)
    if (!store->append(*id, record)) fmt::print("append failed\n");
  return seconds_since(start) * 1000 / 100;
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
  const StoreStats short_run = stored(folder, 100);
  const StoreStats long_run = stored(folder, 200);
  const double append = append_ms(folder);
  const double tapes = tapes_per_second(folder);
  fmt::print("100 turns  {:>10} bytes stored of {}\n", short_run.stored_bytes,
             short_run.body_bytes);
  fmt::print("200 turns  {:>10} bytes stored of {}\n", long_run.stored_bytes, long_run.body_bytes);
  fmt::print("append     {:>10.3f} ms a record\nread       {:>10.0f} tapes a second\n", append,
             tapes);
  fmt::print(
      "{{\"stored_100\":{},\"stored_200\":{},\"append_ms\":{:.3f},\"tapes_per_s\":{:.0f}}}\n",
      short_run.stored_bytes, long_run.stored_bytes, append, tapes);
  return 0;
}

}  // namespace
}  // namespace reprise

int main() {
  return reprise::run();
}
