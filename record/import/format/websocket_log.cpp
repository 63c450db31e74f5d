#include "record/import/format/websocket_log.h"

namespace reprise {

bool is_websocket_log(const SourceText& source) {
  const YamlNode* root = source.yaml();
  const YamlNode* list = root ? root->find("interactions") : nullptr;
  return list && !list->items.empty() && !list->items[0]->text_at("direction").empty();
}

Result<RecordedExchanges> read_websocket_log(const SourceText&) {
  return fail(ErrorCode::invalid_input, "a log of WebSocket messages, not of HTTP exchanges");
}

}  // namespace reprise
