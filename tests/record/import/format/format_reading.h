// Reads text as one named format, for tests.
#pragma once

#include <string>
#include <string_view>

#include "record/import/read_recording.h"
#include "tests/catch.h"

namespace reprise {

inline Result<RecordedExchanges> read_format(std::string_view name, std::string_view text) {
  for (const ImportFormat& format : import_formats()) {
    if (format.name == name) return read_as(format, text);
  }
  FAIL("no format of this name");
  return {};
}

inline std::string fault_of(std::string_view name, std::string_view text) {
  const auto exchanges = read_format(name, text);
  REQUIRE_FALSE(exchanges);
  return exchanges.error().message;
}

}  // namespace reprise
