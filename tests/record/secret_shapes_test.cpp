#include "record/secret_shapes.h"

#include <string>

#include "tests/catch.h"

using namespace reprise;

namespace {

const std::string digits = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R";  // 35 characters

std::string type_at(const std::string& text, std::size_t at = 0) {
  const auto shape = secret_shape_at(text, at);
  return shape ? std::string(shape->type) : "none";
}

}  // namespace

TEST_CASE("keys and tokens are known by their shape") {
  CHECK(type_at("sk-ant-api03-" + digits) == "Anthropic key");
  CHECK(type_at("sk-proj-" + digits) == "OpenAI key");
  CHECK(type_at("sk-" + digits) == "OpenAI key");
  CHECK(type_at("AIza" + digits) == "Google key");
  CHECK(type_at("ya29." + digits) == "Google token");
  CHECK(type_at("AKIA0123456789ABCDEF") == "AWS key");
  CHECK(type_at("ghp_" + digits) == "GitHub token");
  CHECK(type_at("glpat-" + digits) == "GitLab token");
  CHECK(type_at("xoxb-123456789012-abc") == "Slack token");
  CHECK(type_at("eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl") == "JSON web token");
  CHECK(type_at("-----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY-----") ==
        "private key");
  CHECK(type_at("Bearer " + digits) == "bearer token");
  CHECK(secret_shape_at("Bearer " + digits, 0)->skip == 7);
  CHECK(secret_shape_at("-----BEGIN PRIVATE KEY-----\nMII\n-----END PRIVATE KEY-----\nx", 0)
            ->length == 57);
}

TEST_CASE("words, names and random text are no keys") {
  for (const char* text : {"sk-learn-based-classification-model", "sk-1234", "AIza-too-short",
                           "AKIA1234", "Bearer of bad news and other things", "eyJ.eyJ.x",
                           "-----BEGIN CERTIFICATE-----", "task-force-12345678901234567890"}) {
    CAPTURE(text);
    CHECK(type_at(text) == "none");
  }
  // Inside a longer word, as in base64.
  CHECK(type_at("Zsk-" + digits, 1) == "none");
  CHECK(type_at("+sk-" + digits, 1) == "none");
  CHECK(type_at("=sk-" + digits, 1) == "OpenAI key");
  // A key of fixed length in a longer run is another thing.
  CHECK(type_at("AIza" + digits + "x") == "none");
}
