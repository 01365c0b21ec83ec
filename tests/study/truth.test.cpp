// Truths to simulate from: one draw of every parameter from what is believed of it.
#include <credence/study/simulation.hpp>

#include <credence/detail/predict/typed_table.hpp>
#include <credence/family/dirichlet_categorical.hpp>
#include <credence/family/gamma_poisson.hpp>
#include <credence/family/normal_inverse_gamma.hpp>
#include <credence/family/tied_normal.hpp>

#include <doctest/doctest.h>

#include <cmath>

#include "support/every_family.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

using Truth = Estimates;

// Two classes with one column.
Schema two_classes(ColumnSchema column, ClassPrior class_prior = {}) {
  Schema schema = schema_of({std::move(column)}, std::move(class_prior));
  schema.classes = {"a", "b"};
  return schema;
}

ColumnSchema normal_column(PriorSpec prior) {
  return {.name = "size", .family = "normal", .prior = std::move(prior)};
}

// The densities of the only block.
template <class F>
auto densities_of(const Truth& truth) {
  using Likelihoods = std::vector<typename F::Likelihood>;
  Likelihoods found;
  typed_table<F>(*truth.tables.front()).visit([&found](const auto& densities) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(densities)>, Likelihoods>)
      found = densities;
  });
  return found;
}

struct Moment {
  double sum = 0, squares = 0, count = 0;
  void add(double x) {
    sum += x;
    squares += x * x;
    count += 1;
  }
  [[nodiscard]] double mean() const { return sum / count; }
  [[nodiscard]] double standard_error() const {
    return std::sqrt((squares / count - mean() * mean()) / count);
  }
};

}  // namespace

TEST_CASE("a truth drawn from the prior has the prior's mean") {
  const Schema schema = two_classes(
      {.name = "visits", .family = "poisson", .prior = numbers({{"shape", 3.0}, {"rate", 2.0}})},
      {.weights = {1, 3}});
  Moment rate, share;
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const Truth truth = drawn_truth(before_data(schema), seed);
    rate.add(densities_of<GammaPoisson>(truth)[1].rate);
    share.add(std::exp(truth.log_class_probabilities[1]));
  }
  CHECK(std::abs(rate.mean() - 1.5) < 5 * rate.standard_error());
  CHECK(std::abs(share.mean() - 0.75) < 5 * share.standard_error());
}

TEST_CASE("a truth drawn from a posterior has the posterior's mean") {
  Schema schema = two_classes(
      {.name = "visits", .family = "poisson", .prior = numbers({{"shape", 3.0}, {"rate", 2.0}})});
  const ModelPosterior posterior = learned(schema, "visits,class\n4,a\n6,a\n0,b\n");
  Moment rate;
  for (std::uint64_t seed = 1; seed <= 2000; ++seed)
    rate.add(densities_of<GammaPoisson>(drawn_truth(posterior, seed))[0].rate);
  CHECK(std::abs(rate.mean() - 13.0 / 4) < 5 * rate.standard_error());
}

TEST_CASE("cells that are tied share their variance, and no others do") {
  for (const Tying tying : all_tyings) {
    CAPTURE(std::string(to_string(tying)));
    const Truth truth = drawn_truth(before_data(two_classes(tied_block("sizes", tying))), 1);
    const auto cells = densities_of<TiedNormalInverseGammaNormal>(truth);
    REQUIRE(cells.size() == 2);
    CHECK((cells[0].variances == cells[1].variances) == ties_classes(tying));
    // Of columns that share one spread, in the ratio of the scales: 2 to 50, or the same.
    const double ratio = ties_columns(tying) && !in_units_of_spreads(tying) ? 1 : 25;
    const bool in_ratio = std::abs(cells[0].variances[1] / cells[0].variances[0] - ratio) < 1e-9;
    CHECK(in_ratio == ties_columns(tying));
    CHECK(cells[0].means != cells[1].means);
  }
}

TEST_CASE("means of tied cells spread around their prior as the variance and its weight say") {
  const Schema schema = two_classes(tied_block("sizes", Tying::classes));
  Moment squares;
  for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
    const auto cells =
        densities_of<TiedNormalInverseGammaNormal>(drawn_truth(before_data(schema), seed));
    const double away = cells[1].means[0] - 1;
    squares.add(away * away / (cells[1].variances[0] / 0.5));
  }
  CHECK(std::abs(squares.mean() - 1) < 5 * squares.standard_error());
}

TEST_CASE("the seed decides a truth") {
  const ModelPosterior prior = before_data(schema_of_every_family());
  const auto sizes = [&](std::uint64_t seed) {
    return drawn_truth(prior, seed).log_class_probabilities;
  };
  CHECK(sizes(1) == sizes(1));
  CHECK(sizes(1) != sizes(2));
}

TEST_CASE("class probabilities that are given are not drawn") {
  const Schema schema = two_classes(
      normal_column(numbers({{"mean", 0.0}, {"mean_weight", 1.0}, {"shape", 2.0}, {"scale", 1.0}})),
      given_classes({{"a", 0.25}, {"b", 0.75}}));
  const Truth truth = drawn_truth(before_data(schema), 1);
  CHECK(truth.log_class_probabilities == Doubles{std::log(0.25), std::log(0.75)});
  CHECK(truth.most_frequent == 1);
}

TEST_CASE("a prior in words cannot be drawn from without data, and can with them") {
  for (const char* rule : {"auto", "auto3", "empirical"}) {
    CAPTURE(std::string(rule));
    const Schema schema = two_classes(normal_column(word(rule)));
    CHECK_THROWS_WITH_AS((void)drawn_truth(before_data(schema), 1),
                         doctest::Contains("takes numbers from data, and there are none"), Error);
    const ModelPosterior posterior = learned(schema, "size,class\n1,a\n2,a\n4,b\n9,b\n5,b\n");
    CHECK(densities_of<NormalInverseGammaNormal>(drawn_truth(posterior, 1)).size() == 2);
  }
}

TEST_CASE("a prior in words that need no data can be drawn from") {
  for (const char* family : {"bernoulli", "geometric"}) {
    CAPTURE(std::string(family));
    const Schema schema = two_classes({.name = "x", .family = family, .prior = word("auto")});
    CHECK(drawn_truth(before_data(schema), 1).tables.size() == 1);
  }
  const Schema levels = two_classes(
      {.name = "x", .family = "categorical", .prior = word("auto"), .levels = {"p", "q"}});
  CHECK(densities_of<DirichletCategorical>(drawn_truth(before_data(levels), 1)).size() == 2);
}

TEST_CASE("units and frequencies that come from data are missed without them") {
  ColumnSchema block = tied_block("sizes", Tying::all);
  block.prior = numbers({{"mean", 0.0}, {"mean_weight", 1.0}, {"shape", 2.0}, {"scale", 1.0}});
  CHECK_THROWS_WITH_AS((void)drawn_truth(before_data(two_classes(block)), 1),
                       doctest::Contains("column 'sizes': its prior takes numbers from data"),
                       Error);
  const Schema frequencies = two_classes({.name = "x", .family = "bernoulli"}, class_frequencies());
  CHECK_THROWS_WITH_AS((void)drawn_truth(before_data(frequencies), 1),
                       doctest::Contains("column 'class': its prior takes numbers from data"),
                       Error);
}

TEST_CASE("classes and levels that nobody lists cannot be drawn") {
  const Schema no_classes = schema_of({{.name = "city", .family = "bernoulli"}});
  CHECK_THROWS_WITH_AS((void)drawn_truth(before_data(no_classes), 1),
                       doctest::Contains("list them in the schema under 'classes'"), Error);
  const Schema no_levels = two_classes({.name = "city", .family = "categorical"});
  CHECK_THROWS_WITH_AS((void)drawn_truth(before_data(no_levels), 1),
                       doctest::Contains("list them in the schema under 'levels'"), Error);
}
