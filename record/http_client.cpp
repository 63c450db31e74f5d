#include "record/http_client.h"

#include <algorithm>
#include <cstdlib>

#include "record/base_url.h"
#include "record/clock.h"
#include "sim/base/check.h"

namespace reprise {
namespace {

constexpr std::int64_t ns_per_ms = 1'000'000;
constexpr std::size_t body_bytes_max = 256u << 20;

long milliseconds(std::int64_t ns) {
  return static_cast<long>(std::max<std::int64_t>(1, (ns + ns_per_ms - 1) / ns_per_ms));
}

std::string trimmed_line(std::string_view line) {
  while (!line.empty() && (line.back() == '\r' || line.back() == '\n' || line.back() == ' ')) {
    line.remove_suffix(1);
  }
  while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
  return std::string(line);
}

bool is_tls_error(CURLcode code) {
  switch (code) {
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
    case CURLE_USE_SSL_FAILED:
      return true;
    default:
      return false;
  }
}

}  // namespace

struct HttpClient::Transfer {
  HttpToken token = 0;
  HttpCall call;
  std::string url;
  CURL* easy = nullptr;
  curl_slist* headers = nullptr;
  std::int64_t started_ns = 0;
  AttemptDone done;
  bool headers_over = false;
  char error_text[CURL_ERROR_SIZE] = {};

  ~Transfer() {
    curl_slist_free_all(headers);
    curl_easy_cleanup(easy);
  }

  void add_header(const Header& header) {
    headers = curl_slist_append(headers, (header.name + ": " + header.value).c_str());
  }

  std::size_t take_header(std::string_view line) {
    if (line.starts_with("HTTP/")) {
      done.response = {};  // an interim response (100) came before
      headers_over = false;
      const std::size_t blank = line.find(' ');
      done.response.status = blank == std::string_view::npos
                                 ? 0
                                 : std::atoi(std::string(line.substr(blank + 1, 3)).c_str());
      return line.size();
    }
    if (line == "\r\n" || line == "\n") headers_over = true;
    const std::size_t colon = line.find(':');
    const bool is_trailer = headers_over;
    if (colon != std::string_view::npos && !is_trailer) {
      done.response.headers.push_back(
          {std::string(line.substr(0, colon)), trimmed_line(line.substr(colon + 1))});
    }
    return line.size();
  }

  // A body beyond all bounds ends the transfer, as if it was cut.
  std::size_t take_body(std::string_view bytes) {
    if (done.response.body.size() + bytes.size() > body_bytes_max) return 0;
    done.response.body += bytes;
    done.chunks.push_back({done.response.body.size(), monotonic_ns() - started_ns});
    return bytes.size();
  }

  static std::size_t on_header(char* data, std::size_t, std::size_t size, void* self) {
    return static_cast<Transfer*>(self)->take_header({data, size});
  }
  static std::size_t on_body(char* data, std::size_t, std::size_t size, void* self) {
    return static_cast<Transfer*>(self)->take_body({data, size});
  }

  template <class Value>
  void set(CURLoption option, Value value) {
    REPRISE_CHECK(curl_easy_setopt(easy, option, value) == CURLE_OK, "libcurl refused an option");
  }

  void set_up() {
    easy = curl_easy_init();
    REPRISE_CHECK(easy != nullptr, "libcurl is out of memory");
    url = call.base_url;
    while (url.ends_with('/')) url.pop_back();
    url += call.request.target;
    for (const Header& header : call.request.headers) add_header(header);
    if (!call.key.name.empty()) add_header(call.key);
    headers = curl_slist_append(headers, "Expect:");
    set(CURLOPT_URL, url.c_str());
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_CUSTOMREQUEST, call.request.method.c_str());
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(call.request.body.size()));
    set(CURLOPT_POSTFIELDS, call.request.body.c_str());
    set(CURLOPT_HTTPHEADER, headers);
    set(CURLOPT_FOLLOWLOCATION, 0L);
    set(CURLOPT_NOSIGNAL, 1L);
    // Headers keep their case, a chunk is what the server sent as one, and no refused stream is
    // quietly sent again.
    set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    // The key is for the provider, not for a proxy on the way.
    set(CURLOPT_HEADEROPT, static_cast<long>(CURLHEADER_SEPARATE));
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    set(CURLOPT_FRESH_CONNECT, 1L);
    set(CURLOPT_FORBID_REUSE, 1L);
    set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds(call.timeouts.connect_ns));
    set(CURLOPT_TIMEOUT_MS, milliseconds(call.timeouts.total_ns));
    set(CURLOPT_HEADERFUNCTION, on_header);
    set(CURLOPT_HEADERDATA, this);
    set(CURLOPT_WRITEFUNCTION, on_body);
    set(CURLOPT_WRITEDATA, this);
    set(CURLOPT_PRIVATE, this);
    // As other clients do where a proxy or a test has an authority of its own.
    if (const char* file = std::getenv("SSL_CERT_FILE")) set(CURLOPT_CAINFO, file);
    set(CURLOPT_ERRORBUFFER, error_text);
    // A stand-in on this machine is never behind a proxy.
    if (is_loopback_url(call.base_url)) set(CURLOPT_PROXY, "");
  }

  // TLS included where there is any.
  bool is_connected() const {
    const bool tls = call.base_url.starts_with("https:");
    curl_off_t connected_us = 0;
    curl_easy_getinfo(easy, tls ? CURLINFO_APPCONNECT_TIME_T : CURLINFO_CONNECT_TIME_T,
                      &connected_us);
    return connected_us > 0;
  }

  AttemptEnd end_of(CURLcode code) const {
    if (code == CURLE_OK) return AttemptEnd::complete;
    if (is_tls_error(code)) return AttemptEnd::tls_failed;
    if (code == CURLE_OPERATION_TIMEDOUT) {
      return is_connected() ? AttemptEnd::timeout_total : AttemptEnd::timeout_connect;
    }
    // No such host, refused, or no way through a proxy.
    if (!is_connected()) return AttemptEnd::connect_failed;
    return done.response.status != 0 ? AttemptEnd::cut : AttemptEnd::reset_before_headers;
  }

  // Without ports and durations, which the longer text has, and which differ from run to run. Of a
  // certificate it says what is wrong.
  std::string text_of(CURLcode code) const {
    if (code == CURLE_OK) return {};
    if (code == CURLE_PEER_FAILED_VERIFICATION && *error_text != '\0') return error_text;
    return curl_easy_strerror(code);
  }
};

HttpClient::HttpClient() : multi_((curl_global_init(CURL_GLOBAL_DEFAULT), curl_multi_init())) {
  REPRISE_CHECK(multi_ != nullptr, "libcurl could not start");
}

HttpClient::~HttpClient() {
  for (auto& [token, transfer] : transfers_) curl_multi_remove_handle(multi_, transfer->easy);
  transfers_.clear();
  curl_multi_cleanup(multi_);
}

HttpToken HttpClient::start(HttpCall call) {
  auto transfer = std::make_unique<Transfer>();
  transfer->token = ++last_token_;
  transfer->call = std::move(call);
  transfer->set_up();
  transfer->started_ns = monotonic_ns();
  curl_multi_add_handle(multi_, transfer->easy);
  transfers_.emplace(last_token_, std::move(transfer));
  return last_token_;
}

void HttpClient::cancel(HttpToken token) {
  const auto found = transfers_.find(token);
  if (found == transfers_.end()) return;
  curl_multi_remove_handle(multi_, found->second->easy);
  transfers_.erase(found);
}

std::vector<HttpFinished> HttpClient::wait(std::int64_t timeout_ns,
                                           std::vector<WatchedDescriptor> watched) {
  std::vector<HttpFinished> finished;
  int running = 0;
  curl_multi_perform(multi_, &running);
  collect(finished);
  if (!finished.empty()) return finished;
  // First bytes are watched here, so no wait is longer than the shortest of them.
  std::int64_t wait_ns = timeout_ns < 0 ? 60'000'000'000 : timeout_ns;
  for (const auto& [token, transfer] : transfers_) {
    if (transfer->done.response.status != 0) continue;
    const std::int64_t due = transfer->started_ns + transfer->call.timeouts.first_byte_ns;
    wait_ns = std::clamp<std::int64_t>(due - monotonic_ns(), 0, wait_ns);
  }
  const long wait_ms = wait_ns == 0 ? 0 : milliseconds(wait_ns);
  curl_multi_poll(multi_, watched.data(), static_cast<unsigned>(watched.size()),
                  static_cast<int>(wait_ms), nullptr);
  curl_multi_perform(multi_, &running);
  collect(finished);
  expire_first_bytes(finished);
  return finished;
}

void HttpClient::collect(std::vector<HttpFinished>& finished) {
  int left = 0;
  while (const CURLMsg* message = curl_multi_info_read(multi_, &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    Transfer* transfer = nullptr;
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
    const CURLcode code = message->data.result;
    const AttemptEnd end = transfer->end_of(code);
    finished.push_back(take(*transfer, end, transfer->text_of(code)));
  }
}

void HttpClient::expire_first_bytes(std::vector<HttpFinished>& finished) {
  const std::int64_t now_ns = monotonic_ns();
  std::vector<Transfer*> late;
  for (const auto& [token, transfer] : transfers_) {
    const std::int64_t due = transfer->started_ns + transfer->call.timeouts.first_byte_ns;
    if (transfer->done.response.status == 0 && now_ns >= due) late.push_back(transfer.get());
  }
  for (Transfer* transfer : late) {
    finished.push_back(take(*transfer, AttemptEnd::timeout_first_byte, "no answer in time"));
  }
}

HttpFinished HttpClient::take(Transfer& transfer, AttemptEnd end, std::string error) {
  HttpFinished finished{transfer.token, std::move(transfer.done),
                        monotonic_ns() - transfer.started_ns};
  finished.done.end = end;
  finished.done.transport_error = std::move(error);
  cancel(transfer.token);
  return finished;
}

}  // namespace reprise
