#pragma once
// What fitted parameters are worth on the rows that they were fitted to, for a comparison.
#include <credence/detail/study/labelled_rows.hpp>
#include <credence/learn/bound_table.hpp>
#include <credence/study/compare.hpp>
#include <optional>

namespace credence::detail {

/// Returns none where the log evidence is undefined.
[[nodiscard]] std::optional<double> evidence_if_defined(const Posterior<Model>& posterior);

/// Returns the sum of the log multinomial coefficients of all documents of these rows.
[[nodiscard]] double summed_coefficient(const Posterior<Model>& all, const BoundTable& bound,
                                        const LabelledRows& rows);

/// Adds what fitted parameters are worth; nothing for a model with a structure.
/// in  comparison: its training results are there;  coefficient: to be added, where it is asked for
void add_fits(const Posterior<Model>& all, std::span<const Estimator> estimators,
              std::optional<double> coefficient, Comparison& comparison);

}  // namespace credence::detail
