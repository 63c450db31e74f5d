#include "storage/tape_codec.h"

#include "tests/catch.h"
#include "tests/storage/example_store.h"

using namespace reprise;

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
