// Expected failures are values: Result<T> holds a T or an Error. Bugs use REPRISE_CHECK instead.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace reprise {

// A code exists only if some caller reacts to it differently; everything else is in the message.
enum class ErrorCode {
  usage,          // wrong command line, scenario or configuration (exit 2)
  invalid_input,  // a file or message from outside is not what it should be (exit 2)
  not_found,      // a named session, file or key does not exist (exit 2)
  inconclusive,   // the recording cannot answer the question (exit 3)
  divergence,     // a replay differs from its recording (exit 4)
  corrupt,        // a store or trace fails its integrity rules (exit 4)
  newer_format,   // written by a newer version of this program (exit 4)
  busy,           // another process holds the store (exit 4)
  storage,        // the disk is full, read-only or failing (exit 4)
  network,        // a provider or the network failed while recording (exit 5)
  interrupted,    // the user asked to stop (exit 130)
};

struct Error {
  ErrorCode code;
  // One line: what happened, where: what to do. No secrets, no trailing newline.
  std::string message;

  friend bool operator==(const Error&, const Error&) = default;
};

template <class T>
using Result = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> fail(ErrorCode code, std::string message) {
  return tl::unexpected<Error>(Error{code, std::move(message)});
}

// Puts where the failure happened in front of an error's message.
[[nodiscard]] inline tl::unexpected<Error> fail_in(const std::string& where, Error error) {
  error.message = where + ": " + error.message;
  return tl::unexpected<Error>(std::move(error));
}

// The process exit code that belongs to an error (the command line contract, README).
int exit_code(ErrorCode code);

}  // namespace reprise

#define REPRISE_CONCAT_INNER(a, b) a##b
#define REPRISE_CONCAT(a, b) REPRISE_CONCAT_INNER(a, b)

// REPRISE_TRY(name, expression): declares `name` with the value, or returns the error.
#define REPRISE_TRY(name, ...)                                                                     \
  auto REPRISE_CONCAT(result_, __LINE__) = (__VA_ARGS__);                                          \
  if (!REPRISE_CONCAT(result_, __LINE__))                                                          \
    return tl::unexpected<::reprise::Error>(std::move(REPRISE_CONCAT(result_, __LINE__)).error()); \
  auto name = std::move(*REPRISE_CONCAT(result_, __LINE__))

// REPRISE_TRY_VOID(expression): returns the error of a Result whose value is not wanted.
#define REPRISE_TRY_VOID(...)                                                    \
  do {                                                                           \
    if (auto result_of_try = (__VA_ARGS__); !result_of_try)                      \
      return tl::unexpected<::reprise::Error>(std::move(result_of_try).error()); \
  } while (false)
