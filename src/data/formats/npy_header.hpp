#pragma once
// The words in front of the values of a NumPy file.
#include <credence/base/index.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace credence::detail {

/// What the header of a file says.
struct NpyHeader {
  std::string type;        ///< such as "<f8"
  bool by_column = false;  ///< Fortran order
  std::vector<std::uint64_t> shape;
  std::size_t size = 0;  ///< bytes in front of the values
};

/// Reads the header of a file in format version 1.0, 2.0 or 3.0. Nothing is evaluated: it must be a
/// dictionary of exactly the three known keys, spelled as NumPy spells it.
/// throws  Error{parse} naming the file
[[nodiscard]] NpyHeader read_npy_header(std::string_view file, const std::string& path);

/// Error{parse} about a file: "file 'path' what; remedy".
[[noreturn]] void refuse_npy(const std::string& path, const std::string& what,
                             const std::string& remedy);

}  // namespace credence::detail
