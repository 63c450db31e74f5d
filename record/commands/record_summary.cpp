#include "record/commands/record_summary.h"

#include <algorithm>

#include "sim/console/human.h"
#include "sim/console/table.h"
#include "sim/json/object_writer.h"

namespace reprise {
namespace {

std::string table_of(const std::vector<LiveResult>& results, const Console& console) {
  Table table({{"session", Table::Align::right},
               {"scenario"},
               {"architecture"},
               {"trial", Table::Align::right},
               {"virtual", Table::Align::right},
               {"real", Table::Align::right},
               {"ending"}});
  for (const LiveResult& result : results) {
    const bool good = result.ending == "finished";
    table.add({std::to_string(result.session),
               result.name,
               result.architecture,
               std::to_string(result.trial),
               human_duration(result.virtual_ns),
               human_duration(result.real_ns),
               {result.ending, good ? Colour::green : Colour::red}});
  }
  return table.empty() ? "" : table.text(console);
}

std::string json_of(const std::vector<SecretFinding>& secrets) {
  std::string list;
  for (const SecretFinding& secret : secrets) {
    list += list.empty() ? "" : ",";
    list += JsonObjectWriter().text("where", secret.where).text("type", secret.type).take();
  }
  return "[" + list + "]";
}

std::string json_of(const LiveResult& result) {
  return JsonObjectWriter()
             .integer("session", result.session)
             .text("scenario", result.name)
             .text("architecture", result.architecture)
             .integer("trial", result.trial)
             .text("ending", result.ending)
             .text("last_failure", result.last_failure)
             .integer("virtual_ns", result.virtual_ns)
             .integer("real_ns", result.real_ns)
             .raw("replaced_secrets", json_of(result.secrets))
             .take() +
         "\n";
}

}  // namespace

std::string record_summary(const std::vector<LiveResult>& results, const Console& console,
                           bool json) {
  if (!json) return table_of(results, console);
  std::string lines;
  for (const LiveResult& result : results) lines += json_of(result);
  return lines;
}

int record_exit_code(const std::vector<LiveResult>& results) {
  int code = 0;
  for (const LiveResult& result : results) {
    if (result.ending == interrupted_ending) return exit_code(ErrorCode::interrupted);
    if (result.ending.starts_with(provider_ending)) code = exit_code(ErrorCode::network);
  }
  return code;
}

}  // namespace reprise
