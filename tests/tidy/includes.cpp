// Arrows between folders go one way: sim ← storage ← {record, replay} ← main.
#include <map>

#include "tests/tidy/source_files.h"

namespace reprise::tidy {

std::vector<Finding> find_wrong_includes(const SourceFile& file) {
  static const std::map<std::string, std::vector<std::string>> may_not_use = {
      {"sim", {"storage", "record", "replay", "tests"}},
      {"storage", {"record", "replay", "tests"}},
      {"record", {"replay", "tests"}},
      {"replay", {"record", "tests"}},
  };
  std::vector<Finding> findings;
  const auto rule = may_not_use.find(file.path.substr(0, file.path.find('/')));
  if (rule == may_not_use.end()) return findings;
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    for (const std::string& folder : rule->second) {
      if (file.lines[i].starts_with("#include \"" + folder + "/")) {
        findings.push_back({file.path, i + 1, rule->first + " may not use " + folder});
      }
    }
  }
  return findings;
}

}  // namespace reprise::tidy
