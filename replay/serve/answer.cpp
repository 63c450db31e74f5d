#include "replay/serve/answer.h"

#include <algorithm>
#include <array>
#include <boost/beast/http/status.hpp>
#include <cctype>
#include <fmt/format.h>
#include <string_view>

namespace reprise {
namespace {

// A client may refuse longer header lines (libcurl: 100 KiB); such a stream states no instants.
constexpr std::size_t chunk_header_bytes_max = 60'000;
// Instants beyond a year are damage; adding them to a clock must not overflow.
constexpr std::int64_t due_ns_max = 366LL * 24 * 3600 * 1'000'000'000;

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

// Headers of the connection, not of the response (RFC 9110, 7.6.1), and those that we state.
bool is_made_anew(std::string_view name) {
  static constexpr std::array<std::string_view, 10> names = {
      "connection",         "content-length",
      "keep-alive",         "proxy-connection",
      "reprise-chunk-ns",   "reprise-chunk-ends",
      "reprise-latency-ns", "trailer",
      "transfer-encoding",  "upgrade"};
  return std::find(names.begin(), names.end(), lower(name)) != names.end();
}

// Imported headers may hold line breaks (folded lines); on the wire each would end the header.
std::string one_line(std::string_view text) {
  std::string out(text);
  std::replace_if(
      out.begin(), out.end(), [](char c) { return c == '\r' || c == '\n'; }, ' ');
  return out;
}

std::string status_line(int status) {
  // Beast names the phrases; a status of a provider's own (529) has none.
  namespace http = boost::beast::http;
  const auto known = http::int_to_status(static_cast<unsigned>(status));
  const auto phrase = http::obsolete_reason(known);
  return fmt::format(
      "HTTP/1.1 {} {}\r\n", status,
      known == http::status::unknown ? std::string() : std::string(phrase.data(), phrase.size()));
}

bool is_event_stream(const Headers& headers) {
  const std::string* type = find_header(headers, "content-type");
  return type && lower(*type).starts_with("text/event-stream");
}

// Such a response has no body, whatever its headers say (RFC 9112, 6.3).
bool is_bodiless(int status) {
  return status < 200 || status == 204 || status == 304;
}

// The recorded chunks, in order and inside the body; what no chunk brought comes last.
std::vector<BodyChunk> chunks_of(const AttemptDone& attempt, std::int64_t latency_ns) {
  const std::uint64_t size = attempt.response.body.size();
  std::vector<BodyChunk> chunks;
  std::uint64_t end = 0;
  for (const BodyChunk& chunk : attempt.chunks) {
    if (chunk.end_offset <= end || chunk.end_offset > size) continue;
    chunks.push_back(chunk);
    end = chunk.end_offset;
  }
  if (end < size) chunks.push_back({size, latency_ns});
  return chunks;
}

class Preparation {
 public:
  Preparation(const AttemptDone& attempt, std::int64_t latency_ns)
      : attempt_(attempt), latency_ns_(latency_ns), chunks_(chunks_of(attempt, latency_ns)) {}

  PreparedAnswer take() {
    answer_.end = end();
    answer_.end_ns = latency_ns_;
    if (attempt_.response.status == 0 || answer_.end == AnswerEnd::reset) return answer_;
    is_chunked_ = !is_bodiless(attempt_.response.status) &&
                  (chunks_.size() > 1 || is_event_stream(attempt_.response.headers) ||
                   answer_.end != AnswerEnd::keep);
    answer_.pieces.push_back({head(), chunks_.empty() ? latency_ns_ : chunks_.front().at_ns});
    if (is_bodiless(attempt_.response.status)) return answer_;
    add_body();
    return answer_;
  }

 private:
  AnswerEnd end() const {
    switch (attempt_.end) {
      case AttemptEnd::complete:
        return AnswerEnd::keep;
      case AttemptEnd::cut:
        return AnswerEnd::close;
      // A server that listens cannot refuse a connection: the nearest that it can do is a reset.
      case AttemptEnd::connect_failed:
      case AttemptEnd::tls_failed:
      case AttemptEnd::reset_before_headers:
        return AnswerEnd::reset;
      case AttemptEnd::timeout_connect:
      case AttemptEnd::timeout_first_byte:
      case AttemptEnd::timeout_total:
        return AnswerEnd::silent;
    }
    return AnswerEnd::reset;
  }

  std::string head() const {
    const HttpResponse& response = attempt_.response;
    std::string text = status_line(response.status);
    for (const Header& header : response.headers) {
      if (is_made_anew(header.name)) continue;
      text += fmt::format("{}: {}\r\n", one_line(header.name), one_line(header.value));
    }
    text += fmt::format("reprise-latency-ns: {}\r\n", latency_ns_);
    const std::string instants = chunk_list([](const BodyChunk& chunk) { return chunk.at_ns; });
    const std::string ends = chunk_list([](const BodyChunk& chunk) { return chunk.end_offset; });
    if (!instants.empty() && instants.size() + ends.size() <= chunk_header_bytes_max) {
      text += fmt::format("reprise-chunk-ns: {}\r\nreprise-chunk-ends: {}\r\n", instants, ends);
    }
    if (is_chunked_) {
      text += "transfer-encoding: chunked\r\n";
    } else if (!is_bodiless(response.status)) {
      text += fmt::format("content-length: {}\r\n", response.body.size());
    }
    return text + "\r\n";
  }

  template <class Value>
  std::string chunk_list(Value value_of) const {
    std::string text;
    for (const BodyChunk& chunk : chunks_) {
      text += fmt::format("{}{}", text.empty() ? "" : ",", value_of(chunk));
    }
    return text;
  }

  void add_body() {
    std::uint64_t begin = 0;
    for (const BodyChunk& chunk : chunks_) {
      const std::string part = attempt_.response.body.substr(begin, chunk.end_offset - begin);
      answer_.pieces.push_back(
          {is_chunked_ ? fmt::format("{:x}\r\n{}\r\n", part.size(), part) : part, chunk.at_ns});
      begin = chunk.end_offset;
    }
    if (is_chunked_ && answer_.end == AnswerEnd::keep) {
      answer_.pieces.push_back({"0\r\n\r\n", latency_ns_});
    }
  }

  const AttemptDone& attempt_;
  std::int64_t latency_ns_;
  std::vector<BodyChunk> chunks_;
  bool is_chunked_ = false;
  PreparedAnswer answer_;
};

}  // namespace

PreparedAnswer prepare_answer(const AttemptDone& attempt, std::int64_t latency_ns) {
  return Preparation(attempt, latency_ns).take();
}

std::int64_t paced_ns(std::int64_t due_ns, Pace pace) {
  return pace.factor == 0 ? 0 : std::clamp<std::int64_t>(due_ns, 0, due_ns_max) / pace.factor;
}

}  // namespace reprise
