#include "replay/commands/session_failures.h"

#include <fmt/format.h>
#include <utility>

namespace reprise {

std::string in_session(SessionId session, const std::string& message) {
  const std::string name = fmt::format("session {}", session);
  const bool named = message.starts_with(name) &&
                     message.find_first_not_of("0123456789", name.size()) == name.size();
  return named ? message : name + ": " + message;
}

void SessionFailures::add(SessionId session, const Error& error) {
  if (count_++ == 0) code_ = exit_code(error.code);
  if (std::exchange(last_, error.message) == error.message) return;
  console_.complain(in_session(session, error.message));
}

}  // namespace reprise
