#include "sim/session/tape.h"

namespace reprise {

Digest session_key(const TapeHeader& header) {
  const std::string rest = "\n" + header.architecture + "\n" + std::to_string(header.trial) + "\n" +
                           std::to_string(header.seed) + "\n" +
                           std::to_string(header.started_at_us);
  return sha256("reprise session key 1\n", as_bytes(header.scenario_digest), rest);
}

}  // namespace reprise
