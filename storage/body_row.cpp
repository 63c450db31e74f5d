#include "storage/body_row.h"

#include <string>

#include "storage/row_checksum.h"

namespace reprise {

BodyRow read_body_row(const Statement& statement, int first_column) {
  const int at = first_column;
  return {statement.integer_at(at),     statement.bytes_at(at + 1),    statement.integer_at(at + 2),
          statement.integer_at(at + 3), statement.optional_at(at + 4), statement.bytes_at(at + 5)};
}

std::int64_t body_checksum(const BodyRow& row) {
  RowChecksum sum;
  sum.integer(row.id).bytes(row.digest).integer(row.size).integer(row.encoding);
  return static_cast<std::int64_t>(sum.integer(row.reference).finish(row.bytes));
}

Error damaged_body(const Database& database, BodyId id, std::string_view what) {
  return {ErrorCode::corrupt, database.path() + ": body " + std::to_string(id) + " " +
                                  std::string(what) + ": restore the store from a copy"};
}

}  // namespace reprise
