// One logical model call as a recording shows it: the attempts with the same request, in order.
#pragma once

#include <string>
#include <vector>

#include "record/import/endpoint.h"
#include "record/import/recorded_exchange.h"
#include "sim/json/value.h"

namespace reprise {

struct RecordedCall {
  ModelApi api = ModelApi::none;
  std::string provider;
  Json body;                               // of the request, parsed
  std::string canonical_body;              // what requests are compared by
  std::vector<RecordedExchange> attempts;  // at least one; headers and targets redacted
};

// What became of the exchanges of one recording.
struct ModelTraffic {
  std::vector<RecordedCall> calls;  // in the order of their first attempts
  // Kinds of the exchanges that were left out, one an exchange, in order.
  std::vector<std::string> left_out;
  std::size_t secrets_replaced = 0;  // in bodies and kept headers
};

// Leaves out what is no model call, redacts the rest, and groups attempts: the same request again
// after an answer of 408, 409, 429 or 5xx is a further attempt of the same call.
ModelTraffic model_traffic(RecordedExchanges exchanges);

}  // namespace reprise
