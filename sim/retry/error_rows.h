// The tables behind error_class.h: which SDK raises which class, and which class derives from
// which.
#pragma once

#include <span>
#include <string_view>

#include "sim/provider/failure.h"
#include "sim/retry/sdk_profile.h"

namespace reprise {

// Which clients of an SDK a row speaks of.
enum class ClientKind { any, sync, async, vertex, bedrock, rest, grpc };

// Versions `from` <= v < `until`.
struct VersionRange {
  Version from;
  Version until;
  constexpr bool contains(const Version& version) const {
    return from <= version && version < until;
  }
};

constexpr Version no_version = {1'000'000, 0, 0};
constexpr VersionRange all_versions = {{}, no_version};
constexpr VersionRange since(Version version) {
  return {version, no_version};
}
constexpr VersionRange before(Version version) {
  return {{}, version};
}

// A failure of this kind, with a status in [status_least, status_most] (and, if named, Google's
// code word), is raised as `class_name`. The first row that fits counts.
struct ErrorRow {
  std::string_view sdk;
  ClientKind client;
  VersionRange versions;
  FailureKind kind;
  int status_least;
  int status_most;
  std::string_view code;
  std::string_view class_name;
};
std::span<const ErrorRow> error_rows();

struct ParentRow {
  std::string_view class_name;
  std::string_view parent;
  VersionRange versions = all_versions;
};
std::span<const ParentRow> parent_rows();

// google.rpc.Code: the words in Gemini's error bodies. The first of a status is what a plain HTTP
// status stands for.
struct GoogleCode {
  std::string_view word;
  int status;
};
std::span<const GoogleCode> google_codes();

}  // namespace reprise
