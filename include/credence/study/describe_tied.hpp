#pragma once
// The cells of a tied block spelled out: what a class is believed to be depends on the others.
#include <credence/predict/cell_reader.hpp>
#include <credence/study/description.hpp>
#include <credence/study/interval_fields.hpp>

namespace credence::detail {

/// The intervals of all means, and of all variances, of a class.
[[nodiscard]] inline IntervalFields tied_intervals(const std::vector<Interval>& intervals) {
  const auto columns = static_cast<std::ptrdiff_t>(intervals.size() / 2);
  const auto ends = [&](std::ptrdiff_t first, double Interval::*end) {
    std::vector<double> list;
    for (std::ptrdiff_t j = first; j < first + columns; ++j)
      list.push_back(intervals[static_cast<std::size_t>(j)].*end);
    return list;
  };
  return {.lower = {{"means", ends(0, &Interval::lower)},
                    {"variances", ends(columns, &Interval::lower)}},
          .upper = {{"means", ends(0, &Interval::upper)},
                    {"variances", ends(columns, &Interval::upper)}}};
}

/// One class of a tied block; where the prior does not exist, only maximum likelihood can.
template <TiedFamily F>
[[nodiscard]] CellDescription describe_tied_cell(const Block<F>& block, Index j, Index klass,
                                                 std::span<const std::string> classes,
                                                 double mass) {
  const auto reader = [&] { return CellReader<F>(block, j, priors(block, j, classes)); };
  const auto c = static_cast<std::size_t>(klass);
  CellDescription cell;
  cell.klass = classes[c];
  cell.statistics = to_fields(block.cell(j, klass));
  if (const auto* word = std::get_if<Automatic>(&block.feature(j).prior.rule(cell.klass)))
    cell.prior_word = to_string(*word);
  cell.prior = fields_or_why([&] { return to_fields(priors(block, j, classes)[c]); });
  cell.posterior = fields_or_why([&] { return to_fields(reader().posterior(klass)); });
  cell.interval =
      interval_or_why([&] { return tied_intervals(interval_of(reader().posterior(klass), mass)); });
  for (std::size_t e = 0; e < all_estimators.size(); ++e)
    cell.estimates[e] = fields_or_why([&] {
      if (all_estimators[e] == Estimator::predictive)
        return to_fields(F::predictive(reader().posterior(klass)));
      if (all_estimators[e] == Estimator::maximum_likelihood)
        return to_fields(CellReader<F>(block, j, {}).plug_in(all_estimators[e], klass, 0));
      return to_fields(reader().plug_in(all_estimators[e], klass, 0));
    });
  return cell;
}

template <TiedFamily F>
[[nodiscard]] FeatureDescription describe_tied(const Block<F>& block, Index j,
                                               BlockPriors<F>& found,
                                               std::span<const std::string> classes, double mass) {
  const Feature<F>& feature = block.feature(j);
  FeatureDescription description;
  description.name = feature.name;
  description.family = F::word;
  description.levels = feature.levels;
  description.tied = feature.tied;
  description.covariance = covariance_of<F>();
  description.tyings = tying_evidence(block, j, classes);
  for (Index klass = 0; klass < std::ssize(classes); ++klass)
    description.cells.push_back(describe_tied_cell(block, j, klass, classes, mass));
  description.relevance = relevance_of(block, j, classes, {}, found);
  return description;
}

}  // namespace credence::detail
