#include "sim/http/sse.h"

#include <utility>

namespace reprise {
namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

}  // namespace

std::vector<SseEvent> SseParser::feed(std::string_view bytes) {
  std::vector<SseEvent> events;
  std::size_t begin = 0;
  if (after_cr_ && !bytes.empty()) {
    begin = bytes[0] == '\n' ? 1 : 0;
    after_cr_ = false;
  }
  while (begin < bytes.size()) {
    const std::size_t end = bytes.find_first_of("\r\n", begin);
    line_ += bytes.substr(begin, end - begin);
    if (end == std::string_view::npos) break;
    end_line(events);
    begin = end + 1;
    if (bytes[end] != '\r') continue;
    if (begin == bytes.size()) {
      after_cr_ = true;
    } else if (bytes[begin] == '\n') {
      ++begin;
    }
  }
  return events;
}

void SseParser::end_line(std::vector<SseEvent>& events) {
  if (std::exchange(at_start_, false) && line_.starts_with(byte_order_mark)) {
    line_.erase(0, byte_order_mark.size());
  }
  if (!line_.empty()) {
    read_field(line_);
    line_.clear();
    return;
  }
  if (has_data_) events.push_back(std::move(event_));
  event_ = {};
  has_fields_ = has_data_ = false;
}

void SseParser::read_field(std::string_view line) {
  if (line[0] == ':') return;
  has_fields_ = true;
  const std::size_t colon = line.find(':');
  const std::string_view field = line.substr(0, colon);
  std::string_view value = colon == std::string_view::npos ? "" : line.substr(colon + 1);
  if (value.starts_with(' ')) value.remove_prefix(1);
  if (field == "event") {
    event_.name = value;
  } else if (field == "data") {
    if (std::exchange(has_data_, true)) event_.data += '\n';
    event_.data += value;
  }
}

std::vector<SseEvent> parse_sse(std::string_view body, bool* open_event) {
  SseParser parser;
  auto events = parser.feed(body);
  if (open_event) *open_event = parser.has_open_event();
  return events;
}

std::string write_sse(std::string_view name, std::string_view data) {
  std::string out;
  if (!name.empty()) out.append("event: ").append(name).append("\n");
  return out.append("data: ").append(data).append("\n\n");
}

}  // namespace reprise
