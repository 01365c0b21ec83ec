#pragma once
// Files seen where the system keeps them, without a copy.
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace credence::detail {

/// The bytes of a file, read-only. A regular file is mapped; what comes from a pipe, a device or
/// standard input ("-") is read. The file must not be cut short while the object lives: whoever
/// reads its missing end is stopped by the system, and check_mapped_files tells it otherwise.
///
///     const MappedFile file("matrix.npy");
///     file.text().starts_with("\x93NUMPY");
class MappedFile {
 public:
  /// No bytes at all.
  MappedFile() = default;
  /// throws  Error{io} naming the path and what the operating system said; a folder is an error
  /// cost    constant for a regular file, whose pages come when they are read; else one copy
  explicit MappedFile(const std::string& path);
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  /// Returns the bytes, which begin at a border of a page. They stay where they are when the object
  /// moves.
  [[nodiscard]] std::span<const std::byte> bytes() const { return {memory_, size_}; }
  [[nodiscard]] std::string_view text() const;

 private:
  const std::byte* memory_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace credence::detail
