// Ctrl-C as something that can be waited for.
#pragma once

namespace reprise {

// While it lives, SIGINT and SIGTERM do not end the process: they make descriptor() readable.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

}  // namespace reprise
