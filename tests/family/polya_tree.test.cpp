#include <credence/family/polya_tree.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "support/relative.hpp"
#include "support/throws.hpp"

using namespace credence;
using testing::throws_error;

namespace {

using Doubles = std::vector<double>;

ValueHistogram seen_of(std::initializer_list<double> numbers, double weight = 1) {
  ValueHistogram result;
  for (const double number : numbers) result.observe(number, weight);
  return result;
}

Doubles each_leaf(const PolyaTree& d) { return credence::detail::leaf_probabilities(d); }

}  // namespace

TEST_CASE("a tree of four leaves learns branch by branch") {
  const PolyaTreePrior prior{.c = 1, .depth = 2, .edges = {0, 1, 2, 3, 4}};
  const ValueHistogram seen = seen_of({0.5, 0.25, 1.5, 3.5});

  const PolyaTreePrior after = posterior(prior, seen);
  const PolyaTree mean = PolyaTreeNumbers::posterior_mean(after);

  CHECK(after.counts == Doubles{2, 1, 0, 1});
  // Above: Beta(1 + 3, 1 + 1). Below: Beta(4 + 2, 4 + 1) and Beta(4, 4 + 1).
  CHECK(mean.shares == Doubles{4.0 / 6, 6.0 / 11, 4.0 / 9});
  CHECK(std::exp(log_density(mean, 0.5)) == doctest::Approx(4.0 / 6 * 6 / 11).epsilon(1e-15));
  // The halves of four leaves first, then of two: 1/2 2/3 3/4 1/5 and 1/2 5/9 4/10, 1/2.
  const double halves = 1.0 / 2 * 2 / 3 * 3 / 4 * 1 / 5;
  const double quarters = 4.0 / 8 * 5 / 9 * 4 / 10 * 4 / 8;
  CHECK(std::exp(log_evidence(prior, seen)) == doctest::Approx(halves * quarters).epsilon(1e-14));
}

TEST_CASE("estimates of a tree that do not exist say why") {
  const PolyaTreePrior prior{.c = 1, .depth = 2, .edges = {0, 1, 2, 3, 4}};
  CHECK(throws_error([&] { return PolyaTreeNumbers::maximum_likelihood(prior, {}); },
                     ErrorCode::undefined, "family 'polya_tree'"));
  CHECK(throws_error([&] { return PolyaTreeNumbers::maximum_a_posteriori(prior); },
                     ErrorCode::undefined,
                     "a branch of the tree: a Beta density with ones 1 and zeros 1 is flat"));

  const ValueHistogram seen = seen_of({0.5});
  CHECK(each_leaf(PolyaTreeNumbers::maximum_likelihood(prior, seen)) == Doubles{1, 0, 0, 0});
  // Beta(2, 1), Beta(5, 4) and Beta(4, 4) have their modes at 1, 4/7 and a half.
  CHECK(PolyaTreeNumbers::maximum_a_posteriori(posterior(prior, seen)).shares ==
        Doubles{1, 4.0 / 7, 0.5});
}

TEST_CASE("ends hold all numbers, and no ends leave the outer leaves to a normal density") {
  const PolyaTree closed{.shares = {0.25}, .edges = {0, 18, 90}};
  const double impossible = -std::numeric_limits<double>::infinity();
  CHECK(log_density(closed, -0.1) == impossible);
  CHECK(log_density(closed, 90.1) == impossible);
  CHECK(std::exp(log_density(closed, 0)) == testing::relative(0.25 / 18, 1e-13));
  CHECK(std::exp(log_density(closed, 18)) == testing::relative(0.25 / 18, 1e-13));
  CHECK(std::exp(log_density(closed, 90)) == testing::relative(0.75 / 72, 1e-13));

  // At the cut between two tails of a standard normal, each has twice its density.
  const PolyaTree open{.shares = {0.25}, .mean = 0, .sd = 1, .edges = {0}};
  CHECK(std::exp(log_density(open, -1)) ==
        testing::relative(0.25 * 2 * std::exp(-0.5) / std::sqrt(2 * 3.141592653589793), 1e-13));
  CHECK(log_density(open, 1e200) == impossible);
  CHECK(std::isfinite(log_density(open, 1e150)));
}

TEST_CASE("a number outside of both ends cannot be learned") {
  const PolyaTreePrior prior{.depth = 1, .edges = {0, 18, 90}};
  CHECK(throws_error(
      [&] {
        return posterior(prior, seen_of({17, 95}));
      },
      ErrorCode::domain, "from 0 to 90, but 95 was seen; widen 'edges'"));
  CHECK(throws_error([&] { return log_evidence(prior, seen_of({-1})); }, ErrorCode::domain,
                     "-1 was seen"));
}

TEST_CASE("a tree is found around the mean of a column, its cuts between the numbers") {
  // Mean 4, variance 66 / 5: quarters are cut at 4 and 4 -+ 2.45.
  const PolyaTreePrior tree = PolyaTreeNumbers::automatic(PolyaTreePrior::Known{.c = 2, .depth = 2},
                                                          seen_of({0, 1, 3, 6, 10}));
  CHECK(tree.c == 2);
  CHECK(tree.depth == 2);
  CHECK(tree.mean == doctest::Approx(4).epsilon(1e-15));
  CHECK(tree.sd == doctest::Approx(std::sqrt(13.2)).epsilon(1e-15));
  CHECK(tree.edges == Doubles{2, 4.5, 8});
  CHECK(tree.counts.empty());
}

TEST_CASE("a tree has as many levels as its cuts stay apart") {
  // Quarters of 1, 2, 3 are cut at 1.45, 2 and 2.55: the last two between 2 and 3.
  const PolyaTreePrior three = PolyaTreeNumbers::automatic(Automatic::unit, seen_of({1, 2, 3}, 10));
  CHECK(three.depth == 1);
  CHECK(three.edges == Doubles{2.5});
  ValueHistogram many;
  for (int i = 0; i < 2000; ++i) many.observe(std::sin(i) + 0.3 * std::sin(7.7 * i));
  CHECK(PolyaTreeNumbers::automatic(Automatic::unit, many).depth == 6);
  CHECK(PolyaTreeNumbers::automatic(PolyaTreePrior::Known{.depth = 3}, many).depth == 3);
}

TEST_CASE("a tree of whole numbers gives the sum over them the probability of its leaves") {
  ValueHistogram ages;
  for (int i = 0; i < 500; ++i) ages.observe(40 + std::floor(12 * std::sin(i * 1.7)));
  const PolyaTreePrior prior = PolyaTreeNumbers::automatic(Automatic::unit, ages);
  const PolyaTree found = PolyaTreeNumbers::predictive(posterior(prior, ages));
  double sum = 0;
  for (int x = 0; x <= 80; ++x)
    if (x > prior.edges.front() && x < prior.edges.back()) sum += std::exp(log_density(found, x));
  const Doubles leaves = each_leaf(found);
  CHECK(sum == doctest::Approx(1 - leaves.front() - leaves.back()).epsilon(1e-13));
}

TEST_CASE("the tree of a column scales with it, also where squares are no doubles") {
  const PolyaTreePrior small = PolyaTreeNumbers::automatic(Automatic::unit, seen_of({1, 2, 4, 7}));
  const PolyaTreePrior large =
      PolyaTreeNumbers::automatic(Automatic::unit, seen_of({1e200, 2e200, 4e200, 7e200}));
  CHECK(large.depth == small.depth);
  CHECK(large.sd == doctest::Approx(1e200 * small.sd));
  CHECK(std::isfinite(log_evidence(large, seen_of({1e200, 7e200}))));
}

// By hand: the squares of -29, -12, -6, 31 and 54 are on average 979.6, their mean is 7.6. Numbers
// around 1e15 are eighths, so that the mean is rounded.
TEST_CASE("the spread of a column far from 0 is that around its mean before rounding") {
  const PolyaTreePrior far = PolyaTreeNumbers::automatic(
      Automatic::unit, seen_of({1e15 - 29, 1e15 - 12, 1e15 - 6, 1e15 + 31, 1e15 + 54}));
  CHECK(far.sd == testing::relative(std::sqrt(979.6 - 7.6 * 7.6), 1e-13));
}

TEST_CASE("columns without two different numbers have no tree") {
  CHECK(throws_error([] { return PolyaTreeNumbers::automatic(Automatic::unit, {}); },
                     ErrorCode::undefined, "polya_tree"));
  CHECK(throws_error(
      [] {
        return PolyaTreeNumbers::automatic(Automatic::unit, seen_of({3, 3}));
      },
      ErrorCode::undefined, "values that differ"));
  for (const double depth : {0.0, 0.5, 17.0})
    CHECK(throws_error(
        [&] {
          return PolyaTreeNumbers::automatic(PolyaTreePrior::Known{.depth = depth},
                                             seen_of({1, 2}));
        },
        ErrorCode::domain, "whole 'depth' from 1 to 16"));
}

TEST_CASE("numbers that spread over too much of the range of double have no tree") {
  for (const double most : {1.6e308, 1e308})
    CHECK(throws_error(
        [&] {
          return PolyaTreeNumbers::automatic(Automatic::unit, seen_of({-most, most}));
        },
        ErrorCode::undefined, "divided by a power of ten"));
  const PolyaTreePrior tree =
      PolyaTreeNumbers::automatic(Automatic::unit, seen_of({-1e307, 1e306, 1e307}));
  CHECK_NOTHROW(check(tree));
}

TEST_CASE("a tree whose edges or counts do not fit its depth is refused") {
  CHECK(throws_error(
      [] {
        check(PolyaTreePrior{.depth = 2, .edges = {0, 1, 2}});
      },
      ErrorCode::shape, "4 leaves and 3 edges; give 5, both ends among them"));
  CHECK(throws_error(
      [] {
        check(PolyaTreePrior{.depth = 2, .sd = 1, .edges = {0, 1}});
      },
      ErrorCode::shape, "give 3 cuts"));
  CHECK(throws_error(
      [] {
        check(PolyaTreePrior{.depth = 1, .edges = {0, 1, 2}, .counts = {1}});
      },
      ErrorCode::shape, "2 leaves and 1 count"));
  CHECK(throws_error(
      [] {
        check(PolyaTree{.shares = {0.5, 0.5}, .edges = {0, 1, 2, 3}});
      },
      ErrorCode::shape, "1, 3, 7"));
}

TEST_CASE("how sure a log density is follows from the branches above its leaf") {
  const PolyaTreePrior after =
      posterior({.c = 1, .depth = 2, .edges = {0, 1, 2, 3, 4}}, seen_of({0.5, 0.25, 1.5, 3.5}));
  Random random{3};
  double sum = 0;
  double squares = 0;
  const int draws = 100000;
  for (int i = 0; i < draws; ++i) {
    const double log = log_density(PolyaTreeNumbers::likelihood(after, draw(after, random)), 1.5);
    sum += log / draws;
    squares += log * log / draws;
  }
  const TermMoments found = PolyaTreeNumbers::term_moments(after, 1.5);
  CHECK(found.mean == testing::relative(sum, 0.01));
  CHECK(found.variance == testing::relative(squares - sum * sum, 0.03));
}
