#include "record/import/format/import_format.h"

#include <algorithm>

#include "record/import/format/body_only.h"
#include "record/import/format/go_vcr.h"
#include "record/import/format/har.h"
#include "record/import/format/httprr.h"
#include "record/import/format/mitmproxy_flow.h"
#include "record/import/format/ruby_vcr.h"
#include "record/import/format/vcrpy.h"
#include "record/import/format/websocket_log.h"

namespace reprise {

const std::vector<ImportFormat>& import_formats() {
  static const std::vector<ImportFormat> formats = {
      {"httprr", is_httprr, read_httprr},
      {"mitmproxy-flow", is_mitmproxy_flow, read_mitmproxy_flow},
      {"har", is_har, read_har},
      {"body-only", is_body_only, read_body_only},
      {"ruby-vcr", is_ruby_vcr, read_ruby_vcr},
      {"websocket-log", is_websocket_log, read_websocket_log},
      {"go-vcr", is_go_vcr, read_go_vcr},
      {"vcrpy", is_vcrpy, read_vcrpy},
  };
  return formats;
}

const ImportFormat* find_import_format(const SourceText& source) {
  const auto& formats = import_formats();
  const auto found = std::find_if(formats.begin(), formats.end(), [&](const ImportFormat& format) {
    return format.recognises(source);
  });
  return found == formats.end() ? nullptr : &*found;
}

}  // namespace reprise
