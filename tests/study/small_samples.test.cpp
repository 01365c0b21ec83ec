// What docs/explanation/small_samples.md says of the estimators, on data of other seeds than the
// example's and
// from the densities of single cells: no model, table or kernel takes part.
#include <credence/base/special.hpp>
#include <credence/base/sum.hpp>
#include <credence/family/dirichlet_multinomial.hpp>
#include <credence/family/normal_inverse_gamma.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cmath>

using namespace credence;

namespace {

// Mean log loss of each reader.
template <std::size_t readers>
struct Losses {
  std::array<CompensatedSum, readers> sums{};
  double rows = 0;

  template <std::size_t classes>
  void add(std::size_t reader, const std::array<double, classes>& log_joint, std::size_t truth) {
    sums[reader].add(log_sum_exp(std::span<const double>(log_joint)) - log_joint[truth]);
    if (reader == 0) rows += 1;
  }
  [[nodiscard]] double of(std::size_t reader) const { return sums[reader].value() / rows; }
};

constexpr std::size_t features = 10;
enum Reader { likelihood, mode_of, mean_of, predictive, truth, readers };

struct Column {
  std::array<Normal, 2> drawn{};
  std::array<Moments, 2> seen{};
};

std::array<Column, features> draw_columns(int rows_each, Random& random) {
  std::array<Column, features> columns;
  for (Column& column : columns)
    for (std::size_t klass = 0; klass < 2; ++klass) {
      column.drawn[klass] = {.mean = 0.55 * random.normal(),
                             .variance = std::exp(0.5 * random.normal())};
      for (int row = 0; row < rows_each; ++row)
        column.seen[klass].observe(draw(column.drawn[klass], random));
    }
  return columns;
}

std::array<double, readers> log_densities(const Column& column, std::size_t klass, double x) {
  using Family = NormalInverseGammaNormal;
  Moments pooled = column.seen[0];
  pooled.merge(column.seen[1]);
  const auto after = posterior(Family::automatic(Automatic::unit, pooled), column.seen[klass]);
  return {log_density(Family::maximum_likelihood(column.seen[klass]), x),
          log_density(Family::maximum_a_posteriori(after), x),
          log_density(Family::posterior_mean(after), x), log_density(Family::predictive(after), x),
          log_density(column.drawn[klass], x)};
}

Losses<readers> study_numbers(int rows_each, std::uint64_t seed) {
  Losses<readers> losses;
  Random random{seed};
  for (int repetition = 0; repetition < 100; ++repetition) {
    const auto columns = draw_columns(rows_each, random);
    for (std::size_t row = 0; row < 40; ++row) {
      const std::size_t right = row % 2;
      std::array<std::array<double, 2>, readers> joint{};
      for (const Column& column : columns) {
        const double x = draw(column.drawn[right], random);
        for (std::size_t klass = 0; klass < 2; ++klass) {
          const auto logs = log_densities(column, klass, x);
          for (std::size_t reader = 0; reader < readers; ++reader)
            joint[reader][klass] += logs[reader];
        }
      }
      for (std::size_t reader = 0; reader < readers; ++reader)
        losses.add(reader, joint[reader], right);
    }
  }
  return losses;
}

constexpr std::size_t words = 300;
constexpr std::size_t classes = 4;
enum WordReader { added, laplace, compound, pooled_mean, pooled_compound, word_readers };

WordCounts draw_document(const std::vector<double>& rates, int length, Random& random) {
  std::vector<std::uint32_t> tokens;
  for (int i = 0; i < length; ++i)
    tokens.push_back(static_cast<std::uint32_t>(random.index(rates)));
  return count_words(tokens);
}

std::array<double, word_readers> log_densities(const WordTotals& seen, const Dirichlet& pooled,
                                               const WordCounts& document) {
  using Family = DirichletMultinomial;
  const auto under = [&](double each) {
    return posterior(expand(Dirichlet::Symmetric{.each = each}, words), seen);
  };
  const Dirichlet one = under(1);
  const Dirichlet after = posterior(pooled, seen);
  return {log_density(Family::posterior_mean(under(1e-10)), document),
          log_density(Family::posterior_mean(one), document),
          log_density(Family::predictive(one), document),
          log_density(Family::posterior_mean(after), document),
          log_density(Family::predictive(after), document)};
}

// Weights of total 300, in the proportions of the words of all classes, each used once more.
Dirichlet pooled_prior(const std::array<WordTotals, classes>& seen) {
  std::vector<double> weights(words, 1.0);
  for (const WordTotals& totals : seen)
    for (std::size_t word = 0; word < totals.counts.size(); ++word)
      weights[word] += totals.counts[word];
  const double scale = 300 / compensated_sum(weights);
  for (double& weight : weights) weight *= scale;
  return {.weights = std::move(weights)};
}

Losses<word_readers> study_words(int documents, int length, std::uint64_t seed) {
  Losses<word_readers> losses;
  Random random{seed};
  for (int repetition = 0; repetition < 40; ++repetition) {
    std::vector<double> around = random.dirichlet(std::vector<double>(words, 0.5));
    for (double& weight : around) weight *= 300;
    std::array<std::vector<double>, classes> rates;
    std::array<WordTotals, classes> seen;
    for (std::size_t klass = 0; klass < classes; ++klass) {
      rates[klass] = random.dirichlet(around);
      for (int i = 0; i < documents; ++i)
        seen[klass].observe(draw_document(rates[klass], 50, random));
    }
    const Dirichlet pooled = pooled_prior(seen);
    for (std::size_t row = 0; row < 5 * classes; ++row) {
      const WordCounts document = draw_document(rates[row % classes], length, random);
      std::array<std::array<double, classes>, word_readers> joint{};
      for (std::size_t klass = 0; klass < classes; ++klass) {
        const auto logs = log_densities(seen[klass], pooled, document);
        for (std::size_t reader = 0; reader < word_readers; ++reader)
          joint[reader][klass] = logs[reader];
      }
      for (std::size_t reader = 0; reader < word_readers; ++reader)
        losses.add(reader, joint[reader], row % classes);
    }
  }
  return losses;
}

}  // namespace

TEST_CASE("on few rows each estimator of numbers beats the one before it") {
  for (const int rows : {3, 5, 10}) {
    CAPTURE(rows);
    const Losses<readers> losses = study_numbers(rows, 20261121);
    CHECK(losses.of(likelihood) > losses.of(mode_of));
    CHECK(losses.of(mode_of) > losses.of(mean_of));
    CHECK(losses.of(mean_of) > losses.of(predictive));
    CHECK(losses.of(predictive) > losses.of(truth));
  }
}

TEST_CASE("on three rows the estimators of numbers lie far apart, on a hundred together") {
  const Losses<readers> few = study_numbers(3, 1);
  CHECK(few.of(likelihood) > 10);
  CHECK(few.of(mode_of) > 2);
  CHECK(few.of(mean_of) > 1);
  CHECK(few.of(predictive) < 0.8);
  CHECK(few.of(predictive) > 2 * few.of(truth));

  const Losses<readers> many = study_numbers(100, 1);
  for (const Reader reader : {mode_of, mean_of, predictive}) {
    CAPTURE(reader);
    CHECK(std::abs(many.of(reader) - many.of(likelihood)) < 0.005);
  }
  CHECK(many.of(predictive) < many.of(truth) + 0.04);
}

TEST_CASE("of one long document the compound distribution and a pooled prior know more") {
  const Losses<word_readers> losses = study_words(1, 200, 1);

  CHECK(losses.of(added) > 10 * losses.of(laplace));
  CHECK(losses.of(laplace) > 1.5 * losses.of(compound));
  CHECK(losses.of(laplace) > 1.5 * losses.of(pooled_mean));
  CHECK(losses.of(compound) > losses.of(pooled_compound));
  CHECK(losses.of(pooled_mean) > losses.of(pooled_compound));
}

TEST_CASE("of short documents plug-in and compound say nearly the same") {
  const Losses<word_readers> losses = study_words(1, 20, 1);

  CHECK(losses.of(laplace) > losses.of(compound));
  CHECK(losses.of(laplace) < 1.15 * losses.of(compound));
  CHECK(losses.of(compound) > losses.of(pooled_compound));
}
