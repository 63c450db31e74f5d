// The store: one SQLite file with sessions, tapes and bodies. One writer, many readers.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.h"
#include "sim/session/tape.h"

namespace reprise {

using SessionId = std::int64_t;

enum class StoreMode { read, write };

inline constexpr int default_busy_timeout_ms = 5000;

enum class SessionState { recording, complete, truncated };

// What the recording run came to; a replay must come to the same.
struct SessionSeal {
  std::string trace_hash;  // TraceLog::agent_hash()
  std::string wire_hash;
  std::uint64_t event_count = 0;
  std::int64_t end_ns = 0;
  std::vector<std::uint64_t> event_hashes;  // TraceLog::agent_event_hashes()
  // How the run ended, for listings: "finished", "aborted: <reason>".
  std::string ending;
};

// A row of a listing.
struct SessionInfo {
  SessionId id = 0;
  SessionState state = SessionState::recording;
  TapeHeader header;  // without scenario and annotations unless asked for
  std::uint64_t record_count = 0;
  std::optional<SessionSeal> seal;  // once complete; event_hashes only from read_session
};

struct SessionFilter {
  std::vector<SessionId> ids;  // empty: all
  std::size_t newest = 0;      // at most so many, newest first; 0: all, oldest first
};

struct TapeReadOptions {
  bool request_bodies = false;  // else SendAttempt.request.body is empty and only its digest is set
};

struct StoredSession {
  SessionInfo info;  // with the event hashes
  Tape tape;
};

// One result of one grader for one session. Grading again adds rows.
struct GradeRow {
  SessionId session = 0;
  std::string grader;
  std::string grader_version;
  std::string trace_hash;
  std::string category;
  bool passed = false;
  std::string score;    // decimal text, empty: none
  std::string details;  // JSON object
  friend bool operator==(const GradeRow&, const GradeRow&) = default;
};

// What a merge came to.
struct StoreMerge {
  std::vector<SessionId> copied;  // their numbers here
  std::size_t present = 0;        // sessions that were here already
};

struct StoreStats {
  std::int64_t sessions = 0;
  std::int64_t records = 0;
  std::int64_t bodies = 0;
  std::int64_t body_bytes = 0;    // of the content
  std::int64_t stored_bytes = 0;  // of the compressed content
};

class Snapshot;

// See Store::snapshot(). Must not outlive its store.
class StoreSnapshot {
 public:
  explicit StoreSnapshot(std::unique_ptr<Snapshot> held);
  StoreSnapshot(StoreSnapshot&&) noexcept;
  ~StoreSnapshot();

 private:
  std::unique_ptr<Snapshot> held_;
};

class Store {
 public:
  // Opens or (write) creates; writing makes a store of an empty file, too. Waits so long for
  // another process that writes. Errors: not_found, newer_format, corrupt (not a store), busy,
  // storage.
  static Result<Store> open(const std::string& path, StoreMode mode,
                            int busy_timeout_ms = default_busy_timeout_ms);
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  // Writing. append() is durable when it returns: the outcome is on disk before the machine sees
  // it.
  Result<SessionId> begin_session(const TapeHeader& header);
  Result<void> append(SessionId session, const TapeRecord& record);
  Result<void> complete(SessionId session, const SessionSeal& seal);
  // A recording that ends without an end; it can be shown, graded and resumed.
  Result<void> truncate(SessionId session);
  // A whole tape in one transaction (imports). A tape that is not complete becomes truncated.
  Result<SessionId> write_tape(const Tape& tape, const SessionSeal& seal);

  // Makes a truncated session (or one whose recorder is gone) recording again; append() goes on
  // behind its last record. Errors: busy (its recorder is alive), invalid_input (complete).
  Result<void> resume(SessionId session);
  Result<void> write_grade(const GradeRow& grade);
  // Copies the sessions of another store whose key is not here, with their grades.
  Result<StoreMerge> merge_from(const std::string& path);

  // What is read while it lives is of one moment, and locks are taken once for all of it. Not for
  // long: the log of a writer grows meanwhile.
  Result<StoreSnapshot> snapshot();
  // The numbers of all sessions, oldest first.
  Result<std::vector<SessionId>> session_ids();
  // Reading. Every body is checked against its SHA-256, every payload against its frame.
  Result<std::vector<SessionInfo>> sessions(const SessionFilter& filter);
  Result<SessionInfo> session(SessionId session);  // with scenario, annotations, event hashes
  Result<Tape> read_tape(SessionId session, const TapeReadOptions& options);
  // Both of one moment, and cheaper than one after the other.
  Result<StoredSession> read_session(SessionId session, const TapeReadOptions& options);
  Result<std::string> body(const Digest& digest);
  Result<std::vector<GradeRow>> grades(SessionId session);  // oldest first
  Result<StoreStats> stats();

 private:
  struct Parts;
  explicit Store(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace reprise
