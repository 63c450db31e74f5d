// Bodies, each stored once by its SHA-256. A request is packed against an earlier request of its
// session that it repeats and the answers since, so a conversation costs what is new in it and not
// its square.
#pragma once

#include <string>
#include <string_view>

#include "sim/base/digest.h"
#include "sim/base/result.h"
#include "storage/body_packer.h"
#include "storage/body_row.h"
#include "storage/database.h"
#include "storage/request_chain.h"

namespace reprise {

class BodyStore {
 public:
  Result<BodyId> put(Database& database, std::string_view content);
  // As put; `chain` learns the content, which the session's next request is likely to repeat.
  Result<BodyId> put_answer(Database& database, std::string_view content, RequestChain& chain);
  // As put, packed against what `chain` knows; `chain` learns the content.
  // REQUIRES: `digest` is that of `content`.
  Result<BodyId> put_request(Database& database, const Digest& digest, std::string_view content,
                             RequestChain& chain);
  Result<std::string> get(Database& database, BodyId id);
  Result<std::string> get(Database& database, const Digest& digest);
  // Decodes a row that is already at hand and checks its hash.
  Result<std::string> decode(Database& database, const BodyRow& row);

 private:
  Result<BodyId> insert(Database& database, const Digest& digest, std::string_view content,
                        const PackedBody& packed, std::optional<BodyId> reference);
  Result<std::string> reference_of(Database& database, const BodyRow& row);
  Result<std::string> answers_of(Database& database, const BodyRow& row);
  // Without a check of the SHA-256.
  Result<std::string> unpack(Database& database, const BodyRow& row, std::string_view reference);

  BodyPacker packer_;
  // The last body that had or was a reference: reading a conversation in order decodes each once.
  BodyId cached_id_ = 0;
  std::string cached_;
};

}  // namespace reprise
