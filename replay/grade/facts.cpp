#include "replay/grade/facts.h"

#include <algorithm>
#include <iterator>

#include "replay/grade/expectations.h"
#include "sim/json/parse.h"
#include "sim/json/write.h"

namespace reprise {
namespace {

constexpr std::string_view unknown_tool_errors[] = {"UnknownTool", "ToolNotFound"};
constexpr std::string_view bad_argument_errors[] = {"InvalidArguments", "BadArguments",
                                                    "ValidationError", "TypeError"};
constexpr std::string_view error_text_prefix = "\"Error executing tool: ";

template <std::size_t count>
bool is_one_of(std::string_view name, const std::string_view (&names)[count]) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

// The class of a failed call: `error_type`, or what the text of the result begins with.
std::string_view error_class(const PayloadView& result) {
  if (!result.error_type.empty()) return result.error_type;
  std::string_view text = result.raw_result;
  if (!text.starts_with(error_text_prefix)) return {};
  text.remove_prefix(error_text_prefix.size());
  return text.substr(0, text.find(':'));
}

ToolErrorKind error_kind(const PayloadView& result) {
  const std::string_view name = error_class(result);
  if (is_one_of(name, unknown_tool_errors)) return ToolErrorKind::unknown_tool;
  if (is_one_of(name, bad_argument_errors)) return ToolErrorKind::bad_arguments;
  return ToolErrorKind::execution;
}

// {"error": …} as the first member of a good result: a failure that travels as data.
bool looks_like_error(const PayloadView& result) {
  std::string_view text = result.raw_result;
  if (text.empty() || text[0] != '{') return false;
  text.remove_prefix(std::min(text.find_first_not_of(" \t", 1), text.size()));
  return text.starts_with("\"error\"");
}

class FactCollector {
 public:
  FactCollector(const Trace& trace, const Expectations& expect) : trace_(trace), expect_(expect) {}

  TraceFacts run() {
    for (const ReadEvent& event : trace_.events) {
      if (event.wire > 0) {
        facts_.provider_attempts += event.type == EventType::attempt;
      } else {
        take(event);
      }
    }
    settle_ending();
    return std::move(facts_);
  }

 private:
  void take(const ReadEvent& event) {
    switch (event.type) {
      case EventType::run_start:
        facts_.architecture = event.payload.architecture;
        break;
      case EventType::agent_start:
      case EventType::supervisor_start:
        ++facts_.agents;
        break;
      case EventType::llm_call:
        ++facts_.llm_calls;
        // Somebody went on, so nothing before this ended the run.
        facts_.limit = nullptr;
        facts_.error = nullptr;
        break;
      case EventType::llm_response:
        facts_.last_response = &event;
        break;
      case EventType::tool_call:
        ++facts_.tool_calls;
        if (!facts_.first_tool_call) facts_.first_tool_call = &event;
        unanswered_.push_back(&event);
        break;
      case EventType::tool_result:
        take_result(event);
        break;
      case EventType::worker_start:
        ++facts_.worker_starts;
        break;
      case EventType::peer_handoff:
        ++facts_.handoffs;
        break;
      case EventType::critic_review:
        ++facts_.reviews;
        break;
      default:
        take_ending(event);
    }
  }

  void take_ending(const ReadEvent& event) {
    switch (event.type) {
      case EventType::limit:
        facts_.limit = &event;
        break;
      case EventType::error:
        facts_.error = &event;
        facts_.error_source = error_source(event.payload);
        break;
      case EventType::agent_error:
        facts_.error = &event;
        facts_.error_source = ErrorSource::agent;
        break;
      case EventType::harness_error:
        facts_.harness_error = &event;
        break;
      case EventType::run_finish:
        facts_.end = &event;
        facts_.finish = &event;
        break;
      case EventType::run_abort:
        facts_.end = &event;
        break;
      case EventType::agent_finish:
        if (is_single_agent()) facts_.finish = &event;
        break;
      case EventType::supervisor_finish:
        if (facts_.architecture == "supervisor_worker") facts_.finish = &event;
        break;
      default:
        break;
    }
  }

  // Older files of the harness call the single agent "baseline".
  bool is_single_agent() const {
    return facts_.architecture == "single_agent" || facts_.architecture == "baseline";
  }

  // An aborted run did not finish, whatever its agents did before.
  void settle_ending() {
    if (facts_.end && facts_.end->type == EventType::run_abort) {
      facts_.finish = nullptr;
      if (facts_.end->payload.reason == "crash" && !facts_.error) {
        facts_.error = facts_.end;
        facts_.error_source = ErrorSource::agent;
      }
    }
    if (!facts_.error) facts_.error_source = ErrorSource::none;
    facts_.open_episodes = static_cast<std::size_t>(
        std::count_if(facts_.episodes.begin(), facts_.episodes.end(),
                      [](const ErrorEpisode& episode) { return episode.closed == 0; }));
  }

  void take_result(const ReadEvent& event) {
    AnsweredCallView answered{take_call(event), &event, event.payload.is_error};
    if (!answered.is_error && looks_like_error(event.payload)) {
      if (!facts_.error_as_data) facts_.error_as_data = &event;
      answered.is_error = expect_.error_as_data_is_error;
    }
    facts_.calls.push_back(answered);
    if (answered.is_error) {
      ++facts_.tool_errors;
      note_error(answered);
    } else if (!facts_.episodes.empty()) {
      note_success(answered);
    }
  }

  // The call that a result answers is its parent; calls in flight are few.
  const ReadEvent* take_call(const ReadEvent& result) {
    const auto call =
        std::find_if(unanswered_.begin(), unanswered_.end(),
                     [&](const ReadEvent* candidate) { return candidate->id == result.parent_id; });
    if (call == unanswered_.end()) return nullptr;
    const ReadEvent* found = *call;
    unanswered_.erase(call);
    return found;
  }

  static std::string_view arguments(const AnsweredCallView& answered) {
    return answered.call ? answered.call->payload.raw_arguments : std::string_view();
  }

  // Tool name, and the values of the arguments that the scenario names as its operation key.
  std::string operation_key(std::string_view tool, std::string_view raw_arguments) const {
    std::string key(tool);
    const auto names = expect_.operation_keys.find(tool);
    if (names == expect_.operation_keys.end()) return key;
    const auto read = parse_json(raw_arguments);
    for (const std::string& name : names->second) {
      const Json* value = read ? read->find(name) : nullptr;
      key += '\n';
      key += value ? canonical_json(*value) : "-";
    }
    return key;
  }

  ErrorEpisode* open_episode(std::string_view key) {
    for (ErrorEpisode& episode : facts_.episodes) {
      if (episode.closed == 0 && episode.key == key) return &episode;
    }
    return nullptr;
  }

  void note_error(const AnsweredCallView& answered) {
    const PayloadView& result = answered.result->payload;
    std::string key = operation_key(result.tool_name, arguments(answered));
    ErrorEpisode* episode = open_episode(key);
    if (!episode) {
      episode = &facts_.episodes.emplace_back();
      episode->key = std::move(key);
      episode->tool = result.tool_name;
      episode->first_arguments = arguments(answered);
      episode->opened = answered.result->seq;
    }
    ++episode->errors;
    episode->identical_errors += episode->first_arguments == arguments(answered);
    episode->last_error = answered.result->seq;
    episode->last_kind = error_kind(result);
    episode->injected = episode->injected || result.injected;
  }

  void note_success(const AnsweredCallView& answered) {
    const std::string_view tool = answered.result->payload.tool_name;
    const std::string key = operation_key(tool, arguments(answered));
    for (ErrorEpisode& episode : facts_.episodes) {
      if (episode.closed != 0) continue;
      const bool equivalent = episode.key != key && replaces(tool, episode.tool);
      if (episode.key != key && !equivalent) continue;
      episode.closed = answered.result->seq;
      episode.by_equivalent = equivalent;
      episode.same_arguments = !equivalent && episode.first_arguments == arguments(answered);
    }
  }

  bool replaces(std::string_view tool, std::string_view failed_tool) const {
    const auto names = expect_.equivalent_tools.find(failed_tool);
    return names != expect_.equivalent_tools.end() &&
           std::find(names->second.begin(), names->second.end(), tool) != names->second.end();
  }

  const Trace& trace_;
  const Expectations& expect_;
  TraceFacts facts_;
  std::vector<const ReadEvent*> unanswered_;
};

}  // namespace

TraceFacts collect_facts(const Trace& trace, const Expectations& expect) {
  return FactCollector(trace, expect).run();
}

}  // namespace reprise
