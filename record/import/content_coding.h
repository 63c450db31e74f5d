// Undoes content encodings of stored bodies. What a header says about a stored body proves nothing
// (recorders store decoded bodies under the old header), so the bytes decide.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "record/import/recorded_exchange.h"

namespace reprise {

// No stored body or file may be bigger than this once decompressed.
constexpr std::size_t inflated_bytes_max = std::size_t{64} << 20;

bool looks_gzipped(std::string_view bytes);
// gzip or zlib bytes decompressed; nullopt if they are neither, cut short, or too big.
std::optional<std::string> inflate_bytes(std::string_view bytes);

// Decompresses a body that really is compressed. Afterwards no content-encoding or content-length
// header is left that does not describe the body. True if body and wire differ by an encoding.
bool undo_content_encoding(Headers& headers, std::string& body);

// The same for both sides of an exchange, noted in its fidelities.
void undo_content_encodings(RecordedExchange& exchange);

}  // namespace reprise
