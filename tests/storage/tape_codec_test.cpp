#include "storage/tape_codec.h"

#include "tests/catch.h"
#include "tests/storage/example_store.h"
#include "tests/support/golden.h"

using namespace reprise;

namespace {

const std::string golden_name = "tape/v" + std::to_string(tape_format_version) + ".hex";

// The columns as they are in a store, where bodies have numbers.
TapeColumns stored_columns(const TapeRecord& record) {
  TapeColumns columns = tape_columns(1, record);
  if (columns.kind == 0) columns.request_body = columns.response_body = 7;
  return columns;
}

}  // namespace

TEST_CASE("golden: the frames of all kinds of records") {
  std::string text;
  for (const TapeRecord& record : example_tape(1).records) {
    const TapeColumns columns = stored_columns(record);
    text += std::to_string(columns.kind) + " " + to_hex(encode_frame(columns, record)) + "\n";
  }
  CHECK(is_golden(golden_name, text));
}

TEST_CASE("every kind of record survives its frame") {
  for (const TapeRecord& record : example_tape(1).records) {
    const TapeColumns columns = tape_columns(1, record);
    const std::string frame = encode_frame(columns, record);
    const auto decoded = decode_frame(columns, frame);
    REQUIRE(decoded);
    CHECK(decoded->effect.issued_ns == record.effect.issued_ns);
    CHECK(decoded->effect.action.index() == record.effect.action.index());
    CHECK(encode_frame(tape_columns(1, *decoded), *decoded) == frame);
  }
}

TEST_CASE("a frame cut anywhere or with any byte flipped is refused") {
  for (const TapeRecord& record : example_tape(1).records) {
    const TapeColumns columns = tape_columns(1, record);
    const std::string frame = encode_frame(columns, record);
    for (std::size_t i = 0; i < frame.size(); ++i) {
      std::string flipped = frame;
      flipped[i] = static_cast<char>(flipped[i] ^ 1);
      CHECK_FALSE(decode_frame(columns, flipped));
      CHECK_FALSE(decode_frame(columns, frame.substr(0, i)));
    }
  }
}

TEST_CASE("a changed column is refused") {
  const TapeRecord record = example_tape(1).records[0];
  const TapeColumns columns = tape_columns(1, record);
  const std::string frame = encode_frame(columns, record);
  TapeColumns changed = columns;
  changed.status = 200;
  CHECK_FALSE(decode_frame(changed, frame));
  changed = columns;
  changed.response_body = 9;
  CHECK_FALSE(decode_frame(changed, frame));
}
