// Rows of the table `grade`, each with a checksum over its columns.
#pragma once

#include <vector>

#include "sim/base/result.h"
#include "storage/database.h"
#include "storage/store.h"

namespace reprise {

Result<void> write_grade_row(Database& database, const GradeRow& grade);

// Columns in the order of read_grade_row; ends before any WHERE.
#define REPRISE_GRADE_SELECT                                                                   \
  "SELECT id,session,grader,grader_version,trace_hash,category,passed,score,details,checksum " \
  "FROM grade "

// Errors: corrupt, when the checksum does not match.
Result<GradeRow> read_grade_row(const Statement& statement);

}  // namespace reprise
