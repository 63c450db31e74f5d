// A recorded attempt as the pieces that go over the wire, made ready before anybody asks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/session/outcome.h"

namespace reprise {

// What happens on the connection behind the last piece.
enum class AnswerEnd : std::uint8_t {
  keep,    // the response is whole: the next request may come
  close,   // the connection was lost inside the body
  reset,   // it was lost before the status line: a TCP reset
  silent,  // a timeout: nothing more comes until the client gives up
};

struct AnswerPiece {
  std::string bytes;        // head, or a part of the body with its chunk framing
  std::int64_t due_ns = 0;  // recorded instant, since the start of the attempt
};

struct PreparedAnswer {
  std::vector<AnswerPiece> pieces;
  AnswerEnd end = AnswerEnd::keep;
  std::int64_t end_ns = 0;  // recorded instant of the end
};

// Status, header order, header bytes and body bytes are the recorded ones. What belongs to the
// connection of then (transfer-encoding, connection, content-length, …) is made anew. A body that
// came in several chunks, or is an event stream, goes in the same chunks; any other has a
// content-length. "reprise-latency-ns" and "reprise-chunk-ns" state the recorded instants,
// "reprise-chunk-ends" where in the body each chunk ended.
PreparedAnswer prepare_answer(const AttemptDone& attempt, std::int64_t latency_ns);

// How fast recorded time passes: 0 not at all, 1 as recorded, n so many times faster.
struct Pace {
  std::uint32_t factor = 0;
};

// How long after the request something that is due at `due_ns` is sent.
std::int64_t paced_ns(std::int64_t due_ns, Pace pace);

}  // namespace reprise
