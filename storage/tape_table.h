// Rows of the table `tape`: a record with its bodies, written and read.
#pragma once

#include "sim/base/result.h"
#include "storage/body_store.h"
#include "storage/database.h"
#include "storage/store.h"
#include "storage/tape_codec.h"

namespace reprise {

Result<void> write_tape_row(Database& database, BodyStore& bodies, RequestChain& chain,
                            SessionId session, const TapeRecord& record);
// All records in order. Errors: corrupt.
Result<std::vector<TapeRecord>> read_tape_rows(Database& database, BodyStore& bodies,
                                               SessionId session, const TapeReadOptions& options);
// The columns of a row whose first columns are those of the table, in order.
TapeColumns read_tape_columns(const Statement& statement);

}  // namespace reprise
