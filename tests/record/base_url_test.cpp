// Which base URLs are taken, and what is said of the others.
#include "record/base_url.h"

#include "tests/catch.h"

using namespace reprise;

TEST_CASE("a base URL is a scheme, a host, and maybe a port and a path") {
  for (const char* url : {"https://api.anthropic.com", "http://127.0.0.1:8080", "http://[::1]:9/a/",
                          "HTTPS://example.com/prefix", "http://localhost"}) {
    CAPTURE(url);
    CHECK(check_base_url(url, {"A_KEY"}));
  }
}

TEST_CASE("what else may stand in a URL is refused, and never repeated") {
  struct Case {
    const char* url;
    const char* part;
  };
  for (const auto& [url, part] : std::initializer_list<Case>{
           {"http://user:hunter2secret@127.0.0.1:1", "a key belongs in A_KEY or B_KEY"},
           {"https://hunter2secret@host", "in front of '@'"},
           {"https://:hunter2secret@host", "in front of '@'"},
           {"ftp://hunter2secret@host", "in front of '@'"},
           {"https://host/v1?key=hunter2secret", "a query or fragment"},
           {"https://host/#hunter2secret", "a query or fragment"},
           {"ftp://127.0.0.1", "scheme 'ftp'"},
           {"file:///etc/passwd", "scheme 'file'"},
           {"127.0.0.1:8080", "write it as https://host"},
           {"localhost:8080", "write it as https://host"},
           {"api.anthropic.com", "write it as https://host"},
           {"user:hunter2secret@host", "write it as https://host"},
           {"http://", "write it as https://host"},
           {"", "write it as https://host"}}) {
    CAPTURE(url);
    const auto checked = check_base_url(url, {"A_KEY", "B_KEY"});
    REQUIRE_FALSE(checked);
    CHECK(checked.error().code == ErrorCode::usage);
    CAPTURE(checked.error().message);
    CHECK(checked.error().message.find(part) != std::string::npos);
    CHECK(checked.error().message.find("hunter2secret") == std::string::npos);
    CHECK(checked.error().message.find('\n') == std::string::npos);
  }
}

TEST_CASE("which URLs are on this machine") {
  for (const char* url : {"http://127.0.0.1:80", "http://localhost/x", "http://[::1]:9"}) {
    CHECK(is_loopback_url(url));
  }
  for (const char* url : {"https://api.anthropic.com", "http://127.0.0.1.evil.com",
                          "http://localhost.evil.com", "http://evil.com/@127.0.0.1",
                          "http://127.0.0.1@evil.com", "ftp://127.0.0.1", "not a url", ""}) {
    CHECK_FALSE(is_loopback_url(url));
  }
}
