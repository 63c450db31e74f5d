// Imported sessions survive the store: written, read back and replayed, they are the same.
#include <filesystem>
#include <unistd.h>

#include "record/import/import_file.h"
#include "replay/store_replay.h"
#include "tests/record/import/test_files.h"

using namespace reprise;

namespace {

class StoreFile {
 public:
  StoreFile()
      : folder_(std::filesystem::temp_directory_path() /
                ("reprise-import-" + std::to_string(getpid()))) {
    std::filesystem::create_directory(folder_);
  }
  ~StoreFile() { std::filesystem::remove_all(folder_); }
  StoreFile(const StoreFile&) = delete;
  StoreFile& operator=(const StoreFile&) = delete;
  std::string path() const { return (folder_ / "store.db").string(); }

 private:
  std::filesystem::path folder_;
};

std::size_t import_fixtures(Store& store) {
  std::size_t sessions = 0;
  for (const std::filesystem::path& path : files_below(fixture_path(""), "")) {
    const std::string bytes = read_file(path);
    for (const ImportedSession& session : import_file(bytes, path.string()).sessions) {
      REQUIRE(store.write_tape(session.tape, session.seal));
      ++sessions;
    }
  }
  return sessions;
}

}  // namespace

TEST_CASE("imported sessions replay from a store, and a second import of a file adds nothing") {
  const StoreFile file;
  std::size_t sessions = 0;
  {
    auto store = Store::open(file.path(), StoreMode::write);
    REQUIRE(store);
    sessions = import_fixtures(*store);
    const std::string again = fixture("vcrpy.yaml");
    const auto session = import_file(again, fixture_path("vcrpy.yaml").string());
    const auto refused = store->write_tape(session.sessions.at(0).tape, session.sessions[0].seal);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::invalid_input);
  }
  std::vector<SessionId> ids;
  for (std::size_t id = 1; id <= sessions; ++id) ids.push_back(static_cast<SessionId>(id));
  std::size_t identical = 0;
  const auto replayed =
      replay_sessions(file.path(), ids, 2, {}, [&](SessionId, Result<ReplayedSession> session) {
        REQUIRE(session);
        CHECK_FALSE(session->verdict.outcome.divergence);
        ++identical;
      });
  REQUIRE(replayed);
  CHECK(identical == sessions);
  CHECK(sessions > 10);
}
