// One row of the table `body`: the packed bytes of one content, and what they were packed against.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "sim/base/result.h"
#include "storage/database.h"

namespace reprise {

using BodyId = std::int64_t;

inline constexpr std::int64_t body_size_limit = std::int64_t{1} << 30;

enum class BodyEncoding : std::int64_t { raw = 0, zstd = 1, chained = 2, chained_with_answers = 3 };

// Views are valid as long as the statement that gave them.
struct BodyRow {
  BodyId id = 0;
  std::string_view digest;
  std::int64_t size = 0;
  std::int64_t encoding = 0;
  std::optional<BodyId> reference;
  std::string_view bytes;

  bool is_chained() const {
    return encoding == static_cast<std::int64_t>(BodyEncoding::chained) ||
           encoding == static_cast<std::int64_t>(BodyEncoding::chained_with_answers);
  }
};

// The columns of a body row, in the order of read_body_row(). `PREFIX` names the table, e.g. "b.".
#define REPRISE_BODY_COLUMNS(PREFIX)                                                         \
  PREFIX "id," PREFIX "digest," PREFIX "size," PREFIX "encoding," PREFIX "reference," PREFIX \
         "byt"                                                                               \
         "es"

BodyRow read_body_row(const Statement& statement, int first_column);
std::int64_t body_checksum(const BodyRow& row);

// Errors of bodies: corrupt, "<store>: body <id> <what>: restore the store from a copy".
Error damaged_body(const Database& database, BodyId id, std::string_view what);

}  // namespace reprise
