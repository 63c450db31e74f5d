#include "sim/trace/trace_log.h"

#include "sim/base/timestamp.h"
#include "sim/base/uuid.h"
#include "sim/json/write.h"

namespace reprise {
namespace {

constexpr std::size_t hash_digits = 16;
constexpr std::size_t usual_bytes = 16 * 1024;  // of a short run: spares growing step by step

std::uint64_t first_8_bytes(const Digest& digest) {
  std::uint64_t value = 0;
  for (int i = 0; i < 8; ++i) value = value << 8 | digest[static_cast<std::size_t>(i)];
  return value;
}

void append_number(std::string& out, std::uint64_t value) {
  out += std::to_string(value);
}

}  // namespace

TraceLog::TraceLog(const Digest& session_key, std::int64_t started_at_us)
    : session_key_(session_key),
      started_at_us_(started_at_us),
      run_id_(uuid_from_digest(sha256(as_bytes(session_key), "run"))) {
  text_.reserve(usual_bytes);
}

EventSeq TraceLog::append(const TraceEvent& event) {
  const EventSeq seq = event_ids_.size() + 1;
  const std::string seq_text = std::to_string(seq);
  event_ids_.push_back(event_id(seq_text));
  wire_counts_.push_back(0);
  const std::size_t begin = text_.size();
  begin_line(event_ids_.back(), event.t_ns, event.type, event.payload,
             event.parent ? event_ids_[event.parent - 1] : std::string_view());
  text_ += ",\"seq\":";
  text_ += seq_text;
  text_ += ",\"t_ns\":";
  append_number(text_, static_cast<std::uint64_t>(event.t_ns));
  if (!event.caused_by.empty()) {
    text_ += ",\"caused_by\":[";
    for (std::size_t i = 0; i < event.caused_by.size(); ++i) {
      text_ += i ? ",\"" : "\"";
      text_ += event_ids_[event.caused_by[i] - 1];
      text_ += '"';
    }
    text_ += ']';
  }
  agent_hashes_.push_back(end_line(begin, agent_chain_, false));
  return seq;
}

std::uint32_t TraceLog::append(const WireEvent& event) {
  const std::uint32_t wire = ++wire_counts_[event.call - 1];
  const std::size_t begin = text_.size();
  const std::string parent =
      event.parent_wire ? wire_id(event.call, event.parent_wire) : event_ids_[event.call - 1];
  begin_line(wire_id(event.call, wire), event.t_ns, event.type, event.payload, parent);
  text_ += ",\"channel\":\"wire\",\"seq\":\"";
  append_number(text_, event.call);
  text_ += '.';
  append_number(text_, wire);
  text_ += "\",\"t_ns\":";
  append_number(text_, static_cast<std::uint64_t>(event.t_ns));
  end_line(begin, wire_chain_, true);
  return wire;
}

// Everything up to and with the run id, the first member of metadata.
void TraceLog::begin_line(std::string_view event_id, std::int64_t t_ns, std::string_view type,
                          std::string_view payload, std::string_view parent_id) {
  text_ += "{\"event_id\":\"";
  text_ += event_id;
  text_ += "\",\"timestamp\":\"";
  text_ += utc_timestamp(started_at_us_ + t_ns / 1000);
  text_ += "\",\"event_type\":\"";
  text_ += type;
  text_ += "\",\"payload\":";
  text_ += payload;
  text_ += ",\"parent_event_id\":";
  if (parent_id.empty()) {
    text_ += "null";
  } else {
    text_ += '"';
    text_ += parent_id;
    text_ += '"';
  }
  text_ += ",\"metadata\":{\"run_id\":\"";
  text_ += run_id_;
  text_ += '"';
}

// Closes the line that starts at `begin`: hash = SHA-256(hash before, line without its hash).
std::uint64_t TraceLog::end_line(std::size_t begin, Chain& chain, bool wire) {
  const std::string_view open_line = std::string_view(text_).substr(begin);
  const Digest digest = sha256(chain, open_line, "}}");
  chain = to_hex_prefix(digest, hash_digits);
  text_ += ",\"hash\":\"";
  text_ += chain;
  text_ += "\"}}\n";
  lines_.push_back({text_.size(), wire});
  return first_8_bytes(digest);
}

std::string TraceLog::event_id(std::string_view seq_text) const {
  return uuid_from_digest(sha256(as_bytes(session_key_), "event", seq_text));
}

std::string TraceLog::wire_id(EventSeq call, std::uint32_t wire) const {
  return event_id(std::to_string(call) + "." + std::to_string(wire));
}

std::string TraceLog::jsonl(bool with_wire) const {
  if (with_wire) return text_;
  std::string out;
  out.reserve(text_.size());
  std::size_t begin = 0;
  for (const Line& line : lines_) {
    if (!line.wire) out.append(text_, begin, line.end - begin);
    begin = line.end;
  }
  return out;
}

std::string TraceLog::agent_hash() const {
  return agent_chain_.empty() ? std::string(hash_digits, '0') : agent_chain_;
}

std::string TraceLog::wire_hash() const {
  return wire_chain_.empty() ? std::string(hash_digits, '0') : wire_chain_;
}

}  // namespace reprise
