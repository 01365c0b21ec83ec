// Quantities of numbers and their p-values, by hand.
#include <credence/detail/study/check_quantities.hpp>
#include <credence/family/normal_inverse_gamma.hpp>
#include <credence/learn/typed_block.hpp>
#include <credence/study/predictive_check.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "study/rows/bin_holding.hpp"
#include "support/law_cases.hpp"
#include "support/models.hpp"
#include "support/relative.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// What is computed of numbers of one class: quantities, then bins.
Doubles measured(const Doubles& values, detail::CheckedNumbers::Kind kind = {}) {
  detail::CheckedNumbers numbers({"x"}, 1, kind);
  for (const double value : values) numbers.add(0, std::span(&value, 1), 1);
  numbers.settle({});
  Doubles all(detail::quantities_of(numbers.columns(), numbers.plans(0)));
  numbers.observed(0, all);
  return all;
}

// Edges as of a histogram, some of them equal, equally wide bins or not; the last may be infinite.
Doubles random_edges(Random& random) {
  Doubles edges;
  const bool equal = random.below(2) == 0;
  const double width = std::exp(20 * random.normal());
  double edge = random.normal() * std::exp(20 * random.normal());
  for (std::uint64_t left = 2 + random.below(30); left > 0; --left) {
    edges.push_back(edge);
    edge += equal ? width : width * static_cast<double>(random.below(3)) * random.uniform();
  }
  if (random.below(3) == 0) edges.push_back(infinity);
  return edges;
}

// The last bin of which no edge is above the number.
Index bin_by_search(const Doubles& edges, double x) {
  if (x == edges.back()) return std::ssize(edges) - 2;
  const auto above = std::upper_bound(edges.begin(), edges.end(), x);
  return above == edges.begin() || above == edges.end() ? -1 : above - edges.begin() - 1;
}

}  // namespace

TEST_CASE("the bin that is guessed first is left for the one that holds the number") {
  CHECK(holds("bins are found", [](std::uint64_t seed) {
    Random random{seed};
    const Doubles edges = random_edges(random);
    const detail::BinHolding bin_holding(edges);
    Doubles numbers{0,     -infinity, infinity, std::numeric_limits<double>::quiet_NaN(),
                    1e308, -1e308};
    for (const double edge : edges)
      for (const double beside :
           {edge, std::nextafter(edge, infinity), std::nextafter(edge, -infinity)})
        numbers.push_back(beside);
    for (std::size_t i = 1; i < edges.size(); ++i)
      numbers.push_back(edges[i - 1] + random.uniform() * (edges[i] - edges[i - 1]));
    for (const double x : numbers) RC_ASSERT(bin_holding(x) == bin_by_search(edges, x));
  }));
}

TEST_CASE("quantiles are numbers of the sorted ones, ties and equal numbers included") {
  CHECK(holds("quantiles of a sample", [](std::uint64_t seed) {
    Random random{seed};
    Doubles values(200 + random.below(300));
    const double step = random.below(2) == 0 ? 1 : 1e-9;
    for (double& value : values) value = 1 + step * std::round(random.normal() / step);
    const Doubles all = measured(values);
    std::sort(values.begin(), values.end());
    const auto rows = static_cast<double>(values.size());
    RC_ASSERT(all[2] == values.front());
    std::size_t place = 3;  // after mean, deviation and minimum
    for (const double share : {0.01, 0.05, 0.95, 0.99})
      RC_ASSERT(all[place++] ==
                values[static_cast<std::size_t>(std::ceil(share * rows - 1e-6) - 1)]);
    RC_ASSERT(all[place] == values.back());
  }));
}

TEST_CASE("a p-value counts the data as one more simulation") {
  const Doubles simulated{1, 2, 3, 4, 5, 6, 7, 8, 9};
  CHECK(detail::two_sided_p_value(10, simulated) == 0.2);
  CHECK(detail::two_sided_p_value(0, simulated) == 0.2);
  CHECK(detail::two_sided_p_value(9, simulated) == 0.4);
  CHECK(detail::two_sided_p_value(1.5, simulated) == 0.4);
  CHECK(detail::two_sided_p_value(5, simulated) == 1);
  CHECK(detail::two_sided_p_value(3, Doubles{3, 3, 3}) == 1);
  CHECK(detail::two_sided_p_value(infinity, Doubles{infinity, 1, 1, 1}) == doctest::Approx(0.8));
}

TEST_CASE("numbers that agree to twelve digits are equal") {
  const double third = 1.0 / 3;
  const Doubles simulated(9, third * (1 + 1e-14));
  CHECK(detail::two_sided_p_value(third, simulated) == 1);
  CHECK(detail::two_sided_p_value(third, Doubles(9, third * (1 + 1e-10))) == 0.2);
}

TEST_CASE("the median and interval of simulated quantities are theirs, infinite ones included") {
  detail::SimulatedQuantities found(2, 4);
  found.observed()[0] = 1;
  for (Index i = 0; i < 4; ++i) {
    found.simulated(i)[0] = static_cast<double>(4 - i);
    found.simulated(i)[1] = i < 2 ? infinity : 0;
  }
  CHECK(found.checked(0, 0.5).median == 2.5);
  CHECK(found.checked(0, 0.5).simulated == Interval{1.75, 3.25});
  CHECK(found.checked(1, 0.5).median == 0);
  CHECK(found.all_accepted());
  found.refuse(2);
  CHECK(!found.all_accepted());
}

TEST_CASE("numbers at the end of the range of double have a mean and bins") {
  const Doubles far = measured({1e308, 1e308, 1e308, 1.5e308});
  CHECK(far[0] == doctest::Approx(1.125e308));
  double rows = 0;
  for (std::size_t i = 4; i < far.size(); ++i) rows += far[i];
  CHECK(rows == 4);
  for (const double each : far) CHECK(!std::isnan(each));
}

TEST_CASE("a standard deviation is told where squares are no doubles") {
  const Doubles plain{-3, 1, 2, 8};  // mean 2, sum of squares 62
  for (const double unit : {1.0, 0x1p600, 0x1p-600, 0x1p1019, 0x1p-1060}) {
    CAPTURE(unit);
    Doubles values = plain;
    for (double& value : values) value *= unit;
    CHECK(measured(values)[1] / unit == relative(std::sqrt(15.5), 1e-3));
  }
  CHECK(measured({0x1p600, 0x1p600})[1] == 0);
}

TEST_CASE("bins reach beyond the data, but not below 0 where no number can be") {
  detail::CheckedNumbers free({"x"}, 1, {});
  detail::CheckedNumbers positive({"x"}, 1, {.positive = true});
  for (auto* numbers : {&free, &positive}) {
    for (const double value : {1.0, 2.0, 3.0, 4.0}) numbers->add(0, std::span(&value, 1), 1);
    numbers->settle({});
    CHECK(numbers->columns()[0].edges.back() > 4);
  }
  CHECK(free.columns()[0].edges.front() < 0);
  CHECK(positive.columns()[0].edges.front() >= 0);
}

TEST_CASE("directions that cancel have no length, and their mean is not their middle") {
  const double pi = std::acos(-1.0);
  const Doubles all = measured({0, pi, pi / 2, -pi / 2}, {.directions = true});
  CHECK(std::abs(all[0]) < 1e-15);
  CHECK(std::abs(all[1]) < 1e-15);
  CHECK(std::abs(all[2]) < 1e-15);
}

TEST_CASE("a document of more words than can be drawn is told with the reason") {
  const ColumnSchema column{.name = "words", .family = "multinomial", .columns = {"u", "v"}};
  const Table table = table_of("u,v,class\n20000000,1,a\n1,2,b\n");
  const PredictiveCheck check = predictive_check(observe(Model(schema_of({column})), table), table);
  REQUIRE(check.not_checked.size() == 1);
  CHECK(check.not_checked[0].why.find("its words are too many") != std::string::npos);
}

TEST_CASE("levels that are pooled or reserved are not called as another one") {
  detail::CheckedLevels levels("city", {"other", "unseen", "x", "unseen"}, 1);
  for (const std::size_t level : {0U, 0U, 1U, 1U, 2U, 3U}) levels.add(0, level, 1);
  CHECK(levels.columns()[0].levels == Strings{"other", "unseen", "x", "unseen_2"});
  levels.settle({.most_levels = 2});
  CHECK(levels.columns()[0].levels == Strings{"other", "unseen", "other_2"});

  detail::CheckedWords words("text", {"unseen", "unseen"}, 1);
  words.settle({});
  CHECK(words.columns()[0].levels == Strings{"unseen", "unseen_2"});
}

TEST_CASE("cells in memory that the family does not accept are refused with their place") {
  const auto posterior =
      learned(schema_of({{.name = "x", .family = "poisson"}}), "x,class\n1,a\n2,a\n");
  const Doubles counts{1, -3};
  Table table;
  table.add(
      Column{.name = "x", .cells = RealColumn{Strided<double>{.data = counts.data(), .size = 2}}});
  table.add(Column{.name = "class", .cells = CodeColumn{.levels = {"a"}, .codes = {0, 0}}});
  CHECK(throws_error([&] { (void)predictive_check(posterior, table); }, ErrorCode::domain, "-3"));
}

TEST_CASE("a posterior that is still improper is told apart from its prior") {
  const Table table = table_of("x,class\n1,a\n4,b\n5,b\n");
  auto posterior = observe(Model(schema_of({{.name = "x", .family = "normal"}})), table);
  typed<NormalInverseGammaNormal>(*posterior.blocks.front()).feature(0).prior.shared =
      NormalInverseGamma{.mean = 0, .mean_weight = 0, .shape = 0, .scale = 0};
  const PredictiveCheck check = predictive_check(posterior, table);
  REQUIRE(check.not_checked.size() == 1);
  CHECK(check.not_checked[0].why.find("what is believed of class 'a' is improper") !=
        std::string::npos);
}

TEST_CASE("many priors from the data are named in part") {
  std::string csv = "class";
  Schema schema = schema_of({});
  for (int i = 0; i < 8; ++i) {
    csv += ",x" + std::to_string(i);
    schema.columns.push_back({.name = "x" + std::to_string(i), .family = "normal"});
  }
  csv += "\na,1,2,3,4,5,6,7,8\nb,2,3,4,5,6,7,8,1\n";
  const Table table = table_of(csv);
  const PredictiveCheck check =
      predictive_check(observe(Model(schema), table), table, {.from = SimulatedFrom::prior});
  CHECK(check.notes.back().starts_with(
      "the priors of 'x0', 'x1', 'x2', 'x3', 'x4', 'x5' and 2 more take numbers from the data"));
}

TEST_CASE("weights beyond all densities are not blamed on the prior") {
  const Table table = testing::table_of("x,w,class\nu,1e301,a\nv,1e301,a\nu,1e301,b\nv,1e301,b\n");
  const Posterior<Model> posterior =
      observe(Model(testing::schema_of({{.name = "x", .family = "categorical"}})), table, "w");
  const PredictiveCheck check = predictive_check(posterior, table, {}, "w");
  REQUIRE(check.not_checked.size() == 1);
  CHECK(check.not_checked[0].why.find("divide them, or the weights") != std::string::npos);
  CHECK(check.not_checked[0].why.find("prior") == std::string::npos);
}

TEST_CASE("zeros of both signs are one number") {
  Doubles signs(200);
  for (std::size_t i = 0; i < signs.size(); ++i)
    signs[i] = i % 3 == 0 ? -0.0 : i % 3 == 1 ? 0.0 : 1.0;
  Doubles plain = signs;
  for (double& value : plain) value += 0.0;

  CHECK(measured(signs) == measured(plain));
}
