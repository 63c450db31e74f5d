#include "storage/tape_table.h"

#include <utility>

namespace reprise {
namespace {

constexpr int payload_column = 12;
constexpr int first_body_column = 13;
constexpr std::size_t body_from_bytes = 512;  // shorter texts stay in the frame of their record

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

// The texts of a record that are bodies of their own, or may be: nullptr where it has none.
struct RecordTexts {
  std::string* asked = nullptr;     // in request_body: arguments of a tool
  std::string* answered = nullptr;  // in response_body: a response, a tool's result, a user's turn
};

RecordTexts texts_of(TapeRecord& record) {
  RecordTexts texts;
  if (auto* call = std::get_if<CallTool>(&record.effect.action)) texts.asked = &call->arguments;
  if (auto* done = std::get_if<AttemptDone>(&record.outcome.result)) {
    texts.answered = &done->response.body;
  } else if (auto* tool = std::get_if<ToolDone>(&record.outcome.result)) {
    texts.answered = &tool->result;
  } else if (auto* turn = std::get_if<UserTurn>(&record.outcome.result)) {
    texts.answered = &turn->messages;
  }
  return texts;
}

Result<void> read_bodies(Database& database, BodyStore& bodies, const Statement& statement,
                         const TapeColumns& columns, bool requests, TapeRecord& record) {
  const RecordTexts texts = texts_of(record);
  if (columns.request_body && texts.asked != nullptr) {
    REPRISE_TRY(content, bodies.get(database, *columns.request_body));
    *texts.asked = std::move(content);
  }
  auto* send = std::get_if<SendAttempt>(&record.effect.action);
  if (send != nullptr && requests && columns.request_body)
    REPRISE_TRY_VOID(read_request(database, bodies, columns, *send));
  if (texts.answered == nullptr || !columns.response_body) return {};
  if (statement.is_null(first_body_column))
    return tl::unexpected<Error>(damaged(database, columns, "the body of its answer is missing"));
  REPRISE_TRY(content, bodies.decode(database, read_body_row(statement, first_body_column)));
  *texts.answered = std::move(content);
  return {};
}

// Puts the long texts of a tool call or a user's turn into bodies and leaves them empty in
// `record`: big rows would take whole pages of the table, and what came twice is kept once.
Result<void> put_long_texts(Database& database, BodyStore& bodies, RequestChain& chain,
                            TapeRecord& record, TapeColumns& columns) {
  const RecordTexts texts = texts_of(record);
  if (texts.asked != nullptr && texts.asked->size() >= body_from_bytes) {
    REPRISE_TRY(id, bodies.put(database, std::exchange(*texts.asked, {})));
    columns.request_body = id;
  }
  if (texts.answered != nullptr && texts.answered->size() >= body_from_bytes) {
    REPRISE_TRY(id, bodies.put_answer(database, std::exchange(*texts.answered, {}), chain));
    columns.response_body = id;
  }
  return {};
}

Result<void> put_exchange(Database& database, BodyStore& bodies, RequestChain& chain,
                          const TapeRecord& record, TapeColumns& columns) {
  const auto& send = std::get<SendAttempt>(record.effect.action);
  if (sha256(send.request.body) != send.body_digest)
    return fail(ErrorCode::invalid_input, "record " + std::to_string(record.seq) +
                                              ": body_digest is not that of the request body");
  REPRISE_TRY(id, bodies.put_request(database, send.body_digest, send.request.body, chain));
  columns.request_body = id;
  if (const auto* done = std::get_if<AttemptDone>(&record.outcome.result)) {
    REPRISE_TRY(answer, bodies.put_answer(database, done->response.body, chain));
    columns.response_body = answer;
  }
  return {};
}

Result<void> insert_row(Database& database, const TapeColumns& columns, const std::string& frame) {
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
  if (std::holds_alternative<SendAttempt>(record.effect.action)) {
    REPRISE_TRY_VOID(put_exchange(database, bodies, chain, record, columns));
    return insert_row(database, columns, encode_frame(columns, record));
  }
  TapeRecord rest = record;
  REPRISE_TRY_VOID(put_long_texts(database, bodies, chain, rest, columns));
  return insert_row(database, columns, encode_frame(columns, rest));
}

Result<std::vector<TapeRecord>> read_tape_rows(Database& database, BodyStore& bodies,
                                               SessionId session, const TapeReadOptions& options) {
  REPRISE_TRY(statement, database.prepare("SELECT t.*," REPRISE_BODY_COLUMNS(
                             "b.") " FROM tape t LEFT JOIN body b ON b.id=t.response_body "
                                   "WHERE t.session=? ORDER BY t.seq"));
  statement.integer(session);
  std::vector<TapeRecord> records;
  for (;;) {
    REPRISE_TRY(row, database.step(statement));
    if (!row) return records;
    const TapeColumns columns = read_tape_columns(statement);
    REPRISE_TRY(record, decode_frame(columns, statement.bytes_at(payload_column)));
    if (record.seq != records.size() + 1)
      return tl::unexpected<Error>(damaged(database, columns, "a record before it is missing"));
    REPRISE_TRY_VOID(
        read_bodies(database, bodies, statement, columns, options.request_bodies, record));
    records.push_back(std::move(record));
  }
}

}  // namespace reprise
