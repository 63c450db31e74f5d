// What all subcommands share: global options, the console, and the work to do once the command line
// has been read.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sim/base/result.h"
#include "sim/console/console.h"

namespace reprise {

struct CommandLine {
  Console* console = nullptr;
  std::string store = "reprise.db";  // path of the store
  bool json = false;                 // results as JSON where a command has both forms
  bool quiet = false;
  // Set by the subcommand that was given; gives the exit code.
  std::function<Result<int>()> run;
};

// Session numbers from words such as "7", "3-9", "12,15". Error: usage, naming the word.
Result<std::vector<std::int64_t>> parse_session_ids(const std::vector<std::string>& words);

}  // namespace reprise
