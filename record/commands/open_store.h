// The store that a command is about to fill.
#pragma once

#include <string>

#include "storage/store.h"

namespace reprise {

// Before any work is done for it. Errors: those of Store::open; usage, if the path is not one that
// can be written.
Result<Store> open_store_to_fill(const std::string& path);

}  // namespace reprise
