// Base64 as cassettes use it: standard alphabet, line breaks anywhere, padding optional.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace reprise {

// nullopt when a character does not belong or the length cannot be right.
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace reprise
