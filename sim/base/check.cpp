#include "sim/base/check.h"

#include <cstdio>
#include <cstdlib>

namespace reprise {
namespace {

constexpr int internal_error_exit_code = 70;
thread_local const char* current_context = nullptr;

}  // namespace

CheckContext::CheckContext(const char* text) : previous_(current_context) {
  current_context = text;
}

CheckContext::~CheckContext() {
  current_context = previous_;
}

void check_failed(const char* file, int line, const char* condition, const char* message) {
  std::fprintf(stderr, "reprise: internal error, %s:%d: %s (%s)%s%s: please report this\n", file,
               line, message, condition, current_context ? ", in " : "",
               current_context ? current_context : "");
  std::fflush(nullptr);
  std::_Exit(internal_error_exit_code);
}

}  // namespace reprise
