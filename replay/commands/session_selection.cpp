#include "replay/commands/session_selection.h"

#include <fmt/format.h>

#include "sim/console/command_line.h"

namespace reprise {

Result<std::vector<SessionId>> select_sessions(const std::string& store_path,
                                               const std::vector<std::string>& words) {
  if (!words.empty()) return parse_session_ids(words);
  REPRISE_TRY(store, Store::open(store_path, StoreMode::read));
  REPRISE_TRY(ids, store.session_ids());
  if (ids.empty()) {
    return fail(ErrorCode::not_found,
                fmt::format("{} holds no session: record or import one first", store_path));
  }
  return ids;
}

}  // namespace reprise
