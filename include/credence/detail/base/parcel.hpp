#pragma once
// Texts and numbers as one string of bytes, for messages between processes.
#include <credence/base/error.hpp>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

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

  /// Adds a number, or a struct of numbers, as the memory holds it: all processes of a job run on
  /// machines of one kind.
  template <class Plain>
  void put_plain(const Plain& value) {
    put_list(std::span<const Plain>(&value, 1));
  }
  /// The same of several, one behind the other.
  template <class Plain>
  void put_list(std::span<const Plain> values) {
    static_assert(std::is_trivially_copyable_v<Plain>);
    // The bytes that they are; any object may be read as char.
    put(std::string_view(reinterpret_cast<const char*>(values.data()), values.size_bytes()));
  }

  // All of these throw Error{version} for a message that is too short.
  [[nodiscard]] std::uint64_t number() {
    const std::string_view raw = bytes(8);
    std::uint64_t number = 0;
    for (std::size_t byte = 8; byte-- > 0;)
      number = number << 8 | static_cast<unsigned char>(raw[byte]);
    return number;
  }
  [[nodiscard]] std::string_view text() { return bytes(number()); }
  /// throws  Error{version}, too, for a value of another size
  template <class Plain>
  void take_plain(Plain& value) {
    const std::vector<Plain> values = list<Plain>();
    if (values.size() != 1) damaged();
    value = values.front();
  }
  /// What put_list added.
  /// throws  Error{version}, too, for bytes that are no whole number of values
  template <class Plain>
  [[nodiscard]] std::vector<Plain> list() {
    static_assert(std::is_trivially_copyable_v<Plain>);
    const std::string_view raw = text();
    if (raw.size() % sizeof(Plain) != 0) damaged();
    std::vector<Plain> values(raw.size() / sizeof(Plain));
    if (!values.empty()) std::memcpy(values.data(), raw.data(), raw.size());
    return values;
  }

  [[nodiscard]] bool is_done() const { return at_ == bytes_.size(); }
  /// Returns all that was put in.
  [[nodiscard]] const std::string& packed() const { return bytes_; }
  /// Throws Error{version}: what was taken out is not what was put in.
  [[noreturn]] static void damaged() {
    throw Error(
        ErrorCode::version,
        "a message between processes is damaged; run again, with one version of credence on "
        "all machines");
  }

 private:
  [[nodiscard]] std::string_view bytes(std::uint64_t count) {
    if (count > bytes_.size() - at_) damaged();
    const std::string_view found = std::string_view(bytes_).substr(at_, count);
    at_ += count;
    return found;
  }

  std::string bytes_;
  std::size_t at_ = 0;  // what was taken out
};

}  // namespace credence::detail
