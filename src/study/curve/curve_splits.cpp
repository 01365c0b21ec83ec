// Sizes of splits, and the random orders that they cut.
#include "study/curve/curve_splits.hpp"

#include <credence/base/error.hpp>
#include <credence/base/random.hpp>
#include <credence/data/number.hpp>
#include <credence/detail/base/counted.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <queue>
#include <tuple>

#include "base/split_mix.hpp"

namespace credence::detail {
namespace {

[[noreturn]] void bad_size(const std::string& size, const std::string& kind, Index rows,
                           const std::string& remedy) {
  throw Error(ErrorCode::domain, "a " + kind + " size of " + size +
                                     " leaves nothing to learn or to test of " +
                                     counted(rows, "row", "rows") + " with a label; " + remedy);
}

CurveSize of_test_size(double size, Index rows) {
  const bool share = size > 0 && size < 1;
  const bool count = size >= 1 && size < static_cast<double>(rows) && size == std::floor(size);
  // Up, as scikit-learn does, but for a product that only rounding lifted above a whole number.
  const double tested = share ? std::ceil(size * static_cast<double>(rows) * (1 - 1e-14)) : size;
  if ((!share && !count) || tested >= static_cast<double>(rows))
    bad_size(to_text(size), "test", rows,
             share ? "give a share that leaves at least one row to learn: at most " +
                         std::to_string(rows - 1) + '/' + std::to_string(rows)
                   : "give a share of them between 0 and 1, or a whole number below");
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

// The place of one row of a class among all: from `first` on, and before `end`.
struct Turn {
  Index first = 0;
  Index end = 0;
  std::size_t klass = 0;
};

// The turn of the k-th of n rows, from 0. A schedule in parts, which gives each class its share of
// every place, serves the row within k N / n and (k + 1) N / n.
Turn turn_of(std::size_t klass, Index k, Index n, Index all) {
  return {.first = k * all / n, .end = ((k + 1) * all + n - 1) / n, .klass = klass};
}

// Classes in an order in which any beginning holds each by its share, to within a row: of those whose
// turn it is, the one whose turn ends first. As the schedule in parts exists, so does one of whole
// rows (flows in integers are integers), and the earliest end finds it.
// in  counts: rows of each class
std::vector<std::size_t> classes_in_turn(const std::vector<Index>& counts, Index all) {
  const auto later_first = [](const Turn& a, const Turn& b) { return a.first > b.first; };
  const auto later_end = [](const Turn& a, const Turn& b) {
    return std::tie(a.end, a.klass) > std::tie(b.end, b.klass);
  };
  std::priority_queue<Turn, std::vector<Turn>, decltype(later_first)> waiting(later_first);
  std::priority_queue<Turn, std::vector<Turn>, decltype(later_end)> ready(later_end);
  for (std::size_t klass = 0; klass < counts.size(); ++klass)
    if (counts[klass] > 0) waiting.push(turn_of(klass, 0, counts[klass], all));
  std::vector<Index> taken(counts.size());
  std::vector<std::size_t> order;
  for (Index place = 0; place < all; ++place) {
    for (; !waiting.empty() && waiting.top().first <= place; waiting.pop())
      ready.push(waiting.top());
    const std::size_t klass = ready.top().klass;
    ready.pop();
    order.push_back(klass);
    if (++taken[klass] < counts[klass])
      waiting.push(turn_of(klass, taken[klass], counts[klass], all));
  }
  return order;
}

// Each class in random order, from a random place of a whole in which classes take turns: any
// beginning holds every class by its share, to within less than two rows.
std::vector<Index> stratified_order(const LabelledRows& rows, Index classes, Random& random) {
  // Of turns that end together, any class may come first.
  std::vector<std::int64_t> places(static_cast<std::size_t>(classes));
  std::iota(places.begin(), places.end(), std::int64_t{0});
  random.shuffle(places);
  std::vector<std::vector<std::int64_t>> of_class(places.size());
  for (std::size_t i = 0; i < rows.rows.size(); ++i) {
    const std::int64_t place = places[static_cast<std::size_t>(rows.truth[i])];
    of_class[static_cast<std::size_t>(place)].push_back(rows.rows[i]);
  }
  for (std::vector<std::int64_t>& own : of_class) random.shuffle(own);
  std::vector<Index> counts;
  for (const std::vector<std::int64_t>& own : of_class) counts.push_back(std::ssize(own));
  std::vector<std::size_t> turns = classes_in_turn(counts, std::ssize(rows.rows));
  if (turns.empty()) return {};
  const auto first = random.below(static_cast<std::uint64_t>(turns.size()));
  std::rotate(turns.begin(), turns.begin() + static_cast<std::ptrdiff_t>(first), turns.end());
  std::vector<Index> order;
  for (const std::size_t klass : turns) {
    order.push_back(of_class[klass].back());
    of_class[klass].pop_back();
  }
  return order;
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

}  // namespace

std::vector<CurveSize> curve_sizes(const CurveOptions& options, Index rows) {
  if (options.repeats < 1)
    throw Error(ErrorCode::domain, "a learning curve needs at least 1 repeat, got " +
                                       std::to_string(options.repeats) + "; choose 1 or more");
  if (options.test_sizes.empty() == options.training_sizes.empty())
    throw Error(ErrorCode::domain,
                "a learning curve has test sizes or training sizes, not both; give one list");
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

}  // namespace credence::detail

namespace credence {

std::vector<Index> default_training_sizes(Index rows, Index classes) {
  if (rows < 2)
    throw Error(ErrorCode::domain, "a learning curve needs at least 2 rows with a label, there " +
                                       std::string(rows == 1 ? "is 1" : "are none") +
                                       "; give more rows");
  const Index largest = std::max(Index{1}, rows * 4 / 5);
  std::vector<Index> sizes;
  // One that is less than a fifth below the largest would crowd it.
  for (Index power = 1; power <= largest; power *= 10)
    for (const Index factor : {1, 2, 5})
      if (const Index size = factor * power; size >= 2 * classes && size * 5 <= largest * 4)
        sizes.push_back(size);
  sizes.push_back(largest);
  return sizes;
}

}  // namespace credence
