// What somebody may have meant by a name that is not known.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace reprise {

// The name in `names` nearest to `name` by edit distance, empty if none is near.
std::string nearest_name(std::string_view name, const std::vector<std::string>& names);

// What to do about an unknown name: "did you mean "x"? Use one of x, y", or only the latter.
std::string advise_names(std::string_view name, const std::vector<std::string>& names);

}  // namespace reprise
