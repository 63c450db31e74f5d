#include "storage/body_store.h"

#include <vector>

namespace reprise {
namespace {

struct KnownBody {
  BodyId id = 0;
  bool is_chained = false;
};

Result<std::optional<KnownBody>> find(Database& database, const Digest& digest) {
  REPRISE_TRY(statement, database.prepare("SELECT id,reference FROM body WHERE digest=?"));
  REPRISE_TRY(found, database.step(statement.blob(as_bytes(digest))));
  if (!found) return std::nullopt;
  return KnownBody{statement.integer_at(0), !statement.is_null(1)};
}

// How many requests must be decoded before this one.
Result<int> depth_of(Database& database, BodyId id) {
  REPRISE_TRY(statement,
              database.prepare("WITH RECURSIVE chain(id) AS (SELECT reference FROM body WHERE id=? "
                               "UNION SELECT b.reference FROM body b JOIN chain c ON b.id=c.id) "
                               "SELECT count(id) FROM chain"));
  REPRISE_TRY(row, database.step(statement.integer(id)));
  return row ? static_cast<int>(statement.integer_at(0)) : 0;
}

// A row with its own copy of the bytes, for as long as others are read. Its digest is not kept:
// damage of a body that others need shows in the body that is asked for.
class HeldRow {
 public:
  explicit HeldRow(const BodyRow& read) : row_(read), bytes_(read.bytes) {}
  BodyRow row() const {
    BodyRow whole = row_;
    whole.digest = {};
    whole.bytes = bytes_;
    return whole;
  }

 private:
  BodyRow row_;  // its views are stale
  std::string bytes_;
};

// The row `id`, which the row `user` names: it must have been written before.
Result<HeldRow> read_row(Database& database, BodyId id, BodyId user) {
  if (id >= user)
    return tl::unexpected<Error>(damaged_body(database, user, "refers to a later body"));
  REPRISE_TRY(statement,
              database.prepare("SELECT " REPRISE_BODY_COLUMNS("") " FROM body WHERE id=?"));
  REPRISE_TRY(found, database.step(statement.integer(id)));
  if (!found) return tl::unexpected<Error>(damaged_body(database, id, "is missing"));
  return HeldRow(read_body_row(statement, 0));
}

}  // namespace

Result<BodyId> BodyStore::put(Database& database, std::string_view content) {
  const Digest digest = sha256(content);
  REPRISE_TRY(known, find(database, digest));
  if (known) return known->id;
  return insert(database, digest, content, packer_.pack(content), std::nullopt);
}

Result<BodyId> BodyStore::put_answer(Database& database, std::string_view content,
                                     RequestChain& chain) {
  const Digest digest = sha256(content);
  REPRISE_TRY(known, find(database, digest));
  // What is chained itself would make other bodies' chains longer.
  if (known && known->is_chained) return known->id;
  BodyId id = known ? known->id : 0;
  if (!known) {
    REPRISE_TRY(inserted, insert(database, digest, content, packer_.pack(content), std::nullopt));
    id = inserted;
  }
  chain.add_answer(id, content);
  return id;
}

Result<BodyId> BodyStore::put_request(Database& database, const Digest& digest,
                                      std::string_view content, RequestChain& chain) {
  REPRISE_TRY(known, find(database, digest));
  if (known) {
    if (chain.has(known->id)) return known->id;
    REPRISE_TRY(depth, depth_of(database, known->id));
    chain.add_known(known->id, content, depth);
    return known->id;
  }
  const RequestChain::Link* reference = chain.reference_for(content);
  const PackedBody packed =
      reference == nullptr
          ? packer_.pack(content)
          : packer_.pack_chained(content, reference->content, chain.answers_since(*reference));
  const auto reference_id = reference == nullptr ? std::nullopt : std::optional(reference->id);
  REPRISE_TRY(id, insert(database, digest, content, packed, reference_id));
  chain.add_packed(id, content, reference);
  return id;
}

Result<BodyId> BodyStore::insert(Database& database, const Digest& digest, std::string_view content,
                                 const PackedBody& packed, std::optional<BodyId> reference) {
  if (static_cast<std::int64_t>(content.size()) > body_size_limit)
    return fail(ErrorCode::storage, database.path() + ": a body is over 1 GiB: it is not stored");
  REPRISE_TRY(last, database.integer("SELECT coalesce(max(id),0) FROM body"));
  BodyRow row;
  row.id = last + 1;
  row.digest = as_bytes(digest);
  row.size = static_cast<std::int64_t>(content.size());
  row.encoding = static_cast<std::int64_t>(packed.encoding);
  if (row.is_chained()) row.reference = reference;
  row.bytes = packed.encoding == BodyEncoding::raw ? content : packed.bytes;
  REPRISE_TRY(statement, database.prepare("INSERT INTO body(id,digest,size,encoding,reference,"
                                          "checksum,bytes) VALUES(?,?,?,?,?,?,?)"));
  statement.integer(row.id).blob(row.digest).integer(row.size).integer(row.encoding);
  statement.integer(row.reference).integer(body_checksum(row)).blob(row.bytes);
  REPRISE_TRY_VOID(database.run(statement));
  return row.id;
}

Result<std::string> BodyStore::decode(Database& database, const BodyRow& row) {
  std::string reference;
  if (row.reference) {
    REPRISE_TRY(content, reference_of(database, row));
    reference = std::move(content);
  }
  REPRISE_TRY(content, unpack(database, row, reference));
  if (as_bytes(sha256(content)) != row.digest)
    return tl::unexpected<Error>(damaged_body(database, row.id, "does not match its SHA-256"));
  if (row.reference) {
    cached_id_ = row.id;
    cached_ = content;
  }
  return content;
}

// Collects the rows back to a body that needs no other, then decodes forwards.
Result<std::string> BodyStore::reference_of(Database& database, const BodyRow& row) {
  std::vector<HeldRow> pending;
  BodyId user = row.id;
  std::optional<BodyId> next = row.reference;
  while (next && *next != cached_id_) {
    REPRISE_TRY(earlier, read_row(database, *next, user));
    user = *next;
    next = earlier.row().reference;
    pending.push_back(std::move(earlier));
  }
  std::string content;
  if (next) content = cached_;
  for (auto held = pending.rbegin(); held != pending.rend(); ++held) {
    REPRISE_TRY(unpacked, unpack(database, held->row(), content));
    content = std::move(unpacked);
  }
  return content;
}

Result<std::string> BodyStore::answers_of(Database& database, const BodyRow& row) {
  const auto chained = read_chained_body(row);
  if (!chained) return tl::unexpected<Error>(damaged_body(database, row.id, "is cut off"));
  std::string contents;
  for (const BodyId id : chained->answers) {
    REPRISE_TRY(held, read_row(database, id, row.id));
    const BodyRow answer = held.row();
    if (answer.is_chained())
      return tl::unexpected<Error>(damaged_body(database, row.id, "needs a chained answer"));
    const auto room = static_cast<std::int64_t>(answer_bytes_limit - contents.size());
    if (answer.size > room)
      return tl::unexpected<Error>(damaged_body(database, row.id, "needs too many answers"));
    REPRISE_TRY(content, unpack(database, answer, {}));
    contents += content;
  }
  return contents;
}

Result<std::string> BodyStore::unpack(Database& database, const BodyRow& row,
                                      std::string_view reference) {
  std::string answers;
  if (row.encoding == static_cast<std::int64_t>(BodyEncoding::chained_with_answers)) {
    REPRISE_TRY(contents, answers_of(database, row));
    answers = std::move(contents);
  }
  auto content = packer_.unpack(row, reference, answers);
  if (!content) return tl::unexpected<Error>(damaged_body(database, row.id, content.error()));
  if (static_cast<std::int64_t>(content->size()) != row.size)
    return tl::unexpected<Error>(damaged_body(database, row.id, "has another size"));
  return std::move(*content);
}

Result<std::string> BodyStore::get(Database& database, BodyId id) {
  if (id == cached_id_) return cached_;
  REPRISE_TRY(statement,
              database.prepare("SELECT " REPRISE_BODY_COLUMNS("") " FROM body WHERE id=?1"));
  REPRISE_TRY(found, database.step(statement.integer(id)));
  if (!found) return tl::unexpected<Error>(damaged_body(database, id, "is missing"));
  const BodyRow row = read_body_row(statement, 0);
  return decode(database, row);
}

Result<std::string> BodyStore::get(Database& database, const Digest& digest) {
  REPRISE_TRY(known, find(database, digest));
  if (!known)
    return fail(ErrorCode::not_found,
                database.path() + " has no body " + to_hex(digest) + ": check the digest");
  return get(database, known->id);
}

}  // namespace reprise
