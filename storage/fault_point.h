// A seam for crash tests: a hook that runs right before and right after every commit of a store.
#pragma once

namespace reprise {

enum class FaultPoint { before_commit, after_commit };
using FaultHook = void (*)(FaultPoint);

// Null (the default): nothing happens. Set it before any thread writes.
inline FaultHook commit_fault_hook = nullptr;

inline void reach_fault_point(FaultPoint point) {
  if (commit_fault_hook != nullptr) commit_fault_hook(point);
}

}  // namespace reprise
