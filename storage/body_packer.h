// Packs a content into the bytes of a body row, alone or against what came before it, and back.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include <zstd.h>

#include "storage/body_row.h"
#include "storage/request_chain.h"

namespace reprise {

struct PackedBody {
  BodyEncoding encoding = BodyEncoding::raw;
  std::string bytes;  // empty if raw: they are the content
};

// What stands ahead of the frame of a chained body.
struct ChainedBody {
  std::size_t shared_bytes = 0;  // of the start of the reference
  std::vector<BodyId> answers;
  std::string_view frame;
};
// nullopt: cut off.
std::optional<ChainedBody> read_chained_body(const BodyRow& row);

class BodyPacker {
 public:
  BodyPacker();

  PackedBody pack(std::string_view content);
  PackedBody pack_chained(std::string_view content, std::string_view reference,
                          const std::vector<const RequestChain::Answer*>& answers);

  // The content of a row. `reference` and `answers` (one behind the other) are the contents of the
  // bodies that a chained row names. Error: what is wrong with the row, e.g. "is cut off".
  tl::expected<std::string, std::string_view> unpack(const BodyRow& row, std::string_view reference,
                                                     std::string_view answers);

 private:
  struct FreeCompressor {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };
  struct FreeDecompressor {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };
  std::string compress(std::string_view content, std::string_view dictionary);
  bool decompress(std::string_view frame, std::string_view dictionary, char* content,
                  std::size_t size);

  std::unique_ptr<ZSTD_CCtx, FreeCompressor> compressor_;
  std::unique_ptr<ZSTD_DCtx, FreeDecompressor> decompressor_;
};

}  // namespace reprise
