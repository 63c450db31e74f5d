#include "record/import/threads.h"

#include "tests/record/import/recorded_calls.h"

using namespace reprise;

namespace {

const char* const answer = R"([{"type":"text","text":"a"}])";
const char* const other_answer = R"([{"type":"text","text":"b"}])";
const char* const first = R"([{"role":"user","content":"q"}])";
const char* const second =
    R"([{"role":"user","content":"q"},
        {"role":"assistant","content":[{"type":"text","text":"a"}]},
        {"role":"user","content":"r"}])";

std::vector<std::size_t> lengths(const CallThreads& threads) {
  std::vector<std::size_t> out;
  for (const CallThread& thread : threads.threads) out.push_back(thread.calls.size());
  return out;
}

using Lengths = std::vector<std::size_t>;

}  // namespace

TEST_CASE("a request that goes on from the last answer is the same conversation") {
  CHECK(lengths(thread_calls({anthropic_call(first, answer), anthropic_call(second, answer)})) ==
        Lengths{2});
}

TEST_CASE("a model turn that the client rewrote still goes on") {
  CHECK(lengths(thread_calls(
            {anthropic_call(first, other_answer), anthropic_call(second, answer)})) == Lengths{2});
}

TEST_CASE("cache marks may move, and turn text into a block") {
  const char* marked = R"([{"role":"user","content":[{"type":"text","text":"q",
                            "cache_control":{"type":"ephemeral"}}]}])";
  CHECK(lengths(thread_calls({anthropic_call(marked, answer), anthropic_call(second, answer)})) ==
        Lengths{2});
}

TEST_CASE("other members must stay the same") {
  const auto threads = thread_calls(
      {anthropic_call(first, answer), anthropic_call(second, answer, R"("system":"new",)")});
  CHECK(lengths(threads) == Lengths{1, 1});
  CHECK(threads.changed_members == 1);
}

TEST_CASE("other messages, no model turn, or a failed call begin a conversation") {
  const char* edited = R"([{"role":"user","content":"p"},{"role":"assistant","content":"a"},
                           {"role":"user","content":"r"}])";
  const char* two_users = R"([{"role":"user","content":"q"},{"role":"user","content":"r"}])";
  RecordedCall failed = anthropic_call(first, answer);
  failed.attempts.back().response.status = 400;
  CHECK(lengths(thread_calls({anthropic_call(first, answer), anthropic_call(edited, answer)})) ==
        Lengths{1, 1});
  CHECK(lengths(thread_calls({anthropic_call(first, answer), anthropic_call(two_users, answer)})) ==
        Lengths{1, 1});
  CHECK(lengths(thread_calls({failed, anthropic_call(second, answer)})) == Lengths{1, 1});
}

TEST_CASE("of conversations with the same beginning the one with the same answer goes on") {
  const auto threads =
      thread_calls({anthropic_call(first, answer), anthropic_call(first, other_answer),
                    anthropic_call(second, answer)});
  CHECK(lengths(threads) == Lengths{2, 1});
}

TEST_CASE("else the newest one goes on") {
  const auto threads =
      thread_calls({anthropic_call(first, other_answer), anthropic_call(first, other_answer),
                    anthropic_call(second, answer)});
  CHECK(lengths(threads) == Lengths{1, 2});
}
