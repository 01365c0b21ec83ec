#pragma once
// What fuzz targets share: how a promise fails, bytes read as values, and files in memory.
#include <credence/base/error.hpp>

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace credence::fuzz {

/// Ends the program, which the fuzzer takes for a find, unless the promise holds.
inline void expect(bool holds, const std::string& promise) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", promise.c_str());
  std::abort();
}

[[nodiscard]] inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// What became of a call: a value, or the library's own error. Any other exception is a find.
template <class T>
struct Outcome {
  std::optional<T> value = {};
  std::optional<Error> error = {};
};

template <class Call>
[[nodiscard]] auto outcome_of(const Call& call) -> Outcome<decltype(call())> {
  try {
    return {.value = call()};
  } catch (const Error& error) {
    expect(error.what()[0] != '\0', "an error says something");
    return {.error = error};
  }
}

/// Bytes taken one after another; zeros when they are used up.
class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : rest_(bytes) {}

  [[nodiscard]] bool empty() const { return rest_.empty(); }

  [[nodiscard]] std::uint8_t byte() {
    if (rest_.empty()) return 0;
    const char first = rest_.front();
    rest_.remove_prefix(1);
    return static_cast<std::uint8_t>(first);
  }

  /// A whole number below `end`.
  [[nodiscard]] std::size_t below(std::size_t end) { return byte() % end; }

  [[nodiscard]] bool yes() { return (byte() & 1) != 0; }

  [[nodiscard]] std::string text(std::size_t most) {
    const std::string_view taken = rest_.substr(0, most);
    rest_.remove_prefix(taken.size());
    return std::string(taken);
  }

  [[nodiscard]] std::string_view rest() const { return rest_; }

  /// Ordinary numbers, those at the ends of what a double can be, and any bits at all.
  [[nodiscard]] double number() {
    constexpr double most = std::numeric_limits<double>::max();
    constexpr double least = std::numeric_limits<double>::denorm_min();
    constexpr std::array special{0.0,   1.0,  2.0,   0.5,  -1.0, -0.0,   least,     1e-300,
                                 1e300, most, -most, 1e-9, 1e9,  0x1p53, 0x1p-1022, 3.0};
    const std::uint8_t choice = byte();
    if (choice < special.size()) return special[choice];
    if (choice < 200) return choice - static_cast<double>(special.size());
    double number = 0;
    const std::string bits = text(sizeof number);
    std::memcpy(&number, bits.data(), bits.size());
    return number;
  }

 private:
  std::string_view rest_;
};

/// A file that is in memory only but has a path.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes) : handle_(::memfd_create("fuzz", 0)) {
    expect(handle_ >= 0, "there is memory for a file");
    while (!bytes.empty()) {
      const auto written = ::write(handle_, bytes.data(), bytes.size());
      expect(written > 0, "a file in memory can be written");
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { ::close(handle_); }

  [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(handle_); }

 private:
  int handle_;
};

}  // namespace credence::fuzz
