// Products of triangles and vectors.
#include "family/joint_products.hpp"

namespace credence::detail {
namespace {

using List = std::vector<double>;

}  // namespace

double product(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// The vector times a symmetric matrix.
List times(std::span<const double> triangle, std::span<const double> vector) {
  List result(vector.size());
  auto entry = triangle.begin();
  for (std::size_t i = 0; i < vector.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j, ++entry) {
      result[i] += *entry * vector[j];
      if (i != j) result[j] += *entry * vector[i];
    }
  return result;
}

double trace_of_product(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  std::size_t entry = 0;
  for (std::size_t i = 0; entry < a.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j, ++entry) sum += (i == j ? 1 : 2) * a[entry] * b[entry];
  return sum;
}

double trace_of(std::span<const double> triangle) {
  double sum = 0;
  for (const double entry : diagonal_of(triangle)) sum += entry;
  return sum;
}

// root^-1 matrix root^-T.
List whitened(const Cholesky& root, std::span<const double> triangle) {
  const auto order = static_cast<std::size_t>(root.order());
  Vectors half{.length = order};
  for (std::size_t i = 0; i < order; ++i) {
    List unit(order);
    unit[i] = 1;
    List column = times(triangle, unit);
    root.whiten(column);
    half.add(column);
  }
  List result;
  for (std::size_t j = 0; j < order; ++j) {
    List row;
    for (std::size_t i = 0; i < order; ++i) row.push_back(half.at(i)[j]);
    root.whiten(row);
    result.insert(result.end(), row.begin(), row.begin() + static_cast<std::ptrdiff_t>(j) + 1);
  }
  return result;
}

// root matrix root^T.
List coloured(const Cholesky& root, std::span<const double> triangle) {
  const auto order = static_cast<std::size_t>(root.order());
  const auto entry_of = [&](std::size_t i, std::size_t j) {
    return j > i ? 0.0 : root.root()[i * (i + 1) / 2 + j];
  };
  List result;
  for (std::size_t i = 0; i < order; ++i) {
    List row;
    for (std::size_t k = 0; k < order; ++k) row.push_back(entry_of(i, k));
    const List along = times(triangle, row);
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k <= j; ++k) sum += along[k] * entry_of(j, k);
      result.push_back(sum);
    }
  }
  return result;
}

}  // namespace credence::detail
