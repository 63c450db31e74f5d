#include "storage/tape_codec.h"

#include <type_traits>
#include <utility>

#include "sim/base/little_endian.h"
#include "storage/bounded_archive.h"
#include "storage/row_checksum.h"

namespace reprise {
namespace {

constexpr std::string_view magic = "RPTF";
constexpr char frame_version = tape_format_version;

// Both directions of the payload: `archive` writes from, or reads into, the same fields. What a
// column holds (instants, call, attempt, status, tool, is_error) is not repeated here.
template <class Archive, class T>
void visit_header(Archive& archive, T& header) {
  archive.text(header.name);
  archive.text(header.value);
}

template <class Archive, class T>
void visit_headers(Archive& archive, T& headers) {
  archive.list(headers, 8, [](auto& inner, auto& header) { visit_header(inner, header); });
}

template <class Archive, class T>
void visit_fault(Archive& archive, T& fault) {
  archive.text(fault.id);
  archive.text(fault.kind);
}

template <class Archive, class T>
void visit_action(Archive& archive, T& action) {
  using Action = std::remove_const_t<T>;
  if constexpr (std::is_same_v<Action, SendAttempt>) {
    archive.text(action.request.method);
    archive.text(action.request.target);
    visit_headers(archive, action.request.headers);
    archive.bytes(action.body_digest);
  } else if constexpr (std::is_same_v<Action, Backoff>) {
    archive.number(action.wait_ns);
    archive.text(action.policy);
  } else if constexpr (std::is_same_v<Action, CallTool>) {
    archive.text(action.agent);
    archive.text(action.tool_call_id);
    archive.text(action.arguments);
    archive.number(action.ordinal);
  } else if constexpr (std::is_same_v<Action, AwaitUser>) {
    archive.text(action.agent);
  } else {
    archive.number(action.at_ns);
  }
}

template <class Archive, class T>
void visit_result(Archive& archive, T& result) {
  using Done = std::remove_const_t<T>;
  if constexpr (std::is_same_v<Done, AttemptDone>) {
    archive.number(result.end);
    visit_headers(archive, result.response.headers);
    archive.text(result.transport_error);
    archive.list(result.chunks, 16, [](auto& inner, auto& chunk) {
      inner.number(chunk.end_offset);
      inner.number(chunk.at_ns);
    });
    visit_fault(archive, result.fault);
  } else if constexpr (std::is_same_v<Done, ToolDone>) {
    archive.text(result.result);
    archive.text(result.error_type);
    visit_fault(archive, result.fault);
  } else if constexpr (std::is_same_v<Done, UserTurn>) {
    archive.text(result.messages);
    archive.number(result.end);
    archive.number(result.kept_messages);
  }
}

template <std::size_t index = 0, class Variant>
bool select(Variant& variant, std::size_t wanted) {
  if constexpr (index < std::variant_size_v<Variant>) {
    if (wanted != index) return select<index + 1>(variant, wanted);
    variant.template emplace<index>();
    return true;
  } else {
    return false;
  }
}

std::string encode_payload(const TapeRecord& record) {
  std::string payload;
  BoundedWriter writer(payload);
  writer.number(record.effect.id);
  writer.number(record.outcome.effect);
  writer.number(static_cast<std::uint8_t>(record.outcome.result.index()));
  std::visit([&](const auto& action) { visit_action(writer, action); }, record.effect.action);
  std::visit([&](const auto& result) { visit_result(writer, result); }, record.outcome.result);
  return payload;
}

// Throws cereal::Exception.
void decode_payload(std::string_view payload, TapeRecord& record) {
  BoundedReader reader(payload);
  std::uint8_t result = 0;
  reader.number(record.effect.id);
  reader.number(record.outcome.effect);
  reader.number(result);
  if (!select(record.outcome.result, result)) throw cereal::Exception("unknown outcome");
  std::visit([&](auto& action) { visit_action(reader, action); }, record.effect.action);
  std::visit([&](auto& done) { visit_result(reader, done); }, record.outcome.result);
  if (!reader.at_end()) throw cereal::Exception("bytes behind the payload");
}

std::uint64_t frame_checksum(const TapeColumns& columns, std::string_view start,
                             std::string_view payload) {
  RowChecksum sum;
  sum.integer(columns.session).integer(columns.seq).integer(columns.kind);
  sum.integer(columns.at_ns).integer(columns.duration_ns);
  sum.integer(columns.call).integer(columns.attempt).integer(columns.status);
  sum.bytes(columns.tool).integer(columns.is_error);
  sum.integer(columns.request_body).integer(columns.response_body).bytes(start);
  return sum.finish(payload);
}

// Wraps instead of overflowing, so that any two instants survive the way there and back.
std::int64_t subtract(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}

void fill_from_columns(const TapeColumns& columns, TapeRecord& record) {
  record.seq = static_cast<std::uint64_t>(columns.seq);
  record.outcome.at_ns = columns.at_ns;
  record.effect.issued_ns = subtract(columns.at_ns, columns.duration_ns);
  const auto call = static_cast<std::uint32_t>(columns.call.value_or(0));
  const auto attempt = static_cast<std::uint32_t>(columns.attempt.value_or(0));
  if (auto* send = std::get_if<SendAttempt>(&record.effect.action)) {
    send->call = call;
    send->attempt = attempt;
  } else if (auto* backoff = std::get_if<Backoff>(&record.effect.action)) {
    backoff->call = call;
    backoff->attempt = attempt;
  } else if (auto* tool = std::get_if<CallTool>(&record.effect.action)) {
    tool->tool = columns.tool.value_or("");
  }
  if (auto* done = std::get_if<AttemptDone>(&record.outcome.result))
    done->response.status = static_cast<int>(columns.status.value_or(0));
  else if (auto* answer = std::get_if<ToolDone>(&record.outcome.result))
    answer->is_error = columns.is_error.value_or(0) != 0;
}

}  // namespace

TapeColumns tape_columns(std::int64_t session, const TapeRecord& record) {
  TapeColumns columns;
  columns.session = session;
  columns.seq = static_cast<std::int64_t>(record.seq);
  columns.kind = static_cast<std::int64_t>(record.effect.action.index());
  columns.at_ns = record.outcome.at_ns;
  columns.duration_ns = subtract(record.outcome.at_ns, record.effect.issued_ns);
  if (const auto* send = std::get_if<SendAttempt>(&record.effect.action)) {
    columns.call = send->call;
    columns.attempt = send->attempt;
  } else if (const auto* backoff = std::get_if<Backoff>(&record.effect.action)) {
    columns.call = backoff->call;
    columns.attempt = backoff->attempt;
  } else if (const auto* tool = std::get_if<CallTool>(&record.effect.action)) {
    columns.tool = tool->tool;
  }
  if (const auto* done = std::get_if<AttemptDone>(&record.outcome.result))
    columns.status = done->response.status;
  else if (const auto* answer = std::get_if<ToolDone>(&record.outcome.result))
    columns.is_error = answer->is_error ? 1 : 0;
  return columns;
}

std::string encode_frame(const TapeColumns& columns, const TapeRecord& record) {
  return frame_around(columns, encode_payload(record));
}

std::string frame_around(const TapeColumns& columns, std::string_view payload) {
  std::string frame(magic);
  frame += frame_version;
  frame += static_cast<char>(columns.kind);
  append_little_endian(frame, payload.size(), 4);
  append_little_endian(frame, frame_checksum(columns, frame, payload), 8);
  return frame.append(payload);
}

Result<TapeRecord> decode_frame(const TapeColumns& columns, std::string_view frame) {
  const auto damaged = [&](const std::string& what) {
    return fail(ErrorCode::corrupt, "session " + std::to_string(columns.session) + ", record " +
                                        std::to_string(columns.seq) + ": " + what +
                                        ": restore the store from a copy");
  };
  if (frame.size() < frame_header_bytes || frame.substr(0, 4) != magic)
    return damaged("the payload is not a frame");
  if (frame[4] != frame_version) return damaged("the frame has an unknown version");
  const std::string_view payload = frame.substr(frame_header_bytes);
  if (payload.size() > frame_payload_limit || little_endian(frame.substr(6, 4)) != payload.size())
    return damaged("the frame's length is wrong");
  if (little_endian(frame.substr(10, 8)) != frame_checksum(columns, frame.substr(0, 10), payload))
    return damaged("the checksum does not match");
  TapeRecord record;
  if (frame[5] != columns.kind || columns.kind < 0 ||
      !select(record.effect.action, static_cast<std::size_t>(columns.kind)))
    return damaged("unknown kind of effect");
  try {
    decode_payload(payload, record);
  } catch (const cereal::Exception& error) {
    return damaged(error.what());
  }
  fill_from_columns(columns, record);
  return record;
}

}  // namespace reprise
