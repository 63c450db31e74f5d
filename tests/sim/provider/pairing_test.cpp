// Pairing of tool calls and results: what the API refuses, and that our agents never send it.
#include "sim/provider/pairing.h"

#include "sim/json/parse.h"
#include "sim/provider/codec.h"
#include "sim/session/run_plan.h"
#include "tests/catch.h"
#include "tests/support/simulation.h"

using namespace reprise;

namespace {

std::vector<Message> messages_of(const char* provider, const std::string& list) {
  const Codec& codec = *find_codec(provider);
  std::vector<Message> messages;
  const Json wire_messages = *parse_json(list);
  for (const Json& wire : *wire_messages.as_array()) {
    messages.push_back(*codec.decode_message(wire));
  }
  return messages;
}

struct Case {
  const char* messages;
  const char* fault;  // nullptr: none
};

void check(const char* provider, std::initializer_list<Case> cases) {
  for (const auto& [messages, fault] : cases) {
    CAPTURE(messages);
    const auto found = pairing_fault(messages_of(provider, messages));
    if (!fault) {
      CHECK_FALSE(found);
    } else {
      REQUIRE(found);
      CHECK(*found == fault);
    }
  }
}

}  // namespace

TEST_CASE("Anthropic: each call has one result in the next message, and each result its call") {
  check(
      "anthropic",
      {{R"([{"role":"user","content":"x"}])", nullptr},
       {R"([{"role":"user","content":"x"},
            {"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}},
                                           {"type":"tool_use","id":"b","name":"f","input":{}}]},
            {"role":"user","content":[{"type":"tool_result","tool_use_id":"b","content":"1"},
                                      {"type":"tool_result","tool_use_id":"a","content":"2"},
                                      {"type":"text","text":"go on"}]}])",
        nullptr},
       {R"([{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]},
            {"role":"user","content":"x"}])",
        "message 2: tool call a has no result"},
       {R"([{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]}])",
        "message 2: tool call a has no result"},
       {R"([{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"1"}]}])",
        "message 1: 0 tool calls have 1 results"},
       {R"([{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]},
            {"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"1"},
                                      {"type":"tool_result","tool_use_id":"c","content":"1"}]}])",
        "message 2: the result for c has no tool call"},
       {R"([{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}},
                                           {"type":"tool_use","id":"a","name":"f","input":{}}]},
            {"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"1"}]}])",
        "message 1: two tool calls have the id a"},
       {R"([{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]},
            {"role":"user","content":[{"type":"text","text":"first"},
                                      {"type":"tool_result","tool_use_id":"a","content":"1"}]}])",
        "message 2: a tool result stands behind text"},
       {R"([{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":null}]}])",
        "message 1: the input of tool call a is no object"},
       {R"([{"role":"user","content":[{"type":"text","text":" \n"}]}])",
        "message 1: a text is empty"}});
}

TEST_CASE("Gemini: results are counted, and follow the order of the calls") {
  check("gemini", {{R"([{"role":"model","parts":[{"functionCall":{"name":"f","args":{}}},
                                       {"functionCall":{"name":"f","args":{}}}]},
              {"role":"user","parts":[{"functionResponse":{"name":"f","response":{"a":1}}},
                                      {"functionResponse":{"name":"f","response":{"a":2}}}]}])",
                    nullptr},
                   {R"([{"role":"model","parts":[{"functionCall":{"name":"f","args":{}}},
                                       {"functionCall":{"name":"f","args":{}}}]},
              {"role":"user","parts":[{"functionResponse":{"name":"f","response":{"a":1}}}]}])",
                    "message 2: 2 tool calls have 1 results"},
                   {R"([{"role":"model","parts":[{"functionCall":{"name":"f","args":{}}}]},
              {"role":"user","parts":[{"functionResponse":{"name":"g","response":{"a":1}}}]}])",
                    "message 2: the call of f has a result of g"}});
}

TEST_CASE("an answer keeps our part of the rules, whatever ids the model chose") {
  const char* twice = R"([{"role":"assistant","content":[
      {"type":"tool_use","id":"a","name":"f","input":{}},
      {"type":"tool_use","id":"a","name":"f","input":{}}]},
      {"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"1"},
                                {"type":"tool_result","tool_use_id":"a","content":"2"}]}])";
  const auto messages = messages_of("anthropic", twice);
  CHECK(pairing_fault(messages) == "message 1: two tool calls have the id a");
  CHECK_FALSE(answer_fault(&messages[0], &messages[1]));
  CHECK(answer_fault(&messages[0], nullptr) == "tool call a has no result");
  CHECK(answer_fault(nullptr, &messages[1]) == "0 tool calls have 2 results");
  Message one = messages[1];
  one.blocks.pop_back();
  CHECK(answer_fault(&messages[0], &one) == "tool call a has 1 results");
}

TEST_CASE("every request that our agents send keeps the rules, whatever their tools do") {
  for (const std::string& name : scripted_scenarios()) {
    for (const char* rate : {"0", "0.5", "1"}) {
      CAPTURE(name, rate);
      const std::string rules = std::string(R"([{"tool":"*","rate":)") + rate +
                                R"(,"error":"RateLimitError","message":"slow down"}])";
      const Simulation run = simulate_fixture(name, {{"faults", "{}"}, {"faults.rules", rules}});
      const Codec& codec = *find_codec(run.tape.header.provider);
      for (const TapeRecord& record : run.tape.records) {
        const auto* attempt = std::get_if<SendAttempt>(&record.effect.action);
        if (!attempt) continue;
        const auto request =
            codec.decode_request(attempt->request.target, *parse_json(attempt->request.body));
        REQUIRE(request);
        const auto fault = pairing_fault(request->messages);
        if (fault) FAIL_CHECK(*fault << " in " << attempt->request.body);
      }
      CHECK(run.machine.finished());
    }
  }
}
