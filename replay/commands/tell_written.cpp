#include "replay/commands/tell_written.h"

#include <fmt/format.h>

#include "sim/console/human.h"
#include "sim/json/object_writer.h"

namespace reprise {

void tell_written(const CommandLine& line, std::size_t count, const char* thing,
                  const std::string& path) {
  if (!line.json) return line.console->say(fmt::format("{} in {}", count_of(count, thing), path));
  line.console->print(JsonObjectWriter()
                          .integer(fmt::format("{}s", thing), static_cast<std::int64_t>(count))
                          .text("path", path)
                          .take() +
                      "\n");
}

}  // namespace reprise
