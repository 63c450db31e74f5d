// Why no recorded answer fits a request: the nearest recorded request, and where they differ.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "replay/match/request_key.h"
#include "sim/json/json_diff.h"

namespace reprise {

// A request of a recording, and where it stands: for messages.
struct RecordedRequest {
  RequestIdentity identity;
  std::string place;  // "session 7, call 2, attempt 1"
};

struct Miss {
  std::size_t nearest = 0;  // index of the recorded request that the fewest bytes differ from
  std::vector<JsonDifference> differences;  // left: recorded, right: asked; empty: the same request
};

// `recorded` must not be empty. Of two that are as near, the earlier one is named. At most 200
// differences are counted.
Miss explain_miss(const RequestIdentity& asked, const std::vector<RecordedRequest>& recorded);

// One line: "no recorded request is the same; nearest is session 7, call 2, attempt 1; /body/model:
// recorded "a", asked "b"". With equal requests: that all of their answers were given.
// `places_max`: how many differing places are named.
std::string miss_text(const RequestIdentity& asked, const std::vector<RecordedRequest>& recorded,
                      std::size_t places_max = 8);

}  // namespace reprise
