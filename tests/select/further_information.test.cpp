// Mutual information of the families with a known constant, and of histograms.
#include <credence/select/density_information.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "support/relative.hpp"

using namespace credence;

namespace {

template <class D>
double information_of(const std::vector<double>& probabilities, const std::vector<D>& densities) {
  return mutual_information(probabilities, std::span<const D>(densities));
}

// By the definition, over equal steps of some scale: `at(t)` is a number and its derivative.
template <class D, class At>
double by_definition(const std::vector<double>& probabilities, const std::vector<D>& densities,
                     double from, double to, At&& at) {
  const int steps = 400000;
  const double step = (to - from) / steps;
  double sum = 0;
  for (int i = 0; i < steps; ++i) {
    const auto [x, slope] = at(from + (i + 0.5) * step);
    double mixture = 0;
    for (std::size_t c = 0; c < densities.size(); ++c)
      mixture += probabilities[c] * std::exp(log_density(densities[c], x));
    if (!(mixture > 0)) continue;
    for (std::size_t c = 0; c < densities.size(); ++c) {
      const double log = log_density(densities[c], x);
      sum += step * slope * probabilities[c] * std::exp(log) * (log - std::log(mixture));
    }
  }
  return sum;
}

const auto plain = [](double t) { return std::pair(t, 1.0); };
const auto exponential = [](double t) { return std::pair(std::exp(t), std::exp(t)); };

}  // namespace

TEST_CASE("information of Gammas and compound Gammas is the integral that defines it") {
  const std::vector<double> equal{0.3, 0.7};
  for (const double shape : {0.2, 1.0, 3.0, 200.0}) {
    CAPTURE(shape);
    const std::vector<Gamma> gammas{{shape, 1}, {1.5 * shape, 1.2}};
    CHECK(information_of(equal, gammas) ==
          doctest::Approx(by_definition(equal, gammas, -250, 12, exponential)).epsilon(1e-9));
    const std::vector<CompoundGamma> compounds{{shape, 3, 1}, {1.5 * shape, 8, 2.5}};
    CHECK(information_of(equal, compounds) ==
          doctest::Approx(by_definition(equal, compounds, -250, 25, exponential)).epsilon(1e-9));
  }
}

TEST_CASE("information of Gammas of shape 1 is that of exponentials and Lomax densities") {
  CHECK(information_of<Gamma>({0.4, 0.6}, {{1, 2}, {1, 0.1}}) ==
        doctest::Approx(information_of<Exponential>({0.4, 0.6}, {{2}, {0.1}})).epsilon(1e-11));
  CHECK(information_of<CompoundGamma>({0.4, 0.6}, {{1, 2, 3}, {1, 0.5, 9}}) ==
        doctest::Approx(information_of<Lomax>({0.4, 0.6}, {{2, 3}, {0.5, 9}})).epsilon(1e-10));
}

TEST_CASE("information of one success is that of geometric densities") {
  CHECK(information_of<Pascal>({0.4, 0.6}, {{1, 0.2}, {1, 0.7}}) ==
        doctest::Approx(information_of<Geometric>({0.4, 0.6}, {{0.2}, {0.7}})).epsilon(1e-12));
  CHECK(information_of<CompoundNegativeBinomial>({0.4, 0.6}, {{2, 3, 1}, {4, 9, 1}}) ==
        doctest::Approx(information_of<CompoundGeometric>({0.4, 0.6}, {{2, 3}, {4, 9}}))
            .epsilon(1e-11));
}

TEST_CASE("information of many successes does not miss a peak far from 0") {
  // Both are nearly normal: means 9e4 and 9.2e4, standard deviations of some 950.
  const std::vector<Pascal> counts{{1e4, 0.1}, {1e4, 1 / 10.2}};
  const double told = information_of({0.5, 0.5}, counts);

  const std::vector<Normal> bells{{mean(counts[0]), variance(counts[0])},
                                  {mean(counts[1]), variance(counts[1])}};
  CHECK(told == testing::relative(information_of({0.5, 0.5}, bells), 1e-2));
}

TEST_CASE("numbers of a shape of millions keep the digits of their information") {
  // Integrals of mpmath at 45 digits, over whole and other numbers alike.
  using testing::relative;
  CHECK(information_of<Gamma>({0.25, 0.75}, {{1e8, 1}, {1e8, 1.0001}}) ==
        relative(0.085442576509041436314, 1e-10));
  CHECK(information_of<CompoundGamma>({0.25, 0.75}, {{1e8, 1e10, 100}, {1e8, 1e10, 100.01}}) ==
        relative(0.084670861863212269183, 1e-10));
  CHECK(information_of<NegativeBinomial>({0.25, 0.75}, {{1e10, 10}, {1e10, 9.9997}}) ==
        relative(0.071085449328243878961, 1e-10));
  CHECK(information_of<Pascal>({0.25, 0.75}, {{1e10, 0.9}, {1e10, 0.900003}}) ==
        relative(0.093994086996480673194, 1e-10));
}

TEST_CASE("counts before very many successes keep the digits of their information") {
  const auto law_of = [](double ones, double zeros) {
    const detail::Share share = detail::share(ones, zeros);
    return Pascal{.successes = 1e16, .probability = share.probability, .residue = share.residue};
  };
  // Sums of the probabilities of ones / (ones + zeros), mpmath at 80 digits.
  CHECK(information_of<Pascal>({0.25, 0.75}, {law_of(3e17, 75), law_of(2e17, 100)}) ==
        testing::relative(0.13293755529667081053, 1e-12));
}

TEST_CASE("information of directions is the integral over the circle") {
  const std::vector<double> probabilities{0.3, 0.5, 0.2};
  const double pi = std::numbers::pi;
  for (const double k : {0.01, 1.0, 40.0, 3000.0}) {
    CAPTURE(k);
    const std::vector<VonMises> winds{{3, k}, {-3, 2 * k}, {0.5, 0.5 * k}};
    CHECK(information_of(probabilities, winds) ==
          doctest::Approx(by_definition(probabilities, winds, -pi, pi, plain)).epsilon(1e-8));
    const std::vector<CompoundVonMises> next{{3, 5, k}, {-3, 1, k}, {0.5, 100, k}};
    CHECK(information_of(probabilities, next) ==
          doctest::Approx(by_definition(probabilities, next, -pi, pi, plain)).epsilon(1e-8));
  }
}

TEST_CASE("information of sharp directions is that of normals") {
  CHECK(information_of<VonMises>({0.5, 0.5}, {{1, 1e6}, {1.001, 1e6}}) ==
        doctest::Approx(information_of<Normal>({0.5, 0.5}, {{0, 1}, {1, 1}})).epsilon(1e-5));
  // Wherever they lie, the ends of the turn among them; a blunt class beside a sharp one.
  for (const double k : {2e8, 1e11, 1e14})
    for (const double at : {1.0, -1.0, 0.0, -0.4 / std::sqrt(k), std::numbers::pi}) {
      CAPTURE(k);
      CAPTURE(at);
      CHECK(information_of<VonMises>({0.5, 0.5}, {{at, k}, {at + 1 / std::sqrt(k), k}}) ==
            doctest::Approx(information_of<Normal>({0.5, 0.5}, {{0, 1}, {1, 1}})).epsilon(1e-6));
      CHECK(information_of<CompoundVonMises>(
                {0.5, 0.5}, {{at, 2 * k, 2 * k}, {at + 1 / std::sqrt(k), 2 * k, 2 * k}}) ==
            doctest::Approx(information_of<Normal>({0.5, 0.5}, {{0, 1}, {1, 1}})).epsilon(1e-6));
      CHECK(information_of<VonMises>({0.5, 0.5}, {{at, k}, {at, 1}}) ==
            testing::relative(std::log(2), 2e-3));
    }
}

TEST_CASE("information of histograms is that of their bins, also where edges differ") {
  CHECK(information_of<Histogram>({0.3, 0.7}, {{{0.2, 0.8}, {0, 1, 9}}, {{0.6, 0.4}, {0, 1, 9}}}) ==
        doctest::Approx(information_of<Categorical>({0.3, 0.7}, {{{0.2, 0.8}}, {{0.6, 0.4}}}))
            .epsilon(1e-14));
  // The first class is even over [0, 2], the second over [1, 2].
  CHECK(information_of<Histogram>({0.5, 0.5}, {{{1}, {0, 2}}, {{1}, {1, 2}}}) ==
        doctest::Approx(information_of<Categorical>({0.5, 0.5}, {{{0.5, 0.5}}, {{0, 1}}}))
            .epsilon(1e-14));
}

TEST_CASE("information of trees is that of their leaves, and an integral where edges differ") {
  const PolyaTree low{.shares = {0.25, 0.5, 0.75}, .mean = 0, .sd = 2, .edges = {-1, 0, 3}};
  PolyaTree high{.shares = {0.5, 0.75, 0.125}, .mean = 0, .sd = 2, .edges = {-1, 0, 3}};
  CHECK(information_of<PolyaTree>({0.3, 0.7}, {low, high}) ==
        doctest::Approx(information_of<Categorical>({0.3, 0.7}, {{{0.125, 0.125, 0.5625, 0.1875}},
                                                                 {{0.375, 0.125, 0.0625, 0.4375}}}))
            .epsilon(1e-13));
  high.edges = {-2, 0.5, 1};
  high.mean = 1;
  CHECK(information_of<PolyaTree>({0.3, 0.7}, {low, high}) ==
        testing::relative(by_definition<PolyaTree>({0.3, 0.7}, {low, high}, -40, 40, plain), 1e-4));
  CHECK(information_of<PolyaTree>({0.3, 0.7}, {low, high}) ==
        information_of<PolyaTree>({0.7, 0.3}, {high, low}));
}

TEST_CASE("equal densities tell nothing") {
  CHECK(information_of<VonMises>({0.5, 0.5}, {{1, 3}, {1, 3}}) == 0);
  CHECK(information_of<CompoundGamma>({0.5, 0.5}, {{1, 3, 2}, {1, 3, 2}}) == 0);
  CHECK(information_of<CompoundNegativeBinomial>({0.5, 0.5}, {{1, 3, 2}, {1, 3, 2}}) == 0);
  CHECK(information_of<Histogram>({0.5, 0.5}, {{{1}, {0, 2}}, {{1}, {0, 2}}}) == 0);
}
