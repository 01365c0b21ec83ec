#include <credence/study/learning_curve.hpp>

#include <credence/base/random.hpp>
#include <credence/base/split_mix.hpp>
#include <credence/base/sum.hpp>
#include <credence/data/number.hpp>

#include <cmath>
#include <limits>
#include <numeric>

namespace credence {
namespace detail {
namespace {

[[noreturn]] void bad_size(const std::string& size, const std::string& kind, Index rows,
                           const std::string& remedy) {
  throw Error(ErrorCode::domain, "a " + kind + " size of " + size +
                                     " leaves nothing to learn or to test, there are " +
                                     std::to_string(rows) + " rows with a label; " + remedy);
}

CurveSize of_test_size(double size, Index rows) {
  const bool share = size > 0 && size < 1;
  const bool count = size >= 1 && size < static_cast<double>(rows) && size == std::floor(size);
  // Up, as scikit-learn does, but for a product that only rounding lifted above a whole number.
  const double tested = share ? std::ceil(size * static_cast<double>(rows) * (1 - 1e-14)) : size;
  if ((!share && !count) || tested >= static_cast<double>(rows))
    bad_size(to_text(size), "test", rows,
             "give a share of them between 0 and 1, or a whole number below");
  const auto test_rows = static_cast<Index>(tested);
  return {.asked = size, .test_rows = test_rows, .training_rows = rows - test_rows};
}

CurveSize of_training_size(Index size, Index rows) {
  if (size < 1 || size >= rows)
    bad_size(std::to_string(size), "training", rows, "give a number between 0 and that");
  return {.asked = static_cast<double>(rows - size) / static_cast<double>(rows),
          .test_rows = rows - size,
          .training_rows = size};
}

// A seed of its own for every part of what is seeded: SplitMix64's numbers by their position.
std::uint64_t seed_of(std::uint64_t seed, std::uint64_t part) {
  return mixed(seed + 0x9e3779b97f4a7c15U * part);
}

// Each class in random order, its rows at even distances from a random first place: any beginning
// of the whole holds every class by its share, to within a row or so.
std::vector<Index> stratified_order(const LabelledRows& rows, Index classes, Random& random) {
  std::vector<std::vector<std::int64_t>> of_class(static_cast<std::size_t>(classes));
  for (std::size_t i = 0; i < rows.rows.size(); ++i)
    of_class[static_cast<std::size_t>(rows.truth[i])].push_back(rows.rows[i]);
  std::vector<std::pair<double, Index>> places;
  for (std::vector<std::int64_t>& own : of_class) {
    random.shuffle(own);
    const double first = random.uniform();
    for (std::size_t i = 0; i < own.size(); ++i)
      places.emplace_back((static_cast<double>(i) + first) / static_cast<double>(own.size()),
                          own[i]);
  }
  std::sort(places.begin(), places.end());
  std::vector<Index> order;
  for (const auto& place : places) order.push_back(place.second);
  return order;
}

// Between neighbours in proportion; of sorted values.
double quantile_of(std::span<const double> sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const auto above = std::min(below + 1, sorted.size() - 1);
  const double part = place - static_cast<double>(below);
  // An infinity takes no part where its weight is 0, nor is it subtracted from another.
  if (part == 0 || sorted[below] == sorted[above]) return sorted[below];
  return sorted[below] + part * (sorted[above] - sorted[below]);
}

double mean_of(std::span<const double> values) {
  return compensated_sum(values) / static_cast<double>(values.size());
}

double variance_of(std::span<const double> values, double mean) {
  CompensatedSum squares;
  for (const double value : values) squares.add((value - mean) * (value - mean));
  return squares.value() / static_cast<double>(values.size() - 1);
}

// source  docs/learning_curves.md
void split_spread(CurvePoint& point, double variance, std::optional<Index> rows) {
  const double mean = *point.mean_accuracy;
  const double of_test = mean * (1 - mean) / static_cast<double>(point.test_rows);
  const double left =
      !rows ? 1 : static_cast<double>(*rows - point.test_rows) / static_cast<double>(*rows - 1);
  point.test_noise = std::sqrt(of_test);
  point.split_noise = std::sqrt(of_test * left);
  if (point.runs.size() < 2) return;
  point.sd_accuracy = std::sqrt(variance);
  point.training_noise = std::sqrt(std::max(0.0, variance - of_test * left));
}

void summarise(CurvePoint& point, std::optional<Index> rows) {
  if (point.runs.empty()) return;
  std::vector<double> accuracies;
  std::vector<double> losses;
  for (const CurveRun& run : point.runs) {
    accuracies.push_back(run.accuracy);
    losses.push_back(run.log_loss);
  }
  const double mean = mean_of(accuracies);
  point.mean_accuracy = mean;
  point.mean_log_loss = mean_of(losses);
  const double variance = accuracies.size() < 2 ? 0 : variance_of(accuracies, mean);
  std::sort(accuracies.begin(), accuracies.end());
  std::sort(losses.begin(), losses.end());
  point.median_accuracy = quantile_of(accuracies, 0.5);
  point.lower_accuracy = quantile_of(accuracies, 0.05);
  point.upper_accuracy = quantile_of(accuracies, 0.95);
  point.median_log_loss = quantile_of(losses, 0.5);
  split_spread(point, variance, rows);
}

}  // namespace

std::vector<CurveSize> curve_sizes(const CurveOptions& options, Index rows) {
  if (options.repeats < 1)
    throw Error(ErrorCode::domain, "a learning curve needs at least 1 repeat, got " +
                                       std::to_string(options.repeats) + "; choose 1 or more");
  if (options.test_sizes.empty() == options.training_sizes.empty())
    throw Error(ErrorCode::domain,
                "a learning curve needs test sizes or training sizes, and not both; give one list "
                "of them");
  std::vector<CurveSize> sizes;
  for (const double size : options.test_sizes) sizes.push_back(of_test_size(size, rows));
  for (const Index size : options.training_sizes) sizes.push_back(of_training_size(size, rows));
  return sizes;
}

std::vector<std::size_t> by_training_rows(std::span<const CurveSize> sizes) {
  std::vector<std::size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
    return sizes[left].training_rows < sizes[right].training_rows;
  });
  return order;
}

std::uint64_t curve_seed(std::uint64_t seed, Index repeat, Index training_rows) {
  return seed_of(seed_of(seed, static_cast<std::uint64_t>(repeat)),
                 static_cast<std::uint64_t>(training_rows));
}

// Moves a random sample of so many rows to the front, by drawing the smaller of the two parts.
void part_at_random(std::vector<Index>& rows, Index count, SplitMix64 random) {
  const Index size = std::ssize(rows);
  const auto swap_with_one_of = [&](Index place, Index first, Index end) {
    const auto drawn =
        first + static_cast<Index>(random.below(static_cast<std::uint64_t>(end - first)));
    std::swap(rows[static_cast<std::size_t>(place)], rows[static_cast<std::size_t>(drawn)]);
  };
  if (count <= size / 2)
    for (Index i = 0; i < count; ++i) swap_with_one_of(i, i, size);
  else
    for (Index i = size - 1; i >= count; --i) swap_with_one_of(i, 0, i + 1);
}

std::vector<Index> curve_order(const LabelledRows& rows, Index classes, const CurveOptions& options,
                               Index repeat, const CurveSize& size) {
  const bool nested = options.splits == CurveSplits::nested;
  const std::uint64_t seed = curve_seed(options.seed, repeat, nested ? 0 : size.training_rows);
  if (!nested && !options.stratified) {
    std::vector<Index> order = rows.rows;
    part_at_random(order, size.training_rows, SplitMix64{seed});
    return order;
  }
  Random random{seed};
  if (options.stratified) return stratified_order(rows, classes, random);
  std::vector<std::int64_t> order(rows.rows.begin(), rows.rows.end());
  random.shuffle(order);
  return {order.begin(), order.end()};
}

CurveRun run_of(const Predictions& predictions, std::span<const Index> rows,
                std::span<const Index> truth, Index repeat) {
  Index right = 0;
  CompensatedSum loss;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Index own = truth[static_cast<std::size_t>(rows[i])];
    right += predictions.label[i] == own ? 1 : 0;
    const auto logs = predictions.log_probabilities(static_cast<Index>(i));
    loss.add(predictions.impossible[i] ? std::numeric_limits<double>::infinity()
                                       : -logs[static_cast<std::size_t>(own)]);
  }
  const auto count = static_cast<double>(rows.size());
  // The sum of -0 terms must not print as -0.
  return {.repeat = repeat,
          .accuracy = static_cast<double>(right) / count,
          .log_loss = std::max(loss.value() / count, 0.0)};
}

std::vector<std::string> curve_names(const CurveOptions& options) {
  std::vector<std::string> names;
  for (const Estimator estimator : options.estimators) names.emplace_back(to_string(estimator));
  if (options.twin) names.emplace_back(twin_name);
  return names;
}

CurveOutcome twin_outcome(const TwinStudy& twin, std::span<const Index> learned,
                          std::span<const Index> tested, std::span<const Index> truth,
                          const std::vector<std::string>& classes, Index repeat,
                          StudySeconds& seconds) {
  const Stopwatch watch(seconds.estimate);
  LabelledRows rows{.rows = {learned.begin(), learned.end()},
                    .weights = std::vector<double>(learned.size(), 1.0)};
  for (const Index row : learned) rows.truth.push_back(truth[static_cast<std::size_t>(row)]);
  const TwinAnswers answers = twin_answers(twin, rows, tested, classes);
  if (!answers.predictions) return std::nullopt;
  return run_of(*answers.predictions, tested, truth, repeat);
}

void add_points(std::span<const CurveSize> sizes, std::span<const CurveRepeat> repeats,
                const CurveOptions& options, std::optional<Index> drawn_from,
                LearningCurve& curve) {
  curve.repeats = options.repeats;
  curve.seed = options.seed;
  curve.splits = options.splits;
  curve.stratified = options.stratified;
  curve.by_training_rows = !options.training_sizes.empty();
  const std::vector<std::string> names = curve_names(options);
  const std::size_t estimators = names.size();
  for (const CurveRepeat& repeat : repeats) {
    curve.complete = curve.complete && repeat.finished;
    add(curve.seconds, repeat.seconds);
  }
  for (std::size_t e = 0; e < estimators; ++e)
    for (std::size_t at = 0; at < sizes.size(); ++at) {
      CurvePoint& point = curve.points.emplace_back();
      point.estimator = names[e];
      point.test_size = sizes[at].asked;
      point.test_rows = sizes[at].test_rows;
      point.training_rows = sizes[at].training_rows;
      for (const CurveRepeat& repeat : repeats) {
        if (!repeat.finished) continue;
        ++point.repeats;
        if (const CurveOutcome& run = repeat.outcomes[at * estimators + e])
          point.runs.push_back(*run);
      }
      point.undefined_repeats = point.repeats - std::ssize(point.runs);
      summarise(point, drawn_from);
    }
}

}  // namespace detail

template LearningCurve learning_curve(const Model&, const Table&, const CurveOptions&,
                                      CurveProgress*);

}  // namespace credence
