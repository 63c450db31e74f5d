// Compares an effect of a replay with the one on the tape. Requests are compared by what they mean.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "sim/base/result.h"
#include "sim/session/effect.h"

namespace reprise {

// Where and how two things that should be equal differ.
struct Difference {
  std::string what;      // "request body", "wait", "tool arguments" …
  std::string path;      // JSON Pointer inside it, empty where it has no inside
  std::string recorded;  // both values as text, shortened for people
  std::string replayed;
};

// Gives a recorded body by its SHA-256; asked only when the bytes differ.
using BodyReader = std::function<Result<std::string>(const Digest&)>;

// nullopt: equal. Bodies with equal bytes are equal; others are compared in canonical form.
Result<std::optional<Difference>> compare_effects(const Effect& recorded, const Effect& replayed,
                                                  const BodyReader& read_body);

}  // namespace reprise
