// Base64 of the standard alphabet. Read as cassettes have it: line breaks anywhere, padding
// optional; written in one line, with padding.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace reprise {

// nullopt when a character does not belong or the length cannot be right.
std::optional<std::string> decode_base64(std::string_view text);

std::string encode_base64(std::string_view bytes);

}  // namespace reprise
