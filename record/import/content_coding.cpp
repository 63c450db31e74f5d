#include "record/import/content_coding.h"

#include <simdjson.h>
#include <zlib.h>

namespace reprise {
namespace {

constexpr int gzip_or_zlib_window = 15 + 32;

bool looks_like_zlib(std::string_view bytes) {
  if (bytes.size() < 2) return false;
  const unsigned first = static_cast<unsigned char>(bytes[0]);
  const unsigned second = static_cast<unsigned char>(bytes[1]);
  return (first & 0x0f) == 8 && (first >> 4) <= 7 && (first * 256 + second) % 31 == 0;
}

void erase_header(Headers& headers, std::string_view name) {
  std::erase_if(headers, [&](const Header& header) { return lower_case(header.name) == name; });
}

bool is_text(std::string_view bytes) {
  return simdjson::validate_utf8(bytes.data(), bytes.size()) &&
         bytes.find('\0') == std::string_view::npos;
}

}  // namespace

bool looks_gzipped(std::string_view bytes) {
  return bytes.starts_with("\x1f\x8b\x08");
}

std::optional<std::string> inflate_bytes(std::string_view bytes) {
  z_stream stream{};
  if (inflateInit2(&stream, gzip_or_zlib_window) != Z_OK) return std::nullopt;
  std::string input(bytes);
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  std::string out;
  int state = Z_OK;
  while (state == Z_OK && out.size() <= inflated_bytes_max) {
    char piece[16384];
    stream.next_out = reinterpret_cast<Bytef*>(piece);
    stream.avail_out = sizeof piece;
    state = inflate(&stream, Z_NO_FLUSH);
    out.append(piece, sizeof piece - stream.avail_out);
  }
  inflateEnd(&stream);
  if (state != Z_STREAM_END || out.size() > inflated_bytes_max) return std::nullopt;
  return out;
}

bool undo_content_encoding(Headers& headers, std::string& body) {
  const std::string* named = find_header(headers, "content-encoding");
  if (!named || lower_case(*named) == "identity") return false;
  if (looks_gzipped(body) || (lower_case(*named) == "deflate" && looks_like_zlib(body))) {
    auto decoded = inflate_bytes(body);
    if (!decoded) return false;
    body = std::move(*decoded);
  } else if (!is_text(body)) {
    return false;  // an encoding that we do not undo: header and bytes belong together
  }
  erase_header(headers, "content-encoding");
  erase_header(headers, "content-length");
  return true;
}

void undo_content_encodings(RecordedExchange& exchange) {
  const auto undo = [](Headers& headers, std::string& body, BodyFidelity& fidelity) {
    if (undo_content_encoding(headers, body) && fidelity == BodyFidelity::exact) {
      fidelity = BodyFidelity::decoded;
    }
  };
  undo(exchange.request.headers, exchange.request.body, exchange.request_fidelity);
  undo(exchange.response.headers, exchange.response.body, exchange.response_fidelity);
}

}  // namespace reprise
