#include "record/import/recorded_call.h"

#include <algorithm>

#include "record/kept_headers.h"
#include "record/redact_body.h"
#include "sim/json/parse.h"
#include "sim/json/write.h"

namespace reprise {
namespace {

// Statuses after which SDKs send a request again.
bool invites_retry(int status) {
  return status == 408 || status == 409 || status == 429 || status >= 500;
}

// Keys may also stand in bodies: in an error that repeats them, in a prompt, in a tool's result.
void redact(RecordedExchange& exchange, std::vector<SecretFinding>& findings) {
  static const Secrets secrets({}, "import");
  HttpRequest& request = exchange.request;
  request.target = without_credentials(request.target);
  request.headers = kept_request_headers(request.headers);
  request.body = redact_text(request.body, "request body", secrets, findings);
  AttemptDone attempt;
  attempt.response = std::move(exchange.response);
  exchange.response = redact_attempt(std::move(attempt), secrets, findings).response;
}

bool is_attempt_of(const RecordedCall& call, const RecordedExchange& exchange,
                   const std::string& canonical_body) {
  const RecordedExchange& last = call.attempts.back();
  return invites_retry(last.response.status) && call.canonical_body == canonical_body &&
         last.url() == exchange.url();
}

}  // namespace

ModelTraffic model_traffic(RecordedExchanges exchanges) {
  ModelTraffic traffic;
  std::vector<SecretFinding> findings;
  for (RecordedExchange& exchange : exchanges) {
    const ModelApi api = model_api_of(exchange);
    if (api != ModelApi::none) redact(exchange, findings);
    auto body = parse_json(exchange.request.body);
    if (api == ModelApi::none || !body || !body->is_object()) {
      traffic.left_out.push_back(api == ModelApi::none ? side_traffic_kind(exchange)
                                                       : "request body that is no JSON object");
      continue;
    }
    std::string canonical = canonical_json(*body);
    // The newest call first: parallel calls are stored in the order of their ends.
    const auto call = std::find_if(
        traffic.calls.rbegin(), traffic.calls.rend(),
        [&](const RecordedCall& each) { return is_attempt_of(each, exchange, canonical); });
    if (call != traffic.calls.rend()) {
      call->attempts.push_back(std::move(exchange));
      continue;
    }
    std::string provider = provider_of(exchange, api);
    RecordedCall& added = traffic.calls.emplace_back(
        RecordedCall{api, std::move(provider), std::move(*body), std::move(canonical), {}});
    added.attempts.push_back(std::move(exchange));
  }
  traffic.secrets_replaced = findings.size();
  return traffic;
}

}  // namespace reprise
