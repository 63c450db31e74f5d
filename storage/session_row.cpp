#include "storage/session_row.h"

#include <algorithm>

#include "sim/base/little_endian.h"
#include "storage/row_checksum.h"

namespace reprise {
namespace {

constexpr std::size_t hash_bytes = 8;

std::string pack_hashes(const std::vector<std::uint64_t>& hashes) {
  std::string packed;
  packed.reserve(hashes.size() * hash_bytes);
  for (const std::uint64_t hash : hashes) append_little_endian(packed, hash, hash_bytes);
  return packed;
}

std::vector<std::uint64_t> unpack_hashes(std::string_view packed) {
  std::vector<std::uint64_t> hashes(packed.size() / hash_bytes);
  for (std::size_t i = 0; i < hashes.size(); ++i)
    hashes[i] = little_endian(packed.substr(i * hash_bytes, hash_bytes));
  return hashes;
}

std::int64_t row_checksum(const SessionRow& row, std::string_view hashes) {
  const TapeHeader& header = row.header;
  RowChecksum sum;
  sum.integer(row.id).bytes(as_bytes(row.key)).bytes(header.name).bytes(header.architecture);
  sum.bytes(header.provider).bytes(header.model).integer(header.trial);
  sum.integer(static_cast<std::int64_t>(header.seed)).integer(header.started_at_us);
  sum.bytes(header.origin).bytes(header.source).bytes(header.recorded_by);
  sum.bytes(as_bytes(header.scenario_digest)).integer(row.scenario_body);
  sum.integer(row.annotations_body).integer(static_cast<std::int64_t>(row.state));
  sum.integer(row.record_count).integer(row.seal ? 1 : 0);
  if (row.seal) {
    sum.bytes(row.seal->trace_hash).bytes(row.seal->wire_hash).bytes(row.seal->ending);
    sum.integer(static_cast<std::int64_t>(row.seal->event_count)).integer(row.seal->end_ns);
  }
  return static_cast<std::int64_t>(sum.finish(hashes));
}

Digest digest_at(const Statement& statement, int column) {
  Digest digest{};
  const std::string_view bytes = statement.bytes_at(column);
  std::copy_n(bytes.begin(), std::min(bytes.size(), digest.size()), digest.begin());
  return digest;
}

// What the checksum cannot see, because SessionRow has no room for such values.
bool is_well_formed(const Statement& statement) {
  const bool sealed = !statement.is_null(17);
  for (int column = 18; column <= 22; ++column)
    if (statement.is_null(column) == sealed) return false;
  const std::int64_t trial = statement.integer_at(6);
  const std::int64_t state = statement.integer_at(15);
  return statement.bytes_at(1).size() == sizeof(Digest) &&
         statement.bytes_at(12).size() == sizeof(Digest) && trial >= 0 && trial <= UINT32_MAX &&
         state >= 0 && state <= 2;
}

void read_header(const Statement& statement, TapeHeader& header) {
  header.name = statement.bytes_at(2);
  header.architecture = statement.bytes_at(3);
  header.provider = statement.bytes_at(4);
  header.model = statement.bytes_at(5);
  header.trial = static_cast<std::uint32_t>(statement.integer_at(6));
  header.seed = static_cast<std::uint64_t>(statement.integer_at(7));
  header.started_at_us = statement.integer_at(8);
  header.origin = statement.bytes_at(9);
  header.source = statement.bytes_at(10);
  header.recorded_by = statement.bytes_at(11);
  header.scenario_digest = digest_at(statement, 12);
}

SessionSeal read_seal(const Statement& statement) {
  SessionSeal seal;
  seal.trace_hash = statement.bytes_at(17);
  seal.wire_hash = statement.bytes_at(18);
  seal.event_count = static_cast<std::uint64_t>(statement.integer_at(19));
  seal.end_ns = statement.integer_at(20);
  seal.ending = statement.bytes_at(21);
  seal.event_hashes = unpack_hashes(statement.bytes_at(22));
  return seal;
}

}  // namespace

Result<SessionRow> read_session_row(const Statement& statement) {
  SessionRow row;
  row.id = statement.integer_at(0);
  row.key = digest_at(statement, 1);
  read_header(statement, row.header);
  row.scenario_body = statement.integer_at(13);
  row.annotations_body = statement.integer_at(14);
  row.state = static_cast<SessionState>(statement.integer_at(15));
  row.record_count = statement.optional_at(16);
  if (!statement.is_null(17)) row.seal = read_seal(statement);
  if (!is_well_formed(statement) ||
      row_checksum(row, statement.bytes_at(22)) != statement.integer_at(23))
    return fail(ErrorCode::corrupt, "session " + std::to_string(row.id) +
                                        ": its row does not match its checksum: restore the store "
                                        "from a copy");
  return row;
}

Result<void> write_session_row(Database& database, const SessionRow& row) {
  REPRISE_TRY(statement, database.prepare("INSERT OR REPLACE INTO session VALUES"
                                          "(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"));
  const TapeHeader& header = row.header;
  const std::string hashes = row.seal ? pack_hashes(row.seal->event_hashes) : std::string();
  statement.integer(row.id).blob(as_bytes(row.key)).text(header.name).text(header.architecture);
  statement.text(header.provider).text(header.model).integer(std::int64_t{header.trial});
  statement.integer(static_cast<std::int64_t>(header.seed)).integer(header.started_at_us);
  statement.text(header.origin).text(header.source).text(header.recorded_by);
  statement.blob(as_bytes(header.scenario_digest)).integer(row.scenario_body);
  statement.integer(row.annotations_body).integer(static_cast<std::int64_t>(row.state));
  statement.integer(row.record_count);
  if (row.seal) {
    statement.text(row.seal->trace_hash).text(row.seal->wire_hash);
    statement.integer(static_cast<std::int64_t>(row.seal->event_count)).integer(row.seal->end_ns);
    statement.text(row.seal->ending).blob(hashes);
  } else {
    statement.null().null().null().null().null().null();
  }
  statement.integer(row_checksum(row, hashes));
  return database.run(statement);
}

}  // namespace reprise
