// The row of the table `session`: the header and the seal as columns, with a checksum over them.
#pragma once

#include <optional>

#include "sim/base/result.h"
#include "storage/body_store.h"
#include "storage/database.h"
#include "storage/store.h"

namespace reprise {

struct SessionRow {
  SessionId id = 0;
  Digest key{};
  TapeHeader header;  // without scenario and annotations
  BodyId scenario_body = 0;
  BodyId annotations_body = 0;
  SessionState state = SessionState::recording;
  std::optional<std::int64_t> record_count;
  std::optional<SessionSeal> seal;
};

// Columns in the order of read_session_row; ends before any WHERE.
#define REPRISE_SESSION_SELECT                                                                \
  "SELECT id,key,name,architecture,provider,model,trial,seed,started_at_us,origin,source,"    \
  "recorded_by,scenario_digest,scenario_body,annotations_body,state,record_count,trace_hash," \
  "wire_hash,event_count,end_ns,ending,event_hashes,checksum FROM session "

// Errors: corrupt, when the checksum does not match.
Result<SessionRow> read_session_row(const Statement& statement);
// Inserts, or replaces the row of the same id.
Result<void> write_session_row(Database& database, const SessionRow& row);

}  // namespace reprise
