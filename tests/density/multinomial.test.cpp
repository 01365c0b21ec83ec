#include <credence/density/multinomial.hpp>

#include <doctest/doctest.h>

using namespace credence;

TEST_CASE("the density of a document is that of its ordered tokens") {
  const Multinomial d{.probabilities = {0.5, 0.25, 0.25}};

  CHECK(log_density(d, {{0, 2}, {2, 1}}) == doctest::Approx(-4 * std::log(2.0)).epsilon(1e-15));
  CHECK(log_density(d, {}) == 0);
}

TEST_CASE("a word without probability makes a document impossible unless it does not occur") {
  const Multinomial d{.probabilities = {1, 0}};

  CHECK(log_density(d, {{0, 3}, {1, 1}}) == -detail::infinity);
  CHECK(log_density(d, {{0, 3}, {1, 0}}) == 0);
  CHECK(log_density(d, {{2, 1}}) == -detail::infinity);
  CHECK(log_density(d, {{0, -1}}) == -detail::infinity);
}

TEST_CASE("a drawn document has the fixed number of tokens") {
  const Multinomial d{.probabilities = {0.5, 0.25, 0.25}};
  Random random{3};

  CHECK(length(draw(d, random)) == drawn_length);
  CHECK(draw(Multinomial{}, random).empty());
}

TEST_CASE("each token of the compound density is drawn with the weights of those before") {
  const CompoundMultinomial d{.weights = {1, 2}};

  // 1/3 * 2/4 * 2/5 for the tokens 0, 0, 1
  CHECK(log_density(d, {{0, 2}, {1, 1}}) == doctest::Approx(std::log(1.0 / 15)).epsilon(1e-14));
  CHECK(log_density(d, {}) == 0);
}

TEST_CASE("for a single token the compound density is the share of the weight") {
  const CompoundMultinomial d{.weights = {1, 2, 5}};

  CHECK(log_density(d, {{2, 1}}) == doctest::Approx(std::log(5.0 / 8)).epsilon(1e-15));
}

TEST_CASE("a word beyond the weights is impossible") {
  CHECK(log_density(CompoundMultinomial{.weights = {1}}, {{1, 1}}) == -detail::infinity);
}
