#pragma once
// Finds how far priors must be strengthened or weakened until labels change.
#include <credence/learn/prior_strength.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/study/labelled_rows.hpp>
#include <credence/study/prior_sensitivity.hpp>
#include <functional>

namespace credence {

struct SensitivityOptions {
  Estimator estimator = Estimator::predictive;
  Index octaves = 20;  ///< how far to look on each side: up to factors of 2^octaves; 1 to 60
  Index halvings = 6;  ///< of the octave in which a label flips, to find the place; 0 to 20
};

namespace detail {

/// Throws Error{domain} for options outside their range.
void check_sensitivity(const SensitivityOptions& options);

/// Labels of rows at one exponent of 2; empty where the estimator is undefined there.
/// in   rows: positions among the rows that are asked about
using LabelsAt =
    std::function<std::optional<std::vector<Index>>(double exponent, std::span<const Index> rows)>;

/// The search itself, which knows rows by position and factors by their exponents of 2.
/// in   own: the label of each row under factor 1;  truth: the class of each, -1 for unknown, or
///      empty;  names: of the classes
void find_flips(const SensitivityOptions& options, std::span<const Index> own,
                std::span<const Index> truth, std::span<const std::string> names,
                const LabelsAt& labels_at, PriorSensitivity& sensitivity);

}  // namespace detail

/// Multiplies the strength of all priors of a posterior (learn/prior_strength.hpp) by factors from
/// 2^-octaves to 2^octaves, an octave apart, and labels rows under each; where a label changes for
/// the first time on the way from 1, the octave is halved again and again. A label that changes and
/// changes back within one octave is not seen.
///
///     prior_sensitivity(posterior, patients).points[18].flipped;    // at a quarter of the strength
///
/// throws  as freeze and bind; Error{undefined} where the estimator has no answer for the priors as
///         they are; Error{domain} for options outside their range and for a prior so large that a
///         multiple is no number
/// cost    (2 octaves + 1) x (estimates, rows x features x classes), and at most 2^halvings estimates
///         in each octave in which rows flip
template <class List>
[[nodiscard]] PriorSensitivity prior_sensitivity(const Posterior<BasicModel<List>>& posterior,
                                                 const Table& table,
                                                 const SensitivityOptions& options = {}) {
  detail::check_sensitivity(options);
  const Posterior<BasicModel<List>> frozen = freeze(posterior);
  const BoundTable<List> bound = credence::bind<List>(posterior.model.schema(), table);
  const Classifier plain{frozen, options.estimator};
  const Predictions answers = plain.predict(bound, all_rows(bound.rows));
  const auto labels_at = [&](double exponent,
                             std::span<const Index> rows) -> std::optional<std::vector<Index>> {
    auto estimates = estimate(with_prior_strength(frozen, std::exp2(exponent)), options.estimator);
    if (!estimates.undefined.empty()) return std::nullopt;
    const Classifier classifier{std::move(estimates)};
    return classifier.labels(bound, {.count = std::ssize(rows), .list = rows.data()});
  };
  PriorSensitivity sensitivity{.label = frozen.label.name,
                               .classes = frozen.label.classes,
                               .estimator = std::string(to_string(options.estimator)),
                               .octaves = options.octaves};
  for (Index row = 0; row < bound.rows; ++row) {
    const Index own = answers.label[static_cast<std::size_t>(row)];
    sensitivity.rows.push_back({.row = row + 1,
                                .label = answers.classes[static_cast<std::size_t>(own)],
                                .probability = answers.probability(row, own)});
  }
  const std::vector<Index> truth =
      bound.label.codes.empty() ? std::vector<Index>{}
                                : label_positions(bound.label, bound.rows, frozen.label.classes);
  detail::find_flips(options, answers.label, truth, answers.classes, labels_at, sensitivity);
  return sensitivity;
}

extern template PriorSensitivity prior_sensitivity(const Posterior<Model>&, const Table&,
                                                   const SensitivityOptions&);

}  // namespace credence
