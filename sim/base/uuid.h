// UUIDs that are a function of content (RFC 9562, version 8), never random.
#pragma once

#include <string>

#include "sim/base/digest.h"

namespace reprise {

// The first 16 bytes of the digest with version 8 and variant bits set, as text.
std::string uuid_from_digest(const Digest& digest);

}  // namespace reprise
