// Files and folders on a command line.
#include "record/import/named_files.h"

#include <filesystem>
#include <fstream>

#include "tests/catch.h"
#include "tests/support/temp_folder.h"

using namespace reprise;

TEST_CASE("a folder stands for all files below it, in order, and a file stands for itself") {
  const TempFolder folder;
  std::filesystem::create_directories(folder.file("all/deep"));
  for (const char* name : {"all/b.yaml", "all/deep/a.har", "all/a.json", "one.har"}) {
    std::ofstream(folder.file(name)) << "x";
  }
  const auto files = files_named({folder.file("one.har"), folder.file("all")});
  REQUIRE(files);
  std::vector<std::string> seen;
  for (const NamedFile& file : *files) {
    seen.push_back(file.path.substr(folder.file("").size()) + (file.from_folder ? " below" : ""));
  }
  CHECK(seen == std::vector<std::string>{"one.har", "all/a.json below", "all/b.yaml below",
                                         "all/deep/a.har below"});
  CHECK(files_named({})->empty());
}

TEST_CASE("a word that names nothing is an error, before anything is read") {
  const TempFolder folder;
  const auto files = files_named({folder.file(""), folder.file("absent.har")});
  REQUIRE_FALSE(files);
  CHECK(files.error().code == ErrorCode::not_found);
  CHECK_THAT(files.error().message, Catch::Contains("absent.har"));
}
