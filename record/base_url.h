// Where a provider is: the URL that stands in front of every request's path.
#pragma once

#include <string>
#include <vector>

#include "sim/base/result.h"

namespace reprise {

// http or https, a host, optionally a port and a path prefix, and nothing else: it is stored with
// the session, so a key has no place in it. `key_variables`: where the provider's key belongs.
// Error: usage; its message never shows the URL.
Result<void> check_base_url(const std::string& url, const std::vector<std::string>& key_variables);

// True for http or https on 127.0.0.0/8, [::1] or localhost.
bool is_loopback_url(const std::string& url);

}  // namespace reprise
