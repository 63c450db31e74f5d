// Turns a conversation into a session: runs the agent machine with the recorded answers, and keeps
// what it was told as the tape. Every request that the machine builds is compared on the way.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "record/import/imported_session.h"
#include "record/import/thread_scenario.h"
#include "record/import/threads.h"
#include "sim/base/result.h"

namespace reprise {

struct ThreadSession {
  ImportedSession session;
  std::size_t calls = 0;  // of the thread that the session holds, from its first
  std::size_t attempts = 0;
  std::size_t rewritten_turns = 0;  // turns in which the client changed the history
};

// A session of as many calls as the machine can follow; the rest of the thread is for another
// session. Error: divergence, when not even the first request comes out as recorded.
Result<ThreadSession> thread_session(const std::vector<RecordedCall>& calls,
                                     const ThreadSource& source);

}  // namespace reprise
