// Sessions as text (docs/formats.md, "Bundle"): what leaves one store and enters another. One line
// a record, so that bundles can be kept under version control and compared.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.h"
#include "sim/session/tape.h"
#include "storage/store.h"

namespace reprise {

inline constexpr int bundle_format_version = 1;

struct BundledSession {
  Tape tape;                        // with request bodies and their digests
  std::optional<SessionSeal> seal;  // if the tape is complete
};

// The bundle of one session: `tape` with request bodies; `seal` nullptr if it is not complete.
// Bundles one behind the other are a bundle of several sessions.
std::string write_bundle(const Tape& tape, const SessionSeal* seal);

// True if the text begins as a bundle does.
bool is_bundle(std::string_view text);

// Every session, exactly as it was written. Errors, naming the line: corrupt (torn or changed),
// newer_format, invalid_input.
Result<std::vector<BundledSession>> read_bundles(std::string_view text);

// `lines` with the checksum line of a bundle behind them: how a fuzzer gets behind the checksum.
std::string with_bundle_checksum(std::string lines);

}  // namespace reprise
