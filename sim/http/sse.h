// Server-sent events (WHATWG HTML, 9.2): bytes that arrive in any pieces become events.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace reprise {

struct SseEvent {
  std::string name;  // of the `event:` field, empty if there was none
  std::string data;  // `data:` lines joined by "\n"
  friend bool operator==(const SseEvent&, const SseEvent&) = default;
};

// Lines end with LF, CR or CRLF, also where the two are in different pieces; U+2028 is no line end.
// Comments, `id:` and `retry:` are passed over; events without data are dropped, as the standard
// says.
class SseParser {
 public:
  // Gives the events that these bytes complete.
  std::vector<SseEvent> feed(std::string_view bytes);
  // True if bytes of an event are there that no blank line has closed: at the end of a body this is
  // an event that was cut.
  bool has_open_event() const { return has_fields_ || !line_.empty(); }

 private:
  void end_line(std::vector<SseEvent>& events);
  void read_field(std::string_view line);

  std::string line_;
  SseEvent event_;
  bool has_fields_ = false;
  bool has_data_ = false;
  bool after_cr_ = false;
  bool at_start_ = true;
};

// All events of a whole body. `open_event`, if given, tells whether the last one was cut.
std::vector<SseEvent> parse_sse(std::string_view body, bool* open_event = nullptr);

// "event: NAME\ndata: DATA\n\n", without the first line if there is no name. `data` has no line
// end.
std::string write_sse(std::string_view name, std::string_view data);

}  // namespace reprise
