#pragma once
// Writes arrays of numbers as files of NumPy.
#include <cstring>
#include <string>
#include <vector>

#include "support/run_tool.hpp"

namespace credence::programs {

/// Writes a file in NumPy's format 1.0, in C order.
template <class T>
void write_npy(const std::string& path, const char* type, const std::string& shape,
               const std::vector<T>& values) {
  std::string dictionary =
      std::string("{'descr': '") + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
  while ((10 + dictionary.size() + 1) % 64 != 0) dictionary += ' ';
  dictionary += '\n';
  std::string bytes(values.size() * sizeof(T), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  const auto length = dictionary.size();
  write_to(path, std::string("\x93NUMPY\x01\0", 8) + static_cast<char>(length & 0xff) +
                     static_cast<char>(length >> 8) + dictionary + bytes);
}

}  // namespace credence::programs
