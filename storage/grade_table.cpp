#include "storage/grade_table.h"

#include "storage/row_checksum.h"

namespace reprise {
namespace {

std::int64_t row_checksum(std::int64_t id, std::int64_t passed, const GradeRow& grade) {
  RowChecksum sum;
  sum.integer(id).integer(grade.session).bytes(grade.grader).bytes(grade.grader_version);
  sum.bytes(grade.trace_hash).bytes(grade.category).integer(passed).bytes(grade.score);
  return static_cast<std::int64_t>(sum.finish(grade.details));
}

}  // namespace

Result<void> write_grade_row(Database& database, const GradeRow& grade) {
  REPRISE_TRY(last, database.integer("SELECT coalesce(max(id),0) FROM grade"));
  REPRISE_TRY(statement, database.prepare("INSERT INTO grade VALUES(?,?,?,?,?,?,?,?,?,?)"));
  const std::int64_t passed = grade.passed ? 1 : 0;
  statement.integer(last + 1).integer(grade.session).text(grade.grader);
  statement.text(grade.grader_version).text(grade.trace_hash).text(grade.category);
  statement.integer(passed).text(grade.score).text(grade.details);
  statement.integer(row_checksum(last + 1, passed, grade));
  return database.run(statement);
}

Result<GradeRow> read_grade_row(const Statement& statement) {
  const auto text = [&](int column) { return std::string(statement.bytes_at(column)); };
  const std::int64_t id = statement.integer_at(0);
  const std::int64_t passed = statement.integer_at(6);
  GradeRow grade{
      statement.integer_at(1), text(2), text(3), text(4), text(5), passed != 0, text(7), text(8)};
  if (row_checksum(id, passed, grade) != statement.integer_at(9))
    return fail(ErrorCode::corrupt,
                "grade " + std::to_string(id) + " of session " + std::to_string(grade.session) +
                    ": its row does not match its checksum: restore the store from a copy");
  return grade;
}

}  // namespace reprise
