#include "sim/base/result.h"

#include "sim/base/check.h"

namespace reprise {

int exit_code(ErrorCode code) {
  switch (code) {
    case ErrorCode::usage:
    case ErrorCode::invalid_input:
    case ErrorCode::not_found:
      return 2;
    case ErrorCode::inconclusive:
      return 3;
    case ErrorCode::divergence:
    case ErrorCode::corrupt:
    case ErrorCode::newer_format:
    case ErrorCode::busy:
    case ErrorCode::storage:
      return 4;
    case ErrorCode::network:
      return 5;
    case ErrorCode::interrupted:
      return 130;
  }
  REPRISE_CHECK(false, "unknown error code");
}

}  // namespace reprise
