// The subcommands that make recordings. Each declares its options and what runs after parsing.
#pragma once

namespace CLI {
class App;
}

namespace reprise {

struct CommandLine;

void add_record_command(CLI::App& app, CommandLine& line);
void add_import_command(CLI::App& app, CommandLine& line);

}  // namespace reprise
