#pragma once
// The arithmetic of several normal columns, each with a variance or all with one spread.
#include <credence/base/sum.hpp>
#include <credence/density/multivariate_normal.hpp>
#include <credence/density/multivariate_student_t.hpp>
#include <credence/density/tied_normal_inverse_gamma.hpp>
#include <credence/detail/family/column_moments.hpp>
#include <credence/detail/family/normal_estimates.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace credence::detail {

/// What data add to the distribution of one spread: their weight, and their squares around the
/// prior mean in units of twice the scale of their column.
struct Spread {
  double count = 0;
  double growth = 0;

  void add(const Spread& other) {
    count += other.count;
    growth += other.growth;
  }
};

/// Returns one for each entry of the prior's shapes.
/// throws  Error{shape} when the prior has fewer columns than the data
[[nodiscard]] std::vector<Spread> spreads_of(const TiedNormalInverseGamma& prior,
                                             const ColumnMoments& seen);

/// Returns the belief after data: the means move by what was seen of them, the variances by all
/// that was seen of their spread, which may be more.
[[nodiscard]] TiedNormalInverseGamma moved(TiedNormalInverseGamma belief, const ColumnMoments& seen,
                                           const std::vector<Spread>& spreads);

/// Returns the part of a log evidence that is a class's own: what its means and units contribute.
[[nodiscard]] double log_evidence_of_means(const TiedNormalInverseGamma& prior,
                                           const ColumnMoments& seen);

/// Returns the part that belongs to the variances and to all that share them.
[[nodiscard]] double log_evidence_of_spreads(const TiedNormalInverseGamma& prior,
                                             const std::vector<Spread>& spreads);

/// Student's t of the next numbers.
[[nodiscard]] JointStudentT next_numbers(const TiedNormalInverseGamma& posterior);

[[nodiscard]] IndependentNormals most_likely_columns(const ColumnMoments& seen,
                                                     std::string_view family);

/// Returns the automatic prior of each column, as it would have it alone.
[[nodiscard]] TiedNormalInverseGamma automatic_columns(Automatic rule, const ColumnMoments& pooled,
                                                       std::string_view family, Index columns = 0);

}  // namespace credence::detail
