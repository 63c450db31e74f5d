#include "record/redact_body.h"

#include <algorithm>
#include <array>
#include <map>

#include "record/json_strings.h"
#include "record/kept_headers.h"
#include "record/mapped_text.h"
#include "sim/provider/attempt_reading.h"

namespace reprise {
namespace {

struct Edit {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string replacement;
};

// Random by nature, and of no use if one byte is changed: only known values are looked for.
constexpr std::array<std::string_view, 6> opaque_members = {
    "signature",         "thoughtSignature", "thought_signature",
    "encrypted_content", "encrypted_index",  "data"};

bool is_opaque(std::string_view member) {
  return std::find(opaque_members.begin(), opaque_members.end(), member) != opaque_members.end();
}

// The strings of one place: one, or all that a stream sent for it, joined.
struct Channel {
  MappedText text;
  std::string pointer;
  bool opaque = false;
};

class BodyRedactor {
 public:
  BodyRedactor(std::string_view body, std::string_view where, const Secrets& secrets,
               std::vector<SecretFinding>& findings)
      : body_(body), where_(where), secrets_(secrets), findings_(findings) {}

  void read_text() {
    if (!add_json(body_, 0, false)) add_plain(body_, 0);
  }

  void read_stream() {
    for (std::size_t at = 0; at < body_.size();) {
      const std::size_t end = std::min(body_.find_first_of("\r\n", at), body_.size());
      std::string_view line = body_.substr(at, end - at);
      const std::size_t data = line.starts_with("data:") ? 5 : 0;
      if (data == 0 || !add_json(line.substr(data), at + data, true)) add_plain(line, at);
      at = end + 1;
    }
  }

  std::vector<Edit> edits() {
    for (const auto& [key, channel] : channels_) search(channel);
    std::sort(edits_.begin(), edits_.end(),
              [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
    return merged();
  }

 private:
  // In a stream, strings of the same place and index continue each other.
  bool add_json(std::string_view text, std::size_t offset, bool joined) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return false;
    if (std::string_view("{[\"").find(text[first]) == std::string_view::npos) return false;
    JsonStrings strings;
    if (!find_json_strings(text, strings)) return false;
    for (const JsonStringSpan& span : strings.spans) {
      const bool is_name = span.name.empty();
      const std::string key = joined && !is_name ? span.pointer + "#" + strings.indices
                                                 : "@" + std::to_string(offset + span.begin);
      Channel& channel = channels_[key];
      channel.pointer = span.pointer;
      channel.opaque = is_opaque(span.name);
      MappedText literal;
      literal.append_plain(text.substr(span.begin, span.end - span.begin), offset + span.begin);
      channel.text.append(unescaped(literal));
    }
    return true;
  }

  void add_plain(std::string_view text, std::size_t offset) {
    channels_["@" + std::to_string(offset)].text.append_plain(text, offset);
  }

  // A string may hold JSON text again (tool arguments, answers of services), so one more level of
  // escapes is looked behind.
  void search(const Channel& channel) {
    MappedText text = channel.text;
    for (int level = 0; level < 2; ++level) {
      for (const SecretMatch& match : secrets_.find(text.text, !channel.opaque)) {
        replace(text, match, channel.pointer);
      }
      if (text.text.find('\\') == std::string::npos) return;
      text = unescaped(text);
    }
  }

  // The placeholder goes where the secret begins; what other pieces hold of it goes away.
  void replace(const MappedText& text, const SecretMatch& match, const std::string& pointer) {
    Edit edit{text.sources[match.begin].begin, text.sources[match.begin].end, match.placeholder};
    for (std::size_t i = match.begin; i < match.end; ++i) {
      const MappedText::Source source = text.sources[i];
      if (source.begin > edit.end) {
        edits_.push_back(std::exchange(edit, {source.begin, source.end, {}}));
      }
      edit.end = std::max(edit.end, source.end);
    }
    edits_.push_back(edit);
    // Names of members are part of the place, and may be secrets themselves.
    const std::string where = where_ + (pointer.empty() ? "" : " " + secrets_.redacted(pointer));
    const bool known = std::any_of(findings_.begin(), findings_.end(), [&](const auto& finding) {
      return finding.where == where && finding.type == match.type;
    });
    if (!known) findings_.push_back({where, match.type});
  }

  // The levels may have found the same secret, or different lengths of it.
  std::vector<Edit> merged() const {
    std::vector<Edit> out;
    for (const Edit& edit : edits_) {
      if (out.empty() || edit.begin >= out.back().end) {
        out.push_back(edit);
        continue;
      }
      Edit& last = out.back();
      const bool longer = edit.end - edit.begin > last.end - last.begin;
      if (last.replacement.empty() || (longer && !edit.replacement.empty())) {
        last.replacement = edit.replacement;
      }
      last.end = std::max(last.end, edit.end);
    }
    return out;
  }

  std::string_view body_;
  std::string where_;
  const Secrets& secrets_;
  std::vector<SecretFinding>& findings_;
  std::map<std::string, Channel> channels_;
  std::vector<Edit> edits_;
};

std::string edited(std::string_view text, const std::vector<Edit>& edits) {
  std::string out;
  std::size_t kept = 0;
  for (const Edit& edit : edits) {
    out += text.substr(kept, edit.begin - kept);
    out += edit.replacement;
    kept = edit.end;
  }
  return out.append(text.substr(kept));
}

// Where an offset of the text is afterwards; inside an edit: behind it.
std::uint64_t moved(std::uint64_t offset, const std::vector<Edit>& edits) {
  std::uint64_t out = offset;
  for (const Edit& edit : edits) {
    if (edit.begin >= offset) break;
    out += edit.replacement.size();
    out -= std::min<std::uint64_t>(edit.end, offset) - edit.begin;
  }
  return out;
}

}  // namespace

std::string redact_text(std::string_view text, std::string_view where, const Secrets& secrets,
                        std::vector<SecretFinding>& findings) {
  BodyRedactor redactor(text, where, secrets, findings);
  redactor.read_text();
  return edited(text, redactor.edits());
}

AttemptDone redact_attempt(AttemptDone attempt, const Secrets& secrets,
                           std::vector<SecretFinding>& findings) {
  HttpResponse& response = attempt.response;
  BodyRedactor redactor(response.body, "response body", secrets, findings);
  if (is_event_stream(response)) {
    redactor.read_stream();
  } else {
    redactor.read_text();
  }
  const std::vector<Edit> edits = redactor.edits();
  response.body = edited(response.body, edits);
  for (BodyChunk& chunk : attempt.chunks) chunk.end_offset = moved(chunk.end_offset, edits);
  response.headers = kept_response_headers(response.headers);
  for (Header& header : response.headers) {
    header.value = redact_text(header.value, "response header " + header.name, secrets, findings);
  }
  return attempt;
}

}  // namespace reprise
