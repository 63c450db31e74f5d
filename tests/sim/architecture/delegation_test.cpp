#include "sim/architecture/delegation.h"

#include "sim/json/parse.h"
#include "sim/json/write.h"
#include "tests/catch.h"

using namespace reprise;

TEST_CASE("a delegation takes one instruction, a text") {
  AgentSpec worker;
  worker.delegation_tool = "ask_worker";
  worker.delegation_description = "Ask it.";
  const ToolSpec spec = delegation_spec(worker);
  CHECK(spec.name == "ask_worker");
  CHECK(spec.description == "Ask it.");
  CHECK(to_json(spec.input_schema) ==
        R"({"type":"object","properties":{"instruction":{"type":"string"}},)"
        R"("required":["instruction"]})");
  struct Case {
    const char* arguments;
    bool fits;
  };
  for (const auto& [arguments, fits] :
       std::initializer_list<Case>{{R"({"instruction":"x"})", true},
                                   {R"({"instruction":"","more":1})", true},
                                   {"{}", false},
                                   {R"({"instruction":7})", false},
                                   {R"({"instruction":null})", false},
                                   {R"({"Instruction":"x"})", false}}) {
    CAPTURE(arguments);
    ToolCall call;
    call.arguments = *parse_json(arguments);
    CHECK(delegation_fault(worker, call).has_value() == !fits);
  }
  ToolCall cut;
  cut.malformed_arguments = R"({"instruction": "x)";
  CHECK(delegation_fault(worker, cut) == "the arguments are no JSON object");
}
