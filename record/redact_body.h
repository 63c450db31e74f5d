// Takes secrets out of texts that a session meets, before the store or the machine sees them. Finds
// them in what the text means: behind JSON escapes, and across the pieces of a stream.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "record/secrets.h"
#include "sim/session/outcome.h"

namespace reprise {

// A JSON text, or else a plain one. What was valid JSON stays valid: replacements lie inside string
// literals. Findings name `where`, and the JSON Pointer in it.
std::string redact_text(std::string_view text, std::string_view where, const Secrets& secrets,
                        std::vector<SecretFinding>& findings);

// Body and headers of a response; headers that are not on the list are dropped. Offsets of chunks
// are moved with the bytes.
AttemptDone redact_attempt(AttemptDone attempt, const Secrets& secrets,
                           std::vector<SecretFinding>& findings);

}  // namespace reprise
