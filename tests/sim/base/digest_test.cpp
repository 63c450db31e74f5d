// SHA-256 against FIPS 180-4 examples, its text, and UUIDs cut from it.
#include "sim/base/digest.h"

#include "sim/base/uuid.h"
#include "tests/catch.h"

using namespace reprise;

TEST_CASE("SHA-256 gives the published digests, whole or in pieces") {
  CHECK(to_hex(sha256("")) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(to_hex(sha256("abc")) ==
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256("a", "b", "c") == sha256("abc"));
  CHECK(to_hex_prefix(sha256("abc"), 16) == "ba7816bf8f01cfea");
}

TEST_CASE("a growing digest is that of the whole text, and its copy goes its own way") {
  GrowingDigest growing;
  CHECK(growing.digest_with("") == sha256(""));
  growing.add("a");
  GrowingDigest copy = growing;
  growing.add("b");
  copy.add("x");
  CHECK(growing.digest_with("c") == sha256("abc"));
  CHECK(growing.digest_with("") == sha256("ab"));
  CHECK(copy.digest_with("") == sha256("ax"));
  copy = growing;
  CHECK(copy.digest_with("d") == sha256("abd"));
}

TEST_CASE("digests are read from 64 hexadecimal digits only") {
  const Digest digest = sha256("abc");
  CHECK(digest_from_hex(to_hex(digest)) == digest);
  CHECK(digest_from_hex("BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD") ==
        digest);
  CHECK_FALSE(digest_from_hex(""));
  CHECK_FALSE(digest_from_hex(std::string(63, 'a')));
  CHECK_FALSE(digest_from_hex(std::string(63, 'a') + "g"));
}

TEST_CASE("UUIDs carry version 8 and the RFC variant") {
  CHECK(uuid_from_digest(sha256("abc")) == "ba7816bf-8f01-8fea-8141-40de5dae2223");
}
