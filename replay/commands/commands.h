// The subcommands that read recordings. Each declares its options and what runs after parsing.
#pragma once

namespace CLI {
class App;
}

namespace reprise {

struct CommandLine;

void add_replay_command(CLI::App& app, CommandLine& line);
void add_grade_command(CLI::App& app, CommandLine& line);
void add_trace_command(CLI::App& app, CommandLine& line);
void add_show_command(CLI::App& app, CommandLine& line);
void add_ls_command(CLI::App& app, CommandLine& line);
void add_diff_command(CLI::App& app, CommandLine& line);
void add_export_command(CLI::App& app, CommandLine& line);
void add_stats_command(CLI::App& app, CommandLine& line);
void add_check_command(CLI::App& app, CommandLine& line);
void add_serve_command(CLI::App& app, CommandLine& line);

}  // namespace reprise
