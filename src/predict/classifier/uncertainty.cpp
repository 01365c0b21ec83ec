// Intervals of normal approximations and of draws.
#include <credence/predict/uncertainty.hpp>

#include <algorithm>
#include <cmath>
#include <credence/base/error.hpp>
#include <credence/base/random.hpp>
#include <credence/base/special.hpp>
#include <credence/detail/base/counted.hpp>
#include <credence/detail/base/place.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/predict/linear_form.hpp>

#include "learn/binding/check_bound.hpp"
#include "predict/classifier/table_scorer.hpp"

namespace credence {
namespace {

// How many numbers are kept at once while drawing; more rows are scored in parts.
constexpr Index most_kept_draws = Index{1} << 24;

// Of draws, which change places; the difference of two infinities is never taken.
double quantile_of(std::span<double> draws, double p) {
  const double place = p * static_cast<double>(draws.size() - 1);
  const auto before = static_cast<std::size_t>(place);
  const auto next =
      draws.begin() + static_cast<std::ptrdiff_t>(std::min(before + 1, draws.size() - 1));
  std::nth_element(draws.begin(), next, draws.end());
  const double above = *next;
  const double below = next == draws.begin() ? above : *std::max_element(draws.begin(), next);
  const double share = place - static_cast<double>(before);
  if (std::isfinite(below) && std::isfinite(above)) return below + share * (above - below);
  return share < 0.5 ? below : above;
}

// Throws Error{domain} for a mass outside (0, 1) or a negative number of draws.
void check_options(const IntervalOptions& options) {
  detail::check_mass(options.mass);
  if (options.draws < 0)
    throw Error(ErrorCode::domain, "the number of draws is " + std::to_string(options.draws) +
                                       "; give at least 1, or 0 for the closed form");
}

// Throws Error{shape} unless there is a class for each row.
void check_classes(std::span<const Index> of_rows, Index rows, std::size_t classes) {
  if (std::ssize(of_rows) != rows)
    throw Error(ErrorCode::shape, detail::counted(rows, "row", "rows") + " came with " +
                                      detail::counted(of_rows.size(), "class", "classes") +
                                      "; give one for each");
  for (const Index klass : of_rows) static_cast<void>(detail::place_of("class", klass, classes));
}

// The interval of a normal distribution of these moments.
Interval normal_interval(const TermMoments& moments, double mass) {
  return detail::interval_around(moments, normal_quantile(0.5 + mass / 2));
}

// Log odds of one class against all others.
// in  rest: room for these
double log_odds_against_rest(std::span<const double> log_probabilities, Index klass,
                             std::vector<double>& rest) {
  rest.assign(log_probabilities.begin(), log_probabilities.end());
  rest.erase(rest.begin() + klass);
  return log_probabilities[static_cast<std::size_t>(klass)] - log_sum_exp(rest);
}

// The moments of the log odds of the first class of two, for every row.
std::vector<TermMoments> log_odds_moments(const Beliefs& beliefs, const BoundTable& bound,
                                          RowSpan rows) {
  std::vector<TermMoments> log_odds(static_cast<std::size_t>(rows.count),
                                    prior_log_odds(beliefs.class_beliefs, 0, 1));
  for (std::size_t b = 0; b < beliefs.blocks.size(); ++b)
    beliefs.blocks[b]->add_log_odds(beliefs.model.schema(), *bound.table, bound.blocks[b], rows,
                                    log_odds);
  return log_odds;
}

// Intervals of a part of the rows, from draws that are the same for every part.
void draw_intervals(const Beliefs& beliefs, const BoundTable& bound, RowSpan rows,
                    std::span<const Index> classes, const IntervalOptions& options,
                    std::span<Interval> intervals) {
  const auto count = static_cast<std::size_t>(rows.count);
  const auto draws = static_cast<std::size_t>(options.draws);
  std::vector<double> log_odds(count * draws);  // rows x draws
  std::vector<double> rest;
  Predictions answers = blank_predictions(beliefs.classes, rows.count);
  Random random(options.seed);
  for (std::size_t d = 0; d < draws; ++d) {
    const Classifier<Model> classifier(draw(beliefs, random));
    answers.impossible.assign(count, false);
    detail::TableScorer(classifier, bound, rows, nullptr)
        .score({.label = answers.label.data(),
                .log_probability = answers.log_probability.data(),
                .impossible = &answers.impossible});
    // A row that no class makes possible, beyond the range of double, may have any odds: half of
    // such draws say no, and half yes.
    const double unknown = d % 2 == 0 ? -detail::infinity : detail::infinity;
    for (std::size_t i = 0; i < count; ++i)
      log_odds[i * draws + d] =
          answers.impossible[i]
              ? unknown
              : log_odds_against_rest(answers.log_probabilities(static_cast<Index>(i)), classes[i],
                                      rest);
  }
  for (std::size_t i = 0; i < count; ++i)
    intervals[i] =
        detail::interval_of_draws(std::span(log_odds).subspan(i * draws, draws), options.mass);
}

}  // namespace

Interval probability_interval(const Interval& log_odds) {
  return {.lower = sigmoid(log_odds.lower), .upper = sigmoid(log_odds.upper)};
}

Interval detail::interval_of_draws(std::span<double> draws, double mass) {
  return equal_tailed([&](double p) { return quantile_of(draws, p); }, mass);
}

bool has_closed_form(const Beliefs& beliefs) {
  bool all = beliefs.classes.size() == 2 && !beliefs.feature_weights.any();
  for (const Box<AnyBeliefs>& block : beliefs.blocks) all = all && block->has_moments();
  return all;
}

std::vector<Interval> log_odds_intervals(const Beliefs& beliefs, const BoundTable& bound,
                                         RowSpan rows, std::span<const Index> classes,
                                         IntervalOptions options) {
  check_options(options);
  detail::check_bound(bound, beliefs.model, beliefs.blocks, rows);
  check_classes(classes, rows.count, beliefs.classes.size());
  std::vector<Interval> intervals(static_cast<std::size_t>(rows.count));
  if (options.draws == 0 && has_closed_form(beliefs)) {
    auto moments = log_odds_moments(beliefs, bound, rows);
    for (std::size_t i = 0; i < moments.size(); ++i) {
      if (classes[i] == 1) moments[i].mean = -moments[i].mean;
      intervals[i] = normal_interval(moments[i], options.mass);
    }
    return intervals;
  }
  if (options.draws == 0) options.draws = default_draws;
  const Index part = std::max<Index>(1, most_kept_draws / options.draws);
  for (Index first = 0; first < rows.count; first += part) {
    const Index count = std::min(part, rows.count - first);
    const auto at = static_cast<std::size_t>(first);
    draw_intervals(beliefs, bound, rows.part(first, count), classes.subspan(at), options,
                   std::span(intervals).subspan(at));
  }
  return intervals;
}

}  // namespace credence
