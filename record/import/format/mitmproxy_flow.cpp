#include "record/import/format/mitmproxy_flow.h"

namespace reprise {

// A tnetstring is LENGTH ":" payload; a flow is a dictionary that names its parts early.
bool is_mitmproxy_flow(const SourceText& source) {
  const std::string_view head = source.bytes().substr(0, 4096);
  const std::size_t digits = head.find_first_not_of("0123456789");
  if (digits == 0 || digits == std::string_view::npos || head[digits] != ':') return false;
  return head.find("9:websocket;") != std::string_view::npos ||
         head.find("8:response;") != std::string_view::npos ||
         head.find("7:request;") != std::string_view::npos;
}

Result<RecordedExchanges> read_mitmproxy_flow(const SourceText&) {
  return fail(ErrorCode::invalid_input,
              "a mitmproxy flow file: convert it with mitmdump -nr FLOWS --set hardump=OUT.har");
}

}  // namespace reprise
