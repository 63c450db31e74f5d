#include "storage/tape_table.h"

namespace reprise {
namespace {

Error damaged(const Database& database, const TapeColumns& columns, const std::string& what) {
  return {ErrorCode::corrupt, database.path() + ": session " + std::to_string(columns.session) +
                                  ", record " + std::to_string(columns.seq) + ": " + what +
                                  ": restore the store from a copy"};
}

Result<void> read_request(Database& database, BodyStore& bodies, const TapeColumns& columns,
                          SendAttempt& send) {
  REPRISE_TRY(content, bodies.get(database, *columns.request_body));
  if (sha256(content) != send.body_digest)
    return tl::unexpected<Error>(damaged(database, columns, "another request body"));
  send.request.body = std::move(content);
  return {};
}

Result<void> read_bodies(Database& database, BodyStore& bodies, const Statement& statement,
                         const TapeColumns& columns, bool requests, TapeRecord& record) {
  auto* send = std::get_if<SendAttempt>(&record.effect.action);
  if (send != nullptr && requests && columns.request_body)
    REPRISE_TRY_VOID(read_request(database, bodies, columns, *send));
  auto* done = std::get_if<AttemptDone>(&record.outcome.result);
  if (done == nullptr || !columns.response_body) return {};
  if (statement.is_null(13))
    return tl::unexpected<Error>(damaged(database, columns, "its response body is missing"));
  const BodyRow row{statement.integer_at(13), statement.bytes_at(14),    statement.integer_at(15),
                    statement.integer_at(16), statement.optional_at(17), statement.bytes_at(18)};
  REPRISE_TRY(content, bodies.decode(database, row));
  done->response.body = std::move(content);
  return {};
}

}  // namespace

TapeColumns read_tape_columns(const Statement& statement) {
  TapeColumns columns;
  columns.session = statement.integer_at(0);
  columns.seq = statement.integer_at(1);
  columns.kind = statement.integer_at(2);
  columns.at_ns = statement.integer_at(3);
  columns.duration_ns = statement.integer_at(4);
  columns.call = statement.optional_at(5);
  columns.attempt = statement.optional_at(6);
  columns.status = statement.optional_at(7);
  if (!statement.is_null(8)) columns.tool = statement.bytes_at(8);
  columns.is_error = statement.optional_at(9);
  columns.request_body = statement.optional_at(10);
  columns.response_body = statement.optional_at(11);
  return columns;
}

Result<void> write_tape_row(Database& database, BodyStore& bodies, RequestChain& chain,
                            SessionId session, const TapeRecord& record) {
  TapeColumns columns = tape_columns(session, record);
  if (const auto* send = std::get_if<SendAttempt>(&record.effect.action)) {
    if (sha256(send->request.body) != send->body_digest)
      return fail(ErrorCode::invalid_input, "record " + std::to_string(record.seq) +
                                                ": body_digest is not that of the request body");
    REPRISE_TRY(id, bodies.put_request(database, send->body_digest, send->request.body, chain));
    columns.request_body = id;
  }
  if (const auto* done = std::get_if<AttemptDone>(&record.outcome.result)) {
    REPRISE_TRY(id, bodies.put(database, done->response.body));
    columns.response_body = id;
  }
  const std::string frame = encode_frame(columns, record);
  if (frame.size() - frame_header_bytes > frame_payload_limit)
    return fail(ErrorCode::storage, database.path() + ": a record is over 64 MiB: not stored");
  REPRISE_TRY(statement, database.prepare("INSERT INTO tape VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?)"));
  statement.integer(columns.session).integer(columns.seq).integer(columns.kind);
  statement.integer(columns.at_ns).integer(columns.duration_ns).integer(columns.call);
  statement.integer(columns.attempt).integer(columns.status);
  columns.tool ? statement.text(*columns.tool) : statement.null();
  statement.integer(columns.is_error).integer(columns.request_body);
  statement.integer(columns.response_body).blob(frame);
  return database.run(statement);
}

Result<std::vector<TapeRecord>> read_tape_rows(Database& database, BodyStore& bodies,
                                               SessionId session, const TapeReadOptions& options) {
  REPRISE_TRY(statement,
              database.prepare("SELECT t.*,b.id,b.digest,b.size,b.encoding,b.reference,b.bytes "
                               "FROM tape t LEFT JOIN body b ON b.id=t.response_body "
                               "WHERE t.session=? ORDER BY t.seq"));
  statement.integer(session);
  std::vector<TapeRecord> records;
  for (;;) {
    REPRISE_TRY(row, database.step(statement));
    if (!row) return records;
    const TapeColumns columns = read_tape_columns(statement);
    REPRISE_TRY(record, decode_frame(columns, statement.bytes_at(12)));
    if (record.seq != records.size() + 1)
      return tl::unexpected<Error>(damaged(database, columns, "a record before it is missing"));
    REPRISE_TRY_VOID(
        read_bodies(database, bodies, statement, columns, options.request_bodies, record));
    records.push_back(std::move(record));
  }
}

}  // namespace reprise
