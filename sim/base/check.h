// Asserts for our own bugs. They stay on in release builds: a wrong replay is worse than a stopped
// one.
#pragma once

namespace reprise {

// Prints "reprise: internal error …" with the place, the condition and the context (see
// CheckContext), then ends the process with exit code 70.
[[noreturn]] void check_failed(const char* file, int line, const char* condition,
                               const char* message);

// Names what this thread works on (session, event, hash), so that a failed check can print it.
// `text` must outlive the scope.
class CheckContext {
 public:
  explicit CheckContext(const char* text);
  ~CheckContext();
  CheckContext(const CheckContext&) = delete;
  CheckContext& operator=(const CheckContext&) = delete;

 private:
  const char* previous_;
};

}  // namespace reprise

#define REPRISE_CHECK(condition, message) \
  (static_cast<bool>(condition)           \
       ? static_cast<void>(0)             \
       : ::reprise::check_failed(__FILE__, __LINE__, #condition, (message)))
