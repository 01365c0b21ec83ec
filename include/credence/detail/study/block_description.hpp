#pragma once
// The features of one family spelled out: priors, statistics, estimates and intervals.
#include <algorithm>
#include <cmath>
#include <credence/base/interval.hpp>
#include <credence/density/beta.hpp>
#include <credence/density/dirichlet.hpp>
#include <credence/detail/base/if_defined.hpp>
#include <credence/detail/learn/block_tying.hpp>
#include <credence/detail/predict/cell_reader.hpp>
#include <credence/detail/predict/score_table.hpp>
#include <credence/detail/select/block_relevance.hpp>
#include <credence/detail/study/studied_family.hpp>
#include <credence/detail/study/tied_cells.hpp>
#include <credence/study/describe.hpp>

namespace credence::detail {

/// Throws Error{undefined} naming a parameter with an end beyond the range of double.
void check_ends(const IntervalFields& interval);

/// Returns the intervals that `make` gives, or the message of the Error{undefined} that it throws.
template <class Make>
[[nodiscard]] IntervalFields interval_or_why(Make&& make) {
  try {
    IntervalFields interval = make();
    check_ends(interval);
    return interval;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::undefined) throw;
    return {.lower = {}, .upper = {}, .undefined = error.what()};
  }
}

// A single parameter, or a list of them, has the name of the likelihood's only member, unless the
// family says another.
template <ConjugateFamily F>
[[nodiscard]] std::string parameter_name() {
  if constexpr (requires { F::parameter; })
    return std::string(F::parameter);
  else
    return std::string(F::Likelihood::members.first.name);
}

template <ConjugateFamily F>
[[nodiscard]] IntervalFields interval_fields(const Interval& interval) {
  const std::string name = parameter_name<F>();
  return {.lower = {{name, interval.lower}}, .upper = {{name, interval.upper}}};
}

template <ConjugateFamily F>
[[nodiscard]] IntervalFields interval_fields(const std::vector<Interval>& intervals) {
  std::vector<double> lower;
  std::vector<double> upper;
  for (const Interval& interval : intervals) {
    lower.push_back(interval.lower);
    upper.push_back(interval.upper);
  }
  const std::string name = parameter_name<F>();
  return {.lower = {{name, std::move(lower)}}, .upper = {{name, std::move(upper)}}};
}

/// Several parameters, each with an interval of its own under a name of its own.
template <ConjugateFamily F, Described Intervals>
[[nodiscard]] IntervalFields interval_fields(const Intervals& intervals) {
  IntervalFields fields;
  for_each_member<Intervals>([&](const auto& member) {
    const Interval& interval = intervals.*(member.pointer);
    fields.lower.emplace_back(std::string(member.name), interval.lower);
    fields.upper.emplace_back(std::string(member.name), interval.upper);
  });
  return fields;
}

/// Returns the intervals of all means, and of all variances, of a class.
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

/// What a prior that is not in numbers says; empty for one that is.
template <ConjugateFamily F>
[[nodiscard]] std::string words_of(const PriorRule<typename F::Prior>& rule) {
  if (const auto* word = get_if<Automatic>(rule)) return std::string(to_string(*word));
  if (!holds_alternative<PartialOf<typename F::Prior>>(rule)) return {};
  return to_text(prior_spec_of(rule)) + (Block<F>::levelled ? "" : ", the rest auto");
}

/// Returns the numbers of a density, as check_range lets them pass.
template <class D>
[[nodiscard]] Fields fields_in_range(const D& density) {
  check_range(density);
  return to_fields(density);
}

/// Returns one class of a tied block; where the prior does not exist, only maximum likelihood can.
/// in  rule: the prior of the class as it is said
template <TiedFamily F>
[[nodiscard]] CellDescription describe_tied_cell(const typename F::Statistics& seen,
                                                 TiedCells<F>& cells, Index klass,
                                                 const PriorRule<typename F::Prior>& rule,
                                                 double mass) {
  CellDescription cell;
  cell.statistics = to_fields(seen);
  cell.prior_word = words_of<F>(rule);
  cell.prior =
      fields_or_why([&] { return to_fields(cells.prior(static_cast<std::size_t>(klass))); });
  cell.posterior = fields_or_why([&] { return to_fields(cells.reader().posterior(klass)); });
  cell.interval = interval_or_why(
      [&] { return tied_intervals(interval_of(cells.reader().posterior(klass), mass)); });
  for (std::size_t e = 0; e < all_estimators.size(); ++e)
    cell.estimates[e] = fields_or_why([&] {
      if (all_estimators[e] == Estimator::predictive)
        return fields_in_range(F::predictive(cells.reader().posterior(klass)));
      if (all_estimators[e] == Estimator::maximum_likelihood)
        return fields_in_range(cells.without_prior().plug_in(all_estimators[e], klass, 0));
      return fields_in_range(cells.reader().plug_in(all_estimators[e], klass, 0));
    });
  return cell;
}

/// Returns how the prior of a feature was found; nothing where it was not, or there is none.
template <ConjugateFamily F>
[[nodiscard]] std::optional<PriorSearch> search_of(BlockPriors<F>& found, Index j) {
  return if_defined([&] { return found.search(j); }).value_or(std::nullopt);  // the cells say why
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
  const auto rules = feature.prior.rules(classes);
  TiedCells<F> cells(block, j, found, classes);
  for (Index klass = 0; klass < std::ssize(classes); ++klass) {
    const auto c = static_cast<std::size_t>(klass);
    description.cells.push_back(
        describe_tied_cell(block.cell(j, klass), cells, klass, *rules[c], mass));
    description.cells.back().klass = classes[c];
  }
  description.prior_search = search_of(found, j);
  description.relevance = relevance_of(block, j, classes, {}, found);
  return description;
}

/// Returns the density of a cell under an estimator, as named numbers.
template <ConjugateFamily F>
[[nodiscard]] Fields density_fields(Estimator estimator, const typename F::Prior& prior,
                                    const typename F::Statistics& seen) {
  if (estimator == Estimator::predictive)
    return fields_in_range(F::predictive(posterior(prior, seen)));
  return fields_in_range(plug_in<F>(estimator, prior, seen, 0));
}

template <ConjugateFamily F>
[[nodiscard]] CellDescription describe_cell(const Block<F>& block, Index j, Index klass,
                                            const PriorRule<typename F::Prior>& rule,
                                            BlockPriors<F>& found,
                                            const typename F::Statistics& pooled, double mass) {
  const Feature<F>& feature = block.feature(j);
  const typename F::Statistics& seen = block.cell(j, klass);
  CellDescription cell;
  cell.statistics = to_fields(seen);
  cell.prior_word = words_of<F>(rule);
  const auto all = with_reserved(seen, feature);
  // Maximum likelihood asks no prior: it may exist where the prior does not.
  const auto prior = [&] { return found.in_numbers(j, rule, pooled); };
  cell.prior = fields_or_why([&] { return to_fields(prior()); });
  cell.posterior = fields_or_why([&] { return to_fields(posterior(prior(), all)); });
  cell.interval = interval_or_why(
      [&] { return interval_fields<F>(interval_of(posterior(prior(), all), mass)); });
  for (std::size_t e = 0; e < all_estimators.size(); ++e)
    cell.estimates[e] = fields_or_why([&] {
      const bool needed = asks_prior<F>(all_estimators[e]);
      return density_fields<F>(all_estimators[e], needed ? prior() : typename F::Prior{}, all);
    });
  return cell;
}

template <ConjugateFamily F>
[[nodiscard]] FeatureDescription describe_feature(const Block<F>& block, Index j,
                                                  BlockPriors<F>& found,
                                                  std::span<const std::string> classes,
                                                  double mass) {
  const Feature<F>& feature = block.feature(j);
  FeatureDescription description;
  description.name = feature.name;
  description.family = F::name;
  description.levels = feature.levels;
  description.reserved = feature.reserved() > 0;
  const auto pooled = block.pooled(j);
  const auto rules = feature.prior.rules(classes);
  for (std::size_t klass = 0; klass < classes.size(); ++klass) {
    description.cells.push_back(
        describe_cell(block, j, static_cast<Index>(klass), *rules[klass], found, pooled, mass));
    description.cells.back().klass = classes[klass];
  }
  description.prior_search = search_of(found, j);
  description.relevance = relevance_of(block, j, classes, {}, found);
  return description;
}

/// Spells out the features of a block that the options ask for.
template <ConjugateFamily F>
void describe_block(const Block<F>& block, std::span<const std::string> classes,
                    const DescribeOptions& options, std::vector<FeatureDescription>& features) {
  BlockPriors<F> found(block);
  for (Index j = 0; j < block.size(); ++j) {
    if (!asks_for(options.features, block.feature(j).name)) continue;
    if constexpr (TiedFamily<F>)
      features.push_back(describe_tied(block, j, found, classes, options.mass));
    else
      features.push_back(describe_feature(block, j, found, classes, options.mass));
  }
}

/// Returns a first idea of the values of a feature; its prior is not named.
template <ConjugateFamily F>
[[nodiscard]] FeatureOverview overview_of(const Block<F>& block, Index j) {
  const auto pooled = block.pooled(j);
  FeatureOverview overview{.feature = block.feature(j).name,
                           .family = std::string(word_of<F>()),
                           .rows = pooled.count(),
                           .levels = std::ssize(block.feature(j).levels)};
  if constexpr (requires {
                  { pooled.variance() } -> std::same_as<double>;
                  { pooled.mean } -> std::same_as<const double&>;
                }) {
    if (overview.rows > 0) {
      overview.mean = pooled.mean;
      overview.deviation = std::sqrt(pooled.variance());
    }
  }
  return overview;
}

/// Returns whether a prior density is constant, so that its mode is the maximum of the likelihood.
template <class Prior>
[[nodiscard]] bool is_uniform(const Prior&) {
  return false;
}
[[nodiscard]] inline bool is_uniform(const Beta& prior) { return prior == Beta{}; }
[[nodiscard]] inline bool is_uniform(const Dirichlet& prior) {
  return std::all_of(prior.weights.begin(), prior.weights.end(),
                     [](double weight) { return weight == 1; });
}

template <ConjugateFamily F>
bool modes_coincide(BlockPriors<F>& found, Index j, std::span<const std::string> classes) {
  const auto all = if_defined([&] { return found.of(j, classes); });
  return all &&
         std::all_of(all->begin(), all->end(), [](const auto& prior) { return is_uniform(prior); });
}

/// Returns how many features have a uniform prior in all classes.
template <ConjugateFamily F>
[[nodiscard]] Index uniform_priors(const Block<F>& block, std::span<const std::string> classes) {
  Index uniform = 0;
  BlockPriors<F> found(block);
  for (Index j = 0; j < block.size(); ++j) uniform += modes_coincide(found, j, classes) ? 1 : 0;
  return uniform;
}

// One answer has no spread beyond its probability: then both are one type of density. Where a
// constant is known they may be one type, too, but the predictive is the wider.
template <ConjugateFamily F>
inline constexpr bool predicts_at_mean =
    std::is_same_v<typename F::Likelihood, typename F::Predictive> && !requires {
  typename F::Prior::Known;
};

}  // namespace credence::detail
