// Log joints of rows of many features: no digit is lost however many terms are added (decision
// 0037), against sums of the same terms that are exact to far more digits.
#include <credence/detail/predict/block_scores.hpp>
#include <credence/family/gamma_poisson.hpp>

#include <doctest/doctest.h>

#include <cmath>

#include "predict/levels/level_scores.hpp"
#include "predict/words/word_scores.hpp"
#include "support/normal_cases.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

constexpr Index million = 1000000;
constexpr double most_ulp = 4;

// A sum in 64 bits with its rounding errors kept: 1e6 terms lose nothing that a double shows.
class LongSum {
 public:
  void add(long double term) {
    const long double next = sum_ + term;
    lost_ += std::abs(sum_) >= std::abs(term) ? (sum_ - next) + term : (term - next) + sum_;
    sum_ = next;
  }
  [[nodiscard]] long double value() const { return sum_ + lost_; }

 private:
  long double sum_ = 0;
  long double lost_ = 0;
};

double ulp_error(double found, long double exact) {
  const double size = std::abs(static_cast<double>(exact));
  const double ulp = size - std::nextafter(size, 0.0);
  const auto error = std::abs(static_cast<long double>(found) - exact) / ulp;
  return error == error ? static_cast<double>(error) : infinity;
}

// A tile that keeps what rounding takes, from log probabilities of 0.
class KeepingTile {
 public:
  KeepingTile(Index classes, Index rows, detail::Rounding rounding_of_sums = detail::Rounding::kept)
      : buffer_(classes, rows, rounding_of_sums), tile_(buffer_.tile(rows)) {
    detail::start_tile(tile_, std::vector<double>(static_cast<std::size_t>(classes), 0.0));
  }
  [[nodiscard]] const ScoreTile& tile() const { return tile_; }
  [[nodiscard]] double joint(Index klass, Index row) {
    detail::give_back(tile_);
    return tile_.at(klass, row);
  }

 private:
  detail::TileBuffer buffer_;
  ScoreTile tile_;
};

// Log densities as they come: all equal, of all sizes, large and small by turns, and of both signs
// (whose sum is measured by its size).
double term_of(Index kind, Index j, Random& random) {
  if (kind == 0) return std::log(1.0 / 3);
  if (kind == 1) return -std::exp(3 * random.normal());
  if (kind == 2) return j % 2 == 0 ? -37.123456789 : -1.23456789e-5;
  return -0.1 - 0.7 * static_cast<double>(kind) / 40;
}

}  // namespace

TEST_CASE("terms of a million data are added to within four units in the last place") {
  for (const Index kind : {0, 1, 2, 7}) {
    CAPTURE(kind);
    Random random{1};
    KeepingTile kept(1, 1);
    KeepingTile dropped(1, 1, detail::Rounding::dropped);
    LongSum exact;
    for (Index j = 0; j < million; ++j) {
      const double term = term_of(kind, j, random);
      add_term(kept.tile(), 0, 0, term);
      add_term(dropped.tile(), 0, 0, term);
      exact.add(term);
    }
    CHECK(ulp_error(kept.joint(0, 0), exact.value()) <= 0.5001);
    CHECK(ulp_error(dropped.joint(0, 0), exact.value()) > most_ulp);
  }
}

TEST_CASE("the reference loses no digit over a million counts") {
  using F = GammaPoisson;
  ScoreTable<F> table({Feature<F>{}}, {Poisson{.rate = 2.5}, Poisson{.rate = 1.75}});
  Random random{2};
  KeepingTile kept(2, 1);
  std::array<LongSum, 2> exact;
  for (Index j = 0; j < million; ++j) {
    const auto count = static_cast<double>(random.below(6));
    table.add(0, count, kept.tile(), 0);
    exact[0].add(log_density(Poisson{.rate = 2.5}, count));
    exact[1].add(log_density(Poisson{.rate = 1.75}, count));
  }
  for (Index k = 0; k < 2; ++k)
    CHECK(ulp_error(kept.joint(k, 0), exact[static_cast<std::size_t>(k)].value()) <= 0.5001);
}

TEST_CASE("an infinite sum stays infinite") {
  KeepingTile kept(2, 1);
  for (const double term : {-1.0, -infinity, -3.0, -infinity, -1e308})
    add_term(kept.tile(), 0, 0, term);
  for (const double term : {-1e308, -1e308, 5.0}) add_term(kept.tile(), 1, 0, term);
  CHECK(kept.joint(0, 0) == -infinity);
  CHECK(kept.joint(1, 0) == -infinity);
}

namespace {

// Levels of two answers, of which every class has terms of one kind.
struct ManyLevels {
  Index columns;
  Index classes;
  std::vector<double> terms;  // columns x 2 x classes

  ManyLevels(Index width, Index of_classes) : columns(width), classes(of_classes) {
    Random random{3};
    for (Index j = 0; j < columns; ++j)
      for (Index level = 0; level < 2; ++level)
        for (Index k = 0; k < classes; ++k) terms.push_back(term_of(k, j, random));
  }
  [[nodiscard]] double term(Index j, Index level, Index k) const {
    return terms[static_cast<std::size_t>((2 * j + level) * classes + k)];
  }

  template <class T>
  [[nodiscard]] double worst_error(const LevelScores& scores, Index rows, Order order,
                                   Index missing_one_in) const {
    Random random{4};
    const Matrix<T> matrix(rows, columns, order, [&](Index, Index) {
      if (missing_one_in > 0 && random.below(static_cast<std::uint64_t>(missing_one_in)) == 0)
        return -1.0;
      return static_cast<double>(random.below(2));
    });
    std::vector<LongSum> exact(static_cast<std::size_t>(rows * classes));
    for (Index j = 0; j < columns; ++j)
      for (Index i = 0; i < rows; ++i)
        if (const auto level = static_cast<Index>(matrix.panel.at(i, j)); level >= 0)
          for (Index k = 0; k < classes; ++k)
            exact[static_cast<std::size_t>(i * classes + k)].add(term(j, level, k));
    double worst = 0;
    on_all_instructions([&] {
      KeepingTile kept(classes, rows);
      REQUIRE_FALSE(scores.add(matrix.panel, RowSpan{.count = rows}, kept.tile()));
      for (Index i = 0; i < rows; ++i)
        for (Index k = 0; k < classes; ++k)
          worst =
              std::max(worst, ulp_error(kept.joint(k, i),
                                        exact[static_cast<std::size_t>(i * classes + k)].value()));
    });
    return worst;
  }
};

}  // namespace

TEST_CASE("looked-up terms of a million columns are added to within four units in the last place") {
  const ManyLevels many(million, 4);
  const LevelScores scores(std::vector<Index>(million, 2), many.classes, many.terms);
  CHECK(many.worst_error<std::uint8_t>(scores, 2, Order::row_major, 0) <= most_ulp);
  CHECK(many.worst_error<std::int32_t>(scores, 2, Order::row_major, 50) <= most_ulp);
}

TEST_CASE("looked-up equal terms of any size are added to within four units in the last place") {
  const ManyLevels many(50000, 40);
  const LevelScores scores(std::vector<Index>(50000, 2), many.classes, many.terms);
  CHECK(many.worst_error<std::uint8_t>(scores, 1, Order::row_major, 0) <= most_ulp);
  CHECK(many.worst_error<std::int32_t>(scores, 1, Order::row_major, 0) <= most_ulp);
  CHECK(many.worst_error<double>(scores, 1, Order::column_major, 0) <= most_ulp);
  CHECK(many.worst_error<std::int64_t>(scores, 1, Order::separate_columns, 9) <= most_ulp);
}

namespace {

// What the kernels take for z: about a mean of 0 with this spread. Its rounding is that of a term,
// and no matter of sums.
long double square_of(double x, double spread) {
  const double z = x * (1 / spread);
  return static_cast<long double>(z) * z;
}
double spread_of(const Normal& d) { return std::numbers::sqrt2 * std::sqrt(d.variance); }

template <class Density>
struct ManyNumbers {
  Index features;
  std::vector<Density> densities;  // features x 2
  Matrix<double> matrix;           // two rows; cells may be missing in the second

  template <class DensityOf, class Number>
  ManyNumbers(Index width, const DensityOf& density, const Number& number)
      : features(width), densities(), matrix(2, width, Order::row_major, number) {
    for (Index j = 0; j < width; ++j)
      for (Index k = 0; k < 2; ++k) densities.push_back(density(j, k));
  }

  // The largest error on any instruction set.
  template <class Term>
  [[nodiscard]] double worst_error(Scale scale, const Term& term) const {
    const typename NormalKernel<Density>::Scores scores(densities, 2, {true, true}, scale);
    std::array<LongSum, 4> exact;
    for (Index j = 0; j < features; ++j)
      for (Index i = 0; i < 2; ++i)
        for (Index k = 0; k < 2; ++k)
          if (const double x = matrix.panel.at(i, j); x == x)
            exact[static_cast<std::size_t>(2 * i + k)].add(
                term(densities[static_cast<std::size_t>(2 * j + k)], x));
    double worst = 0;
    on_all_instructions([&] {
      KeepingTile kept(2, 2);
      REQUIRE_FALSE(scores.add(matrix.panel, RowSpan{.count = 2}, kept.tile()));
      for (Index i = 0; i < 2; ++i)
        for (Index k = 0; k < 2; ++k)
          worst = std::max(worst, ulp_error(kept.joint(k, i),
                                            exact[static_cast<std::size_t>(2 * i + k)].value()));
    });
    return worst;
  }
};

long double normal_term(const Normal& d, double x) {
  return -0.5 * (detail::log_two_pi + std::log(d.variance)) - square_of(x, spread_of(d));
}
// Of scale 1; it has been tested with the density.
long double student_norm(double degrees) {
  return detail::log_half_step(0.5 * degrees) -
         0.5L * std::log(2 * std::numbers::pi_v<long double>);
}

}  // namespace

TEST_CASE(
    "normal densities of a million columns are added to within four units in the last place") {
  Random random{5};
  const ManyNumbers<Normal> random_ones(
      million,
      [&](Index, Index) { return Normal{.mean = 0, .variance = 1 + 20 * random.uniform()}; },
      [&](Index i, Index) { return i == 1 && random.below(9) == 0 ? missing : random.normal(); });
  const ManyNumbers<Normal> large(
      million, [&](Index, Index k) { return Normal{.mean = 0, .variance = k == 0 ? 1.0 : 2.0}; },
      [](Index, Index) { return 0.99e151; });
  CHECK(random_ones.worst_error(Scale::plain, normal_term) <= most_ulp);
  CHECK(large.worst_error(Scale::plain, normal_term) <= most_ulp);
}

TEST_CASE("equal normal densities of any size are added to within four units in the last place") {
  for (Index at = 0; at < 25; ++at) {
    CAPTURE(at);
    const ManyNumbers<Normal> equal(
        20000,
        [&](Index, Index k) {
          return Normal{.mean = 0, .variance = 1 + 0.13 * static_cast<double>(2 * at + k)};
        },
        [&](Index, Index) { return 1.0 + 0.01 * static_cast<double>(at); });
    CHECK(equal.worst_error(Scale::plain, normal_term) <= most_ulp);
  }
}

TEST_CASE(
    "Student densities of a million columns are added to within four units in the last place") {
  Random random{6};
  const ManyNumbers<StudentT> many(
      million,
      [&](Index, Index k) {
        return StudentT{.degrees = k == 0 ? 3.0 : 5000.0, .scale = 1 + 4 * random.uniform()};
      },
      [&](Index i, Index) { return i == 1 && random.below(9) == 0 ? missing : random.normal(); });
  const std::array norms{student_norm(3), student_norm(5000)};
  CHECK(many.worst_error(Scale::plain, [&](const StudentT& d, double x) {
    const long double z = x / static_cast<long double>(d.scale);
    return norms[d.degrees == 3 ? 0 : 1] - std::log(static_cast<long double>(d.scale)) -
           0.5L * (static_cast<long double>(d.degrees) + 1) * std::log1p(z * z / d.degrees);
  }) <= most_ulp);
}

TEST_CASE("logarithms of a million cells are subtracted to within four units in the last place") {
  Random random{7};
  const ManyNumbers<Normal> many(
      million,
      [&](Index, Index) { return Normal{.mean = 0, .variance = 1 + 20 * random.uniform()}; },
      [&](Index i, Index) {
        return i == 1 && random.below(9) == 0 ? missing : std::exp(1 + random.normal());
      });
  const auto term = [](const Normal& d, double x) {
    const long double logarithm = std::log(static_cast<long double>(x));
    const long double z = logarithm / spread_of(d);
    return -0.5L * (detail::log_two_pi + std::log(d.variance)) - z * z - logarithm;
  };
  CHECK(many.worst_error(Scale::logarithm, term) <= most_ulp);
}

namespace {

constexpr Index kinds = 4;

// One document of as many words as the vocabulary has, each as often as its place says.
struct ManyWords {
  std::vector<std::uint64_t> offsets{0};
  std::vector<std::uint32_t> words;
  std::vector<double> counts;

  explicit ManyWords(Index vocabulary) {
    for (Index word = 0; word < vocabulary; ++word) {
      words.push_back(static_cast<std::uint32_t>(word));
      counts.push_back(static_cast<double>(1 + word % 3));
    }
    offsets.push_back(words.size());
  }
  [[nodiscard]] WordRows rows() const {
    return {.offsets = offsets.data(),
            .words = words.data(),
            .counts = counts.data(),
            .rows = 1,
            .vocabulary = std::ssize(words)};
  }
};

// Log probabilities need not sum to 1: the kernel looks up what it is given.
std::vector<Multinomial> word_densities(Index vocabulary) {
  Random random{8};
  std::vector<Multinomial> densities(kinds);
  for (Index k = 0; k < kinds; ++k)
    for (Index word = 0; word < vocabulary; ++word)
      densities[static_cast<std::size_t>(k)].probabilities.push_back(
          std::max(std::exp(term_of(k, word, random)), 1e-300));
  return densities;
}

double worst_error_of_words(const WordScores& scores, const WordRows& data,
                            const std::vector<LongSum>& exact) {
  KeepingTile kept(kinds, 1);
  if (scores.add(data, RowSpan{.count = 1}, kept.tile())) return infinity;
  double worst = 0;
  for (Index k = 0; k < kinds; ++k)
    worst =
        std::max(worst, ulp_error(kept.joint(k, 0), exact[static_cast<std::size_t>(k)].value()));
  return worst;
}

}  // namespace

TEST_CASE("words of a million are added to within four units in the last place") {
  const ManyWords document(million);
  const auto densities = word_densities(million);
  const WordScores scores(densities, std::vector<bool>(kinds, true));
  std::vector<LongSum> exact(kinds);
  for (std::size_t word = 0; word < document.counts.size(); ++word)
    for (std::size_t k = 0; k < kinds; ++k)
      exact[k].add(static_cast<long double>(document.counts[word]) *
                   std::log(densities[k].probabilities[word]));
  on_all_instructions(
      [&] { CHECK(worst_error_of_words(scores, document.rows(), exact) <= most_ulp); });
}

TEST_CASE("compound densities of a million words keep their digits") {
  const ManyWords document(million);
  Random random{9};
  CompoundMultinomial density;
  for (Index word = 0; word < million; ++word) density.weights.push_back(0.1 + random.uniform());
  const std::vector<CompoundMultinomial> densities{density};
  const WordScores scores(densities, {true});
  LongSum exact, weight, tokens;
  for (std::size_t word = 0; word < document.counts.size(); ++word) {
    for (int i = 0; i < static_cast<int>(document.counts[word]); ++i)
      exact.add(std::log(static_cast<long double>(density.weights[word]) + i));
    weight.add(density.weights[word]);
    tokens.add(document.counts[word]);
  }
  const long double length =
      std::lgamma(weight.value() + tokens.value()) - std::lgamma(weight.value());
  on_all_instructions([&] {
    KeepingTile kept(1, 1);
    REQUIRE_FALSE(scores.add(document.rows(), RowSpan{.count = 1}, kept.tile()));
    const long double error = std::abs(kept.joint(0, 0) - (exact.value() - length));
    CHECK(static_cast<double>(error / length) <= most_ulp * 1.2e-16);
  });
}
