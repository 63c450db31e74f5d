#include "replay/commands/session_selection.h"

#include <algorithm>
#include <fmt/format.h>

#include "sim/console/command_line.h"

namespace reprise {

Result<std::vector<SessionId>> select_sessions(const std::string& store_path,
                                               const std::vector<std::string>& words) {
  REPRISE_TRY(named, parse_session_ids(words));
  REPRISE_TRY(store, Store::open(store_path, StoreMode::read));
  REPRISE_TRY(ids, store.session_ids());
  if (ids.empty()) {
    return fail(ErrorCode::not_found,
                fmt::format("{} holds no session: record or import one first", store_path));
  }
  if (words.empty()) return ids;
  for (const SessionId id : named) {
    if (std::ranges::binary_search(ids, id)) continue;
    return fail(ErrorCode::not_found,
                fmt::format("{} has no session {}: the last one is {}, list them with reprise ls",
                            store_path, id, ids.back()));
  }
  return named;
}

}  // namespace reprise
