// An HTTPS server on loopback for tests, with a certificate made on the spot that nobody signed but
// itself.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <thread>

namespace reprise {

struct TestCertificate {
  std::string name = "IP:127.0.0.1";  // subject alternative name
  long seconds_left = 3600;           // less than 0: it ran out
};

class TlsTestServer {
 public:
  // `file`: where the certificate is written, for those who are to trust it.
  TlsTestServer(const TestCertificate& certificate, const std::string& file);
  // Waits for the thread.
  ~TlsTestServer();
  TlsTestServer(const TlsTestServer&) = delete;
  TlsTestServer& operator=(const TlsTestServer&) = delete;

  std::string base_url() const { return "https://127.0.0.1:" + std::to_string(port_); }
  // Connections so far, and requests that came over them.
  int connections() const { return connections_; }
  int requests() const { return requests_; }

 private:
  struct Context;

  void serve();
  void answer(int connection);

  std::unique_ptr<Context> context_;
  int listener_ = -1;
  int stop_[2] = {-1, -1};
  int port_ = 0;
  std::atomic<int> connections_ = 0;
  std::atomic<int> requests_ = 0;
  std::thread thread_;
};

}  // namespace reprise
