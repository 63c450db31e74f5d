#include "record/command_process.h"

#include <filesystem>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>

#include "record/clock.h"
#include "sim/json/write.h"
#include "tests/catch.h"

using namespace reprise;

namespace {

constexpr std::int64_t long_ns = 60'000'000'000;
constexpr std::int64_t short_ns = 30'000'000;

ToolAnswer run(const std::string& script, const std::string& input = "{}",
               std::int64_t timeout_ns = long_ns) {
  auto process = CommandProcess::start({{"/bin/sh", "-c", script}, input, timeout_ns});
  REQUIRE(process);
  while (!process->advance()) {
    auto watched = process->descriptors();
    const std::int64_t left_ns = std::max<std::int64_t>(0, process->due_ns() - monotonic_ns());
    poll(watched.data(), watched.size(), static_cast<int>(left_ns / 1'000'000 + 1));
  }
  return process->answer();
}

std::size_t open_descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

}  // namespace

TEST_CASE("a command gets its input and gives JSON") {
  CHECK(to_json(run("cat", R"({"id": 7.0})").result) == R"({"id":7.0})");
  // More than a pipe holds, in both directions.
  const std::string big = "\"" + std::string(1'000'000, 'x') + "\"";
  CHECK(to_json(run("cat", big).result) == big);
  // Input that nobody reads ends nothing.
  CHECK(to_json(run("echo 1", big).result) == "1");
}

TEST_CASE("what goes wrong is an answer with a type") {
  CHECK(run("exit 3").error_type == "CommandFailed");
  CHECK(to_json(run("exit 3").result).find("code 3") != std::string::npos);
  CHECK(run("kill -9 $$").error_type == "CommandFailed");
  CHECK(run("echo no json").error_type == "InvalidOutput");
  CHECK(run("head -c 20000000 /dev/zero").error_type == "InvalidOutput");
  CHECK(run("sleep 100", "{}", short_ns).error_type == "Timeout");
  CHECK(run("trap '' TERM; sleep 100 & wait; sleep 100", "{}", short_ns).error_type == "Timeout");
}

TEST_CASE("a command is over when it ends, not when its output is closed by all") {
  CHECK(to_json(run("sleep 100 & echo 1").result) == "1");
  // Closed output is not the end either: the exit code counts.
  CHECK(run("exec >&-; exit 4").error_type == "CommandFailed");
}

TEST_CASE("the whole group is gone afterwards, and no descriptor or zombie is left") {
  const std::size_t before = open_descriptors();
  const ToolAnswer answer = run("sleep 100 & echo $!");
  const auto left_behind = static_cast<pid_t>(answer.result.as_int64().value_or(0));
  REQUIRE(left_behind > 1);
  // Killed: gone, or waiting for init to notice.
  const int alive = kill(left_behind, 0);
  const std::string stat = fmt::format("/proc/{}/cmdline", left_behind);
  CHECK((alive != 0 || std::filesystem::is_empty(stat) || !std::filesystem::exists(stat)));
  CHECK(open_descriptors() == before);
  CHECK(waitpid(-1, nullptr, WNOHANG) == -1);
}

TEST_CASE("a command does not see keys") {
  setenv("REPRISE_TEST_API_KEY", "a-secret-value", 1);
  CHECK(to_json(run("echo \"\\\"${REPRISE_TEST_API_KEY:-none}\\\"\"").result) == "\"none\"");
  unsetenv("REPRISE_TEST_API_KEY");
}

TEST_CASE("a command that cannot be started says why, and not where it was looked for") {
  const auto process = CommandProcess::start({{"/no/such/program"}, "{}", long_ns});
  REQUIRE_FALSE(process);
  CHECK(process.error().message == "the command could not be started: No such file or directory");
}
