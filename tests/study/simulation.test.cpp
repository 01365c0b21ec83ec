#include <credence/study/simulation.hpp>

#include <credence/base/parallel.hpp>
#include <credence/data/csv.hpp>
#include <credence/detail/predict/typed_table.hpp>
#include <credence/detail/study/drawn_rows.hpp>
#include <credence/family/dirichlet_categorical.hpp>
#include <credence/family/normal_inverse_gamma.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "support/every_family.hpp"
#include "support/family_samples.hpp"
#include "support/throws.hpp"
#include "support/typed_blocks.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

Estimates some_truth(std::uint64_t seed = 3) {
  return drawn_truth(before_data(schema_of_every_family()), seed);
}

// Every cell of a table as text, column by column.
Strings cells_of(const Table& table) {
  Strings cells;
  for (const Column& column : table.columns()) {
    cells.push_back(column.name);
    for (Index row = 0; row < table.rows(); ++row) cells.push_back(as_written(column, row));
  }
  return cells;
}

Strings names_of(const Table& table) {
  Strings names;
  for (const Column& column : table.columns()) names.push_back(column.name);
  return names;
}

const CodeColumn& codes_in(const Table& table, const std::string& name) {
  return std::get<CodeColumn>(table.column(name).cells);
}

// Pearson's statistic of counts against probabilities, in standard deviations of its distribution.
double excess_of_chi_square(const Doubles& counts, const Doubles& probabilities) {
  double total = 0, square = 0;
  for (const double count : counts) total += count;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double expected = total * probabilities[i];
    square += (counts[i] - expected) * (counts[i] - expected) / expected;
  }
  const double degrees = static_cast<double>(counts.size()) - 1;
  return (square - degrees) / std::sqrt(2 * degrees);
}

// For each cell of a block: how far the truth is from the posterior, in its standard deviations.
template <class F>
double farthest_cell(const Block<F>& block, const ScoreTable<F>& truth, const Strings& classes) {
  double farthest = 0;
  truth.visit([&](const auto& densities) {
    for (Index j = 0; j < block.size(); ++j) {
      CellReader<F> reader(block, j, priors(block, j, classes));
      for (Index klass = 0; klass < block.classes; ++klass) {
        const auto& density = densities[static_cast<std::size_t>(j * block.classes + klass)];
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(density)>,
                                     typename F::Likelihood>) {
          const auto believed = reader.posterior(klass);
          const Doubles at = testing::numbers(F::parameters(density));
          const Doubles centre = testing::numbers(mean(believed));
          const Doubles spread = testing::numbers(variance(believed));
          REQUIRE(at.size() == spread.size());
          for (std::size_t i = 0; i < at.size(); ++i)
            farthest = std::max(farthest, std::abs(at[i] - centre[i]) / std::sqrt(spread[i]));
        }
      }
    }
  });
  return farthest;
}

}  // namespace

TEST_CASE("a simulated table has the columns that the schema reads, the label last") {
  const Table table = simulate(some_truth(), {.rows = 4});

  CHECK(names_of(table) == Strings{"answer",
                                   "named",
                                   "failures",
                                   "city",
                                   "note",
                                   "w1",
                                   "w2",
                                   "w3",
                                   "size",
                                   "income",
                                   "visits",
                                   "days",
                                   "wait",
                                   "tied_free_a",
                                   "tied_free_b",
                                   "tied_classes_a",
                                   "tied_classes_b",
                                   "tied_features_a",
                                   "tied_features_b",
                                   "tied_all_a",
                                   "tied_all_b",
                                   "tied_features_unscaled_a",
                                   "tied_features_unscaled_b",
                                   "tied_all_unscaled_a",
                                   "tied_all_unscaled_b",
                                   "joint_free_a",
                                   "joint_free_b",
                                   "joint_classes_a",
                                   "joint_classes_b",
                                   "class"});
  CHECK(table.rows() == 4);
  CHECK(codes_in(table, "named").levels == Strings{"yes", "no"});
  CHECK(codes_in(table, "city").levels == Strings{"Oslo", "Rome", "x,y"});
}

TEST_CASE("fitting many simulated rows finds the parameters of every family") {
  const Estimates truth = some_truth();
  const ModelPosterior posterior =
      observe(truth.model, simulate(truth, {.rows = 20000, .seed = 5, .exposure = 2.5}));

  REQUIRE(posterior.blocks.size() == truth.tables.size());
  for (std::size_t b = 0; b < posterior.blocks.size(); ++b)
    visit_block(*posterior.blocks[b], [&]<class F>(const Block<F>& block) {
      CAPTURE(std::string(F::name));
      const double farthest = farthest_cell(block, typed_table<F>(*truth.tables[b]), truth.classes);
      CHECK(farthest > 0.1);  // something was compared
      CHECK(farthest < 5);
    });
}

TEST_CASE("classes and levels are drawn as often as their probabilities say") {
  const Estimates truth = some_truth();
  const Table table = simulate(truth, {.rows = 50000, .seed = 11});

  Doubles rows(3), expected;
  for (const Code klass : codes_in(table, "class").codes)
    rows[static_cast<std::size_t>(klass)] += 1;
  for (const double log_probability : truth.log_class_probabilities)
    expected.push_back(std::exp(log_probability));
  CHECK(excess_of_chi_square(rows, expected) < 5);

  Doubles levels(3);
  const CodeColumn& cities = codes_in(table, "city");
  for (std::size_t row = 0; row < cities.codes.size(); ++row)
    if (codes_in(table, "class").codes[row] == 1)
      levels[static_cast<std::size_t>(cities.codes[row])] += 1;
  int seen = 0;
  for (const auto& any : truth.tables)
    if (any->family_id() == typeid(DirichletCategorical))
      typed_table<DirichletCategorical>(*any).visit([&](const auto& densities) {
        CHECK(excess_of_chi_square(levels, densities[1].probabilities) < 5);
        ++seen;
      });
  CHECK(seen == 1);
}

TEST_CASE("numbers of a class are drawn by its density") {
  const Estimates truth = some_truth();
  const Table table = simulate(truth, {.rows = 30000, .seed = 2});
  const CodeColumn& label = codes_in(table, "class");
  const RealColumn sizes = numbers_of(table, table.column("size"));
  Doubles of_class;
  for (Index row = 0; row < table.rows(); ++row)
    if (label.codes[static_cast<std::size_t>(row)] == 2) of_class.push_back(sizes.view()[row]);
  std::sort(of_class.begin(), of_class.end());

  int seen = 0;
  for (const auto& any : truth.tables)
    if (any->family_id() == typeid(NormalInverseGammaNormal))
      typed_table<NormalInverseGammaNormal>(*any).visit([&](const auto& densities) {
        const auto count = static_cast<double>(of_class.size());
        double distance = 0;
        for (std::size_t i = 0; i < of_class.size(); ++i)
          distance = std::max(distance, std::abs(cdf(densities[2], of_class[i]) -
                                                 (static_cast<double>(i) + 0.5) / count));
        // Kolmogorov's distance exceeds this in one of a hundred thousand tables.
        CHECK(distance < 2.5 / std::sqrt(count));
        ++seen;
      });
  CHECK(seen == 1);
}

TEST_CASE("rows of the predictive are spread as the predictive says") {
  Schema schema = schema_of_every_family();
  ModelPosterior posterior = before_data(schema);
  observe(posterior, simulate(some_truth(), {.rows = 30}));
  const Estimates truth = estimate(posterior, Estimator::predictive);
  const Table table = simulate(truth, {.rows = 20000});
  const CodeColumn& label = codes_in(table, "class");
  const RealColumn sizes = numbers_of(table, table.column("size"));

  int seen = 0;
  for (const auto& any : truth.tables)
    if (any->family_id() == typeid(NormalInverseGammaNormal))
      typed_table<NormalInverseGammaNormal>(*any).visit([&](const auto& densities) {
        double below = 0, rows = 0;
        for (Index row = 0; row < table.rows(); ++row) {
          if (label.codes[static_cast<std::size_t>(row)] != 0) continue;
          rows += 1;
          below += cdf(densities[0], sizes.view()[row]) < 0.2 ? 1 : 0;
        }
        CHECK(std::abs(below - 0.2 * rows) < 5 * std::sqrt(0.16 * rows));
        ++seen;
      });
  CHECK(seen == 1);
}

TEST_CASE("the first rows of a longer simulation are those of a shorter one") {
  const Estimates truth = some_truth();
  const Table longer = simulate(truth, {.rows = 1300});
  for (const Index rows : {1, 511, 512, 700}) {
    CAPTURE(rows);
    const std::vector<Index> first_rows = all_rows(rows);
    CHECK(cells_of(simulate(truth, {.rows = rows})) == cells_of(longer.select(first_rows)));
  }
}

TEST_CASE("a simulation cut in parts is the whole") {
  const Estimates truth = some_truth();
  const Table whole = simulate(truth, {.rows = 1300});
  for (const Index first : {1, 300, 512, 1100}) {
    CAPTURE(first);
    std::vector<Index> rest;
    for (Index row = first; row < 1300; ++row) rest.push_back(row);
    CHECK(cells_of(simulate(truth, {.rows = 1300 - first, .first = first})) ==
          cells_of(whole.select(rest)));
  }
}

TEST_CASE("the seed decides the rows, and the number of threads does not") {
  const Estimates truth = some_truth();
  const Strings cells = cells_of(simulate(truth, {.rows = 2000, .seed = 4}));
  {
    const ThreadLimit one(1);
    CHECK(cells_of(simulate(truth, {.rows = 2000, .seed = 4})) == cells);
  }
  CHECK(cells_of(simulate(truth, {.rows = 2000, .seed = 5})) != cells);
}

TEST_CASE("a column does not depend on the columns beside it") {
  Schema few = schema_of_every_family();
  const Estimates truth = some_truth();
  Estimates alone = truth;
  std::erase_if(few.columns, [](const ColumnSchema& column) { return column.name != "size"; });
  alone.model = Model(few);
  std::erase_if(alone.tables, [](const auto& table) {
    return table->family_id() != typeid(NormalInverseGammaNormal);
  });

  const Table with_others = simulate(truth, {.rows = 50});
  const Table without = simulate(alone, {.rows = 50});

  for (Index row = 0; row < 50; ++row) {
    CAPTURE(row);
    CHECK(as_written(without.column("size"), row) == as_written(with_others.column("size"), row));
  }
}

TEST_CASE("classes in turn have equally many rows") {
  const Table table =
      simulate(some_truth(), {.rows = 7, .first = 1, .classes = ClassesDrawn::in_turn});
  CHECK(codes_in(table, "class").codes == std::vector<Code>{1, 2, 0, 1, 2, 0, 1});
}

TEST_CASE("documents have the length and counts the exposure that were asked for") {
  const Table table = simulate(some_truth(), {.rows = 20, .tokens = 13, .exposure = 2.5});
  const Words words = words_of(table, table.column("note"));
  for (Index row = 0; row < 20; ++row) {
    CAPTURE(row);
    double tokens = 0, counts = 0;
    for (auto i = words.offsets[static_cast<std::size_t>(row)];
         i < words.offsets[static_cast<std::size_t>(row) + 1]; ++i)
      tokens += words.counts[i];
    for (const char* name : {"w1", "w2", "w3"})
      counts += numbers_of(table, table.column(name)).view()[row];
    CHECK(tokens == 13);
    CHECK(counts == 13);
    CHECK(as_written(table.column("days"), row) == "2.5");
  }
}

TEST_CASE("a class without probability has no rows") {
  Schema schema = schema_of_every_family();
  schema.class_prior = given_classes({{"a", 0.5}, {"b", 0}, {"c", 0.5}});
  const Estimates truth = drawn_truth(before_data(schema), 1);
  for (const auto how : {ClassesDrawn::at_random, ClassesDrawn::in_turn}) {
    const Table table = simulate(truth, {.rows = 300, .classes = how});
    const std::vector<Code>& codes = codes_in(table, "class").codes;
    CHECK(std::count(codes.begin(), codes.end(), 1) == 0);
    CHECK(std::count(codes.begin(), codes.end(), 2) > 100);
  }
}

TEST_CASE("a reserved level is drawn as a category that nobody has seen") {
  Schema schema = schema_of({{.name = "city",
                              .family = "categorical",
                              .levels = {"Oslo", "unseen"},
                              .unseen = Unseen::reserve}});
  schema.classes = {"a", "b"};
  const Table table = simulate(drawn_truth(before_data(schema), 1), {.rows = 100});
  CHECK(codes_in(table, "city").levels == Strings{"Oslo", "unseen", "unseen_2"});
  const std::vector<Code>& codes = codes_in(table, "city").codes;
  CHECK(std::count(codes.begin(), codes.end(), 2) > 0);
}

TEST_CASE("where missing is a level it is drawn as a missing cell") {
  Schema schema = schema_of(
      {{.name = "city", .family = "categorical", .levels = {"Oslo"}, .missing_is_level = true}});
  schema.classes = {"a", "b"};
  const Table table = simulate(drawn_truth(before_data(schema), 1), {.rows = 100});
  const std::vector<Code>& codes = codes_in(table, "city").codes;
  CHECK(std::count(codes.begin(), codes.end(), missing_code) > 0);
  CHECK(std::count(codes.begin(), codes.end(), 0) > 0);
}

TEST_CASE("what cannot be drawn is refused") {
  const Estimates truth = some_truth();
  CHECK_THROWS_WITH_AS((void)simulate(truth, {.rows = -1}), doctest::Contains("cannot be drawn"),
                       Error);
  CHECK_THROWS_WITH_AS((void)simulate(truth, {.tokens = -1}), doctest::Contains("-1 tokens"),
                       Error);
  CHECK_THROWS_WITH_AS((void)simulate(truth, {.exposure = 0}),
                       doctest::Contains("the exposure is 0"), Error);

  Schema schema = schema_of({{.name = "note", .family = "multinomial", .levels = {"Ham", "spam"}}});
  schema.classes = {"a", "b"};
  const Estimates capital = drawn_truth(before_data(schema), 1);
  CHECK_THROWS_WITH_AS((void)simulate(capital, {}), doctest::Contains("no text has the word 'Ham'"),
                       Error);

  const ModelPosterior empty = before_data(schema_of_every_family());
  CHECK_THROWS_WITH_AS((void)simulate(estimate(empty, Estimator::maximum_likelihood), {}),
                       doctest::Contains("maximum likelihood"), Error);
}

TEST_CASE("draws beyond the range of double are refused") {
  Schema schema =
      schema_of({{.name = "income",
                  .family = "lognormal",
                  .prior = numbers(
                      {{"mean", 5000.0}, {"mean_weight", 1.0}, {"shape", 3.0}, {"scale", 1.0}})}});
  schema.classes = {"a", "b"};
  const Estimates truth = drawn_truth(before_data(schema), 1);
  CHECK_THROWS_WITH_AS((void)simulate(truth, {}), doctest::Contains("column 'income' of class"),
                       Error);
}

TEST_CASE("without a class there is nothing to draw rows of") {
  CHECK(fails_with(ErrorCode::undefined,
                   "there is no class to draw rows of; list them in the schema under 'classes', or "
                   "simulate from a posterior that has seen rows",
                   [] { (void)simulate(Estimates{}, {.rows = 3}); }));
}

TEST_CASE("places of many weights are those that a look at one weight after the other finds") {
  std::vector<double> spread(1000);
  Random shapes(3);
  for (std::size_t i = 0; i < spread.size(); i += 1 + i % 3) spread[i] = shapes.gamma(0.3, 1);
  std::vector<double> steep{0, 1e-300, 0, 1, 1e-17, 1e-3, 0};
  steep.resize(500);
  for (const auto& weights : {spread, steep, std::vector<double>(7, 0.1), std::vector{0.0, 2.0}}) {
    CAPTURE(weights.size());
    const detail::PlaceSampler sampler(weights);
    Random quick(5);
    Random slow(5);
    for (int draw = 0; draw < 2000; ++draw) REQUIRE(sampler(quick) == slow.index(weights));
  }
  Random random(5);
  CHECK_THROWS_WITH_AS((void)detail::PlaceSampler(std::vector<double>(3))(random),
                       doctest::Contains("sum of probabilities"), Error);
}
