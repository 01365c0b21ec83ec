#pragma once
// The error of rows that ask for cells without an estimate, with the cells themselves.
#include <credence/detail/predict/estimate.hpp>

#include <utility>
#include <vector>

namespace credence::detail {

/// Thrown by a classifier with a structure: a row holds a level of parents of which nothing is
/// known.
class UndefinedCells final : public Error {
 public:
  UndefinedCells(Estimator estimator, std::vector<UndefinedCell> cells)
      : Error(undefined_error(estimator, cells)), cells_(std::move(cells)) {}

  [[nodiscard]] const std::vector<UndefinedCell>& cells() const { return cells_; }

 private:
  std::vector<UndefinedCell> cells_;
};

}  // namespace credence::detail
