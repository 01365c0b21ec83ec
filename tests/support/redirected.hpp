#pragma once
// A standard stream of this process led elsewhere for a while.
#include <fcntl.h>
#include <unistd.h>
#include <cstdio>
#include <stdexcept>
#include <string>

namespace credence::testing {

/// While it lives, `descriptor` (0 or 1) is the opened file at `path`, created if need be.
class Redirected {
 public:
  Redirected(int descriptor, const std::string& path) : descriptor_(descriptor) {
    std::fflush(stdout);
    saved_ = ::dup(descriptor);
    const int opened = ::open(path.c_str(), O_RDWR | O_CREAT, 0600);
    if (saved_ < 0 || opened < 0 || ::dup2(opened, descriptor) < 0)
      throw std::runtime_error{"cannot redirect to " + path};
    ::close(opened);
  }
  Redirected(const Redirected&) = delete;
  Redirected& operator=(const Redirected&) = delete;
  ~Redirected() {
    std::fflush(stdout);
    ::dup2(saved_, descriptor_);
    ::close(saved_);
  }

 private:
  int descriptor_;
  int saved_ = -1;
};

}  // namespace credence::testing
