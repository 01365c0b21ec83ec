#pragma once
// Texts and numbers as one string of bytes, for messages between processes.
#include <credence/base/error.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace credence::detail {

/// What is put in comes out in the same order.
class Parcel {
 public:
  Parcel() = default;
  explicit Parcel(std::string bytes) : bytes_(std::move(bytes)) {}

  void put(std::uint64_t number) {
    for (int byte = 0; byte < 8; ++byte)
      bytes_ += static_cast<char>(static_cast<unsigned char>(number >> (8 * byte)));
  }
  void put(std::string_view text) {
    put(std::uint64_t{text.size()});
    bytes_ += text;
  }

  // Both throw Error{version} for a message that is too short.
  [[nodiscard]] std::uint64_t number() {
    const std::string_view raw = bytes(8);
    std::uint64_t number = 0;
    for (std::size_t byte = 8; byte-- > 0;)
      number = number << 8 | static_cast<unsigned char>(raw[byte]);
    return number;
  }
  [[nodiscard]] std::string_view text() { return bytes(number()); }

  [[nodiscard]] bool is_done() const { return at_ == bytes_.size(); }
  /// Returns all that was put in.
  [[nodiscard]] const std::string& packed() const { return bytes_; }

 private:
  [[nodiscard]] std::string_view bytes(std::uint64_t count) {
    if (count > bytes_.size() - at_)
      throw Error(ErrorCode::version,
                  "a message between processes is damaged; run again, with one version of credence "
                  "on all machines");
    const std::string_view found = std::string_view(bytes_).substr(at_, count);
    at_ += count;
    return found;
  }

  std::string bytes_;
  std::size_t at_ = 0;  // what was taken out
};

}  // namespace credence::detail
