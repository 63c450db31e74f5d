// Finds the conversations in a list of calls. A call goes on with a conversation when its messages
// begin with those of the conversation's last call, a turn of the model follows them, and the
// URL and every other member of the request are equal.
#pragma once

#include <cstddef>
#include <vector>

#include "record/import/recorded_call.h"

namespace reprise {

struct CallThread {
  std::vector<RecordedCall> calls;
};

struct CallThreads {
  std::vector<CallThread> threads;  // in the order of their first calls
  // Calls that would have gone on with a conversation, had no other member (tools, system …) and
  // not the URL changed: each began a thread of its own.
  std::size_t changed_members = 0;
};

// Clients move `cache_control` marks between turns, so the marks do not count here. Calls of APIs
// without a codec are threaded by their URL alone.
CallThreads thread_calls(std::vector<RecordedCall> calls);

}  // namespace reprise
