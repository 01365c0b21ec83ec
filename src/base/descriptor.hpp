#pragma once
// File descriptors with an owner, and calls that a signal does not end.
#include <fcntl.h>
#include <unistd.h>
#include <cerrno>
#include <string>
#include <utility>

namespace credence {

// Repeats a call that a signal interrupted; -1 with errno for any other failure.
template <class Call>
auto uninterrupted(Call call) {
  auto result = call();
  while (result == -1 && errno == EINTR) result = call();
  return result;
}

/// Owns a file descriptor, or none (-1).
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.released()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }

  [[nodiscard]] int number() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }

  /// Returns the number, which somebody else owns from now on.
  [[nodiscard]] int released() { return std::exchange(number_, -1); }

  // Linux frees the number even on EINTR, so that the call is never repeated.
  [[nodiscard]] bool close() { return ::close(released()) == 0 || errno == EINTR; }

 private:
  int number_;
};

/// Opens a file; none with errno where that is impossible.
inline Descriptor opened(const char* path, int flags, mode_t mode = 0) {
  return Descriptor{
      uninterrupted([&] { return ::open(path, flags | O_CLOEXEC | O_NOCTTY, mode); })};
}

/// Throws Error{io}: a file cannot be read, for this errno.
[[noreturn]] void fail_to_read(const std::string& path, int error);

}  // namespace credence
