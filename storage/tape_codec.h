// A tape record as one database row: plain columns for what people query, and a frame for the rest.
// The frame's checksum covers the columns too, so no byte of a row can change unseen.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sim/base/result.h"
#include "sim/session/tape.h"

namespace reprise {

inline constexpr std::size_t frame_header_bytes = 18;
inline constexpr std::uint32_t frame_payload_limit = 64U << 20;

struct TapeColumns {
  std::int64_t session = 0;
  std::int64_t seq = 0;
  std::int64_t kind = 0;  // index in Effect::action
  std::int64_t at_ns = 0;
  std::int64_t duration_ns = 0;  // since the effect was issued
  std::optional<std::int64_t> call, attempt, status;
  std::optional<std::string_view> tool;
  std::optional<std::int64_t> is_error, request_body, response_body;
};

// Columns of a record; body ids are the caller's. Views point into `record`.
TapeColumns tape_columns(std::int64_t session, const TapeRecord& record);
inline constexpr int tape_format_version = 1;

// The frame: "RPTF", version, kind, payload length, XXH3-64 (both little-endian), payload.
std::string encode_frame(const TapeColumns& columns, const TapeRecord& record);
// A good frame around any payload: how a fuzzer gets behind the checksum.
std::string frame_around(const TapeColumns& columns, std::string_view payload);
// The record without the bytes of its bodies. Never reads or allocates beyond what `frame` holds.
Result<TapeRecord> decode_frame(const TapeColumns& columns, std::string_view frame);

}  // namespace reprise
