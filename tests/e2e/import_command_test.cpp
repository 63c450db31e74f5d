// What the import command takes, and what its exit code says.
#include <filesystem>
#include <fstream>

#include "tests/catch.h"
#include "tests/support/corpus.h"
#include "tests/support/program.h"
#include "tests/support/temp_folder.h"

using namespace reprise;

namespace {

const std::string fixtures = std::string(REPRISE_SOURCE_DIR) + "/fixtures/";

ProgramRun reprise_in(const TempFolder& folder, std::vector<std::string> words) {
  return run_program(folder.file(""), std::move(words));
}

}  // namespace

TEST_CASE("other files in a folder are listed, and the same file by its name is refused") {
  const TempFolder folder;
  std::filesystem::create_directory(folder.file("all"));
  std::ofstream(folder.file("all/README")) << "about these recordings";
  CHECK(reprise_in(folder, {"import", "all"}).code == 2);  // nothing else is there
  std::filesystem::copy(fixtures + "import/vcrpy.yaml", folder.file("all/vcrpy.yaml"));
  const auto imported = reprise_in(folder, {"import", "all"});
  CHECK(imported.code == 0);
  CHECK_THAT(imported.out, Catch::Contains("skipped: no cassette format that is known"));
  CHECK_THAT(imported.out, Catch::EndsWith("1 skipped\n"));
  CHECK(reprise_in(folder, {"import", "all/README"}).code == 2);
  CHECK(reprise_in(folder, {"import", "all/vcrpy.yaml", "all/README"}).code == 2);
  const auto absent = reprise_in(folder, {"import", "absent.har"});
  CHECK(absent.code == 2);
  CHECK(absent.out.empty());
  CHECK(absent.err.find('\n') == absent.err.size() - 1);
}

TEST_CASE("stores are taken in as they are: sessions, hashes and grades") {
  const TempFolder folder;
  for (const char* store : {"a.db", "b.db"}) {
    REQUIRE(reprise_in(folder, {"record", fixtures + "scenarios/reference.json", "--script",
                                fixtures + "scripts/reference.json", "--store", store})
                .code == 0);
    CHECK(reprise_in(folder, {"grade", "--store", store}).code == 1);
  }
  CHECK(reprise_in(folder, {"import", "a.db", "b.db", "--dry-run", "--store", "all.db"}).code == 0);
  CHECK_FALSE(std::filesystem::exists(folder.file("all.db")));
  const auto merged = reprise_in(folder, {"import", "a.db", "b.db", "--store", "all.db"});
  CHECK(merged.code == 0);
  const auto again = reprise_in(folder, {"import", "a.db", "--store", "all.db"});
  CHECK(again.code == 0);
  CHECK_THAT(again.out, Catch::Contains("1 session in the store already"));
  std::string hashes;
  for (const char* store : {"a.db", "b.db"}) {
    const auto replayed = reprise_in(folder, {"replay", "--store", store});
    hashes += replayed.out.substr(0, replayed.out.find(" session"));
  }
  const auto replayed = reprise_in(folder, {"replay", "--store", "all.db"});
  std::string merged_hashes;
  for (std::size_t at = 0; (at = replayed.out.find("OK ", at)) != std::string::npos; ++at) {
    merged_hashes += replayed.out.substr(at, replayed.out.find(" session", at) - at);
  }
  CHECK(merged_hashes == hashes);
  CHECK(reprise_in(folder, {"check", "--store", "all.db"}).code == 0);
}

TEST_CASE("databases of other programs in a folder are skipped, and what came before is told") {
  const TempFolder folder;
  std::filesystem::create_directory(folder.file("all"));
  std::filesystem::copy(fixtures + "import/vcrpy.yaml", folder.file("all/a.yaml"));
  std::filesystem::copy(fixtures + "import/vcrpy.yaml", folder.file("all/z.yaml"));
  std::ofstream(folder.file("all/other.db"), std::ios::binary)
      << std::string("SQLite format 3\0", 16) << std::string(4096, 'x');
  const auto imported = reprise_in(folder, {"import", "all"});
  CHECK(imported.code == 0);
  CHECK_THAT(imported.out, Catch::Contains("skipped: all/other.db") && Catch::Contains("z.yaml") &&
                               Catch::EndsWith("1 skipped\n"));
  const auto named =
      reprise_in(folder, {"--store", "b.db", "import", "all/a.yaml", "all/other.db", "all/z.yaml"});
  CHECK(named.code == 4);
  CHECK_THAT(named.out, Catch::Contains("all/a.yaml"));
  CHECK(named.err.find('\n') == named.err.size() - 1);
}

TEST_CASE("a bundle of our own may be bigger than any other file") {
  const TempFolder folder;
  REQUIRE(reprise_in(folder, {"record", fixtures + "scenarios/reference.json", "--script",
                              fixtures + "scripts/reference.json"})
              .code == 0);
  const std::string one = reprise_in(folder, {"export", "1"}).out;
  constexpr std::size_t other_file_bytes_max = std::size_t{64} << 20;
  {
    std::ofstream bundle(folder.file("big.bundle"), std::ios::binary);
    for (std::size_t bytes = 0; bytes <= other_file_bytes_max; bytes += one.size()) bundle << one;
    std::ofstream other(folder.file("big.yaml"), std::ios::binary);
    other << std::string(other_file_bytes_max + 1, ' ');
  }
  CHECK(reprise_in(folder, {"--store", "b.db", "import", "big.bundle"}).code == 0);
  CHECK(reprise_in(folder, {"--store", "b.db", "replay"}).code == 0);
  const auto other = reprise_in(folder, {"import", "big.yaml"});
  CHECK(other.code == 2);
  CHECK_THAT(other.out, Catch::Contains("bigger than 64 MiB"));
}

TEST_CASE("a damaged store is refused in one line") {
  const TempFolder folder;
  std::ofstream(folder.file("torn.db"), std::ios::binary)
      << std::string("SQLite format 3\0", 16) << std::string(4096, 'x');
  const auto torn = reprise_in(folder, {"import", "torn.db"});
  CHECK(torn.code == 4);
  CHECK(torn.err.find('\n') == torn.err.size() - 1);
}
