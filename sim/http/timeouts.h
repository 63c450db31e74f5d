// How long an attempt may take, by its stages.
#pragma once

#include <cstdint>

namespace reprise {

struct HttpTimeouts {
  std::int64_t connect_ns = 10'000'000'000;      // until connected, TLS included
  std::int64_t first_byte_ns = 300'000'000'000;  // until the status line, from the start
  std::int64_t total_ns = 600'000'000'000;       // until the end of the body, from the start
};

}  // namespace reprise
