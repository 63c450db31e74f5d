// What the YAML cassettes have in common: a list of interactions, each a request and a response,
// and headers as a mapping from name to one value or a list of values.
#pragma once

#include <string_view>

#include "record/import/recorded_exchange.h"
#include "record/import/yaml_document.h"
#include "sim/base/result.h"

namespace reprise {

// Headers in the order of the mapping, a header a value.
Headers yaml_headers(const YamlNode* node);

// Reads each item of the sequence `list` with `read_one(item) -> Result<RecordedExchange>`; an
// error names the item by its number, from 1.
template <class ReadOne>
Result<RecordedExchanges> read_interactions(const YamlNode* list, ReadOne read_one) {
  RecordedExchanges exchanges;
  if (!list) return exchanges;
  for (const YamlNodePtr& item : list->items) {
    auto exchange = read_one(*item);
    if (!exchange) {
      return fail_in("interaction " + std::to_string(exchanges.size() + 1), exchange.error());
    }
    exchanges.push_back(std::move(*exchange));
  }
  return exchanges;
}

// The mapping `key` of an interaction. Error: invalid_input when it is missing.
Result<const YamlNode*> required_mapping(const YamlNode& interaction, std::string_view key);

}  // namespace reprise
