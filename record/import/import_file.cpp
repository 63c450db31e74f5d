#include "record/import/import_file.h"

#include <algorithm>
#include <fmt/format.h>

#include "record/import/arena.h"
#include "record/import/read_recording.h"
#include "record/import/thread_session.h"
#include "storage/bundle.h"

namespace reprise {
namespace {

// "dir/name.yaml" gives "name".
std::string session_name(std::string_view file) {
  const std::string_view base = file.substr(file.find_last_of('/') + 1);
  const std::string_view stem = base.substr(0, base.rfind('.'));
  return std::string(stem.empty() ? base : stem);
}

std::vector<std::string> without_repeats(std::vector<std::string> kinds) {
  std::sort(kinds.begin(), kinds.end());
  kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
  return kinds;
}

class Importer {
 public:
  Importer(ImportedFile& out, std::string_view file) : out_(out), file_(file) {}

  Result<void> import(std::string_view bytes) {
    digest_ = to_hex_prefix(sha256(bytes), 16);
    REPRISE_TRY(recording, read_recording(bytes, out_.format));
    const std::size_t exchanges = recording.exchanges.size();
    ModelTraffic traffic = model_traffic(std::move(recording.exchanges));
    out_.secrets_replaced = traffic.secrets_replaced;
    out_.left_out_kinds = without_repeats(std::move(traffic.left_out));
    if (traffic.calls.empty()) return no_calls(exchanges);
    CallThreads threads = thread_calls(std::move(traffic.calls));
    out_.splits = threads.changed_members;
    for (CallThread& thread : threads.threads) {
      REPRISE_TRY_VOID(import_thread(std::move(thread.calls)));
    }
    out_.left_out = exchanges - out_.attempts;
    return {};
  }

 private:
  Result<void> no_calls(std::size_t exchanges) const {
    if (exchanges == 0) return fail(ErrorCode::invalid_input, "no exchanges");
    return fail(ErrorCode::invalid_input,
                fmt::format("not LLM traffic: {} exchange{} ({})", exchanges,
                            exchanges == 1 ? "" : "s", fmt::join(out_.left_out_kinds, ", ")));
  }

  // As many sessions as it takes: where the machine cannot follow its client, a new one begins
  // with the client's history.
  Result<void> import_thread(std::vector<RecordedCall> calls) {
    while (!calls.empty()) {
      auto made = make_session(calls);
      if (!made && codec_of(calls.front().api) != opaque) {
        // A body that its codec cannot write again is carried as it is.
        for (RecordedCall& call : calls) call.api = ModelApi::other;
        made = make_session(calls);
      }
      if (!made) return tl::unexpected<Error>(std::move(made).error());
      const auto held = static_cast<std::ptrdiff_t>(made->calls);
      add(std::move(*made), codec_of(calls.front().api) == opaque);
      calls.erase(calls.begin(), calls.begin() + held);
      out_.splits += !calls.empty();
    }
    return {};
  }

  Result<ThreadSession> make_session(const std::vector<RecordedCall>& calls) const {
    std::string name = session_name(file_);
    if (!out_.sessions.empty()) name += fmt::format(" #{}", out_.sessions.size() + 1);
    return thread_session(calls, {out_.format, file_, digest_, std::move(name)});
  }

  void add(ThreadSession made, bool is_opaque) {
    out_.calls += made.calls;
    out_.attempts += made.attempts;
    if (!is_opaque) out_.rewritten_turns += made.rewritten_turns;
    out_.opaque_sessions += is_opaque;
    out_.sessions.push_back(std::move(made.session));
  }

  static constexpr std::string_view opaque = "opaque";
  ImportedFile& out_;
  std::string_view file_;
  std::string digest_;
};

// What a model was asked, and how often.
void count_attempts(ImportedFile& out, const Tape& tape) {
  for (const TapeRecord& record : tape.records) {
    const auto* sent = std::get_if<SendAttempt>(&record.effect.action);
    out.attempts += sent != nullptr;
    out.calls += sent && sent->attempt == 1;
  }
}

// The sessions as they were, also in what they were made from.
Result<void> import_bundle(ImportedFile& out, std::string_view bytes) {
  out.format = "bundle";
  REPRISE_TRY(sessions, read_bundles(bytes));
  for (BundledSession& session : sessions) {
    count_attempts(out, session.tape);
    out.sessions.push_back({std::move(session.tape), session.seal.value_or(SessionSeal{})});
  }
  return {};
}

Result<void> import_arena(ImportedFile& out, std::string_view bytes, std::string_view file) {
  out.format = "arena";
  REPRISE_TRY(session, import_arena_trace(bytes, file));
  count_attempts(out, session.tape);
  out.sessions.push_back(std::move(session));
  return {};
}

Result<void> import_bytes(ImportedFile& out, std::string_view bytes, std::string_view file) {
  const std::size_t most = import_bytes_most(bytes);
  if (bytes.size() > most) {
    return fail(ErrorCode::invalid_input, fmt::format("bigger than {} MiB", most >> 20));
  }
  if (is_bundle(bytes)) return import_bundle(out, bytes);
  if (is_arena_trace(bytes)) return import_arena(out, bytes, file);
  return Importer(out, file).import(bytes);
}

}  // namespace

std::size_t import_bytes_most(std::string_view start) {
  return is_bundle(start) ? bundle_bytes_max : import_bytes_max;
}

ImportedFile import_file(std::string_view bytes, std::string_view file) {
  ImportedFile out;
  const auto done = import_bytes(out, bytes, file);
  if (!done) {
    out.refusal = done.error().message;
    out.sessions.clear();
  }
  return out;
}

}  // namespace reprise
