// reprise serve: answers HTTP requests from recordings, as a stand-in for the provider.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <memory>

#include "replay/commands/commands.h"
#include "replay/commands/session_selection.h"
#include "replay/plan_cache.h"
#include "replay/serve/answer_book.h"
#include "replay/serve/server.h"
#include "sim/console/command_line.h"
#include "sim/console/human.h"
#include "sim/console/whole_number.h"
#include "sim/json/object_writer.h"
#include "storage/store.h"

namespace reprise {
namespace {

struct ServeArguments {
  std::vector<std::string> sessions;
  std::uint16_t port = 0;
  std::string port_file;
  std::uint32_t pace = 0;
  bool once = false;
  bool with_faults = false;
};

Result<AnswerBook> read_answers(const CommandLine& line, const ServeArguments& arguments) {
  REPRISE_TRY(sessions, select_sessions(line.store, arguments.sessions));
  REPRISE_TRY(store, Store::open(line.store, StoreMode::read));
  PlanCache plans;
  AnswerBook book;
  for (SessionId id : sessions) {
    REPRISE_TRY(tape, store.read_tape(id, {.request_bodies = true}));
    REPRISE_TRY(plan, plans.plan_of(tape.header));
    book.add_session(fmt::format("session {}", id), tape, *plan,
                     arguments.with_faults ? InjectedFaults::kept : InjectedFaults::taken_back);
  }
  if (book.answer_count() > 0) return book;
  return fail(ErrorCode::not_found,
              "no recorded answer, the sessions given: choose sessions that asked a provider");
}

// Whoever waits for the file finds either nothing or the whole number.
Result<void> write_port_file(const std::string& path, std::uint16_t port) {
  const std::string unfinished = path + ".part";
  std::ofstream file(unfinished);
  file << port << '\n';
  file.close();
  std::error_code error;
  if (file) std::filesystem::rename(unfinished, path, error);
  if (file && !error) return {};
  return fail(ErrorCode::usage,
              fmt::format("cannot be written, {}: choose another --port-file", path));
}

std::string listening_text(std::uint16_t port, bool json) {
  const std::string url = fmt::format("http://127.0.0.1:{}", port);
  if (!json) return fmt::format("listening on {}\n", url);
  return JsonObjectWriter().text("url", url).integer("port", port).take() + "\n";
}

Result<int> run_serve(const CommandLine& line, const ServeArguments& arguments) {
  REPRISE_TRY(book, read_answers(line, arguments));
  ServeOptions options;
  options.port = arguments.port;
  options.pace = {arguments.pace};
  options.once = arguments.once;
  options.say = [&line](const std::string& text) { line.console->say(text); };
  REPRISE_TRY(server, StandInServer::listen(book, std::move(options)));
  server.stop_on_signals();
  if (!arguments.port_file.empty()) {
    REPRISE_TRY_VOID(write_port_file(arguments.port_file, server.port()));
  }
  line.console->print(listening_text(server.port(), line.json));
  std::fflush(stdout);  // a script waits for the line before it asks
  server.run();
  line.console->say(fmt::format("{} of {} given", book.answer_count() - book.remaining(),
                                count_of(book.answer_count(), "recorded answer")));
  return 0;
}

}  // namespace

void add_serve_command(CLI::App& app, CommandLine& line) {
  auto arguments = std::make_shared<ServeArguments>();
  CLI::App* command = app.add_subcommand(
      "serve", "Answer HTTP requests from recordings, as a stand-in for the provider");
  command->add_option("SESSION", arguments->sessions, "Sessions (7, 3-9), in this order")
      ->required();
  command->add_option("--port", arguments->port, "Port on 127.0.0.1 (default: any free one)")
      ->check(WholeNumber{0, 65535});
  command->add_option("--port-file", arguments->port_file, "Write the port into this file");
  command
      ->add_option("--pace", arguments->pace,
                   "0 answers at once, 1 as fast as recorded, N so many times faster")
      ->check(WholeNumber{0, 1'000'000});
  command->add_flag("--once", arguments->once, "End when every recorded answer was given");
  command->add_flag("--with-faults", arguments->with_faults,
                    "Answer injected faults, too, as the recorded client met them");
  command->footer(
      "Each recorded answer is given once, to the request that it answered; any other request\n"
      "gets status 404 and the reason. Injected faults are taken back or left out, for a client "
      "that\n"
      "injects its own.\n\n"
      "Examples:\n"
      "  reprise serve 7 --port 8080\n"
      "  reprise serve 3-9 --port-file port --once\n"
      "  reprise serve 7 --with-faults");
  command->callback([&line, arguments] {
    line.run = [&line, arguments] { return run_serve(line, *arguments); };
  });
}

}  // namespace reprise
