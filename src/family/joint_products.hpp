#pragma once
// Products of triangles and vectors, for the derivatives of determinants.
#include <credence/base/triangle.hpp>

#include <span>
#include <vector>

namespace credence::detail {

/// Vectors of one length, one after the other.
struct Vectors {
  std::size_t length = 0;
  std::vector<double> numbers = {};

  [[nodiscard]] std::span<const double> at(std::size_t i) const {
    return std::span(numbers).subspan(i * length, length);
  }
  void add(std::span<const double> vector) {
    numbers.insert(numbers.end(), vector.begin(), vector.end());
  }
};

[[nodiscard]] double product(std::span<const double> a, std::span<const double> b);

/// Returns a symmetric matrix times a vector.
[[nodiscard]] std::vector<double> times(std::span<const double> triangle,
                                        std::span<const double> vector);

[[nodiscard]] double trace_of(std::span<const double> triangle);
[[nodiscard]] double trace_of_product(std::span<const double> a, std::span<const double> b);

/// Returns root^-1 matrix root^-T.
[[nodiscard]] std::vector<double> whitened(const Cholesky& root, std::span<const double> triangle);

/// Returns root matrix root^T.
[[nodiscard]] std::vector<double> coloured(const Cholesky& root, std::span<const double> triangle);

}  // namespace credence::detail
