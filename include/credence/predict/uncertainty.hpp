#pragma once
// How sure an answer is: intervals of log odds and probabilities, from the posterior of the
// parameters.
#include <credence/predict/beliefs.hpp>
#include <credence/predict/classifier.hpp>

namespace credence {

/// How to find an interval.
struct IntervalOptions {
  double mass = 0.9;       ///< that it holds; in (0, 1)
  Index draws = 0;         ///< 0: closed form where there is one, else `default_draws`
  std::uint64_t seed = 1;  ///< of the draws
};

/// How many draws are taken where nothing is said and there is no closed form.
inline constexpr Index default_draws = 1000;

/// The interval of a probability whose log odds lie in this one.
[[nodiscard]] Interval probability_interval(const Interval& log_odds);

/// Whether the log odds of rows have moments in closed form: there are two classes, and every family
/// has `term_moments` or `tied_log_odds`.
template <class List>
[[nodiscard]] bool has_closed_form(const Beliefs<BasicModel<List>>& beliefs) {
  bool all = beliefs.classes.size() == 2;
  for (const auto& any : beliefs.blocks)
    std::visit([&]<class F>(const BlockBeliefs<F>&) { all = all && HasMoments<F>; }, any);
  return all;
}

namespace detail {
/// Throws Error{domain} for a mass outside (0, 1) or a negative number of draws.
void check_options(const IntervalOptions& options);
/// The interval of a normal distribution of these moments.
[[nodiscard]] Interval normal_interval(const TermMoments& moments, double mass);
/// The equal-tailed interval of draws, which are put into order; between two of them linear.
[[nodiscard]] Interval interval_of_draws(std::span<double> draws, double mass);
/// Log odds of one class against all others.
[[nodiscard]] double log_odds_against_rest(std::span<const double> log_probabilities, Index klass);

// How many numbers are kept at once while drawing; more rows are scored in parts.
inline constexpr Index most_kept_draws = Index{1} << 24;

/// Adds the moments of one feature to the log odds of the first class of two.
template <ConjugateFamily F>
void add_log_odds(const BlockBeliefs<F>& beliefs, Index feature,
                  const Cells<typename Block<F>::Datum>& cells, const Slots& slots,
                  const CellPlace& place, RowSpan rows, std::vector<TermMoments>& log_odds) {
  constexpr Index chunk_rows = 256;
  credence::for_each_chunk((rows.count + chunk_rows - 1) / chunk_rows, [&](Index chunk) {
    typename Block<F>::Datum datum{};
    const Index end = std::min(rows.count, (chunk + 1) * chunk_rows);
    for (Index i = chunk * chunk_rows; i < end; ++i) {
      if (!cells.read(rows[i], slots, datum)) continue;
      if (!F::accepts(datum))
        outside_support(*place.table, *place.column, rows[i], F::name, F::needs);
      log_odds[static_cast<std::size_t>(i)].add(log_odds_of_cells(beliefs, feature, 0, 1, datum));
    }
  });
}

/// The moments of the log odds of the first class of two, for every row.
template <class List>
std::vector<TermMoments> log_odds_moments(const Beliefs<BasicModel<List>>& beliefs,
                                          const BoundTable<List>& bound, RowSpan rows) {
  std::vector<TermMoments> log_odds(static_cast<std::size_t>(rows.count),
                                    prior_log_odds(beliefs.class_beliefs, 0, 1));
  for (std::size_t b = 0; b < beliefs.blocks.size(); ++b)
    std::visit(
        [&]<class F>(const BlockBeliefs<F>& block) {
          if constexpr (HasMoments<F>) {
            const auto columns = features_of<F>(beliefs.model.schema());
            const auto& data = std::get<BlockCells<F>>(bound.blocks[b]);
            for (Index j = 0; j < block.size(); ++j) {
              const auto& cells = data.features[static_cast<std::size_t>(j)];
              const Slots slots = slots_of(block.feature(j), cells);
              if constexpr (Block<F>::levelled)
                static_cast<void>(count_unseen(cells, block.feature(j), slots, rows, *bound.table));
              const CellPlace place{.table = bound.table,
                                    .column = columns[static_cast<std::size_t>(j)]};
              add_log_odds<F>(block, j, cells, slots, place, rows, log_odds);
            }
          }
        },
        beliefs.blocks[b]);
  return log_odds;
}

/// Intervals of a part of the rows, from draws that are the same for every part.
template <class List>
void draw_intervals(const Beliefs<BasicModel<List>>& beliefs, const BoundTable<List>& bound,
                    RowSpan rows, std::span<const Index> classes, const IntervalOptions& options,
                    std::span<Interval> intervals) {
  const auto count = static_cast<std::size_t>(rows.count);
  const auto draws = static_cast<std::size_t>(options.draws);
  std::vector<double> log_odds(count * draws);  // rows x draws
  Random random(options.seed);
  for (std::size_t d = 0; d < draws; ++d) {
    const Classifier<BasicModel<List>> classifier(draw(beliefs, random));
    const Predictions answers = classifier.predict(bound, rows);
    for (std::size_t i = 0; i < count; ++i)
      log_odds[i * draws + d] =
          log_odds_against_rest(answers.log_probabilities(static_cast<Index>(i)), classes[i]);
  }
  for (std::size_t i = 0; i < count; ++i)
    intervals[i] = interval_of_draws(std::span(log_odds).subspan(i * draws, draws), options.mass);
}
}  // namespace detail

/// For each row, the interval of the log odds of one class against all others, while the parameters
/// have the posterior's distribution. With two classes and no draws asked for it is a normal
/// approximation of the exact mean and variance; else equal-tailed quantiles of exact draws, which are
/// the same for every row, so that a row's interval does not depend on its neighbours.
///
///     const auto believed = beliefs(posterior);
///     const auto log_odds = log_odds_intervals(believed, bound, rows, answers.label, {.mass = 0.9});
///     probability_interval(log_odds[0]);
///
/// in      classes: one for each row asked for, a position among the classes
/// out     nats; may be infinite, never NaN; the same bits for any number of threads
/// throws  Error{domain} for a mass outside (0, 1); for cells as Classifier::predict does
/// cost    closed form: rows x features digamma functions; draws: that often the cost of drawing all
///         parameters and of scoring the rows
/// source  docs/uncertainty.md
template <class List>
[[nodiscard]] std::vector<Interval> log_odds_intervals(const Beliefs<BasicModel<List>>& beliefs,
                                                       const BoundTable<List>& bound, RowSpan rows,
                                                       std::span<const Index> classes,
                                                       IntervalOptions options = {}) {
  detail::check_options(options);
  std::vector<Interval> intervals(static_cast<std::size_t>(rows.count));
  if (options.draws == 0 && has_closed_form(beliefs)) {
    auto moments = detail::log_odds_moments(beliefs, bound, rows);
    for (std::size_t i = 0; i < moments.size(); ++i) {
      if (classes[i] == 1) moments[i].mean = -moments[i].mean;
      intervals[i] = detail::normal_interval(moments[i], options.mass);
    }
    return intervals;
  }
  if (options.draws == 0) options.draws = default_draws;
  const Index part = std::max<Index>(1, detail::most_kept_draws / options.draws);
  for (Index first = 0; first < rows.count; first += part) {
    const Index count = std::min(part, rows.count - first);
    const auto at = static_cast<std::size_t>(first);
    detail::draw_intervals(beliefs, bound, rows.part(first, count), classes.subspan(at), options,
                           std::span(intervals).subspan(at));
  }
  return intervals;
}

// Compiled once, for the list in families.hpp; other lists are compiled where they are used.
extern template std::vector<Interval> log_odds_intervals(const Beliefs<Model>&,
                                                         const BoundTable<Families>&, RowSpan,
                                                         std::span<const Index>, IntervalOptions);

}  // namespace credence
