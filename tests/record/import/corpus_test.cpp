// Reads the public recordings of REPRISE_CORPUS: each file is read as its index says, or refused
// for the reason that is listed here.
#include <map>
#include <sstream>
#include <vector>

#include "record/import/read_recording.h"
#include "tests/record/import/test_files.h"

using namespace reprise;

namespace {

struct IndexRow {
  std::string file;
  std::string format;
  std::string interactions;
};

std::vector<IndexRow> read_index(const std::filesystem::path& folder) {
  std::istringstream lines(read_file(folder / "INDEX.tsv"));
  std::vector<IndexRow> rows;
  std::string line;
  std::getline(lines, line);  // column names
  while (std::getline(lines, line)) {
    std::vector<std::string> columns;
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, '\t');) columns.push_back(cell);
    REQUIRE(columns.size() > 7);
    rows.push_back({columns[0], columns[5], columns[7]});
  }
  return rows;
}

// The index's word for a format, up to the first character that is no part of a name, to ours.
std::string expected_format(const std::string& named) {
  const std::map<std::string, std::string> names = {{"vcrpy-yaml", "vcrpy"},
                                                    {"ruby-vcr", "ruby-vcr"},
                                                    {"go-vcr", "go-vcr"},
                                                    {"har", "har"},
                                                    {"httprr", "httprr"},
                                                    {"json-body", "body-only"},
                                                    {"sse-data-lines", "body-only"},
                                                    {"websocket-yaml", "websocket-log"},
                                                    {"mitmproxy-flow", "mitmproxy-flow"}};
  const auto found = names.find(named.substr(0, named.find_first_of(" +")));
  REQUIRE(found != names.end());
  return found->second;
}

const char* expected_refusal(const std::string& format) {
  if (format == "body-only") return "no request side";
  if (format == "websocket-log") return "WebSocket";
  return format == "mitmproxy-flow" ? "mitmproxy flow file" : nullptr;
}

}  // namespace

TEST_CASE("corpus: every recording is read as what it is, or refused with its reason") {
  const auto folder = corpus_folder("cassettes");
  if (!folder) return;
  const auto rows = read_index(*folder);
  CHECK(rows.size() == 86);
  for (const IndexRow& row : rows) {
    CAPTURE(row.file);
    const std::string bytes = read_file(*folder / row.file);
    const std::string format_expected = expected_format(row.format);
    std::string_view format;
    const auto recording = read_recording(bytes, format);
    CHECK(format == format_expected);
    const char* refusal = expected_refusal(format_expected);
    CHECK(recording.has_value() == (refusal == nullptr));
    if (recording) CHECK(std::to_string(recording->exchanges.size()) == row.interactions);
    if (!recording && refusal) CHECK_THAT(recording.error().message, Catch::Contains(refusal));
  }
}
