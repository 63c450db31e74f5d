#include "sim/session/tape_header.h"

namespace reprise {

TapeHeader make_tape_header(const Scenario& scenario, std::uint32_t trial,
                            std::int64_t started_at_us, std::string_view origin) {
  TapeHeader header;
  header.scenario = scenario.text;
  header.scenario_digest = scenario.digest;
  header.name = scenario.name;
  header.architecture = scenario.architecture;
  header.provider = scenario.provider;
  header.model = scenario.model;
  header.trial = trial;
  header.seed = scenario.seed;
  header.started_at_us = started_at_us;
  header.origin = origin;
  return header;
}

}  // namespace reprise
