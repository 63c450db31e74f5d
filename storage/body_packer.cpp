#include "storage/body_packer.h"

#include <algorithm>
#include <bit>

#include "sim/base/check.h"
#include "sim/base/little_endian.h"

namespace reprise {
namespace {

constexpr int compression_level = 3;
// A zstd frame gains some hundred bytes there, and takes as long to expand as the JSON to parse.
constexpr std::size_t raw_below_bytes = 512;
constexpr int window_log_limit = 31;
constexpr std::size_t shared_field_bytes = 4;
constexpr std::size_t count_field_bytes = 2;
constexpr std::size_t id_field_bytes = 8;
constexpr std::size_t dictionary_lead = 32 * 1024;  // of the shared start, for what is new

// Where a shared start ends, the new text begins. Much of it came in an answer, and what follows it
// is often as before: so the dictionary is the answers, and the reference from a little before that
// place on.
std::string dictionary_of(std::string_view answers, std::string_view reference,
                          std::size_t shared_bytes) {
  const std::size_t lead = std::min(shared_bytes, dictionary_lead);
  return std::string(answers).append(reference.substr(shared_bytes - lead));
}

std::string chained_head(std::size_t shared_bytes,
                         const std::vector<const RequestChain::Answer*>& answers) {
  std::string head;
  append_little_endian(head, shared_bytes, shared_field_bytes);
  if (answers.empty()) return head;
  append_little_endian(head, answers.size(), count_field_bytes);
  for (const auto* answer : answers)
    append_little_endian(head, static_cast<std::uint64_t>(answer->id), id_field_bytes);
  return head;
}

}  // namespace

std::optional<ChainedBody> read_chained_body(const BodyRow& row) {
  ChainedBody body{0, {}, row.bytes};
  const auto take = [&body](std::size_t bytes) {
    const std::uint64_t value = little_endian(body.frame.substr(0, bytes));
    body.frame.remove_prefix(bytes);
    return value;
  };
  if (body.frame.size() < shared_field_bytes) return std::nullopt;
  body.shared_bytes = take(shared_field_bytes);
  if (row.encoding == static_cast<std::int64_t>(BodyEncoding::chained)) return body;
  if (body.frame.size() < count_field_bytes) return std::nullopt;
  const std::size_t count = take(count_field_bytes);
  if (body.frame.size() < count * id_field_bytes) return std::nullopt;
  body.answers.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    body.answers.push_back(static_cast<BodyId>(take(id_field_bytes)));
  return body;
}

BodyPacker::BodyPacker() : compressor_(ZSTD_createCCtx()), decompressor_(ZSTD_createDCtx()) {
  REPRISE_CHECK(compressor_ && decompressor_, "zstd contexts need memory");
}

PackedBody BodyPacker::pack(std::string_view content) {
  if (content.size() < raw_below_bytes) return {};
  std::string bytes = compress(content, {});
  if (bytes.size() >= content.size()) return {};
  return {BodyEncoding::zstd, std::move(bytes)};
}

PackedBody BodyPacker::pack_chained(std::string_view content, std::string_view reference,
                                    const std::vector<const RequestChain::Answer*>& answers) {
  if (content.size() < raw_below_bytes) return {};
  const std::size_t shared_bytes = common_prefix(content, reference);
  std::string contents;
  for (const auto* answer : answers) contents += answer->content;
  std::string bytes = chained_head(shared_bytes, answers);
  bytes += compress(content.substr(shared_bytes), dictionary_of(contents, reference, shared_bytes));
  if (bytes.size() >= content.size()) return {};
  return {answers.empty() ? BodyEncoding::chained : BodyEncoding::chained_with_answers,
          std::move(bytes)};
}

std::string BodyPacker::compress(std::string_view content, std::string_view dictionary) {
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

tl::expected<std::string, std::string_view> BodyPacker::unpack(const BodyRow& row,
                                                               std::string_view reference,
                                                               std::string_view answers) {
  const auto fault = [](std::string_view what) { return tl::unexpected<std::string_view>(what); };
  if (row.size < 0 || row.size > body_size_limit) return fault("has an impossible size");
  if (row.encoding < 0 ||
      row.encoding > static_cast<std::int64_t>(BodyEncoding::chained_with_answers))
    return fault("has an unknown encoding");
  const auto size = static_cast<std::size_t>(row.size);
  if (row.encoding == static_cast<std::int64_t>(BodyEncoding::raw)) return std::string(row.bytes);
  ChainedBody body{0, {}, row.bytes};
  std::string dictionary;
  if (row.is_chained()) {
    auto chained = read_chained_body(row);
    if (!chained) return fault("is cut off");
    body = std::move(*chained);
    if (body.shared_bytes > reference.size() || body.shared_bytes > size)
      return fault("shares more than there is");
    dictionary = dictionary_of(answers, reference, body.shared_bytes);
  }
  // The frame says its own size; both must agree before memory is taken.
  const std::size_t frame_size = size - body.shared_bytes;
  if (ZSTD_getFrameContentSize(body.frame.data(), body.frame.size()) != frame_size)
    return fault("has two different sizes");
  std::string content(size, '\0');
  reference.copy(content.data(), body.shared_bytes);
  if (!decompress(body.frame, dictionary, content.data() + body.shared_bytes, frame_size))
    return fault("does not decompress");
  return content;
}

bool BodyPacker::decompress(std::string_view frame, std::string_view dictionary, char* content,
                            std::size_t size) {
  ZSTD_DCtx* context = decompressor_.get();
  ZSTD_DCtx_reset(context, ZSTD_reset_session_and_parameters);
  ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, window_log_limit);
  if (!dictionary.empty()) ZSTD_DCtx_refPrefix(context, dictionary.data(), dictionary.size());
  const std::size_t expanded =
      ZSTD_decompressDCtx(context, content, size, frame.data(), frame.size());
  return !ZSTD_isError(expanded) && expanded == size;
}

}  // namespace reprise
