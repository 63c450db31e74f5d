#include "record/import/content_coding.h"

#include <zlib.h>

#include "sim/base/base64.h"
#include "tests/catch.h"

using namespace reprise;

namespace {

std::string gzipped_hello() {
  return *decode_base64("H4sIAAAAAAAC/8tIzcnJBwCGphA2BQAAAA==");
}

}  // namespace

TEST_CASE("a body that is really compressed is decoded and loses the headers that said so") {
  Headers headers = {{"Content-Encoding", "gzip"}, {"Content-Length", "25"}, {"X", "y"}};
  std::string body = gzipped_hello();
  CHECK(undo_content_encoding(headers, body));
  CHECK(body == "hello");
  CHECK(headers == Headers{{"X", "y"}});
}

TEST_CASE("a body that was stored decoded only loses the headers") {
  Headers headers = {{"content-encoding", "br"}, {"content-length", "3"}};
  std::string body = "{}";
  CHECK(undo_content_encoding(headers, body));
  CHECK(body == "{}");
  CHECK(headers.empty());
}

TEST_CASE("a body that cannot be decoded stays as it is, with its header") {
  const auto damaged = GENERATE(std::string("\x1f\x8b\x08 not gzip"), gzipped_hello().substr(0, 20),
                                std::string("\x0b\x02\x80 brotli"));
  Headers headers = {{"content-encoding", "gzip"}};
  std::string body = damaged;
  CHECK_FALSE(undo_content_encoding(headers, body));
  CHECK(body == damaged);
  CHECK(headers.size() == 1);
}

TEST_CASE("without the header nothing is touched") {
  Headers headers = {{"content-length", "25"}};
  std::string body = gzipped_hello();
  CHECK_FALSE(undo_content_encoding(headers, body));
  CHECK(headers.size() == 1);
}

TEST_CASE("a bomb is inflated no further than the limit") {
  std::string zeros(inflated_bytes_max + 1, '\0');
  std::string packed(compressBound(zeros.size()), '\0');
  uLongf packed_bytes = packed.size();
  REQUIRE(compress(reinterpret_cast<Bytef*>(packed.data()), &packed_bytes,
                   reinterpret_cast<const Bytef*>(zeros.data()), zeros.size()) == Z_OK);
  packed.resize(packed_bytes);
  CHECK(packed.size() < 100'000);
  CHECK_FALSE(inflate_bytes(packed));
}
