// Where two JSON documents differ in meaning: for divergences and misses, which must name the
// place.
#pragma once

#include <string>
#include <vector>

#include "sim/json/value.h"

namespace reprise {

struct JsonDifference {
  std::string path;  // JSON Pointer
  std::string left;  // both values as JSON text, shortened; "(absent)" where there is none
  std::string right;
  // Bytes of both JSON texts that lie between their common start and end.
  std::size_t differing_bytes = 0;
};

// The first `most` differences, in order of the left document. Member order and number spelling do
// not count. Items of lists are compared by index.
// nullptr: there is no document on that side.
std::vector<JsonDifference> json_differences(const Json* left, const Json* right, std::size_t most);

}  // namespace reprise
