#include "replay/commands/tell_written.h"

#include <fmt/format.h>

#include "sim/console/human.h"

namespace reprise {

void tell_written(const CommandLine& line, std::size_t count, const char* thing,
                  const JsonKey& things, const std::string& path) {
  if (!line.json) return line.console->say(fmt::format("{} in {}", count_of(count, thing), path));
  line.console->print(JsonObjectWriter()
                          .integer(things, static_cast<std::int64_t>(count))
                          .text("path", path)
                          .take() +
                      "\n");
}

}  // namespace reprise
