// Imports one file: from its bytes to sessions, or to one line that says why there are none.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "record/import/imported_session.h"

namespace reprise {

struct ImportedFile {
  std::string_view format;  // empty if no format fits
  std::vector<ImportedSession> sessions;
  std::string refusal;  // why there are no sessions; empty if there are

  std::size_t calls = 0;            // logical model calls in the sessions
  std::size_t attempts = 0;         // HTTP exchanges in the sessions
  std::size_t left_out = 0;         // exchanges that are in no session
  std::size_t opaque_sessions = 0;  // whose API has no codec: carried, not understood
  std::size_t rewritten_turns = 0;  // in which the client changed the history it sent before
  // Conversations that go on as a new session: tools or system changed, or the machine could not
  // build the request.
  std::size_t splits = 0;
  std::size_t secrets_replaced = 0;
  std::vector<std::string> left_out_kinds;  // "OAuth token", … without repeats
};

// How many bytes are taken of a file that begins with `start`; a bigger one is refused.
std::size_t import_bytes_most(std::string_view start);

// `file` names the source in the sessions and in messages; its content alone decides the format.
ImportedFile import_file(std::string_view bytes, std::string_view file);

}  // namespace reprise
