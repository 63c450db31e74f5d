// The store's tables and views, its marks in the file header, and which versions can be opened.
#pragma once

#include "sim/base/result.h"
#include "storage/database.h"

namespace reprise {

inline constexpr std::int64_t store_application_id = 0x52505253;  // "RPRS"
inline constexpr std::int64_t store_format_version = 2;
inline constexpr std::int64_t store_page_bytes = 16384;

// Nothing is in it, and no other program has put its mark on it: a file of zero bytes, or what a
// process left that died while it made a store.
Result<bool> is_blank(Database& database);
// Makes a blank database a store; a store is left as it is.
Result<void> create_schema(Database& database);
// Errors: corrupt (not a store), newer_format (the message names both versions).
Result<void> verify_schema(Database& database);
// Gives a store of an older format the version of this one, since what is written from now on may
// need it. Format 1 had neither answers as references nor long texts of tools in bodies; whatever
// it holds is still right. REQUIRES: a verified store.
Result<void> upgrade_schema(Database& database);

}  // namespace reprise
