#include "storage/format_versions.h"

#include <fmt/format.h>

#include "storage/bundle.h"
#include "storage/schema.h"
#include "storage/tape_codec.h"

namespace reprise {
namespace {

constexpr int trace_format_version = 1;

}  // namespace

std::string format_versions() {
  return fmt::format("reprise {} (store {}, tape {}, trace {}, bundle {})", program_version(),
                     store_format_version, tape_format_version, trace_format_version,
                     bundle_format_version);
}

std::string program_version() {
  return REPRISE_VERSION;
}

}  // namespace reprise
