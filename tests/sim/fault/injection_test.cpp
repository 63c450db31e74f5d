// What the agent meets is what the plan says: through the whole machine, in every architecture.
#include <map>

#include "sim/base/random.h"
#include "sim/fault/rate.h"
#include "sim/json/write.h"
#include "sim/scenario/scenario.h"
#include "tests/catch.h"
#include "tests/support/simulation.h"

using namespace reprise;

namespace {

constexpr const char* tool = "get_customer_profile";

// Agents that make 150 calls in one turn each, then say a word.
std::string script() {
  std::string calls;
  for (int i = 0; i < 150; ++i) {
    calls += std::string(i ? "," : "") + R"({"name":"get_customer_profile","arguments":)" +
             R"({"customer_id":"CUST-003"}})";
  }
  return R"({"turns":[{"tool_calls":[)" + calls +
         R"(],"nth":1,"contains":"get_customer_profile",)" +
         R"("repeat":true},{"text":"Done.","repeat":true}]})";
}

// The error class of each call of the tool ("" for none), by its ordinal, as the trace shows it.
std::map<std::int64_t, std::string> errors_seen(const Simulation& run) {
  std::map<std::string, std::int64_t, std::less<>> ordinals;  // by id of the call
  std::map<std::int64_t, std::string> errors;
  for (const Json& event : events_of(run.machine)) {
    const Json& payload = *event.find("payload");
    const std::string id(payload.text_at("tool_call_id"));
    if (event.text_at("event_type") == "tool_call") {
      ordinals[id] = payload.find("ordinal")->as_int64().value();
    } else if (event.text_at("event_type") == "tool_result") {
      const auto ordinal = ordinals.find(id);
      REQUIRE(ordinal != ordinals.end());
      errors[ordinal->second] = payload.text_at("error_type");
      CHECK(payload.true_at("error") == !payload.text_at("error_type").empty());
      CHECK((payload.find("fault") != nullptr) == payload.true_at("error"));
    }
  }
  return errors;
}

Simulation run_with(const char* architecture, const std::string& rule) {
  const std::string quoted = '"' + std::string(architecture) + '"';
  return simulate_script(
      "reference", script(),
      {{"limits", "{}"},
       {"architecture", quoted},
       {"agents", "{}"},
       {"faults", R"({"rules":[{"tool":"get_customer_profile",)" + rule + "}]}"}});
}

}  // namespace

TEST_CASE("the agent sees exactly the configured rate, whatever the architecture") {
  struct Case {
    const char* rate;
    Decimal exact;
  };
  for (const auto& [rate, exact] :
       std::initializer_list<Case>{{"0.8", {8, 1}},
                                   {"0.800", {8, 1}},
                                   {"0.05", {5, 2}},
                                   {"0.333333333333333333", {333'333'333'333'333'333, 18}},
                                   {"0", {0, 0}},
                                   {"1", {1, 0}}}) {
    std::map<std::int64_t, std::string> first;
    for (const char* architecture : {"single_agent", "peer_to_peer", "debate_critic"}) {
      CAPTURE(rate, architecture);
      const Simulation run =
          run_with(architecture, std::string(R"("error":"InternalServerError","rate":)") + rate);
      CHECK(run.machine.ending() == "finished");
      const auto errors = errors_seen(run);
      CHECK(errors.size() >= 150);
      const TapeHeader& header = run.tape.header;
      const RandomKey key = {header.seed, header.name, header.trial};
      std::int64_t failed = 0;
      for (const auto& [ordinal, error] : errors) {
        const std::uint64_t draw =
            random_bits(key, std::string("tool/") + tool, static_cast<std::uint64_t>(ordinal));
        const bool below = is_below(draw, to_rate(exact));
        CHECK(error == (below ? "InternalServerError" : ""));
        failed += below ? 1 : 0;
        if (first.contains(ordinal)) CHECK(first.at(ordinal) == error);
      }
      first.insert(errors.begin(), errors.end());
      // Four standard deviations of a binomial, squared to stay in integers; the rate in percent.
      const auto calls = static_cast<std::int64_t>(errors.size());
      const std::int64_t percent = to_rate(exact).atto / 10'000'000'000'000'000;
      const std::int64_t off = failed * 100 - calls * percent;
      CHECK(off * off <= 16 * calls * (percent + 1) * (101 - percent));
    }
    CHECK(first.size() >= 300);
  }
}

TEST_CASE("rules that name calls hit those, and no others") {
  for (const char* architecture : {"single_agent", "peer_to_peer", "debate_critic"}) {
    const Simulation run =
        run_with(architecture, R"("error":"RateLimitError","nth":[1,2,7,150,151])");
    for (const auto& [ordinal, error] : errors_seen(run)) {
      CAPTURE(architecture, ordinal);
      const bool named =
          ordinal == 1 || ordinal == 2 || ordinal == 7 || ordinal == 150 || ordinal == 151;
      CHECK(error == (named ? "RateLimitError" : ""));
    }
  }
}
