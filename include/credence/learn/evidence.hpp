#pragma once
// The log evidence of one feature: its part in that of the model, and under each way of sharing a
// variance; and what documents add to it where the order of their words does not count.
#include <credence/detail/learn/tying.hpp>
#include <credence/learn/model_posterior.hpp>
#include <string_view>
#include <vector>

namespace credence {

namespace detail {
/// Throws Error{schema} naming the features that there are.
[[noreturn]] void no_such_feature(std::string_view feature, std::span<const std::string> known);
}  // namespace detail

/// Returns the log evidence of the data of one feature, given the label: the sum over its classes,
/// in nats. Those of all features and of the label sum to that of the posterior. Automatic and
/// empirical-Bayes priors are taken in the numbers they stand for now.
/// throws  Error{schema} for an unknown feature; Error{undefined} where an automatic prior has no
///         meaning for these data or a prior is improper, and for a posterior that was discounted
/// cost    features + classes x levels; for an empirical-Bayes prior a search
[[nodiscard]] double log_evidence(const Posterior<Model>& posterior, std::string_view feature);

/// Returns the log evidence of the tied block of that name under each tying that its prior allows,
/// in the order of all_tyings. Differences are log Bayes factors: the statistics are the same, only
/// the question is another.
///
///     for (const auto& [tying, evidence] : tying_evidence(posterior, "sizes"))
///       std::cout << to_string(tying) << ' ' << evidence << '\n';
///
/// throws  Error{schema} when no tied block has that name; Error{undefined} for a posterior that
///         was discounted
[[nodiscard]] std::vector<TyingEvidence> tying_evidence(const Posterior<Model>& posterior,
                                                        std::string_view feature);

/// Returns for each row the log multinomial coefficient of its documents, ln m! - sum ln x_k!, summed
/// over the features that are documents; 0 where there are none. Densities and evidence are those of
/// words in their order: with these they are those of the counts. Words are those that the posterior
/// counts: others are left out, or are one more word where a place is reserved.
/// in      bound: made with the posterior's model;  rows: positions in the table
/// throws  Error{schema} for a table that was bound to another model, Error{shape} for an unknown row
/// cost    words of the rows
[[nodiscard]] std::vector<double> log_coefficients(const Posterior<Model>& posterior,
                                                   const BoundTable& bound,
                                                   std::span<const Index> rows);

}  // namespace credence
