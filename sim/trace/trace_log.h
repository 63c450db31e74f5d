// The trace of one run as it grows: canonical JSONL with a hash chain a channel (docs/formats.md).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/digest.h"
#include "sim/trace/event.h"

namespace reprise {

class TraceLog {
 public:
  TraceLog(const Digest& session_key, std::int64_t started_at_us);

  // Numbers, formats and chains the event; `seq` (agent channel) or `wire` is filled in here.
  // Gives the sequence number, for wire events the number below their llm_call.
  EventSeq append(TraceEvent event);

  std::size_t event_count() const { return agent_count_; }
  // One line an event, '\n' behind each, in order of emission; wire events only when asked for.
  std::string jsonl(bool with_wire) const;
  // 16 hexadecimal digits: the hash of the last event of the channel, zeros if there is none.
  std::string agent_hash() const;
  std::string wire_hash() const;
  // The first 8 bytes of each agent event's hash, in order: names the first differing event.
  const std::vector<std::uint64_t>& agent_event_hashes() const { return agent_hashes_; }

 private:
  struct Line {
    std::size_t end;  // offset behind the line in text_
    bool wire;
  };
  Digest session_key_;
  std::int64_t started_at_us_;
  std::string text_;
  std::vector<Line> lines_;
  std::vector<std::uint64_t> agent_hashes_;
  Digest agent_chain_{};
  Digest wire_chain_{};
  std::size_t agent_count_ = 0;
  std::size_t wire_count_ = 0;
  std::vector<std::uint32_t> wire_numbers_;  // by seq of llm_call
};

}  // namespace reprise
