// Real recordings outside the project, if the machine has them: REPRISE_CORPUS names their folder.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace reprise {

// The folder `name` of the corpus, nullopt (said on the console) if there is none.
std::optional<std::filesystem::path> corpus_folder(const std::string& name);

// All regular files below a folder whose name ends so, sorted.
std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder,
                                               const std::string& ending);

std::string read_file(const std::filesystem::path& path);

}  // namespace reprise
