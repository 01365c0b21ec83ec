#pragma once
// The log joints of a few rows while blocks add to them.
#include <credence/base/index.hpp>

namespace credence {

/// Log joints of some rows, classes x rows: those of one class lie side by side, so that a kernel
/// takes as many rows at once as fit in a vector. Entries of -inf stay -inf.
struct ScoreTile {
  double* data = nullptr;  ///< 64-byte aligned
  Index classes = 0;
  Index rows = 0;
  Index stride = 0;  ///< from one class to the next: a multiple of 32, at least `rows`; what lies
                     ///< behind `rows` may be written and is never read

  [[nodiscard]] double* of_class(Index klass) const { return data + klass * stride; }
  [[nodiscard]] double& at(Index klass, Index row) const { return data[klass * stride + row]; }
};

}  // namespace credence
