// The live driver: carries out the effects of sessions against a real provider. One thread, many
// sessions at a time, each with its own timeline; every outcome is on disk before its machine sees
// it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "record/clock.h"
#include "record/secrets.h"
#include "sim/session/run_plan.h"
#include "storage/store.h"

namespace reprise {

struct LiveOptions {
  ClockMode clock = ClockMode::real;
  std::optional<std::int64_t> started_at_us;  // of every new session; nullopt: the present
  std::string base_url;                       // instead of the scenario's; empty: that
  std::string key;       // of the provider; empty for a stand-in on this machine
  std::size_t jobs = 1;  // sessions at a time
};

// A session to run, or (resume > 0) to go on with.
struct LiveJob {
  RunPlanPtr plan;
  std::uint32_t trial = 1;
  SessionId resume = 0;
};

inline constexpr std::string_view interrupted_ending = "interrupted";  // by the user
inline constexpr std::string_view cut_off_ending = "cut off";          // by an error

struct LiveResult {
  SessionId session = 0;
  std::string name;
  std::string architecture;
  std::uint32_t trial = 1;
  std::string ending;                  // "finished", "aborted: …", or one of those below
  std::int64_t virtual_ns = 0;         // end on the timeline
  std::int64_t real_ns = 0;            // how long recording it took
  std::vector<SecretFinding> secrets;  // what was replaced
  // What the last attempt failed with, empty if it did not: "status 401", "tls_failed: …".
  std::string last_failure;
};

// Where requests of a recording went, if that is not what its scenario says; else empty.
std::string recorded_base_url(const TapeHeader& header);

// Where requests of this plan go: the option, else the scenario's, else the codec's default. Error:
// usage, see check_base_url.
Result<std::string> base_url_of(const RunPlan& plan, const LiveOptions& options);

// Runs all jobs. `interrupt` is a descriptor that can be read once the user wants to stop.
// `on_result` is called as each session ends. Errors: usage, for a base URL; divergence, for a
// session that cannot be gone on with; of the store. A provider that fails ends a session, not the
// recording; a tool that fails ends neither. Sessions that run at an error or an interrupt are
// marked truncated.
Result<void> record_live(Store& store, const std::vector<LiveJob>& jobs, const LiveOptions& options,
                         const Secrets& secrets, int interrupt,
                         const std::function<void(const LiveResult&)>& on_result);

}  // namespace reprise
