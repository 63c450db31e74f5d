// The integrity check of a store: every page, row, frame, body and reference.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/result.h"

namespace reprise {

struct CheckReport {
  std::int64_t sessions = 0;
  std::int64_t records = 0;
  std::int64_t bodies = 0;
  std::vector<std::string> faults;  // one line each, with session and record or body

  bool clean() const { return faults.empty(); }
  // The faults, one a line, then a line with the counts.
  std::string text() const;
};

// Errors: those of Store::open; a fault inside the store is in the report, never an error.
Result<CheckReport> check_store(const std::string& path);

}  // namespace reprise
