// A stand-in model whose turns stand in a script: for simulations, demos and tests. It answers in
// the provider's own wire form, so everything above the transport is the real thing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.h"
#include "sim/json/value.h"
#include "sim/provider/codec.h"
#include "sim/session/simulated_driver.h"

namespace reprise {

struct ScriptedTurn {
  std::string text;
  std::vector<ToolCall> calls;  // ids are made by order where the script gives none
  std::string contains;         // only for a request whose body contains this text
  std::int64_t latency_ns = 0;
  std::int64_t input_tokens = 0;
  std::int64_t output_tokens = 0;
};

// Each logical call takes the first turn that was not used yet and whose condition holds; a later
// attempt of the same call gets the same answer again.
class ScriptedModel : public StandInModel {
 public:
  ScriptedModel(const Codec& codec, std::vector<ScriptedTurn> turns);

  // Error: inconclusive, when no turn is left for a call.
  Result<StandInAnswer> answer(const SendAttempt& attempt) override;

 private:
  const Codec& codec_;
  std::vector<ScriptedTurn> turns_;
  std::vector<std::uint32_t> used_by_;  // the call that took the turn, 0: none
};

// Reads {"turns": [{"text", "tool_calls": [{"id", "name", "arguments"}], "contains", "latency",
// "usage": {"input", "output"}}]}. Errors name file, line and JSON path.
Result<std::vector<ScriptedTurn>> read_script(std::string_view text, std::string_view file);

}  // namespace reprise
