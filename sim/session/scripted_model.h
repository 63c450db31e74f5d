// A stand-in model whose turns stand in a script: for simulations, demos and tests. It answers in
// the provider's own wire form, so everything above the transport is the real thing.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.h"
#include "sim/json/value.h"
#include "sim/provider/codec.h"
#include "sim/session/simulated_driver.h"

namespace reprise {

// Of the tool results that a request ends with.
enum class LastResults { any, good, failed };

struct ScriptedTurn {
  std::string text;
  std::vector<ToolCall> calls;  // ids are made by order where the script gives none

  // Conditions; all of them must hold.
  std::string contains;  // the request's body contains this text
  std::int64_t nth = 0;  // it is the nth call of its conversation, so of an agent; 0: any
  LastResults last_results = LastResults::any;  // `failed`: at least one of them is an error
  bool repeat = false;                          // a rule: any number of calls may take it

  std::int64_t latency_ns = 0;
  std::int64_t input_tokens = 0;
  std::int64_t output_tokens = 0;
};

// Each logical call takes the first turn that was not used yet and whose conditions hold; a later
// attempt of the same call gets the same answer again. A request for a stream is answered with one,
// its events spread evenly over the latency.
class ScriptedModel : public StandInModel {
 public:
  ScriptedModel(const Codec& codec, std::vector<ScriptedTurn> turns);

  // Error: inconclusive, when no turn is left for a call.
  Result<StandInAnswer> answer(const SendAttempt& attempt) override;

 private:
  // The turn of this call, nullptr if none is left.
  const ScriptedTurn* take_turn(const SendAttempt& attempt);

  const Codec& codec_;
  std::vector<ScriptedTurn> turns_;
  std::vector<bool> used_;                        // by turn
  std::map<std::uint32_t, std::size_t> turn_of_;  // by call
};

// Reads {"turns": [{"text", "tool_calls": [{"id", "name", "arguments"}], "contains", "nth",
// "last_results": "any" | "good" | "failed", "repeat", "latency", "usage": {"input", "output"}}]}.
// Errors name file, line and JSON path.
Result<std::vector<ScriptedTurn>> read_script(std::string_view text, std::string_view file);

}  // namespace reprise
