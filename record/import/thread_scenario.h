// The scenario document of an imported conversation: what its client sent with every request, the
// messages it began with, and no more retries than were recorded.
#pragma once

#include <string>
#include <string_view>

#include "record/import/threads.h"
#include "sim/json/value.h"

namespace reprise {

struct ThreadSource {
  std::string_view format;
  std::string_view file;         // path, for messages and listings
  std::string_view file_digest;  // hexadecimal; tells sessions of equal names apart
  std::string name;              // of the session, shown in listings
};

// `calls` are those of one session, at least one.
Json thread_scenario(const std::vector<RecordedCall>& calls, const ThreadSource& source);

}  // namespace reprise
