// reprise record: runs the agent of a scenario, live or against a script, and records every
// outcome.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <sstream>
#include <unistd.h>

#include "record/base_url.h"
#include "record/commands/commands.h"
#include "record/commands/open_store.h"
#include "record/commands/record_summary.h"
#include "record/interrupt.h"
#include "record/live_driver.h"
#include "record/redact_body.h"
#include "sim/base/timestamp.h"
#include "sim/console/command_line.h"
#include "sim/console/whole_number.h"
#include "sim/scenario/overrides.h"
#include "sim/session/scripted_model.h"
#include "sim/session/tape_header.h"
#include "storage/format_versions.h"
#include "storage/session_seal.h"

namespace reprise {
namespace {

struct RecordOptions {
  std::string scenario;
  std::vector<std::string> changes;  // --set KEY=VALUE
  std::string provider, model, base_url, architectures, retry;
  std::int64_t seed = -1;
  std::uint32_t trials = 0;
  std::size_t jobs = 1;
  std::string clock = "real";
  std::string script;
  std::string started_at;
  SessionId resume = 0;
};

Result<std::string> read_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in || text.fail()) {
    return fail(ErrorCode::not_found, fmt::format("{} cannot be read: does the file exist?", path));
  }
  return text.str();
}

// The base URL is no override: which port a stand-in has must not change what the scenario is.
Result<std::vector<ScenarioOverride>> overrides_of(const RecordOptions& options) {
  std::vector<ScenarioOverride> overrides;
  const auto add = [&](const char* key, const std::string& value) {
    if (!value.empty()) overrides.push_back({key, value});
  };
  add("provider", options.provider);
  add("model", options.model);
  add("retry", options.retry);
  if (options.seed >= 0) add("seed", std::to_string(options.seed));
  REPRISE_TRY(changes, parse_overrides(options.changes));
  overrides.insert(overrides.end(), changes.begin(), changes.end());
  return overrides;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

// The first of the provider's key variables that is set; a stand-in on this machine needs none, and
// gets none.
Result<std::string> key_for(const RunPlan& plan, const std::string& url) {
  const bool needs_key = !is_loopback_url(url) && !plan.codec->key_variables().empty();
  if (needs_key && !url.starts_with("https://")) {
    return fail(ErrorCode::usage, fmt::format("{}: a key is only sent over https", url));
  }
  for (const std::string& variable : plan.codec->key_variables()) {
    const char* key = std::getenv(variable.c_str());
    if (needs_key && key && *key) return std::string(key);
  }
  if (!needs_key) return std::string();
  return fail(ErrorCode::usage,
              fmt::format("no key for {}: set {} in the environment, or --base-url to a stand-in "
                          "on this machine",
                          plan.scenario.provider, fmt::join(plan.codec->key_variables(), " or ")));
}

class RecordCommand {
 public:
  RecordCommand(const CommandLine& line, const RecordOptions& options)
      : line_(line), console_(*line.console), options_(options), base_url_(options.base_url) {}

  Result<int> run() {
    REPRISE_TRY(plans, options_.resume ? plan_of_session() : plans_of_scenario());
    REPRISE_TRY(store, open_store_to_fill(line_.store));
    const auto ran = options_.script.empty() ? run_live(store, plans) : run_script(store, plans);
    // What was recorded before an error is in the store, and is worth to be told.
    tell();
    if (!ran) return tl::unexpected<Error>(ran.error());
    return record_exit_code(results_);
  }

 private:
  // One plan an architecture.
  Result<std::vector<RunPlanPtr>> plans_of_scenario() {
    REPRISE_TRY(text, read_text(options_.scenario));
    REPRISE_TRY(overrides, overrides_of(options_));
    std::vector<std::string> architectures = split(options_.architectures, ',');
    if (architectures.empty()) architectures.emplace_back();
    std::vector<RunPlanPtr> plans;
    for (const std::string& architecture : architectures) {
      auto changes = overrides;
      if (!architecture.empty()) changes.push_back({"architecture", architecture});
      REPRISE_TRY(scenario, read_scenario(text, options_.scenario, changes));
      REPRISE_TRY(plan, plan_run(std::move(scenario)));
      plans.push_back(std::move(plan));
    }
    return plans;
  }

  Result<std::vector<RunPlanPtr>> plan_of_session() {
    REPRISE_TRY(store, Store::open(line_.store, StoreMode::read));
    REPRISE_TRY(info, store.session(options_.resume));
    if (info.state == SessionState::complete) {
      return fail(ErrorCode::invalid_input,
                  fmt::format("session {} is complete: there is nothing to resume", info.id));
    }
    REPRISE_TRY_VOID(take_recorded_base_url(info.header));
    REPRISE_TRY(scenario, read_scenario(info.header.scenario, "scenario of the recording"));
    REPRISE_TRY(plan, plan_run(std::move(scenario)));
    return std::vector<RunPlanPtr>{std::move(plan)};
  }

  Result<void> take_recorded_base_url(const TapeHeader& header) {
    if (!base_url_.empty()) return {};
    base_url_ = recorded_base_url(header);
    if (base_url_.find(redaction_mark) == std::string::npos) return {};
    return fail(ErrorCode::usage, fmt::format("session {} was recorded from a URL that held a "
                                              "secret, which is not stored: give --base-url",
                                              options_.resume));
  }

  // nullopt: when it really starts.
  Result<std::optional<std::int64_t>> started_at_us() const {
    if (options_.started_at.empty()) return std::nullopt;
    if (options_.script.empty() && options_.clock != "virtual") {
      return fail(ErrorCode::usage,
                  "--started-at: a recording in real time starts when it starts; give --clock "
                  "virtual or --script, too");
    }
    const auto instant = parse_timestamp(options_.started_at);
    if (instant) return *instant;
    return fail(ErrorCode::usage, "--started-at: give an instant such as 2026-01-31T12:00:00Z");
  }

  std::uint32_t trials(const RunPlan& plan) const {
    return options_.trials ? options_.trials : plan.scenario.trials;
  }

  Result<void> run_live(Store& store, const std::vector<RunPlanPtr>& plans) {
    LiveOptions live;
    live.jobs = options_.jobs;
    live.clock = options_.clock == "virtual" ? ClockMode::virtual_time : ClockMode::real;
    live.base_url = base_url_;
    REPRISE_TRY(start, started_at_us());
    live.started_at_us = start;
    std::vector<LiveJob> jobs;
    for (const RunPlanPtr& plan : plans) {
      REPRISE_TRY(url, base_url_of(*plan, live));
      if (live.clock == ClockMode::virtual_time && !is_loopback_url(url)) {
        return fail(ErrorCode::usage,
                    "--clock virtual skips real waiting, which only a stand-in on this machine "
                    "allows: give --base-url http://127.0.0.1:PORT");
      }
      REPRISE_TRY(key, key_for(*plan, url));
      live.key = std::move(key);
      const std::uint32_t count = options_.resume ? 1 : trials(*plan);
      for (std::uint32_t trial = 1; trial <= count; ++trial) {
        jobs.push_back({plan, trial, options_.resume});
      }
    }
    REPRISE_TRY(secrets, checked_secrets(plans, live.key));
    const InterruptWatch interrupt;
    return record_live(store, jobs, live, secrets, interrupt.descriptor(),
                       [&](const LiveResult& result) { took(result, jobs.size()); });
  }

  Result<void> run_script(Store& store, const std::vector<RunPlanPtr>& plans) {
    REPRISE_TRY(text, read_text(options_.script));
    REPRISE_TRY(turns, read_script(text, options_.script));
    REPRISE_TRY_VOID(checked_secrets(plans, {}));
    REPRISE_TRY(start, started_at_us());
    const std::int64_t started_at_us = start.value_or(wall_clock_us());
    for (const RunPlanPtr& plan : plans) {
      for (std::uint32_t trial = 1; trial <= trials(*plan); ++trial) {
        const std::int64_t begun_ns = monotonic_ns();
        TapeHeader header = make_tape_header(plan->scenario, trial, started_at_us, "simulated");
        header.recorded_by = program_version();
        ScriptedModel model(*plan->codec, turns);
        REPRISE_TRY(simulation, simulate(plan, header, model));
        const SessionSeal seal = seal_of(simulation.machine);
        REPRISE_TRY(id, store.write_tape(simulation.tape, seal));
        const std::int64_t real_ns = monotonic_ns() - begun_ns;
        took({id,
              header.name,
              header.architecture,
              trial,
              seal.ending,
              seal.end_ns,
              real_ns,
              {},
              {}},
             0);
      }
    }
    return {};
  }

  // What must never be written; error: usage, where a scenario holds some of it.
  static Result<Secrets> checked_secrets(const std::vector<RunPlanPtr>& plans,
                                         const std::string& key) {
    std::vector<std::string> known = secrets_of_environment(environ);
    if (!key.empty()) known.push_back(key);
    // Salted by what is the same in each recording of a scenario: so are its placeholders.
    Secrets secrets(std::move(known), plans.front()->scenario.name);
    for (const RunPlanPtr& plan : plans) REPRISE_TRY_VOID(check_scenario(*plan, secrets));
    return secrets;
  }

  // A scenario goes into the store as it is, and its prompts to the provider.
  static Result<void> check_scenario(const RunPlan& plan, const Secrets& secrets) {
    const std::string& base_url = plan.scenario.base_url;
    if (!base_url.empty()) REPRISE_TRY_VOID(check_base_url(base_url, plan.codec->key_variables()));
    std::vector<SecretFinding> found;
    redact_text(plan.scenario.text, "scenario", secrets, found);
    if (found.empty()) return {};
    return fail(ErrorCode::usage, fmt::format("{} holds a secret ({}): take it out, it would be "
                                              "stored and sent",
                                              found.front().where, found.front().type));
  }

  void took(const LiveResult& result, std::size_t total) {
    results_.push_back(result);
    for (const SecretFinding& finding : result.secrets) {
      console_.say(fmt::format("session {}: a secret was replaced in {} ({})", result.session,
                               finding.where, finding.type));
    }
    if (total > 1) console_.progress("recording", results_.size(), total);
  }

  // In the order in which the sessions began, whatever the order in which they ended.
  void tell() {
    std::ranges::sort(results_, {}, &LiveResult::session);
    for (const LiveResult& result : results_) {
      if (result.ending == interrupted_ending || result.ending == cut_off_ending) {
        console_.say(fmt::format("session {} was cut off: go on with reprise record --resume {}",
                                 result.session, result.session));
      } else if (result.ending.starts_with(provider_ending) && !result.last_failure.empty()) {
        console_.say(fmt::format("session {}: the last attempt ended with {}", result.session,
                                 result.last_failure));
      }
    }
    console_.print(record_summary(results_, console_, line_.json));
  }

  const CommandLine& line_;
  Console& console_;
  const RecordOptions& options_;
  std::string base_url_;  // empty: the scenario's
  std::vector<LiveResult> results_;
};

}  // namespace

void add_record_command(CLI::App& app, CommandLine& line) {
  auto options = std::make_shared<RecordOptions>();
  CLI::App* command = app.add_subcommand("record", "Run the agent of a scenario and record it");
  auto* scenario = command->add_option("SCENARIO", options->scenario, "Scenario file (JSON)");
  command->add_option("--provider", options->provider, "Provider instead of the scenario's");
  command->add_option("--model", options->model, "Model instead of the scenario's");
  command->add_option("--base-url", options->base_url, "Where the provider is");
  command->add_option("--arch", options->architectures, "Architectures, separated by commas");
  command->add_option("--trials", options->trials, "Sessions an architecture")
      ->check(WholeNumber{1});
  command->add_option("--seed", options->seed, "Seed of the draws")->check(WholeNumber{0});
  command->add_option("--jobs,-j", options->jobs, "Sessions at a time (default 1)")
      ->check(WholeNumber{1});
  command->add_option("--retry", options->retry, "Retry preset, e.g. anthropic, gemini, none");
  command->add_option("--clock", options->clock, "real, or virtual against a stand-in")
      ->check(CLI::IsMember({"real", "virtual"}));
  command->add_option("--set", options->changes, "KEY=VALUE changes a value of the scenario")
      ->allow_extra_args(false);  // so that the scenario may stand behind it
  command->add_option("--script", options->script,
                      "Answers come from this script: no network, virtual time");
  auto* started_at = command->add_option("--started-at", options->started_at,
                                         "Start instant, with --script or --clock virtual");
  auto* resume =
      command->add_option("--resume", options->resume, "Go on with a session that was cut off");
  resume->excludes(scenario)->excludes(started_at);
  command->footer(
      "Keys come from the environment only (ANTHROPIC_API_KEY, GOOGLE_API_KEY, GEMINI_API_KEY);\n"
      "https_proxy, NO_PROXY and SSL_CERT_FILE count as for other clients.\n\n"
      "Examples:\n"
      "  reprise record task.json --trials 5 --jobs 5\n"
      "  reprise record task.json --base-url http://127.0.0.1:8080 --clock virtual\n"
      "  reprise record task.json --script answers.json --trials 3");
  command->callback([&line, options] {
    if (options->scenario.empty() && options->resume == 0) {
      throw CLI::RequiredError("SCENARIO or --resume");
    }
    line.run = [&line, options] { return RecordCommand(line, *options).run(); };
  });
}

}  // namespace reprise
