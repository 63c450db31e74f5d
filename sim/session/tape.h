// The tape: a header that says what was run, and the outcomes of one session in the order in which
// its machine saw them. A session's machine is a function of its tape.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/digest.h"
#include "sim/session/effect.h"
#include "sim/session/outcome.h"

namespace reprise {

struct TapeHeader {
  std::string scenario;      // scenario document (JSON text) with all overrides applied
  Digest scenario_digest{};  // SHA-256 of `scenario`
  std::string name;          // scenario name
  std::string architecture;
  std::string provider;
  std::string model;
  std::uint32_t trial = 0;  // from 1
  std::uint64_t seed = 0;
  std::int64_t started_at_us = 0;  // microseconds since the Unix epoch, UTC
  std::string origin;              // "record", "simulated", "import/<format>"
  std::string source;              // file name it was imported from, else empty
  std::string annotations;  // JSON object: foreign event ids, capture notes; not part of the key
  std::string recorded_by;  // program version
};

// SHA-256 over scenario digest, architecture, trial, seed and start instant: known before the first
// event, and the same in replay.
Digest session_key(const TapeHeader& header);

// An effect and the outcome that answered it.
struct TapeRecord {
  std::uint64_t seq = 0;  // from 1, without gaps
  Effect effect;
  Outcome outcome;
};

struct Tape {
  TapeHeader header;
  std::vector<TapeRecord> records;
  bool complete = false;  // false: truncated, the run was cut off behind the last record
};

}  // namespace reprise
