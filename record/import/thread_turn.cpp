#include "record/import/thread_turn.h"

#include <algorithm>

#include "sim/json/parse.h"
#include "sim/json/write.h"

namespace reprise {
namespace {

std::vector<Json> messages_of(const RecordedCall& call) {
  if (history_member(call.api).empty()) return {call.body};
  const Json* history = call.body.find(history_member(call.api));
  const JsonArray* items = history ? history->as_array() : nullptr;
  return items ? *items : std::vector<Json>();
}

std::string canonical_wire(const std::string& wire) {
  const auto parsed = parse_json(wire);
  return parsed ? canonical_json(*parsed) : wire;
}

ToolDone not_recorded() {
  ToolDone done;
  done.result = "\"the recording holds no result of this call\"";
  done.is_error = true;
  done.error_type = "NotRecorded";
  return done;
}

}  // namespace

ThreadTurn::ThreadTurn(const Codec& codec, const RecordedCall& last, const Message& response,
                       const RecordedCall& next)
    : codec_(codec), next_(messages_of(next)) {
  for (const Json& message : messages_of(last)) machine_.push_back(canonical_json(message));
  for (std::size_t at = machine_.size(); at < next_.size(); ++at) {
    const auto message = codec.decode_message(next_[at]);
    if (!message) continue;
    for (const Block& block : message->blocks) {
      if (block.kind == BlockKind::tool_result) recorded_.push_back(block.result);
    }
  }
  taken_.resize(recorded_.size());
  machine_.push_back(canonical_wire(codec.encode_message(response)));
  for (const ToolCall& call : tool_calls_of(response)) sent_ids_.push_back(call.id);
}

ToolDone ThreadTurn::answer(const CallTool& call) {
  std::size_t found = recorded_.size();
  for (std::size_t at = recorded_.size(); at-- > 0;) {
    if (taken_[at]) continue;
    const ToolResult& result = recorded_[at];
    const bool by_id = result.tool_call_id == call.tool_call_id;
    const bool by_order = result.tool_name.empty() || result.tool_name == call.tool;
    if (by_id || by_order) found = at;
    if (by_id) break;
  }
  if (found == recorded_.size()) return not_recorded();
  taken_[found] = true;
  const ToolResult& result = recorded_[found];
  given_.push_back(given_result(call, result));
  ToolDone done;
  done.result = to_json(result.content);
  done.is_error = result.is_error;
  return done;
}

ToolResult ThreadTurn::given_result(const CallTool& call, const ToolResult& recorded) const {
  ToolResult result;
  result.tool_call_id = call.tool_call_id;
  // The machine names calls whose provider sends no ids.
  result.made_id = std::ranges::find(sent_ids_, call.tool_call_id) == sent_ids_.end();
  result.tool_name = call.tool;
  result.content = tool_result_content(recorded.content);
  result.is_error = recorded.is_error;
  return result;
}

UserTurn ThreadTurn::user_turn() const {
  std::size_t kept = 0;
  while (kept < machine_.size() && kept < next_.size() &&
         machine_[kept] == canonical_json(next_[kept])) {
    ++kept;
  }
  UserTurn turn;
  if (kept < machine_.size()) turn.kept_messages = static_cast<std::int64_t>(kept);
  const std::vector<Json> added(next_.begin() + static_cast<std::ptrdiff_t>(kept), next_.end());
  const bool machine_makes_it =
      kept == machine_.size() && added.size() == 1 && !given_.empty() &&
      canonical_wire(codec_.encode_message(tool_results_message(given_))) ==
          canonical_json(added[0]);
  if (!added.empty() && !machine_makes_it) turn.messages = to_json(Json(added));
  return turn;
}

}  // namespace reprise
