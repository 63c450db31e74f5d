// What a session has written that its next request will repeat: its latest requests, and the
// answers that came since. Picks what a request is packed against (docs/decisions/0004).
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "storage/body_row.h"

namespace reprise {

// So many other requests are decoded at most to read one: the links of a run, and the heads of the
// runs before it.
inline constexpr int body_run_limit = 224;
inline constexpr int body_head_limit = 31;
inline constexpr int body_depth_limit = body_run_limit + body_head_limit;
// Answers that one request is packed against.
inline constexpr std::size_t answer_count_limit = 4096;
inline constexpr std::size_t answer_bytes_limit = std::size_t{16} << 20;

// The length of the start that both have.
std::size_t common_prefix(std::string_view a, std::string_view b);

struct RequestChain {
  struct Link {
    BodyId id = 0;
    int depth = 0;  // requests that are decoded before it
    int run = 0;    // of those, links since the head of its run
    std::string content;
    std::uint64_t answers_before = 0;  // answers of the session when it was written
  };
  struct Answer {
    BodyId id = 0;
    std::string content;
    std::uint64_t number = 0;  // of the answers of the session, from 1
  };

  // The request that `content` is packed against, nullptr if it stands alone: that one of the
  // latest with which it shares the longest start, or the head of the run when that has its length.
  const Link* reference_for(std::string_view content) const;
  // The answers since `reference` was written, oldest first; of too many only the newest.
  std::vector<const Answer*> answers_since(const Link& reference) const;
  // True for a request that was among the latest: a retry.
  bool has(BodyId request) const;

  // A request that was packed against `reference`.
  void add_packed(BodyId id, std::string_view content, const Link* reference);
  // A request that the store had, `depth` requests deep.
  void add_known(BodyId id, std::string_view content, int depth);
  // Short ones are not worth it. REQUIRES: the body stands alone.
  void add_answer(BodyId id, std::string_view content);

  std::deque<Link> latest;     // newest last
  Link head;                   // first request of the current run
  std::deque<Answer> answers;  // since the head, newest last
  std::size_t answer_bytes = 0;
  std::uint64_t answer_count = 0;

 private:
  void add(Link link);
  void forget_answers();
};

}  // namespace reprise
