#include <credence/select/density_information.hpp>

#include <credence/base/instructions.hpp>
#include <credence/base/random.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "select/bell_terms.hpp"
#include "support/relative.hpp"
#include "support/throws.hpp"

using namespace credence;

namespace {

using Doubles = std::vector<double>;

template <class D>
double information(const Doubles& probabilities, const std::vector<D>& densities) {
  return mutual_information(probabilities, std::span<const D>(densities));
}

template <class D>
Doubles words(const Doubles& probabilities, const std::vector<D>& densities,
              WordForm form = WordForm::token, double length = 1) {
  return word_information(probabilities, std::span<const D>(densities), form, length);
}

constexpr double epsilon = std::numeric_limits<double>::epsilon();

// Densities of every kind, drawn at random; D says of which.
template <class D>
D random_density(Random& random) {
  const auto positive = [&] { return std::exp(3 * random.normal()); };
  if constexpr (std::is_same_v<D, Bernoulli> || std::is_same_v<D, Geometric>)
    return {.probability = 0.02 + 0.96 * random.uniform()};
  else if constexpr (std::is_same_v<D, Categorical>)
    return {random.dirichlet(Doubles(5, 0.7))};
  else if constexpr (std::is_same_v<D, Poisson> || std::is_same_v<D, Exponential>)
    return {positive()};
  else if constexpr (std::is_same_v<D, StudentT> || std::is_same_v<D, LogStudentT>)
    return {1 + positive(), random.normal(), positive()};
  else if constexpr (std::is_same_v<D, Normal> || std::is_same_v<D, LogNormal>)
    return {random.normal(), positive()};
  else
    return {0.5 + positive(), positive()};
}

}  // namespace

TEST_CASE("mutual information of published cases") {
  CHECK(information<Bernoulli>({0.3, 0.7}, {{0.8}, {0.25}}) ==
        doctest::Approx(0.134871434161).epsilon(4e-12));
  CHECK(std::abs(information<Normal>({0.5, 0.5}, {{0, 1}, {1, 1}}) - 0.111421482185) < 1e-12);
  CHECK(std::abs(information<Normal>({0.3, 0.5, 0.2}, {{0, 1}, {1, 0.25}, {4, 4}}) -
                 0.525234079965) < 1e-12);
  CHECK(std::abs(information<StudentT>({0.4, 0.6}, {{3, 0, 1}, {5, 2, 0.5}}) - 0.387508822140) <
        1e-12);
  CHECK(std::abs(information<StudentT>({0.5, 0.5}, {{4, 0, 10}, {4, 5, 0.1}}) - 0.626642763080) <
        1e-12);
}

TEST_CASE("entropy is that of the classes that have a probability") {
  CHECK(entropy(Doubles{0.5, 0.5}) == doctest::Approx(std::log(2.0)));
  CHECK(entropy(Doubles{0.5, 0, 0.5}) == entropy(Doubles{0.5, 0.5}));
  CHECK(entropy(Doubles{1, 0}) == 0);
  for (const double wrong : {-0.5, std::nan(""), std::numeric_limits<double>::infinity()})
    CHECK(testing::throws_error(
        [&] {
          return entropy(Doubles{0.5, wrong});
        },
        ErrorCode::domain, "entropy was given"));
}

TEST_CASE_TEMPLATE("information lies between 0 and the entropy and knows no names", D, Bernoulli,
                   Categorical, Geometric, CompoundGeometric, Poisson, NegativeBinomial, Normal,
                   StudentT, LogNormal, LogStudentT, Exponential, Lomax) {
  Random random{20240611};
  for (int turn = 0; turn < 12; ++turn) {
    CAPTURE(turn);
    Doubles probabilities = random.dirichlet(Doubles(3, 0.8));
    std::vector<D> densities;
    for (int c = 0; c < 3; ++c) densities.push_back(random_density<D>(random));
    const double told = information(probabilities, densities);

    CHECK(told >= 0);
    CHECK(told <= entropy(probabilities));
    for (int rotation = 0; rotation < 2; ++rotation) {
      std::rotate(probabilities.begin(), probabilities.begin() + 1, probabilities.end());
      std::rotate(densities.begin(), densities.begin() + 1, densities.end());
      CHECK(information(probabilities, densities) == told);
    }
    CHECK(information(probabilities, std::vector<D>(3, densities.front())) == 0);
    CHECK(information({0.25, 0.75, 0}, densities) ==
          information({0.25, 0.75}, std::vector<D>(densities.begin(), densities.begin() + 2)));
  }
}

TEST_CASE("information of categories knows no names of levels") {
  Random random{3};
  for (int turn = 0; turn < 50; ++turn) {
    CAPTURE(turn);
    std::vector<Categorical> densities;
    for (int c = 0; c < 3; ++c) densities.push_back({random.dirichlet(Doubles(6, 0.4))});
    const Doubles probabilities{0.2, 0.5, 0.3};
    const double told = information(probabilities, densities);
    for (Categorical& d : densities) std::reverse(d.probabilities.begin(), d.probabilities.end());

    CHECK(information(probabilities, densities) == told);
  }
}

TEST_CASE("a value that only one class can have tells all") {
  CHECK(information<Bernoulli>({0.3, 0.7}, {{1}, {0}}) == entropy(Doubles{0.3, 0.7}));
  CHECK(information<Categorical>({0.2, 0.5, 0.3}, {{{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}}) ==
        entropy(Doubles{0.2, 0.5, 0.3}));
  CHECK(information<Normal>({0.5, 0.5}, {{0, 1}, {1e3, 1}}) == entropy(Doubles{0.5, 0.5}));
}

TEST_CASE("a column with one level tells nothing, however few the rows of a class") {
  CHECK(information<Categorical>({0.0005, 0.9995}, {{{1}}, {{1}}}) == 0);
  CHECK(information<Bernoulli>({0.0005, 0.9995}, {{1}, {1}}) == 0);
  CHECK(information<Poisson>({0.5, 0.5}, {{0}, {0}}) == 0);
}

TEST_CASE("very little information keeps its digits") {
  // Of two nearly equal densities with equal priors it is an eighth of the squared distance in
  // units of Fisher information: nothing that a clamp would be needed for.
  for (const double step : {1e-3, 1e-6, 1e-9}) {
    CAPTURE(step);
    const double exact = step * step / 8;
    CHECK(information<Normal>({0.5, 0.5}, {{0, 1}, {step, 1}}) == testing::relative(exact, 1e-6));
    CHECK(information<Poisson>({0.5, 0.5}, {{1}, {1 + step}}) ==
          testing::relative(exact, 2 * step + 1e-6));
    CHECK(information<Bernoulli>({0.5, 0.5}, {{0.5}, {0.5 + step}}) ==
          testing::relative(4 * exact, 2 * step + 1e-6));
  }
}

TEST_CASE("information of a number is that of its logarithm, and of its multiple") {
  CHECK(information<LogNormal>({0.3, 0.7}, {{0, 1}, {2, 3}}) ==
        information<Normal>({0.3, 0.7}, {{0, 1}, {2, 3}}));
  CHECK(information<LogStudentT>({0.3, 0.7}, {{4, 0, 1}, {5, 2, 3}}) ==
        information<StudentT>({0.3, 0.7}, {{4, 0, 1}, {5, 2, 3}}));
  for (const double unit : {1e-200, 1e-9, 1e9, 1e150}) {
    CAPTURE(unit);
    CHECK(
        information<StudentT>({0.3, 0.7}, {{4, 0, unit}, {5, 2 * unit, 3 * unit}}) ==
        doctest::Approx(information<StudentT>({0.3, 0.7}, {{4, 0, 1}, {5, 2, 3}})).epsilon(1e-13));
    CHECK(information<Lomax>({0.3, 0.7}, {{4, unit}, {5, 2 * unit}}) ==
          doctest::Approx(information<Lomax>({0.3, 0.7}, {{4, 1}, {5, 2}})).epsilon(1e-13));
  }
}

TEST_CASE("a t of many degrees is a normal, and a Lomax of a large shape an exponential") {
  CHECK(information<StudentT>({0.5, 0.5}, {{1e12, 0, 1}, {1e12, 1, 2}}) ==
        doctest::Approx(information<Normal>({0.5, 0.5}, {{0, 1}, {1, 4}})).epsilon(1e-10));
  CHECK(information<Lomax>({0.5, 0.5}, {{1e12, 1e12}, {1e12, 3e12}}) ==
        doctest::Approx(information<Exponential>({0.5, 0.5}, {{1}, {1.0 / 3}})).epsilon(1e-10));
}

TEST_CASE("large counts are summed as well as small ones") {
  // Far from 0 two Poisson densities are normal ones of unequal spread, up to the skewness.
  const double rate = 1e10;
  const double spread = std::sqrt(rate);

  CHECK(information<Poisson>({0.5, 0.5}, {{rate}, {rate + spread}}) ==
        doctest::Approx(information<Normal>({0.5, 0.5}, {{0, rate}, {spread, rate + spread}}))
            .epsilon(1e-5));
  CHECK(information<Poisson>({0.5, 0.5}, {{3}, {1e6}}) == entropy(Doubles{0.5, 0.5}));
}

TEST_CASE("tokens of all words together tell what the word of a token tells") {
  const std::vector<Multinomial> plain{{{0.5, 0.3, 0.2, 0}}, {{0.1, 0.3, 0.2, 0.4}}};
  const std::vector<CompoundMultinomial> uncertain{{{5, 3, 2}}, {{1, 7, 2}}};
  const Doubles probabilities{0.3, 0.7};

  const Doubles told = words(probabilities, plain);
  const Doubles told_uncertain = words(probabilities, uncertain);

  REQUIRE(told.size() == 4);
  CHECK(told[2] == 0);
  CHECK(std::accumulate(told.begin(), told.end(), 0.0) ==
        doctest::Approx(
            information<Categorical>(probabilities, {{{0.5, 0.3, 0.2, 0}}, {{0.1, 0.3, 0.2, 0.4}}}))
            .epsilon(1e-13));
  CHECK(std::accumulate(told_uncertain.begin(), told_uncertain.end(), 0.0) ==
        doctest::Approx(
            information<Categorical>(probabilities, {{{0.5, 0.3, 0.2}}, {{0.1, 0.7, 0.2}}}))
            .epsilon(1e-13));
}

TEST_CASE("the presence of a word is an answer with the probability of at least one token") {
  const Doubles probabilities{0.4, 0.6};
  const std::vector<Multinomial> plain{{{0.2, 0.8}}, {{0.05, 0.95}}};
  const auto holds = [](double p, double length) { return 1 - std::pow(1 - p, length); };

  for (const double length : {1.0, 3.0, 40.0}) {
    CAPTURE(length);
    CHECK(words(probabilities, plain, WordForm::presence, length)[0] ==
          doctest::Approx(
              information<Bernoulli>(probabilities, {{holds(0.2, length)}, {holds(0.05, length)}}))
              .epsilon(1e-10));
  }
  // Polya's urn: absent from two tokens with probability 8/10 * 9/11, and 3/4 * 4/5.
  CHECK(words<CompoundMultinomial>(probabilities, {{{2, 8}}, {{1, 3}}}, WordForm::presence, 2)[0] ==
        doctest::Approx(information<Bernoulli>(probabilities, {{1 - 72.0 / 110}, {1 - 12.0 / 20}}))
            .epsilon(1e-12));
}

TEST_CASE("the presence of the only word tells nothing") {
  CHECK(words<CompoundMultinomial>({0.4, 0.6}, {{{7}}, {{2}}}, WordForm::presence, 9) ==
        Doubles{0});
  CHECK(words<Multinomial>({0.4, 0.6}, {{{1}}, {{1}}}, WordForm::presence, 9) == Doubles{0});
}

TEST_CASE("information of words lies between 0 and the entropy and knows no names") {
  Random random{5};
  for (int turn = 0; turn < 40; ++turn) {
    CAPTURE(turn);
    const Doubles probabilities = random.dirichlet(Doubles(3, 0.5));
    std::vector<CompoundMultinomial> densities;
    for (int c = 0; c < 3; ++c) {
      Doubles weights;
      for (int k = 0; k < 4; ++k) weights.push_back(std::exp(4 * random.normal()));
      densities.push_back({weights});
    }
    for (const WordForm form : {WordForm::token, WordForm::presence}) {
      const Doubles told = words(probabilities, densities, form, 20);
      CHECK(words<CompoundMultinomial>({probabilities[2], probabilities[0], probabilities[1]},
                                       {densities[2], densities[0], densities[1]}, form,
                                       20) == told);
      for (const double one : told) {
        CHECK(one >= 0);
        CHECK(one <= entropy(probabilities) * (1 + 4 * epsilon));
      }
    }
  }
}

namespace {

using BellClassList = std::vector<detail::Weighted<detail::Bell>>;

detail::Bell bell(double degrees, double location, double scale) {
  return detail::law_of(StudentT{.degrees = degrees, .location = location, .scale = scale});
}
detail::Bell bell(double location, double scale) {
  return detail::law_of(Normal{.mean = location, .variance = scale * scale});
}

// Few and many degrees, normals, classes far from and close to each other, and one alone.
std::vector<BellClassList> all_bell_classes() {
  std::vector<BellClassList> all{{{1, bell(0, 1)}},
                                 {{0.5, bell(0, 1)}, {0.5, bell(0, 1)}},
                                 {{0.3, bell(0.1, 0, 1)}, {0.7, bell(3, -5, 1e9)}},
                                 {{0.5, bell(0, 1)}, {0.5, bell(1e-9, 1)}},
                                 {{1e-12, bell(1, 0)}, {1 - 1e-12, bell(1e12, 0, 1)}},
                                 {{0.5, bell(0, 1)}, {0.5, bell(1e200, 1)}}};
  all[4][0].density = bell(4, 40, 1);
  Random random{17};
  for (int turn = 0; turn < 20; ++turn) {
    BellClassList classes;
    for (const double weight : random.dirichlet(std::vector<double>(2 + random.below(4), 1.0)))
      classes.push_back({weight, bell(1 + std::exp(3 * random.normal()), 4 * random.normal(),
                                      std::exp(random.normal()))});
    all.push_back(classes);
  }
  return all;
}

std::vector<double> bell_points() {
  std::vector<double> all{0, 1, -1, 1e-300, 1e100, -1e160, 1e200, 1e300, -4e307};
  for (double x = -60; x <= 60; x += 0.37) all.push_back(x);
  return all;
}

}  // namespace

TEST_CASE("terms of many points are those of one point after another, on every instruction set") {
  const std::vector<double> at = bell_points();
  for (const Instructions instructions : available_instructions()) {
    CAPTURE(to_string(instructions));
    use_instructions(instructions);
    for (const BellClassList& classes : all_bell_classes())
      for (const detail::PointTerm term : {detail::PointTerm::told, detail::PointTerm::left_open}) {
        std::vector<double> terms(at.size());
        detail::bell_terms({.classes = classes, .term = term}, at, terms);
        std::vector<detail::ClassValue> values(classes.size());
        for (std::size_t i = 0; i < at.size(); ++i) {
          CAPTURE(at[i]);
          const double expected = detail::term_at(
              std::span<const detail::Weighted<detail::Bell>>(classes), at[i],
              term == detail::PointTerm::told ? detail::told_by : detail::left_open_by, values);
          const double density = std::exp(detail::values_at(
              std::span<const detail::Weighted<detail::Bell>>(classes), at[i], values));
          // What nearly equal densities tell is the square of a difference that rounding moves; what
          // is left open beside a class that is nearly sure is the rounding of its probability.
          const double slack = 1e-11 * expected + 1e-12 * std::sqrt(expected) * std::sqrt(density) +
                               (term == detail::PointTerm::told ? 1e-24 : 4e-16) * density + 1e-300;
          CHECK(terms[i] >= 0);
          CHECK(std::abs(terms[i] - expected) <= slack);
        }
      }
  }
  use_instructions(available_instructions().back());
}

TEST_CASE("classes of equal densities tell exactly nothing at any point") {
  const BellClassList equal{{0.2, bell(3, 1, 2)}, {0.3, bell(3, 1, 2)}, {0.5, bell(3, 1, 2)}};
  const std::vector<double> at = bell_points();
  std::vector<double> terms(at.size(), 1);
  detail::bell_terms({.classes = equal}, at, terms);
  CHECK(terms == std::vector<double>(at.size(), 0.0));
}

TEST_CASE("what lies beyond the pieces of a bell does not count") {
  for (const double degrees : {20.0, 50.0, 300.0, 1e6}) {
    CAPTURE(degrees);
    const BellClassList classes{{0.5, bell(degrees, 0, 1)}, {0.5, bell(degrees, 1.5, 2)}};
    const std::vector<detail::Around> places{{.location = 0, .scale = 1, .reach = 40},
                                             {.location = 1.5, .scale = 2, .reach = 40}};
    const double wide =
        detail::integral_of(std::span<const detail::Weighted<detail::Bell>>(classes),
                            detail::piece_borders(places, -1e300, 1e300), detail::told_by);
    CHECK(detail::NumberSum<detail::Bell>(classes)(detail::told_by) ==
          doctest::Approx(wide).epsilon(1e-13));
  }
}

namespace {

// What a class so rare tells, in units of its probability: to first order how far its density diverges
// from that of all others.
template <class D>
void check_rare(const D& common, const D& rare, double divergence) {
  CAPTURE(divergence);
  for (const double share : {1e-12, 1e-20, 1e-50, 1e-100, 1e-200}) {
    CAPTURE(share);
    const Doubles probabilities{share, 1 - share};
    const double found = information<D>(probabilities, {rare, common});
    CHECK(found / share == testing::relative(divergence, 1e-9));
    CHECK(found <= entropy(probabilities));
    // Two classes of one density are one.
    CHECK(information<D>({0.5 * share, 1 - share, 0.5 * share}, {rare, common, rare}) / share ==
          testing::relative(divergence, 1e-9));
  }
}

}  // namespace

TEST_CASE("information about a very rare class keeps its digits") {
  check_rare<Normal>({0, 1}, {1, 1}, 0.5);
  check_rare<Exponential>({1}, {4}, std::log(4) + 0.25 - 1);
  check_rare<Poisson>({3}, {2}, 2 * std::log(2.0 / 3) + 1);
  check_rare<Bernoulli>({0.5}, {0.25}, 0.25 * std::log(0.5) + 0.75 * std::log(1.5));
  check_rare<Categorical>({{0.5, 0.25, 0.25}}, {{0.25, 0.5, 0.25}},
                          0.25 * std::log(0.5) + 0.5 * std::log(2));
  for (const double share : {1e-9, 1e-20, 1e-50, 1e-200})
    CHECK(entropy(Doubles{1 - share, share}) / share ==
          testing::relative(1 - std::log(share) - 0.5 * share, 1e-14));
}

TEST_CASE("a very rare class that its values tell has nearly the entropy, and not more") {
  // Four fifths of the class have values that the other never has.
  for (const double share : {1e-9, 1e-20, 1e-50, 1e-100, 1e-200}) {
    CAPTURE(share);
    const Doubles probabilities{1 - share, share};
    const double all = entropy(probabilities);
    const double found = information<Categorical>(probabilities, {{{1, 0}}, {{0.2, 0.8}}});
    // Left open is who has the first level: the class by a fifth of its share.
    const double open = 0.2 * share * (1 - std::log(0.2 * share));
    CHECK(found == testing::relative(all - open, 1e-8));
    // Where the class lies, the other is less likely by far than by their probabilities.
    CHECK(information<Normal>(probabilities, {{0, 1}, {60, 1}}) == testing::relative(all, 1e-12));
    CHECK(information<Poisson>(probabilities, {{0.01}, {5000}}) == testing::relative(all, 1e-12));
    const double some = information<Exponential>(probabilities, {{1}, {1e-3}});
    CHECK(some > 0.5 * all);
    CHECK(some < all);
  }
}
