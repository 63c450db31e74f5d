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

  // Numbers, formats and chains an agent-channel event; gives its sequence number.
  EventSeq append(const TraceEvent& event);
  // The same for a wire event; gives its number below its llm_call, from 1.
  std::uint32_t append(const WireEvent& event);

  std::size_t event_count() const { return event_ids_.size(); }
  // One line an event, '\n' behind each, in order of emission; wire events only when asked for.
  std::string jsonl(bool with_wire) const;
  // 16 hexadecimal digits: the hash of the last event of the channel, zeros if there is none.
  std::string agent_hash() const;
  std::string wire_hash() const;
  // The first 8 bytes of each agent event's hash, in order: names the first differing event.
  const std::vector<std::uint64_t>& agent_event_hashes() const { return agent_hashes_; }

 private:
  // A channel's chain: the hash text of its last event, empty before the first.
  using Chain = std::string;

  struct Line {
    std::size_t end;  // offset behind the line in text_
    bool wire;
  };

  void begin_line(std::string_view event_id, std::int64_t t_ns, std::string_view type,
                  std::string_view payload, std::string_view parent_id);
  std::uint64_t end_line(std::size_t begin, Chain& chain, bool wire);
  std::string event_id(std::string_view seq_text) const;
  std::string wire_id(EventSeq call, std::uint32_t wire) const;

  Digest session_key_;
  std::int64_t started_at_us_;
  std::string run_id_;
  std::string text_;
  std::vector<Line> lines_;
  std::vector<std::string> event_ids_;      // by seq - 1
  std::vector<std::uint32_t> wire_counts_;  // wire events below each agent event, by seq - 1
  std::vector<std::uint64_t> agent_hashes_;
  Chain agent_chain_;
  Chain wire_chain_;
};

}  // namespace reprise
