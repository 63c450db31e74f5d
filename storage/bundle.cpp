#include "storage/bundle.h"

#include <algorithm>
#include <fmt/format.h>
#include <type_traits>

#include "sim/json/parse.h"
#include "storage/bundle_fields.h"

namespace reprise {
namespace {

constexpr std::string_view beginning = "{\"reprise_bundle\":";
constexpr std::string_view action_names[] = {"attempt", "backoff", "tool", "user", "deadline"};

// Each visit describes the fields of one thing, for writing (`value` is const) and for reading.
template <class Fields, class T>
void visit_headers(Fields& fields, T& headers) {
  fields.list("headers", headers, [](auto& inner, auto& header) {
    inner.text("name", header.name);
    inner.text("value", header.value);
  });
}

template <class Fields, class T>
void visit_fault(Fields& fields, T& fault) {
  fields.object("fault", fault, [](auto& inner, auto& mark) {
    inner.text("id", mark.id);
    inner.text("kind", mark.kind);
  });
}

template <class Fields, class T>
void visit_action(Fields& fields, T& action) {
  using Action = std::remove_const_t<T>;
  if constexpr (std::is_same_v<Action, SendAttempt>) {
    fields.number("call", action.call);
    fields.number("attempt", action.attempt);
    fields.text("method", action.request.method);
    fields.text("target", action.request.target);
    visit_headers(fields, action.request.headers);
    fields.text("body", action.request.body);
  } else if constexpr (std::is_same_v<Action, Backoff>) {
    fields.number("call", action.call);
    fields.number("attempt", action.attempt);
    fields.number("wait_ns", action.wait_ns);
    fields.text("policy", action.policy);
  } else if constexpr (std::is_same_v<Action, CallTool>) {
    fields.text("agent", action.agent);
    fields.text("tool", action.tool);
    fields.text("tool_call_id", action.tool_call_id);
    fields.text("arguments", action.arguments);
    fields.number("ordinal", action.ordinal);
  } else if constexpr (std::is_same_v<Action, AwaitUser>) {
    fields.text("agent", action.agent);
  } else {
    fields.number("at_ns", action.at_ns);
  }
}

template <class Fields, class T>
void visit_attempt_done(Fields& fields, T& done) {
  fields.choice("end", done.end, attempt_end_name, attempt_end_from_name);
  fields.number("status", done.response.status);
  visit_headers(fields, done.response.headers);
  fields.text("body", done.response.body);
  fields.list("chunks", done.chunks, [](auto& inner, auto& chunk) {
    inner.number("end_offset", chunk.end_offset);
    inner.number("at_ns", chunk.at_ns);
  });
  fields.text("transport_error", done.transport_error);
  visit_fault(fields, done.fault);
}

template <class Fields, class T>
void visit_result(Fields& fields, T& result) {
  using Done = std::remove_const_t<T>;
  if constexpr (std::is_same_v<Done, AttemptDone>) {
    visit_attempt_done(fields, result);
  } else if constexpr (std::is_same_v<Done, ToolDone>) {
    fields.text("result", result.result);
    fields.flag("is_error", result.is_error);
    fields.text("error_type", result.error_type);
    visit_fault(fields, result.fault);
  } else if constexpr (std::is_same_v<Done, UserTurn>) {
    fields.text("messages", result.messages);
    fields.flag("end", result.end);
    fields.number("kept_messages", result.kept_messages);
  }
}

// Makes the variant hold the alternative of this index.
template <std::size_t index = 0, class Variant>
void select(Variant& variant, std::size_t wanted) {
  if constexpr (index < std::variant_size_v<Variant>) {
    if (wanted != index) return select<index + 1>(variant, wanted);
    variant.template emplace<index>();
  }
}

bool select_action(std::string_view name, decltype(Effect::action)& action) {
  const auto* found = std::find(std::begin(action_names), std::end(action_names), name);
  if (found == std::end(action_names)) return false;
  select(action, static_cast<std::size_t>(found - std::begin(action_names)));
  return true;
}

template <class Fields, class T>
void visit_effect(Fields& fields, T& effect) {
  fields.number("id", effect.id);
  fields.number("issued_ns", effect.issued_ns);
  fields.choice(
      "kind", effect.action, [](const auto& action) { return action_names[action.index()]; },
      select_action);
  std::visit([&](auto& action) { visit_action(fields, action); }, effect.action);
}

// The kind of an outcome, and which effect it answers, follow from the effect.
template <class Fields, class T>
void visit_outcome(Fields& fields, T& outcome) {
  fields.number("at_ns", outcome.at_ns);
  std::visit([&](auto& result) { visit_result(fields, result); }, outcome.result);
}

template <class Fields, class T>
void visit_record(Fields& fields, T& record) {
  fields.number("seq", record.seq);
  fields.object("effect", record.effect,
                [](auto& inner, auto& effect) { visit_effect(inner, effect); });
  if constexpr (!std::is_const_v<T>) {
    static_assert(std::variant_size_v<decltype(Effect::action)> ==
                  std::variant_size_v<decltype(Outcome::result)>);
    select(record.outcome.result, record.effect.action.index());
    record.outcome.effect = record.effect.id;
  }
  fields.object("outcome", record.outcome,
                [](auto& inner, auto& outcome) { visit_outcome(inner, outcome); });
}

template <class Fields, class T>
void visit_header(Fields& fields, T& header) {
  fields.text("name", header.name);
  fields.text("architecture", header.architecture);
  fields.text("provider", header.provider);
  fields.text("model", header.model);
  fields.number("trial", header.trial);
  fields.number("seed", header.seed);
  fields.number("started_at_us", header.started_at_us);
  fields.text("origin", header.origin);
  fields.text("source", header.source);
  fields.text("annotations", header.annotations);
  fields.text("recorded_by", header.recorded_by);
  fields.text("scenario", header.scenario);
}

template <class Fields, class T>
void visit_seal(Fields& fields, T& seal) {
  fields.text("ending", seal.ending);
  fields.number("end_ns", seal.end_ns);
  fields.number("event_count", seal.event_count);
  fields.text("trace_hash", seal.trace_hash);
  fields.text("wire_hash", seal.wire_hash);
  fields.hashes("event_hashes", seal.event_hashes);
}

std::string checksum_line(std::string_view lines) {
  return JsonObjectWriter().text("sha256", to_hex(sha256(lines))).take() + "\n";
}

// Reads the sessions of a bundle one by one.
class BundleParser {
 public:
  explicit BundleParser(std::string_view text) : text_(text) {}

  bool at_end() const { return at_ == text_.size(); }

  Result<BundledSession> next() {
    const std::size_t begin = at_;
    REPRISE_TRY_VOID(read_head());
    while (true) {
      const std::size_t line_begin = at_;
      REPRISE_TRY(line, next_line());
      if (line.starts_with("{\"sha256\":")) {
        REPRISE_TRY_VOID(check(begin, line_begin));
        return std::move(session_);
      }
      REPRISE_TRY_VOID(read_line(line));
    }
  }

 private:
  Result<void> read_head() {
    session_ = {};
    REPRISE_TRY(line, next_line());
    REPRISE_TRY(head, parse(line));
    const Json* version = head.find("reprise_bundle");
    const auto number = version ? version->as_int64() : std::nullopt;
    if (!number) return fail_here(ErrorCode::invalid_input, "no bundle begins here");
    if (*number != bundle_format_version) {
      return fail_here(
          ErrorCode::newer_format,
          fmt::format("the bundle has version {}, this program reads {}: use a newer reprise",
                      *number, bundle_format_version));
    }
    std::string fault;
    BundleReader fields(head, fault);
    fields.flag("complete", session_.tape.complete);
    fields.object("header", session_.tape.header,
                  [](auto& inner, auto& header) { visit_header(inner, header); });
    session_.tape.header.scenario_digest = sha256(session_.tape.header.scenario);
    return said(fault);
  }

  // A record or the seal.
  Result<void> read_line(std::string_view line) {
    REPRISE_TRY(document, parse(line));
    std::string fault;
    BundleReader fields(document, fault);
    if (document.find("seal")) {
      fields.object("seal", session_.seal.emplace(),
                    [](auto& inner, auto& seal) { visit_seal(inner, seal); });
      return said(fault);
    }
    TapeRecord& record = session_.tape.records.emplace_back();
    visit_record(fields, record);
    if (auto* sent = std::get_if<SendAttempt>(&record.effect.action)) {
      sent->body_digest = sha256(sent->request.body);
    }
    if (fault.empty() && record.seq != session_.tape.records.size()) {
      fault = fmt::format("record {} stands where record {} belongs", record.seq,
                          session_.tape.records.size());
    }
    return said(fault);
  }

  // The checksum finds what was torn or changed. What is left is a file with a right checksum that
  // this program would not write so: reading it would lose something.
  Result<void> check(std::size_t begin, std::size_t end) const {
    const std::string_view lines = text_.substr(begin, end - begin);
    if (text_.substr(end, at_ - end) != checksum_line(lines)) {
      return fail_here(ErrorCode::corrupt, "the checksum does not match: the bundle was changed");
    }
    if (session_.tape.complete != session_.seal.has_value()) {
      return fail_here(ErrorCode::invalid_input,
                       "a session is complete if it has a seal, else not");
    }
    const SessionSeal* seal = session_.seal ? &*session_.seal : nullptr;
    if (write_bundle(session_.tape, seal) == text_.substr(begin, at_ - begin)) return {};
    return fail_here(ErrorCode::invalid_input,
                     "the session above is not in the form in which reprise export writes it");
  }

  Result<std::string_view> next_line() {
    ++line_;
    const std::size_t end = text_.find('\n', at_);
    if (end == std::string_view::npos) {
      return fail_here(ErrorCode::corrupt, "the bundle is cut off: export the session again");
    }
    const std::string_view line = text_.substr(at_, end - at_);
    at_ = end + 1;
    return line;
  }

  Result<Json> parse(std::string_view line) const {
    auto document = parse_json(line);
    if (!document) return fail_here(ErrorCode::corrupt, document.error().message);
    return document;
  }

  Result<void> said(const std::string& fault) const {
    if (fault.empty()) return {};
    return fail_here(ErrorCode::invalid_input, fault);
  }

  tl::unexpected<Error> fail_here(ErrorCode code, std::string_view what) const {
    return fail(code, fmt::format("line {}: {}", line_, what));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 0;
  BundledSession session_;
};

}  // namespace

std::string write_bundle(const Tape& tape, const SessionSeal* seal) {
  BundleWriter head;
  head.number("reprise_bundle", bundle_format_version);
  head.flag("complete", tape.complete);
  head.object("header", tape.header,
              [](auto& inner, const auto& header) { visit_header(inner, header); });
  std::string text = head.take() + "\n";
  for (const TapeRecord& record : tape.records) {
    BundleWriter line;
    visit_record(line, record);
    text += line.take() + "\n";
  }
  if (seal) {
    BundleWriter line;
    line.object("seal", *seal, [](auto& inner, const auto& value) { visit_seal(inner, value); });
    text += line.take() + "\n";
  }
  return with_bundle_checksum(std::move(text));
}

bool is_bundle(std::string_view text) {
  return text.starts_with(beginning);
}

Result<std::vector<BundledSession>> read_bundles(std::string_view text) {
  std::vector<BundledSession> sessions;
  for (BundleParser parser(text); !parser.at_end();) {
    REPRISE_TRY(session, parser.next());
    sessions.push_back(std::move(session));
  }
  return sessions;
}

std::string with_bundle_checksum(std::string lines) {
  lines += checksum_line(lines);
  return lines;
}

}  // namespace reprise
