// Bodies, each stored once by its SHA-256. A request is compressed against an earlier request of
// its session that it repeats, so a conversation costs what is new in it and not its square.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <zstd.h>

#include "sim/base/digest.h"
#include "sim/base/result.h"
#include "storage/database.h"

namespace reprise {

using BodyId = std::int64_t;

inline constexpr std::int64_t body_size_limit = std::int64_t{1} << 30;
// So many other bodies are decoded at most to read one: the links of a run, and the heads of the
// runs before it; see docs/decisions/0004.
inline constexpr int body_run_limit = 224;
inline constexpr int body_head_limit = 31;
inline constexpr int body_depth_limit = body_run_limit + body_head_limit;

enum class BodyEncoding : std::int64_t { raw = 0, zstd = 1, zstd_reference = 2 };

// One row of the table `body`. Views are valid as long as the statement that gave them.
struct BodyRow {
  BodyId id = 0;
  std::string_view digest;
  std::int64_t size = 0;
  std::int64_t encoding = 0;
  std::optional<std::int64_t> reference;
  std::string_view bytes;
};
std::int64_t body_checksum(const BodyRow& row);

// The latest requests of one session, as candidates for a reference.
struct RequestChain {
  struct Link {
    BodyId id = 0;
    int depth = 0;  // bodies that are decoded before it
    int run = 0;    // of those, links since the head of its run
    std::string content;
  };
  std::deque<Link> latest;  // newest last
  Link head;                // first body of the current run
};

class BodyStore {
 public:
  BodyStore();

  Result<BodyId> put(Database& database, std::string_view content);
  // As put, with the session's earlier requests as reference; `chain` learns the content.
  // REQUIRES: `digest` is that of `content`.
  Result<BodyId> put_request(Database& database, const Digest& digest, std::string_view content,
                             RequestChain& chain);
  Result<std::string> get(Database& database, BodyId id);
  Result<std::string> get(Database& database, const Digest& digest);
  // Decodes a row that is already at hand and checks its hash.
  Result<std::string> decode(Database& database, const BodyRow& row);

 private:
  struct FreeCompressor {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };
  struct FreeDecompressor {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };
  Result<BodyId> insert(Database& database, const Digest& digest, std::string_view content,
                        const RequestChain::Link* reference);
  std::string compress(std::string_view content, std::string_view dictionary);
  std::string compress_against(std::string_view content, std::string_view reference);
  // As unpack, without the check of the SHA-256: for bodies that are only a reference.
  Result<std::string> expand(const Database& database, const BodyRow& row,
                             std::string_view reference);
  Result<std::string> unpack(const Database& database, const BodyRow& row,
                             std::string_view reference);

  std::unique_ptr<ZSTD_CCtx, FreeCompressor> compressor_;
  std::unique_ptr<ZSTD_DCtx, FreeDecompressor> decompressor_;
  // The last body that had or was a reference: reading a conversation in order decodes each once.
  BodyId cached_id_ = 0;
  std::string cached_;
};

}  // namespace reprise
