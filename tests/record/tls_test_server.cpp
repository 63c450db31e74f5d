#include "tests/record/tls_test_server.h"

#include <csignal>
#include <cstdio>
#include <netinet/in.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "sim/base/check.h"
#include "tests/record/http_test_server.h"

namespace reprise {
namespace {

void add_extension(X509* certificate, int kind, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
  X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str());
  REPRISE_CHECK(X509_add_ext(certificate, extension, -1) == 1, "extension");
  X509_EXTENSION_free(extension);
}

X509* self_signed(const TestCertificate& wanted, EVP_PKEY* key) {
  X509* certificate = X509_new();
  X509_set_version(certificate, X509_VERSION_3);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate), -7200);
  X509_gmtime_adj(X509_getm_notAfter(certificate), wanted.seconds_left);
  X509_NAME* name = X509_get_subject_name(certificate);
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>("test"), -1, -1, 0);
  X509_set_issuer_name(certificate, name);
  X509_set_pubkey(certificate, key);
  add_extension(certificate, NID_subject_alt_name, wanted.name);
  add_extension(certificate, NID_basic_constraints, "critical,CA:TRUE");
  REPRISE_CHECK(X509_sign(certificate, key, EVP_sha256()) > 0, "sign");
  return certificate;
}

}  // namespace

struct TlsTestServer::Context {
  SSL_CTX* tls = SSL_CTX_new(TLS_server_method());
  ~Context() { SSL_CTX_free(tls); }
};

TlsTestServer::TlsTestServer(const TestCertificate& certificate, const std::string& file)
    : context_(std::make_unique<Context>()) {
  EVP_PKEY* key = EVP_EC_gen("P-256");
  X509* made = self_signed(certificate, key);
  SSL_CTX_use_certificate(context_->tls, made);
  SSL_CTX_use_PrivateKey(context_->tls, key);
  std::FILE* out = std::fopen(file.c_str(), "w");
  REPRISE_CHECK(out != nullptr && PEM_write_X509(out, made) == 1, "certificate file");
  std::fclose(out);
  X509_free(made);
  EVP_PKEY_free(key);
  listener_ = bound_socket(port_);
  REPRISE_CHECK(listen(listener_, 16) == 0 && pipe(stop_) == 0, "listen");
  thread_ = std::thread([this] { serve(); });
}

TlsTestServer::~TlsTestServer() {
  close(stop_[1]);
  thread_.join();
  close(stop_[0]);
  close(listener_);
}

void TlsTestServer::serve() {
  sigset_t pipe_signal;  // clients hang up in the middle of the handshake
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe_signal, nullptr);
  for (;;) {
    pollfd watched[] = {{listener_, POLLIN, 0}, {stop_[0], POLLIN, 0}};
    if (poll(watched, 2, -1) < 0 || watched[1].revents != 0) return;
    const int connection = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    ++connections_;
    answer(connection);
    close(connection);
  }
}

// One read is enough for the small requests of a test.
void TlsTestServer::answer(int connection) {
  SSL* tls = SSL_new(context_->tls);
  SSL_set_fd(tls, connection);
  char buffer[16384];
  if (SSL_accept(tls) == 1 && SSL_read(tls, buffer, sizeof buffer) > 0) {
    ++requests_;
    const std::string text = http_answer("200 OK", "", "{}");
    SSL_write(tls, text.data(), static_cast<int>(text.size()));
    SSL_shutdown(tls);
  }
  SSL_free(tls);
}

}  // namespace reprise
