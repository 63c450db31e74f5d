#include "storage/body_store.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "sim/base/check.h"
#include "storage/row_checksum.h"

namespace reprise {
namespace {

constexpr int compression_level = 3;
// A zstd frame gains some hundred bytes there, and takes as long to expand as the JSON to parse.
constexpr std::size_t raw_below_bytes = 512;
constexpr std::size_t candidate_count = 4;  // agents that take turns each find their own history
constexpr int window_log_limit = 31;
constexpr std::size_t shared_bytes_field = 4;       // ahead of a frame with a reference
constexpr std::size_t dictionary_lead = 32 * 1024;  // of the shared start, for what is new

Error damaged(const Database& database, BodyId id, const std::string& what) {
  return {ErrorCode::corrupt, database.path() + ": body " + std::to_string(id) + " " + what +
                                  ": restore the store from a copy"};
}

std::size_t common_prefix(std::string_view a, std::string_view b) {
  constexpr std::size_t block = 4096;  // memcmp is many times faster than a loop over bytes
  const std::size_t shorter = std::min(a.size(), b.size());
  std::size_t equal = 0;
  while (equal + block <= shorter && a.compare(equal, block, b.substr(equal, block)) == 0)
    equal += block;
  while (equal < shorter && a[equal] == b[equal]) ++equal;
  return equal;
}

// Where a shared start ends, the new text begins; what follows it is often as before, too. So the
// dictionary is the reference from a little before that place on.
std::string_view dictionary_of(std::string_view reference, std::size_t shared) {
  return reference.substr(shared - std::min(shared, dictionary_lead));
}

const RequestChain::Link* best_reference(const RequestChain& chain, std::string_view content) {
  const RequestChain::Link* best = nullptr;
  std::size_t best_prefix = 0;
  for (const auto& link : chain.latest) {
    const std::size_t prefix = common_prefix(link.content, content);
    if (best == nullptr || prefix >= best_prefix) best = &link;
    best_prefix = std::max(best_prefix, prefix);
  }
  if (best == nullptr || best->run < body_run_limit) return best;
  return chain.head.id != 0 && chain.head.depth < body_head_limit ? &chain.head : nullptr;
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

// A reference row that is waiting for the body before it. Its digest is not looked at: damage shows
// in the body that is asked for.
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

Result<BodyId> BodyStore::put_request(Database& database, const Digest& digest,
                                      std::string_view content, RequestChain& chain) {
  REPRISE_TRY(known, find(database, digest));
  RequestChain::Link link{known.value_or(0), 0, 0, std::string(content)};
  if (known) {
    for (const auto& earlier : chain.latest)
      if (earlier.id == *known) return *known;  // a retry
    REPRISE_TRY(depth, depth_of(database, *known));
    link.depth = link.run = depth;
  } else {
    const RequestChain::Link* reference = best_reference(chain, content);
    REPRISE_TRY(id, insert(database, digest, content, reference));
    link.id = id;
    link.depth = reference == nullptr ? 0 : reference->depth + 1;
    const bool new_head = reference == nullptr || reference == &chain.head;
    link.run = new_head ? 0 : reference->run + 1;
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
    packed = reference == nullptr ? compress(content, {})
                                  : compress_against(content, reference->content);
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

std::string BodyStore::compress_against(std::string_view content, std::string_view reference) {
  const std::size_t shared = common_prefix(content, reference);
  std::string packed;
  for (std::size_t i = 0; i < shared_bytes_field; ++i)
    packed += static_cast<char>(shared >> (8 * i) & 0xff);
  return packed + compress(content.substr(shared), dictionary_of(reference, shared));
}

std::string BodyStore::compress(std::string_view content, std::string_view dictionary) {
  ZSTD_CCtx* context = compressor_.get();
  ZSTD_CCtx_reset(context, ZSTD_reset_session_and_parameters);
  ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, compression_level);
  if (!dictionary.empty()) {
    // The window must span both; long matches are then copied whole.
    const int window_log = std::bit_width(dictionary.size() + content.size());
    ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, std::clamp(window_log, 17, 30));
    if (window_log > 17) ZSTD_CCtx_setParameter(context, ZSTD_c_enableLongDistanceMatching, 1);
    ZSTD_CCtx_refPrefix(context, dictionary.data(), dictionary.size());
  }
  std::string packed(ZSTD_compressBound(content.size()), '\0');
  const std::size_t size =
      ZSTD_compress2(context, packed.data(), packed.size(), content.data(), content.size());
  REPRISE_CHECK(!ZSTD_isError(size), "zstd has room enough");
  packed.resize(size);
  return packed;
}

Result<std::string> BodyStore::expand(const Database& database, const BodyRow& row,
                                      std::string_view reference) {
  const auto fault = [&](const std::string& what) {
    return tl::unexpected<Error>(damaged(database, row.id, what));
  };
  if (row.size < 0 || row.size > body_size_limit) return fault("has an impossible size");
  const auto size = static_cast<std::size_t>(row.size);
  if (row.encoding == 0) return std::string(row.bytes);
  std::string_view frame = row.bytes;
  std::size_t shared = 0;
  if (row.reference) {
    if (frame.size() < shared_bytes_field) return fault("is cut off");
    for (std::size_t i = shared_bytes_field; i-- > 0;)
      shared = shared << 8 | static_cast<std::uint8_t>(frame[i]);
    frame.remove_prefix(shared_bytes_field);
    if (shared > reference.size() || shared > size) return fault("shares more than there is");
  }
  // The frame says its own size; both must agree before memory is taken.
  if (ZSTD_getFrameContentSize(frame.data(), frame.size()) != size - shared)
    return fault("has two different sizes");
  std::string content(size, '\0');
  reference.copy(content.data(), shared);
  ZSTD_DCtx* context = decompressor_.get();
  ZSTD_DCtx_reset(context, ZSTD_reset_session_and_parameters);
  ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, window_log_limit);
  const std::string_view dictionary = dictionary_of(reference, shared);
  if (!dictionary.empty()) ZSTD_DCtx_refPrefix(context, dictionary.data(), dictionary.size());
  const std::size_t expanded = ZSTD_decompressDCtx(context, content.data() + shared, size - shared,
                                                   frame.data(), frame.size());
  if (ZSTD_isError(expanded) || expanded != size - shared) return fault("does not decompress");
  return content;
}

Result<std::string> BodyStore::unpack(const Database& database, const BodyRow& row,
                                      std::string_view reference) {
  REPRISE_TRY(content, expand(database, row, reference));
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
    before = earlier.id;
    next = earlier.reference;
  }
  if (next) content = cached_;
  for (auto link = pending.rbegin(); link != pending.rend(); ++link) {
    link->row.bytes = link->bytes;
    REPRISE_TRY(decoded, expand(database, link->row, content));
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
