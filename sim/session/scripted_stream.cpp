#include "sim/session/scripted_stream.h"

#include "sim/http/sse.h"
#include "sim/json/parse.h"
#include "sim/json/pointer.h"
#include "sim/json/utf8.h"
#include "sim/json/write.h"

namespace reprise {
namespace {

constexpr std::size_t piece_characters = 16;

using Events = std::vector<std::string>;

// A text in pieces that are cut between characters; at least one, which may be empty.
std::vector<std::string_view> pieces_of(std::string_view text) {
  std::vector<std::string_view> pieces;
  while (pieces.empty() || !text.empty()) {
    std::size_t end = 0;
    for (std::size_t n = 0; n < piece_characters && end < text.size(); ++n) {
      end += code_point_at(text, end).bytes;
    }
    pieces.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return pieces;
}

std::string named_event(const Json& data) {
  return write_sse(data.text_at("type"), to_json(data));
}

// The start of the message: without content, and without what only the end can tell.
std::string message_start(Json message) {
  message.set("content", Json::array());
  message.set("stop_reason", nullptr);
  if (Json* usage = message.find("usage")) usage->set("output_tokens", 0);
  return named_event(JsonObject{{"type", "message_start"}, {"message", std::move(message)}});
}

void add_deltas(Events& events, std::size_t index, std::string_view type, std::string_view member,
                std::string_view text) {
  for (std::string_view piece : pieces_of(text)) {
    const Json delta = JsonObject{{"type", type}, {std::string(member), piece}};
    events.push_back(named_event(JsonObject{{"type", "content_block_delta"},
                                            {"index", static_cast<std::uint64_t>(index)},
                                            {"delta", delta}}));
  }
}

// A block begins without what its deltas bring; blocks that have none come whole.
void add_block(Events& events, std::size_t index, const Json& block) {
  const auto number = static_cast<std::uint64_t>(index);
  const std::string_view type = block.text_at("type");
  Json start = block;
  if (type == "text") start.set("text", "");
  if (type == "tool_use") start.set("input", Json::object());
  events.push_back(named_event(
      JsonObject{{"type", "content_block_start"}, {"index", number}, {"content_block", start}}));
  if (type == "text") add_deltas(events, index, "text_delta", "text", block.text_at("text"));
  if (type == "tool_use") {
    add_deltas(events, index, "input_json_delta", "partial_json", to_json(*block.find("input")));
  }
  events.push_back(named_event(JsonObject{{"type", "content_block_stop"}, {"index", number}}));
}

Events anthropic_events(const Json& message) {
  Events events = {message_start(message)};
  const Json* content = message.find("content");
  const JsonArray none{};
  const JsonArray& blocks = content && content->as_array() ? *content->as_array() : none;
  for (std::size_t i = 0; i < blocks.size(); ++i) add_block(events, i, blocks[i]);
  const Json delta =
      JsonObject{{"stop_reason", message.text_at("stop_reason")}, {"stop_sequence", nullptr}};
  const Json* tokens = json_at(message, "/usage/output_tokens");
  const Json usage = JsonObject{{"output_tokens", tokens ? *tokens : Json(0)}};
  events.push_back(
      named_event(JsonObject{{"type", "message_delta"}, {"delta", delta}, {"usage", usage}}));
  events.push_back(named_event(JsonObject{{"type", "message_stop"}}));
  return events;
}

// The parts as a stream has them: a text in several parts, everything else whole.
JsonArray cut_parts(const JsonArray& parts) {
  JsonArray cut;
  for (const Json& part : parts) {
    if (!part.find("text") || part.as_object()->size() != 1) {
      cut.push_back(part);
      continue;
    }
    for (std::string_view piece : pieces_of(part.text_at("text"))) {
      cut.push_back(JsonObject{{"text", piece}});
    }
  }
  if (cut.empty()) cut.push_back(JsonObject{{"text", ""}});
  return cut;
}

// Each event is a whole response with one part; the last one says why it ends. Lines end with CRLF,
// as those of the real servers do.
Events gemini_events(const Json& response) {
  const Json* parts = json_at(response, "/candidates/0/content/parts");
  const JsonArray cut = cut_parts(parts && parts->as_array() ? *parts->as_array() : JsonArray());
  Events events;
  for (std::size_t i = 0; i < cut.size(); ++i) {
    Json chunk = response;
    json_at(chunk, "/candidates/0/content")->set("parts", JsonArray{cut[i]});
    if (i + 1 < cut.size()) json_at(chunk, "/candidates/0")->erase("finishReason");
    events.push_back("data: " + to_json(chunk) + "\r\n\r\n");
  }
  return events;
}

}  // namespace

std::vector<std::string> stream_events(std::string_view codec, std::string_view body) {
  const auto response = parse_json(body);
  if (!response) return {};
  if (codec == "anthropic") return anthropic_events(*response);
  if (codec == "gemini" && json_at(*response, "/candidates/0/content")) {
    return gemini_events(*response);
  }
  return {};
}

}  // namespace reprise
