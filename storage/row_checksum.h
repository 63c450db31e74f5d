// XXH3-64 over the values of a row, each with its type and length, so that no two rows run
// together.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace reprise {

class RowChecksum {
 public:
  RowChecksum& integer(std::optional<std::int64_t> value);
  RowChecksum& bytes(std::optional<std::string_view> value);
  // The sum of all values and `tail`, which is not copied.
  std::uint64_t finish(std::string_view tail) const;

 private:
  std::string buffer_;
};

}  // namespace reprise
