#pragma once
// Integers for positions, and read-only views of strided memory.
#include <cstddef>
#include <cstdint>

namespace credence {

/// A row, a feature, a class: signed, so that differences are safe.
using Index = std::ptrdiff_t;

/// An integer standing for a level; missing_code where the cell is missing.
using Code = std::int32_t;
inline constexpr Code missing_code = -1;

/// `size` values of type T in memory, `stride` values apart; does not own them.
template <class T>
struct Strided {
  const T* data = nullptr;
  Index size = 0;
  Index stride = 1;

  /// Returns a value. Not checked: i lies in [0, size).
  const T& operator[](Index i) const { return data[i * stride]; }

  friend bool operator==(const Strided& a, const Strided& b) {
    if (a.size != b.size) return false;
    for (Index i = 0; i < a.size; ++i)
      if (!(a[i] == b[i])) return false;
    return true;
  }
};

}  // namespace credence
