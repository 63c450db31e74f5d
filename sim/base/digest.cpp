#include "sim/base/digest.h"

#include <memory>
#include <openssl/evp.h>

#include "sim/base/check.h"

namespace reprise {
namespace {

// Fetching the algorithm costs more than hashing 200 bytes, so each thread does it once.
struct Hasher {
  EVP_MD* algorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  ~Hasher() {
    EVP_MD_CTX_free(context);
    EVP_MD_free(algorithm);
  }
};

Hasher& hasher() {
  thread_local Hasher own;
  return own;
}

void must(bool done) {
  REPRISE_CHECK(done, "OpenSSL could not compute SHA-256");
}

int hex_value(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
  if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
  return -1;
}

}  // namespace

Digest sha256(std::string_view first, std::string_view second, std::string_view third) {
  EVP_MD_CTX* context = hasher().context;
  Digest digest;
  bool ok = EVP_DigestInit_ex2(context, hasher().algorithm, nullptr) == 1;
  for (std::string_view piece : {first, second, third}) {
    ok = ok && EVP_DigestUpdate(context, piece.data(), piece.size()) == 1;
  }
  ok = ok && EVP_DigestFinal_ex(context, digest.data(), nullptr) == 1;
  must(ok);
  return digest;
}

struct GrowingDigest::State {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  ~State() { EVP_MD_CTX_free(context); }
};

GrowingDigest::GrowingDigest() : state_(std::make_unique<State>()) {
  must(EVP_DigestInit_ex2(state_->context, hasher().algorithm, nullptr) == 1);
}

GrowingDigest::~GrowingDigest() = default;

GrowingDigest::GrowingDigest(const GrowingDigest& other) : state_(std::make_unique<State>()) {
  *this = other;
}

GrowingDigest& GrowingDigest::operator=(const GrowingDigest& other) {
  if (this != &other) must(EVP_MD_CTX_copy_ex(state_->context, other.state_->context) == 1);
  return *this;
}

void GrowingDigest::add(std::string_view text) {
  must(EVP_DigestUpdate(state_->context, text.data(), text.size()) == 1);
}

Digest GrowingDigest::digest_with(std::string_view end) const {
  EVP_MD_CTX* context = hasher().context;
  Digest digest;
  must(EVP_MD_CTX_copy_ex(context, state_->context) == 1 &&
       EVP_DigestUpdate(context, end.data(), end.size()) == 1 &&
       EVP_DigestFinal_ex(context, digest.data(), nullptr) == 1);
  return digest;
}

std::string to_hex(std::string_view bytes) {
  std::string text(bytes.size() * 2, '0');
  for (std::size_t i = 0; i < bytes.size(); ++i)
    put_hex(static_cast<std::uint8_t>(bytes[i]), &text[2 * i]);
  return text;
}

std::string to_hex(const Digest& digest) {
  return to_hex(as_bytes(digest));
}

std::string to_hex_prefix(const Digest& digest, std::size_t digits) {
  return to_hex(as_bytes(digest).substr(0, digits / 2));
}

std::optional<Digest> digest_from_hex(std::string_view text) {
  Digest digest;
  if (text.size() != digest.size() * 2) return std::nullopt;
  for (std::size_t i = 0; i < digest.size(); ++i) {
    const int high = hex_value(text[2 * i]);
    const int low = hex_value(text[2 * i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    digest[i] = static_cast<std::uint8_t>(high * 16 + low);
  }
  return digest;
}

}  // namespace reprise
