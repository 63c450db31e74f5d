#include "storage/request_chain.h"

#include <algorithm>
#include <utility>

namespace reprise {
namespace {

// An answer's number takes 8 bytes of a request, and a short one is soon said again.
constexpr std::size_t worth_a_reference_bytes = 64;

constexpr std::size_t candidate_count = 4;  // agents that take turns each find their own history

}  // namespace

std::size_t common_prefix(std::string_view a, std::string_view b) {
  constexpr std::size_t block = 4096;  // memcmp is many times faster than a loop over bytes
  const std::size_t shorter = std::min(a.size(), b.size());
  std::size_t equal = 0;
  while (equal + block <= shorter && a.compare(equal, block, b.substr(equal, block)) == 0)
    equal += block;
  while (equal < shorter && a[equal] == b[equal]) ++equal;
  return equal;
}

const RequestChain::Link* RequestChain::reference_for(std::string_view content) const {
  const Link* best = nullptr;
  std::size_t best_prefix = 0;
  for (const Link& link : latest) {
    const std::size_t prefix = common_prefix(link.content, content);
    if (best == nullptr || prefix >= best_prefix) best = &link;
    best_prefix = std::max(best_prefix, prefix);
  }
  if (best == nullptr || best->run < body_run_limit) return best;
  return head.id != 0 && head.depth < body_head_limit ? &head : nullptr;
}

std::vector<const RequestChain::Answer*> RequestChain::answers_since(const Link& reference) const {
  std::vector<const Answer*> since;
  for (const Answer& answer : answers)
    if (answer.number > reference.answers_before) since.push_back(&answer);
  return since;
}

bool RequestChain::has(BodyId request) const {
  return std::ranges::find(latest, request, &Link::id) != latest.end();
}

void RequestChain::add_packed(BodyId id, std::string_view content, const Link* reference) {
  Link link{id, reference == nullptr ? 0 : reference->depth + 1, 0, std::string(content),
            answer_count};
  const bool new_head = reference == nullptr || reference == &head;
  link.run = new_head ? 0 : reference->run + 1;
  if (new_head) head = link;
  add(std::move(link));
}

void RequestChain::add_known(BodyId id, std::string_view content, int depth) {
  add({id, depth, depth, std::string(content), answer_count});
}

void RequestChain::add(Link link) {
  latest.push_back(std::move(link));
  if (latest.size() > candidate_count) latest.pop_front();
  forget_answers();
}

void RequestChain::add_answer(BodyId id, std::string_view content) {
  if (content.size() < worth_a_reference_bytes) return;
  answers.push_back({id, std::string(content), ++answer_count});
  answer_bytes += content.size();
  forget_answers();
}

// Those that no reference is older than, and the oldest of too many.
void RequestChain::forget_answers() {
  std::uint64_t needed_after = latest.empty() ? answer_count : latest.front().answers_before;
  if (head.id != 0) needed_after = std::min(needed_after, head.answers_before);
  while (!answers.empty() &&
         (answers.front().number <= needed_after || answers.size() > answer_count_limit ||
          answer_bytes > answer_bytes_limit)) {
    answer_bytes -= answers.front().content.size();
    answers.pop_front();
  }
}

}  // namespace reprise
