#include "record/import/format/har.h"

#include <algorithm>

#include "record/import/recorded_time.h"
#include "sim/base/base64.h"
#include "sim/base/timestamp.h"
#include "sim/json/parse.h"

namespace reprise {
namespace {

Headers read_headers(const Json& message) {
  Headers headers;
  const Json* list = message.find("headers");
  const JsonArray* items = list ? list->as_array() : nullptr;
  if (!items) return headers;
  for (const Json& item : *items) {
    const std::string_view name = item.text_at("name");
    // Chromium lists HTTP/2 pseudo headers (":authority") among the headers.
    if (!name.empty() && name[0] != ':') {
      headers.push_back({std::string(name), std::string(item.text_at("value"))});
    }
  }
  return headers;
}

// Polly.js keeps a compressed body as a JSON array of base64 pieces, one a chunk.
std::optional<std::string> decode_pieces(std::string_view text) {
  if (!text.starts_with('[')) return decode_base64(text);
  const auto pieces = parse_json(text);
  const JsonArray* items = pieces ? pieces->as_array() : nullptr;
  if (!items) return std::nullopt;
  std::string out;
  for (const Json& item : *items) {
    const auto piece = item.as_string() ? decode_base64(*item.as_string()) : std::nullopt;
    if (!piece) return std::nullopt;
    out += *piece;
  }
  return out;
}

Result<std::string> read_content(const Json& response) {
  const Json* content = response.find("content");
  if (!content) return std::string();
  const std::string_view text = content->text_at("text");
  if (content->text_at("encoding") != "base64") return std::string(text);
  auto bytes = decode_pieces(text);
  if (!bytes) return fail(ErrorCode::invalid_input, "content marked base64 that is none");
  return std::move(*bytes);
}

Result<RecordedExchange> read_entry(const Json& entry) {
  const Json* request = entry.find("request");
  const Json* response = entry.find("response");
  if (!request || !response) return fail(ErrorCode::invalid_input, "no request or no response");
  RecordedExchange exchange;
  exchange.request.method = upper_case(request->text_at("method"));
  set_url(exchange, request->text_at("url"));
  exchange.request.headers = read_headers(*request);
  if (const Json* data = request->find("postData")) exchange.request.body = data->text_at("text");
  const Json* status = response->find("status");
  exchange.response.status = static_cast<int>(status ? status->as_int64().value_or(0) : 0);
  if (exchange.response.status < 100 || exchange.response.status > 999) {
    return fail(ErrorCode::invalid_input, "no status code");
  }
  exchange.response.headers = read_headers(*response);
  REPRISE_TRY(body, read_content(*response));
  exchange.response.body = std::move(body);
  exchange.sent_at_us = parse_timestamp(entry.text_at("startedDateTime"));
  const Json* time = entry.find("time");
  if (time && time->as_number())
    exchange.duration_ns = milliseconds_to_ns(time->as_number()->spelling);
  return exchange;
}

// Polly.js sorts entries by the hash of their request; what was first is told by the instants.
void sort_by_instant(RecordedExchanges& exchanges) {
  const bool all_known = std::all_of(exchanges.begin(), exchanges.end(),
                                     [](const auto& each) { return each.sent_at_us.has_value(); });
  if (!all_known) return;
  std::stable_sort(exchanges.begin(), exchanges.end(),
                   [](const auto& a, const auto& b) { return *a.sent_at_us < *b.sent_at_us; });
}

const Json* entries_of(const SourceText& source) {
  const Json* root = source.json();
  const Json* log = root ? root->find("log") : nullptr;
  return log ? log->find("entries") : nullptr;
}

}  // namespace

bool is_har(const SourceText& source) {
  const Json* entries = entries_of(source);
  return entries && entries->is_array();
}

Result<RecordedExchanges> read_har(const SourceText& source) {
  RecordedExchanges exchanges;
  for (const Json& entry : *entries_of(source)->as_array()) {
    auto exchange = read_entry(entry);
    if (!exchange) {
      return fail_in("entry " + std::to_string(exchanges.size() + 1), exchange.error());
    }
    exchanges.push_back(std::move(*exchange));
  }
  sort_by_instant(exchanges);
  return exchanges;
}

}  // namespace reprise
