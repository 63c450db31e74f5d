#include "sim/provider/codec.h"

#include <algorithm>

#include "sim/provider/anthropic/anthropic_codec.h"
#include "sim/provider/gemini/gemini_codec.h"
#include "sim/provider/neutral/neutral_codec.h"
#include "sim/provider/opaque/opaque_codec.h"

namespace reprise {
namespace {

const std::vector<const Codec*>& codecs() {
  static const std::vector<const Codec*> all = {&anthropic_codec(), &gemini_codec(),
                                                &neutral_codec(), &opaque_codec()};
  return all;
}

}  // namespace

std::string Codec::encode_request(const LlmRequest& request) const {
  const RequestFrame frame = request_frame(request);
  std::string body = frame.open;
  bool first = true;
  for (const Message& message : request.messages) {
    if (!std::exchange(first, false)) body += ',';
    body += encode_message(message);
  }
  return body + frame.close;
}

const Codec* find_codec(std::string_view name) {
  const auto found = std::find_if(codecs().begin(), codecs().end(),
                                  [name](const Codec* codec) { return codec->name() == name; });
  return found == codecs().end() ? nullptr : *found;
}

std::vector<std::string_view> codec_names() {
  std::vector<std::string_view> names;
  for (const Codec* codec : codecs()) names.push_back(codec->name());
  return names;
}

}  // namespace reprise
