// What keys and tokens look like, by the lead that their makers give them.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace reprise {

struct SecretShape {
  std::string_view type;   // "Anthropic key", "JSON web token" …
  std::size_t skip = 0;    // bytes in front of the secret that are no secret ("Bearer ")
  std::size_t length = 0;  // bytes of the secret
};

// The secret that begins at `at`, by its shape. Inside a longer word (base64, a signature) a lead
// means nothing.
std::optional<SecretShape> secret_shape_at(std::string_view text, std::size_t at);

}  // namespace reprise
