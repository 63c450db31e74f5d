// One HTTP attempt over libcurl, exactly as it goes: no retry, no redirect, no decompression. Each
// attempt has a connection of its own, since libcurl quietly repeats a request whose reused
// connection turns out to be dead.
#pragma once

#include <cstdint>
#include <curl/curl.h>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sim/base/result.h"
#include "sim/http/message.h"
#include "sim/http/timeouts.h"
#include "sim/session/outcome.h"

namespace reprise {

struct HttpCall {
  std::string base_url;  // scheme, host, optional port and path prefix
  HttpRequest request;
  Header key;  // sent to that host only; an empty name sends none
  HttpTimeouts timeouts;
};

// A descriptor that is watched while attempts run.
using WatchedDescriptor = curl_waitfd;

using HttpToken = std::uint64_t;

struct HttpFinished {
  HttpToken token = 0;
  AttemptDone done;
  std::int64_t latency_ns = 0;
};

class HttpClient {
 public:
  HttpClient();
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  HttpToken start(HttpCall call);
  // Drops an attempt; it is never reported.
  void cancel(HttpToken token);
  // Waits until an attempt is finished, one of `watched` is ready, or the time is over (less than
  // 0: no limit); gives what is finished.
  std::vector<HttpFinished> wait(std::int64_t timeout_ns, std::vector<WatchedDescriptor> watched);
  bool idle() const { return transfers_.empty(); }

 private:
  struct Transfer;

  void collect(std::vector<HttpFinished>& finished);
  void expire_first_bytes(std::vector<HttpFinished>& finished);
  HttpFinished take(Transfer& transfer, AttemptEnd end, std::string error);

  CURLM* multi_;
  HttpToken last_token_ = 0;
  std::map<HttpToken, std::unique_ptr<Transfer>> transfers_;
};

}  // namespace reprise
