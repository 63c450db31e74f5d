#include "record/live_driver.h"

#include <algorithm>
#include <deque>
#include <fmt/format.h>
#include <memory>
#include <poll.h>

#include "record/base_url.h"
#include "record/command_process.h"
#include "record/http_client.h"
#include "record/live_session.h"
#include "record/redact_body.h"
#include "record/stated_times.h"
#include "sim/json/parse.h"
#include "sim/json/write.h"
#include "sim/session/tape_header.h"
#include "storage/format_versions.h"
#include "storage/session_seal.h"

namespace reprise {
namespace {

bool is_readable(int descriptor) {
  pollfd watched{descriptor, POLLIN, 0};
  return poll(&watched, 1, 0) > 0;
}

std::string failure_of(const AttemptDone& done) {
  if (done.end != AttemptEnd::complete) {
    return fmt::format("{}: {}", attempt_end_name(done.end), done.transport_error);
  }
  const int status = done.response.status;
  return status >= 200 && status < 300 ? "" : fmt::format("status {}", status);
}

class LiveDriver {
 public:
  LiveDriver(Store& store, const std::vector<LiveJob>& jobs, const LiveOptions& options,
             const Secrets& secrets, int interrupt,
             const std::function<void(const LiveResult&)>& on_result)
      : store_(store),
        waiting_(jobs.begin(), jobs.end()),
        options_(options),
        secrets_(secrets),
        interrupt_(interrupt),
        on_result_(on_result) {}

  Result<void> run() {
    auto ran = run_sessions();
    auto truncated = truncate_sessions(ran ? interrupted_ending : cut_off_ending);
    return ran ? truncated : ran;
  }

 private:
  struct RunningSession {
    LiveJob job;
    LiveSession live;
    std::string base_url;
    std::int64_t begun_ns;
    std::string last_failure;
  };
  struct RunningAttempt {
    RunningSession* session;
    IssuedEffect issued;
  };
  struct RunningCommand {
    RunningSession* session;
    IssuedEffect issued;
    CommandProcess process;
  };

  Result<void> run_sessions() {
    while (!interrupted_) {
      REPRISE_TRY_VOID(begin_sessions());
      if (sessions_.empty()) return {};
      REPRISE_TRY_VOID(advance_sessions());
      REPRISE_TRY_VOID(end_sessions());
      if (!sessions_.empty()) wait();
    }
    return {};
  }

  Result<void> begin_sessions() {
    while (!waiting_.empty() && sessions_.size() < options_.jobs) {
      LiveJob job = std::move(waiting_.front());
      waiting_.pop_front();
      REPRISE_TRY_VOID(job.resume ? resume_session(std::move(job)) : begin_session(std::move(job)));
    }
    return {};
  }

  Result<void> begin_session(LiveJob job) {
    REPRISE_TRY(base_url, base_url_of(*job.plan, options_));
    std::vector<SecretFinding> secrets;
    const std::int64_t started_at_us = options_.started_at_us.value_or(wall_clock_us());
    TapeHeader header = make_tape_header(job.plan->scenario, job.trial, started_at_us, "record");
    header.recorded_by = program_version();
    if (!options_.base_url.empty()) {
      const std::string notes = to_json(JsonObject{{"base_url", options_.base_url}});
      header.annotations = redact_text(notes, "annotations", secrets_, secrets);
    }
    REPRISE_TRY(id, store_.begin_session(header));
    LiveSession live(job.plan, header, id, options_.clock, secrets_);
    live.world().findings() = std::move(secrets);
    live.start();
    run_on(std::move(job), std::move(live), std::move(base_url));
    return {};
  }

  Result<void> resume_session(LiveJob job) {
    REPRISE_TRY(base_url, base_url_of(*job.plan, options_));
    // From here on nobody else appends to it: the tape that is read is the whole tape.
    REPRISE_TRY_VOID(store_.resume(job.resume));
    auto live = fast_forwarded(job);
    if (!live) {
      REPRISE_TRY_VOID(store_.truncate(job.resume));
      return tl::unexpected<Error>(std::move(live).error());
    }
    run_on(std::move(job), std::move(*live), std::move(base_url));
    return {};
  }

  Result<LiveSession> fast_forwarded(LiveJob& job) {
    REPRISE_TRY(tape, store_.read_tape(job.resume, {}));
    job.trial = tape.header.trial;
    LiveSession live(job.plan, tape.header, job.resume, options_.clock, secrets_);
    REPRISE_TRY_VOID(
        live.fast_forward(tape, [this](const Digest& digest) { return store_.body(digest); }));
    return live;
  }

  void run_on(LiveJob job, LiveSession live, std::string base_url) {
    sessions_.push_back(std::make_unique<RunningSession>(
        RunningSession{std::move(job), std::move(live), std::move(base_url), monotonic_ns(), {}}));
  }

  Result<void> advance_sessions() {
    for (auto& session : sessions_) {
      bool moved = true;
      while (moved && !session->live.finished()) {
        for (IssuedEffect& issued : session->live.take_effects()) {
          carry_out(*session, std::move(issued));
        }
        REPRISE_TRY(delivered, session->live.deliver_due(store_));
        moved = delivered;
      }
    }
    return {};
  }

  void carry_out(RunningSession& session, IssuedEffect issued) {
    if (issued.outcome) {
      session.live.add(std::move(issued.effect), std::move(*issued.outcome));
      return;
    }
    session.live.begin(issued.effect);
    if (issued.command) {
      run_command(session, std::move(issued));
    } else {
      send(session, std::move(issued));
    }
  }

  void send(RunningSession& session, IssuedEffect issued) {
    const RunPlan& plan = session.live.plan();
    HttpCall call;
    call.base_url = session.base_url;
    call.request = std::get<SendAttempt>(issued.effect.action).request;
    if (!options_.key.empty()) {
      call.key = plan.codec->key_header(options_.key, plan.scenario.api_version);
    }
    call.timeouts = plan.scenario.timeouts;
    attempts_.emplace(http_.start(std::move(call)), RunningAttempt{&session, std::move(issued)});
  }

  void attempt_finished(HttpFinished finished) {
    auto running = attempts_.extract(finished.token);
    if (running.empty()) return;
    auto& [session, issued] = running.mapped();
    std::int64_t lasted_ns = finished.latency_ns;
    if (options_.clock == ClockMode::virtual_time) {
      const HttpTimeouts& timeouts = session->live.plan().scenario.timeouts;
      lasted_ns = take_stated_times(finished.done, timeouts);
    }
    session->last_failure = failure_of(finished.done);
    Outcome outcome =
        session->live.world().finish_attempt(issued, std::move(finished.done), lasted_ns);
    session->live.add(std::move(issued.effect), std::move(outcome));
  }

  // A command that cannot be started is a tool that failed, as the agent sees it.
  void run_command(RunningSession& session, IssuedEffect issued) {
    auto process = CommandProcess::start(*issued.command);
    if (!process) {
      const ToolAnswer answer = failed_tool("CommandFailed", process.error().message);
      Outcome outcome = session.live.world().finish_command(issued, answer, 0);
      session.live.add(std::move(issued.effect), std::move(outcome));
      return;
    }
    commands_.push_back(std::make_unique<RunningCommand>(
        RunningCommand{&session, std::move(issued), std::move(*process)}));
  }

  void advance_commands() {
    for (auto& command : commands_) {
      if (!command->process.advance()) continue;
      auto& [session, issued, process] = *command;
      const std::int64_t lasted_ns =
          options_.clock == ClockMode::real ? process.lasted_ns() : process.nominal_ns();
      Outcome outcome = session->live.world().finish_command(issued, process.answer(), lasted_ns);
      session->live.add(std::move(issued.effect), std::move(outcome));
      command.reset();
    }
    std::erase(commands_, nullptr);
  }

  Result<void> end_sessions() {
    for (auto& session : sessions_) {
      if (!session->live.finished()) continue;
      const SessionSeal seal = seal_of(session->live.machine());
      REPRISE_TRY_VOID(store_.complete(session->live.id(), seal));
      drop_work_of(*session);
      report(*session, seal.ending);
      session.reset();
    }
    std::erase(sessions_, nullptr);
    return {};
  }

  // All of them, though the store may fail with each: a session whose recorder is gone shows as
  // truncated, too.
  Result<void> truncate_sessions(std::string_view ending) {
    std::erase(sessions_, nullptr);
    Result<void> first_failure;
    for (auto& session : sessions_) {
      auto truncated = store_.truncate(session->live.id());
      if (first_failure && !truncated) first_failure = std::move(truncated);
      drop_work_of(*session);
      report(*session, std::string(ending));
    }
    sessions_.clear();
    return first_failure;
  }

  // What is still under way for a session that is over is dropped, as its machine drops it.
  void drop_work_of(const RunningSession& session) {
    for (auto attempt = attempts_.begin(); attempt != attempts_.end();) {
      if (attempt->second.session == &session) {
        http_.cancel(attempt->first);
        attempt = attempts_.erase(attempt);
      } else {
        ++attempt;
      }
    }
    std::erase_if(commands_, [&](const auto& command) { return command->session == &session; });
  }

  void report(RunningSession& session, std::string ending) {
    const Scenario& scenario = session.live.plan().scenario;
    on_result_({session.live.id(), scenario.name, scenario.architecture, session.job.trial,
                std::move(ending), session.live.machine().now_ns(),
                monotonic_ns() - session.begun_ns, std::move(session.live.world().findings()),
                std::move(session.last_failure)});
  }

  // Sleeps until something comes from outside or a timer is due.
  void wait() {
    std::int64_t wait_ns = -1;
    const auto shorten = [&wait_ns](std::int64_t ns) {
      wait_ns = wait_ns < 0 ? ns : std::min(wait_ns, ns);
    };
    for (const auto& session : sessions_) {
      if (const auto due = session->live.wait_ns()) shorten(*due);
    }
    std::vector<WatchedDescriptor> watched = {{interrupt_, CURL_WAIT_POLLIN, 0}};
    for (const auto& command : commands_) {
      for (const pollfd& wanted : command->process.descriptors()) {
        const bool reads = (wanted.events & POLLIN) != 0;
        const int events = reads ? CURL_WAIT_POLLIN : CURL_WAIT_POLLOUT;
        watched.push_back({wanted.fd, static_cast<short>(events), 0});
      }
      shorten(std::max<std::int64_t>(0, command->process.due_ns() - monotonic_ns()));
    }
    for (HttpFinished& finished : http_.wait(wait_ns, std::move(watched))) {
      attempt_finished(std::move(finished));
    }
    advance_commands();
    interrupted_ = is_readable(interrupt_);
  }

  Store& store_;
  std::deque<LiveJob> waiting_;
  const LiveOptions& options_;
  const Secrets& secrets_;
  int interrupt_;
  const std::function<void(const LiveResult&)>& on_result_;
  HttpClient http_;
  std::vector<std::unique_ptr<RunningSession>> sessions_;
  std::map<HttpToken, RunningAttempt> attempts_;
  std::vector<std::unique_ptr<RunningCommand>> commands_;
  bool interrupted_ = false;
};

}  // namespace

std::string recorded_base_url(const TapeHeader& header) {
  const auto notes = parse_json(header.annotations);
  return notes ? std::string(notes->text_at("base_url")) : std::string();
}

Result<std::string> base_url_of(const RunPlan& plan, const LiveOptions& options) {
  std::string url = options.base_url;
  if (url.empty()) url = plan.scenario.base_url;
  if (url.empty()) url = plan.codec->default_base_url();
  if (url.empty()) {
    return fail(ErrorCode::usage, fmt::format("provider '{}' has no address of its own: give one "
                                              "with --base-url",
                                              plan.scenario.provider));
  }
  REPRISE_TRY_VOID(check_base_url(url, plan.codec->key_variables()));
  return url;
}

Result<void> record_live(Store& store, const std::vector<LiveJob>& jobs, const LiveOptions& options,
                         const Secrets& secrets, int interrupt,
                         const std::function<void(const LiveResult&)>& on_result) {
  return LiveDriver(store, jobs, options, secrets, interrupt, on_result).run();
}

}  // namespace reprise
