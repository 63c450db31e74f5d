#include "record/import/threads.h"

#include <algorithm>
#include <optional>

#include "sim/json/parse.h"
#include "sim/json/write.h"
#include "sim/provider/codec.h"
#include "sim/session/outcome.h"

namespace reprise {
namespace {

void erase_cache_marks(Json& value) {
  value.erase("cache_control");
  if (JsonArray* items = value.as_array()) {
    for (Json& item : *items) erase_cache_marks(item);
  }
  if (JsonObject* members = value.as_object()) {
    for (JsonMember& member : *members) erase_cache_marks(member.value);
  }
}

// A mark needs a block, so a client that moves its mark also turns plain text into a block and
// back: here both are the same.
std::string comparable(Json message) {
  erase_cache_marks(message);
  Json* content = message.find("content");
  if (content && content->is_string()) {
    Json block = Json::object();
    block.set("type", "text");
    block.set("text", *content);
    *content = Json(JsonArray{std::move(block)});
  }
  return canonical_json(message);
}

// A call as threading sees it.
struct CallShape {
  std::string url;
  bool has_history = false;
  std::string other_members;          // canonical, without the history
  std::vector<std::string> messages;  // comparable
  std::vector<bool> by_model;         // whose turn each message is
  std::optional<std::string> answer;  // the response as the next request would hold it
};

bool is_model_turn(const Json& message) {
  const std::string_view role = message.text_at("role");
  return role == "assistant" || role == "model";
}

std::optional<std::string> answer_of(const RecordedCall& call) {
  const Codec* codec = find_codec(codec_of(call.api));
  if (!codec) return std::nullopt;
  AttemptDone done;
  done.response = call.attempts.back().response;
  const AttemptReading reading = codec->read_attempt(done);
  const auto* response = std::get_if<LlmResponse>(&reading);
  if (!response) return std::nullopt;
  auto message = parse_json(codec->encode_message(response->message));
  return message ? comparable(std::move(*message)) : std::string();
}

CallShape shape_of(const RecordedCall& call) {
  CallShape shape;
  shape.url = call.attempts.back().url();
  shape.answer = answer_of(call);
  const std::string_view history = history_member(call.api);
  shape.has_history = !history.empty();
  if (!shape.has_history) return shape;
  Json rest = call.body;
  const Json* found = rest.find(history);
  if (const JsonArray* items = found ? found->as_array() : nullptr) {
    for (const Json& item : *items) {
      shape.messages.push_back(comparable(item));
      shape.by_model.push_back(is_model_turn(item));
    }
  }
  rest.erase(history);
  shape.other_members = canonical_json(rest);
  return shape;
}

enum class Relation { none, changed_members, rewritten, exact };

Relation relation(const CallShape& last, const CallShape& next) {
  if (!last.answer || last.has_history != next.has_history) return Relation::none;
  if (!last.has_history) return last.url == next.url ? Relation::exact : Relation::none;
  const std::size_t count = last.messages.size();
  if (count == 0 || next.messages.size() <= count || !next.by_model[count] ||
      !std::equal(last.messages.begin(), last.messages.end(), next.messages.begin())) {
    return Relation::none;
  }
  if (last.url != next.url || last.other_members != next.other_members) {
    return Relation::changed_members;
  }
  return *last.answer == next.messages[count] ? Relation::exact : Relation::rewritten;
}

}  // namespace

CallThreads thread_calls(std::vector<RecordedCall> calls) {
  CallThreads found;
  std::vector<CallShape> last_shapes;  // of each thread
  for (RecordedCall& call : calls) {
    CallShape shape = shape_of(call);
    Relation best = Relation::none;
    std::size_t best_thread = 0;
    // The newest thread wins among equals: evaluations begin the same conversation many times.
    for (std::size_t at = last_shapes.size(); at-- > 0;) {
      const Relation here = relation(last_shapes[at], shape);
      if (here > best) {
        best = here;
        best_thread = at;
      }
    }
    if (best == Relation::changed_members) ++found.changed_members;
    if (best == Relation::none || best == Relation::changed_members) {
      best_thread = found.threads.size();
      found.threads.emplace_back();
      last_shapes.emplace_back();
    }
    found.threads[best_thread].calls.push_back(std::move(call));
    last_shapes[best_thread] = std::move(shape);
  }
  return found;
}

}  // namespace reprise
