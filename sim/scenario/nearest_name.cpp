#include "sim/scenario/nearest_name.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <utility>

namespace reprise {
namespace {

// Levenshtein distance, by bytes.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string nearest_name(std::string_view name, const std::vector<std::string>& names) {
  std::string nearest;
  // A third of the letters may be wrong; more is another word, and so is a change of all of them.
  std::size_t best = std::min(std::max<std::size_t>(2, name.size() / 3) + 1, name.size());
  for (const std::string& candidate : names) {
    const std::size_t distance = edit_distance(name, candidate);
    if (distance < best) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string advise_names(std::string_view name, const std::vector<std::string>& names) {
  const std::string nearest = nearest_name(name, names);
  const std::string all = fmt::format("{}", fmt::join(names, ", "));
  if (nearest.empty()) return "use one of " + all;
  return fmt::format("did you mean \"{}\"? Use one of {}", nearest, all);
}

}  // namespace reprise
