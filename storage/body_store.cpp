#include "storage/body_store.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "sim/base/check.h"
#include "storage/row_checksum.h"

namespace reprise {
namespace {

constexpr int compression_level = 3;
constexpr std::size_t raw_below_bytes = 128;  // a zstd frame gains nothing there
constexpr std::size_t candidate_count = 4;    // agents that take turns each find their own history
constexpr int window_log_limit = 31;

Error damaged(const Database& database, BodyId id, const std::string& what) {
  return {ErrorCode::corrupt, database.path() + ": body " + std::to_string(id) + " " + what +
                                  ": restore the store from a copy"};
}

std::size_t common_prefix(std::string_view a, std::string_view b) {
  const auto shorter = std::min(a.size(), b.size());
  return static_cast<std::size_t>(
      std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(shorter), b.begin()).first -
      a.begin());
}

const RequestChain::Link* best_reference(const RequestChain& chain, std::string_view content) {
  const RequestChain::Link* best = nullptr;
  std::size_t best_prefix = 0;
  for (const auto& link : chain.latest) {
    const std::size_t prefix = common_prefix(link.content, content);
    if (best == nullptr || prefix >= best_prefix) best = &link;
    best_prefix = std::max(best_prefix, prefix);
  }
  if (best != nullptr && best->depth + 1 >= body_chain_limit)
    return chain.head.id != 0 ? &chain.head : nullptr;
  return best;
}

BodyRow row_of(const Statement& statement) {
  return {statement.integer_at(0), statement.bytes_at(1),    statement.integer_at(2),
          statement.integer_at(3), statement.optional_at(4), statement.bytes_at(5)};
}

Result<std::optional<BodyId>> find(Database& database, const Digest& digest) {
  REPRISE_TRY(statement, database.prepare("SELECT id FROM body WHERE digest=?"));
  REPRISE_TRY(found, database.step(statement.blob(as_bytes(digest))));
  return found ? std::optional<BodyId>(statement.integer_at(0)) : std::nullopt;
}

// How many bodies must be decoded before this one.
Result<int> depth_of(Database& database, BodyId id) {
  REPRISE_TRY(statement,
              database.prepare("WITH RECURSIVE chain(id) AS (SELECT reference FROM body WHERE id=? "
                               "UNION SELECT b.reference FROM body b JOIN chain c ON b.id=c.id) "
                               "SELECT count(id) FROM chain"));
  REPRISE_TRY(row, database.step(statement.integer(id)));
  return row ? static_cast<int>(statement.integer_at(0)) : 0;
}

// A reference row that is waiting for the body before it.
struct PendingRow {
  BodyRow row;
  std::string bytes;
};

}  // namespace

std::int64_t body_checksum(const BodyRow& row) {
  RowChecksum sum;
  sum.integer(row.id).bytes(row.digest).integer(row.size).integer(row.encoding);
  return static_cast<std::int64_t>(sum.integer(row.reference).finish(row.bytes));
}

BodyStore::BodyStore() : compressor_(ZSTD_createCCtx()), decompressor_(ZSTD_createDCtx()) {
  REPRISE_CHECK(compressor_ && decompressor_, "zstd contexts need memory");
}

Result<BodyId> BodyStore::put(Database& database, std::string_view content) {
  const Digest digest = sha256(content);
  REPRISE_TRY(known, find(database, digest));
  if (known) return *known;
  return insert(database, digest, content, nullptr);
}

Result<BodyId> BodyStore::put_request(Database& database, std::string_view content,
                                      RequestChain& chain) {
  const Digest digest = sha256(content);
  REPRISE_TRY(known, find(database, digest));
  RequestChain::Link link{known.value_or(0), 0, std::string(content)};
  if (known) {
    for (const auto& earlier : chain.latest)
      if (earlier.id == *known) return *known;  // a retry
    REPRISE_TRY(depth, depth_of(database, *known));
    link.depth = depth;
  } else {
    const RequestChain::Link* reference = best_reference(chain, content);
    REPRISE_TRY(id, insert(database, digest, content, reference));
    link.id = id;
    const bool new_head = reference == nullptr || reference == &chain.head;
    link.depth = new_head ? 0 : reference->depth + 1;
    if (new_head) chain.head = link;
  }
  const BodyId id = link.id;
  chain.latest.push_back(std::move(link));
  if (chain.latest.size() > candidate_count) chain.latest.pop_front();
  return id;
}

Result<BodyId> BodyStore::insert(Database& database, const Digest& digest, std::string_view content,
                                 const RequestChain::Link* reference) {
  if (static_cast<std::int64_t>(content.size()) > body_size_limit)
    return fail(ErrorCode::storage, database.path() + ": a body is over 1 GiB: it is not stored");
  REPRISE_TRY(last, database.integer("SELECT coalesce(max(id),0) FROM body"));
  BodyRow row{last + 1, as_bytes(digest), static_cast<std::int64_t>(content.size()), 0,
              {},       content};
  std::string packed;
  if (content.size() >= raw_below_bytes)
    packed = compress(content, reference == nullptr ? std::string_view{} : reference->content);
  if (!packed.empty() && packed.size() < content.size()) {
    row.bytes = packed;
    row.encoding = reference == nullptr ? 1 : 2;
    if (reference != nullptr) row.reference = reference->id;
  }
  REPRISE_TRY(statement, database.prepare("INSERT INTO body(id,digest,size,encoding,reference,"
                                          "checksum,bytes) VALUES(?,?,?,?,?,?,?)"));
  statement.integer(row.id).blob(row.digest).integer(row.size).integer(row.encoding);
  statement.integer(row.reference).integer(body_checksum(row)).blob(row.bytes);
  REPRISE_TRY_VOID(database.run(statement));
  return row.id;
}

std::string BodyStore::compress(std::string_view content, std::string_view reference) {
  ZSTD_CCtx* context = compressor_.get();
  ZSTD_CCtx_reset(context, ZSTD_reset_session_and_parameters);
  ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, compression_level);
  if (!reference.empty()) {
    // The window must span the reference and the content; long matches are then copied whole.
    const int window_log = std::bit_width(reference.size() + content.size());
    ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, std::clamp(window_log, 17, 30));
    ZSTD_CCtx_setParameter(context, ZSTD_c_enableLongDistanceMatching, 1);
    ZSTD_CCtx_refPrefix(context, reference.data(), reference.size());
  }
  std::string packed(ZSTD_compressBound(content.size()), '\0');
  const std::size_t size =
      ZSTD_compress2(context, packed.data(), packed.size(), content.data(), content.size());
  REPRISE_CHECK(!ZSTD_isError(size), "zstd has room enough");
  packed.resize(size);
  return packed;
}

Result<std::string> BodyStore::unpack(const Database& database, const BodyRow& row,
                                      std::string_view reference) {
  if (row.size < 0 || row.size > body_size_limit)
    return tl::unexpected<Error>(damaged(database, row.id, "has an impossible size"));
  std::string content;
  if (row.encoding == 0) {
    content = row.bytes;
  } else {
    // The frame says its own size; both must agree before memory is taken.
    if (ZSTD_getFrameContentSize(row.bytes.data(), row.bytes.size()) !=
        static_cast<unsigned long long>(row.size))
      return tl::unexpected<Error>(damaged(database, row.id, "has two different sizes"));
    content.resize(static_cast<std::size_t>(row.size));
    ZSTD_DCtx* context = decompressor_.get();
    ZSTD_DCtx_reset(context, ZSTD_reset_session_and_parameters);
    ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, window_log_limit);
    if (!reference.empty()) ZSTD_DCtx_refPrefix(context, reference.data(), reference.size());
    const std::size_t size = ZSTD_decompressDCtx(context, content.data(), content.size(),
                                                 row.bytes.data(), row.bytes.size());
    if (ZSTD_isError(size) || size != content.size())
      return tl::unexpected<Error>(damaged(database, row.id, "does not decompress"));
  }
  if (static_cast<std::int64_t>(content.size()) != row.size ||
      as_bytes(sha256(content)) != row.digest)
    return tl::unexpected<Error>(damaged(database, row.id, "does not match its SHA-256"));
  return content;
}

Result<std::string> BodyStore::decode(Database& database, const BodyRow& row) {
  if (row.encoding != 2 && !row.reference) return unpack(database, row, {});
  // Collect the rows back to a body that needs no other, then decode forwards.
  std::vector<PendingRow> pending;
  std::optional<BodyId> next = row.reference;
  std::string content;
  BodyId before = row.id;
  while (next && *next != cached_id_) {
    if (*next >= before)
      return tl::unexpected<Error>(damaged(database, before, "refers to a later body"));
    REPRISE_TRY(statement, database.prepare("SELECT id,digest,size,encoding,reference,bytes "
                                            "FROM body WHERE id=?"));
    REPRISE_TRY(found, database.step(statement.integer(*next)));
    if (!found) return tl::unexpected<Error>(damaged(database, *next, "is missing"));
    const BodyRow earlier = row_of(statement);
    pending.push_back({earlier, std::string(earlier.bytes)});
    pending.back().bytes.append(earlier.digest);
    before = earlier.id;
    next = earlier.reference;
  }
  if (next) content = cached_;
  for (auto link = pending.rbegin(); link != pending.rend(); ++link) {
    const std::string_view all = link->bytes;
    link->row.bytes = all.substr(0, all.size() - sizeof(Digest));
    link->row.digest = all.substr(all.size() - sizeof(Digest));
    REPRISE_TRY(decoded, unpack(database, link->row, content));
    content = std::move(decoded);
  }
  REPRISE_TRY(result, unpack(database, row, content));
  cached_id_ = row.id;
  cached_ = result;
  return result;
}

Result<std::string> BodyStore::get(Database& database, BodyId id) {
  if (id == cached_id_) return cached_;
  REPRISE_TRY(statement, database.prepare("SELECT id,digest,size,encoding,reference,bytes "
                                          "FROM body WHERE id=?1"));
  REPRISE_TRY(found, database.step(statement.integer(id)));
  if (!found) return tl::unexpected<Error>(damaged(database, id, "is missing"));
  const BodyRow row = row_of(statement);
  return decode(database, row);
}

Result<std::string> BodyStore::get(Database& database, const Digest& digest) {
  REPRISE_TRY(id, find(database, digest));
  if (!id)
    return fail(ErrorCode::not_found,
                database.path() + " has no body " + to_hex(digest) + ": check the digest");
  return get(database, *id);
}

}  // namespace reprise
