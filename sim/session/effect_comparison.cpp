#include "sim/session/effect_comparison.h"

#include "sim/json/json_diff.h"
#include "sim/json/parse.h"
#include "sim/json/write.h"

namespace reprise {
namespace {

using Found = std::optional<Difference>;

constexpr std::string_view action_names[] = {"model request", "back-off", "tool call",
                                             "wait for the user", "time limit"};

Found differs(std::string_view what, std::string recorded, std::string replayed) {
  return Difference{std::string(what), {}, std::move(recorded), std::move(replayed)};
}

// The first place where two JSON texts differ in meaning; texts that are no JSON must be equal.
Found compare_json(std::string_view what, const std::string& recorded,
                   const std::string& replayed) {
  if (recorded == replayed) return std::nullopt;
  const auto left = parse_json(recorded);
  const auto right = parse_json(replayed);
  if (!left || !right) return differs(what, recorded, replayed);
  const auto found = json_differences(&*left, &*right, 1);
  if (found.empty()) return std::nullopt;
  return Difference{std::string(what), found[0].path, found[0].left, found[0].right};
}

// The first header of `have` that `other` lacks or has otherwise.
const Header* header_missing_in(const Headers& other, const Headers& have) {
  for (const Header& header : have) {
    const std::string* value = find_header(other, header.name);
    if (!value || *value != header.value) return &header;
  }
  return nullptr;
}

Found compare_headers(const Headers& recorded, const Headers& replayed) {
  const Header* found = header_missing_in(recorded, replayed);
  if (!found) found = header_missing_in(replayed, recorded);
  if (!found) return std::nullopt;
  const auto value = [found](const Headers& headers) {
    const std::string* text = find_header(headers, found->name);
    return text ? *text : std::string("(absent)");
  };
  return differs("request header " + found->name, value(recorded), value(replayed));
}

std::string attempt_name(std::uint32_t call, std::uint32_t attempt) {
  return "call " + std::to_string(call) + ", attempt " + std::to_string(attempt);
}

Result<Found> compare(const SendAttempt& recorded, const SendAttempt& replayed,
                      const BodyReader& read_body) {
  if (recorded.call != replayed.call || recorded.attempt != replayed.attempt) {
    return differs("attempt", attempt_name(recorded.call, recorded.attempt),
                   attempt_name(replayed.call, replayed.attempt));
  }
  if (recorded.request.method != replayed.request.method) {
    return differs("request method", recorded.request.method, replayed.request.method);
  }
  if (recorded.request.target != replayed.request.target) {
    return differs("request target", recorded.request.target, replayed.request.target);
  }
  if (auto found = compare_headers(recorded.request.headers, replayed.request.headers)) {
    return found;
  }
  if (recorded.body_digest == replayed.body_digest) return std::nullopt;
  REPRISE_TRY(body, recorded.request.body.empty() ? read_body(recorded.body_digest)
                                                  : Result<std::string>(recorded.request.body));
  return compare_json("request body", body, replayed.request.body);
}

Result<Found> compare(const Backoff& recorded, const Backoff& replayed, const BodyReader&) {
  if (recorded.call != replayed.call || recorded.attempt != replayed.attempt) {
    return differs("back-off", "after " + attempt_name(recorded.call, recorded.attempt),
                   "after " + attempt_name(replayed.call, replayed.attempt));
  }
  if (recorded.policy != replayed.policy) {
    return differs("retry policy", recorded.policy, replayed.policy);
  }
  if (recorded.wait_ns == replayed.wait_ns) return std::nullopt;
  return differs("wait of call " + std::to_string(replayed.call),
                 std::to_string(recorded.wait_ns) + " ns",
                 std::to_string(replayed.wait_ns) + " ns");
}

Result<Found> compare(const CallTool& recorded, const CallTool& replayed, const BodyReader&) {
  if (recorded.tool != replayed.tool) return differs("tool", recorded.tool, replayed.tool);
  if (recorded.agent != replayed.agent) return differs("agent", recorded.agent, replayed.agent);
  if (recorded.ordinal != replayed.ordinal) {
    return differs("number of the call of " + replayed.tool, std::to_string(recorded.ordinal),
                   std::to_string(replayed.ordinal));
  }
  if (recorded.tool_call_id != replayed.tool_call_id) {
    return differs("tool call id", recorded.tool_call_id, replayed.tool_call_id);
  }
  return compare_json("arguments of " + replayed.tool, recorded.arguments, replayed.arguments);
}

Result<Found> compare(const AwaitUser& recorded, const AwaitUser& replayed, const BodyReader&) {
  if (recorded.agent == replayed.agent) return std::nullopt;
  return differs("agent", recorded.agent, replayed.agent);
}

Result<Found> compare(const Deadline& recorded, const Deadline& replayed, const BodyReader&) {
  if (recorded.at_ns == replayed.at_ns) return std::nullopt;
  return differs("time limit", std::to_string(recorded.at_ns) + " ns",
                 std::to_string(replayed.at_ns) + " ns");
}

}  // namespace

Result<std::optional<Difference>> compare_effects(const Effect& recorded, const Effect& replayed,
                                                  const BodyReader& read_body) {
  if (recorded.action.index() != replayed.action.index()) {
    return differs("kind of effect", std::string(action_names[recorded.action.index()]),
                   std::string(action_names[replayed.action.index()]));
  }
  if (recorded.issued_ns != replayed.issued_ns) {
    return differs("instant of issue", std::to_string(recorded.issued_ns) + " ns",
                   std::to_string(replayed.issued_ns) + " ns");
  }
  return std::visit(
      [&](const auto& action) {
        using Action = std::decay_t<decltype(action)>;
        return compare(action, std::get<Action>(replayed.action), read_body);
      },
      recorded.action);
}

}  // namespace reprise
