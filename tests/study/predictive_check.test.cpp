#include <credence/study/predictive_check.hpp>

#include <credence/base/parallel.hpp>
#include <credence/family/normal_inverse_gamma.hpp>
#include <credence/learn/typed_block.hpp>

#include <doctest/doctest.h>
#include <credence/data/csv.hpp>
#include <credence/data/number.hpp>
#include <credence/study/simulation.hpp>

#include <algorithm>
#include <cmath>

#include "support/every_family.hpp"
#include "support/models.hpp"
#include "support/paths.hpp"
#include "support/relative.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

// A check of one column x of the classes of a CSV text, with the columns x and class.
PredictiveCheck check_of(const ColumnSchema& column, const std::string& csv,
                         const CheckOptions& options = {}, std::string_view weight = {}) {
  const Table table = table_of(csv);
  return predictive_check(observe(Model(schema_of({column})), table, weight), table, options,
                          weight);
}

const CheckedQuantity& quantity_of(const CheckedCell& cell, Quantity quantity, double share = 0) {
  for (const CheckedQuantity& checked : cell.quantities)
    if (checked.name.quantity == quantity && checked.name.share == share) return checked;
  FAIL("no " << to_string(quantity));
  return cell.quantities.front();
}

bool has(const CheckedCell& cell, Quantity quantity) {
  return std::any_of(cell.quantities.begin(), cell.quantities.end(),
                     [&](const CheckedQuantity& each) { return each.name.quantity == quantity; });
}

std::string csv_of(const Doubles& values, const std::string& klass = "a") {
  std::string csv = "x,class\n";
  for (const double value : values) csv += to_text(value) + "," + klass + "\n";
  return csv;
}

}  // namespace

TEST_CASE("quantities of numbers are what arithmetic says") {
  Doubles values;
  for (int i = 40; i >= 1; --i) values.push_back(i);  // the second least is the 5 % quantile
  const PredictiveCheck check = check_of({.name = "x", .family = "normal"}, csv_of(values));

  REQUIRE(check.cells.size() == 1);
  const CheckedCell& cell = check.cells.front();
  CHECK(cell.rows == 40);
  CHECK(quantity_of(cell, Quantity::mean).observed == 20.5);
  CHECK(quantity_of(cell, Quantity::deviation).observed ==
        doctest::Approx(std::sqrt((40.0 * 40 - 1) / 12)).epsilon(1e-14));
  CHECK(quantity_of(cell, Quantity::minimum).observed == 1);
  CHECK(quantity_of(cell, Quantity::maximum).observed == 40);
  CHECK(quantity_of(cell, Quantity::quantile, 0.05).observed == 2);
  CHECK(quantity_of(cell, Quantity::quantile, 0.95).observed == 38);
  CHECK(cell.quantities.size() == 6);  // 1 and 99 % would be least and greatest, and no 0 was seen
}

TEST_CASE("quantities count rows by their weights, and rows of weight 0 are left out") {
  const PredictiveCheck check =
      check_of({.name = "x", .family = "normal"},
               "x,w,class\n1,1,a\n2,2,a\n5,1,a\n100,0,a\n7,1,b\n9,3,b\n0,0.5,b\n", {}, "w");

  REQUIRE(check.cells.size() == 2);
  CHECK(check.rows == 6);
  CHECK(check.cells[0].rows == 3);
  CHECK(quantity_of(check.cells[0], Quantity::mean).observed == 2.5);
  CHECK(quantity_of(check.cells[0], Quantity::deviation).observed == 1.5);
  CHECK(quantity_of(check.cells[1], Quantity::zeros).observed == doctest::Approx(0.5 / 4.5));
  CHECK(check.notes[2].find("counts by its weight") != std::string::npos);
}

TEST_CASE("weighted quantiles are the least number that the share of the weight does not exceed") {
  std::string csv = "x,w,class\n";
  for (int i = 1; i <= 40; ++i) csv += std::to_string(i) + (i == 40 ? ",61,a\n" : ",1,a\n");
  const PredictiveCheck check = check_of({.name = "x", .family = "normal"}, csv, {}, "w");
  CHECK(quantity_of(check.cells[0], Quantity::quantile, 0.05).observed == 5);
  CHECK(quantity_of(check.cells[0], Quantity::quantile, 0.95).observed == 40);
}

TEST_CASE("missing cells are simulated as missing") {
  const PredictiveCheck check =
      check_of({.name = "both", .family = "normal", .columns = {"x", "y"}, .tied = Tying::classes},
               "x,y,class\n1,5,a\n2,,a\n4,6,a\n,8,b\n,7,b\n,9,b\n3,,b\n");

  REQUIRE(check.cells.size() == 4);
  CHECK(check.cells[0].feature == "x");
  CHECK(check.cells[0].rows == 3);
  CHECK(check.cells[1].rows == 1);
  CHECK(check.cells[1].quantities.size() == 1);  // of one row the mean says all
  CHECK(check.cells[2].feature == "y");
  CHECK(check.cells[2].rows == 2);
  CHECK(quantity_of(check.cells[2], Quantity::mean).observed == 5.5);
  CHECK(check.cells[3].rows == 3);
  for (const CheckPicture& picture : check.pictures)
    for (std::size_t klass = 0; klass < picture.classes.size(); ++klass) {
      double rows = 0;
      for (const double height : picture.observed[klass]) rows += height;
      CHECK(rows == check.cells[picture.feature == "x" ? klass : klass + 2].rows);
    }
}

TEST_CASE("a class or feature without rows has no cell") {
  const Table table = table_of("x,class\n1,a\n2,a\n3,b\n");
  const auto posterior = observe(Model(schema_of({{.name = "x", .family = "normal"}})), table);
  const Table fewer = table_of("x,class\n1,a\n,b\n4,a\n7,\n");
  const PredictiveCheck check = predictive_check(posterior, fewer);
  REQUIRE(check.cells.size() == 1);
  CHECK(check.cells[0].klass == "a");
  CHECK(check.rows == 3);
  CHECK(check.skipped_rows == 1);
  CHECK(check.pictures.front().classes == Strings{"a"});
}

TEST_CASE("levels are counted, of two the second, and many are pooled") {
  const std::string csv = "x,class\nu,a\nv,a\nv,a\nw,a\nz,b\nu,b\n";
  const ColumnSchema column{.name = "x", .family = "categorical"};
  const PredictiveCheck all = check_of(column, csv);
  REQUIRE(all.cells.size() == 2);
  REQUIRE(all.cells[0].quantities.size() == 4);
  CHECK(all.cells[0].quantities[1].name == QuantityName{.quantity = Quantity::count, .level = "v"});
  CHECK(all.cells[0].quantities[1].observed == 2);
  const PredictiveCheck few = check_of(column, csv, {.most_levels = 2});
  REQUIRE(few.pictures.front().levels == Strings{"u", "v", "other"});
  CHECK(few.pictures.front().levels_in_all == 4);
  CHECK(few.cells[1].quantities[2].observed == 1);

  const PredictiveCheck two =
      check_of({.name = "x", .family = "bernoulli"}, "x,class\n0,a\n1,a\n1,a\n");
  REQUIRE(two.cells[0].quantities.size() == 1);
  CHECK(two.cells[0].quantities[0].name.level == "1");
  CHECK(two.cells[0].quantities[0].observed == 2);
  CHECK(two.pictures.front().observed[0] == Doubles{1, 2});
}

TEST_CASE("a level that the posterior reserved is counted as unseen") {
  const Table table = table_of("x,class\nu,a\nv,a\n");
  const ColumnSchema column{.name = "x", .family = "categorical", .unseen = Unseen::reserve};
  const auto posterior = observe(Model(schema_of({column})), table);
  const PredictiveCheck check =
      predictive_check(posterior, table_of("x,class\nu,a\nnew,a\nother,a\n"));
  REQUIRE(check.cells[0].quantities.size() == 3);
  CHECK(to_string(check.cells[0].quantities[2].name) == "count of unseen");
  CHECK(check.cells[0].quantities[2].observed == 2);
}

TEST_CASE("documents keep their length") {
  const ColumnSchema column{.name = "x", .family = "multinomial"};
  const PredictiveCheck one = check_of(column, "x,class\nho ho ho,a\nho,a\n,b\nho ho,b\n");
  for (const CheckedCell& cell : one.cells)
    for (const CheckedQuantity& checked : cell.quantities) {
      CAPTURE(cell.klass);
      CAPTURE(to_string(checked.name));
      // With one word all documents of these lengths are the same.
      CHECK(checked.simulated == Interval{checked.observed, checked.observed});
      CHECK(checked.p_value == 1);
    }
  CHECK(one.cells[0].quantities[0].observed == 4);
  CHECK(one.cells[0].quantities[1].observed == 2);
  CHECK(one.cells[1].quantities[2].observed == 0.5);  // different words of an empty text and one
}

TEST_CASE("counts keep their exposure") {
  std::string csv = "x,over,class\n";
  for (int i = 0; i < 50; ++i) csv += "500,1000,a\n0,0.001,a\n";
  const PredictiveCheck check =
      check_of({.name = "x", .family = "poisson", .exposure = "over"}, csv);
  // One row in two is a count over almost nothing.
  CHECK(quantity_of(check.cells[0], Quantity::zeros).median == relative(0.5, 0.02));
  CHECK(quantity_of(check.cells[0], Quantity::mean).median == relative(250, 0.02));
  CHECK(check.pictures.front().kind == PictureKind::levels);
}

TEST_CASE("directions are checked whatever their number of turns") {
  const ColumnSchema column{
      .name = "x",
      .family = "von_mises",
      .prior = numbers({{"direction", 3.0}, {"strength", 2.0}, {"concentration", 2.0}})};
  Doubles near, turned;
  for (int i = 0; i < 50; ++i) {
    near.push_back(3.1 + 0.02 * i);
    turned.push_back(near.back() - (i % 3) * 2 * 3.14159265358979323846);
  }
  const PredictiveCheck plain = check_of(column, csv_of(near));
  const PredictiveCheck other = check_of(column, csv_of(turned));
  REQUIRE(plain.cells[0].quantities.size() == 5);
  for (std::size_t q = 0; q < 5; ++q) {
    CAPTURE(to_string(plain.cells[0].quantities[q].name));
    CHECK(other.cells[0].quantities[q].observed ==
          doctest::Approx(plain.cells[0].quantities[q].observed).epsilon(1e-9));
  }
  // Directions within a radian are closer together than a concentration of 2 would have them.
  CHECK(quantity_of(plain.cells[0], Quantity::resultant_length).p_value < 0.01);
  CHECK(quantity_of(plain.cells[0], Quantity::turn_quantile, 0.05).observed ==
        relative(-0.45, 0.1));
}

TEST_CASE("a normal fitted to log-normal data is found by its tails") {
  const ColumnSchema normal{.name = "x", .family = "normal"};
  Random random(3);
  Doubles values;
  for (int i = 0; i < 300; ++i) values.push_back(std::exp(random.normal()));
  const PredictiveCheck check = check_of(normal, csv_of(values));
  const CheckedCell& cell = check.cells.front();
  CHECK(quantity_of(cell, Quantity::quantile, 0.99).p_value < 0.01);
  CHECK(quantity_of(cell, Quantity::minimum).p_value < 0.01);
  CHECK(quantity_of(cell, Quantity::mean).p_value > 0.5);  // what was learned fits
  const PredictiveCheck right = check_of({.name = "x", .family = "lognormal"}, csv_of(values));
  CHECK(extreme_counts(right).extreme == 0);
}

TEST_CASE("counts that vary more than a Poisson are found by their deviation and zeros") {
  Random random(5);
  Doubles values;
  for (int i = 0; i < 200; ++i) values.push_back(random.poisson(random.gamma(0.8, 0.2)));
  const PredictiveCheck check = check_of({.name = "x", .family = "poisson"}, csv_of(values));
  CHECK(quantity_of(check.cells[0], Quantity::deviation).p_value < 0.01);
  CHECK(quantity_of(check.cells[0], Quantity::zeros).p_value < 0.01);
  CHECK(quantity_of(check.cells[0], Quantity::mean).p_value > 0.5);
}

TEST_CASE("zeros that a density cannot have are found") {
  Random random(6);
  Doubles values(60, 0.0);
  for (int i = 0; i < 60; ++i) values.push_back(5 + random.normal());
  const PredictiveCheck check = check_of({.name = "x", .family = "normal"}, csv_of(values));
  const CheckedQuantity& zeros = quantity_of(check.cells[0], Quantity::zeros);
  CHECK(zeros.observed == 0.5);
  CHECK(zeros.simulated == Interval{0, 0});
  CHECK(zeros.p_value < 0.01);
  CHECK(!has(check_of({.name = "x", .family = "normal"}, csv_of({1, 2, 3})).cells[0],
             Quantity::zeros));
}

TEST_CASE("words that come in bursts are found by the documents that hold them") {
  std::string csv = "x,class\n";
  for (int i = 0; i < 60; ++i)
    csv += i % 4 == 0 ? "rare rare rare rare rare rare,a\n" : "one two three two one three,a\n";
  const PredictiveCheck check = check_of({.name = "x", .family = "multinomial"}, csv);
  const auto& quantities = check.cells[0].quantities;
  const auto documents =
      std::find_if(quantities.begin(), quantities.end(), [](const CheckedQuantity& each) {
        return each.name == QuantityName{.quantity = Quantity::documents, .level = "rare"};
      });
  REQUIRE(documents != quantities.end());
  CHECK(documents->observed == 15);
  CHECK(documents->p_value < 0.01);
  CHECK(quantity_of(check.cells[0], Quantity::different_words).p_value < 0.01);
}

TEST_CASE("normals fit iris where the prior does, and a prior far from one class is found") {
  const Table table = read_csv(project_file("examples/data/iris.csv"));
  Model model = infer_model(table, {.label = "class"});
  const PredictiveCheck automatic = predictive_check(observe(model, table), table);
  const ExtremeCounts counts = extreme_counts(automatic);
  CHECK(automatic.cells.size() == 12);
  CHECK(counts.quantities == 72);
  CHECK(automatic.not_checked.empty());
  // The automatic prior has the spread of all classes, which is ten times that of the small petals.
  const auto extreme = extreme_quantities(automatic);
  REQUIRE(extreme.size() == static_cast<std::size_t>(counts.extreme));
  CHECK(counts.extreme > 2);
  for (const ExtremeQuantity& each : extreme) {
    CHECK(each.cell->klass == "setosa");
    CHECK(each.cell->feature.starts_with("petal"));
  }

  Schema schema = model.schema();
  for (ColumnSchema& column : schema.columns) column.prior = word("empirical");
  const PredictiveCheck empirical = predictive_check(observe(Model(schema), table), table);
  CHECK(extreme_counts(empirical).quantities == 72);
  CHECK(extreme_counts(empirical).extreme <= 2);
}

TEST_CASE("the same seed gives the same numbers for any number of threads") {
  const auto posterior = before_data(schema_of_every_family());
  const Table table = simulate(drawn_truth(posterior, 3), {.rows = 60});
  const CheckOptions options{.from = SimulatedFrom::prior, .simulations = 250};
  const PredictiveCheck check = predictive_check(posterior, table, options);
  PredictiveCheck alone;
  {
    const ThreadLimit one(1);
    alone = predictive_check(posterior, table, options);
  }
  CHECK(check.cells == alone.cells);
  CHECK(check.pictures == alone.pictures);
  CheckOptions other = options;
  other.seed = 2;
  CHECK(predictive_check(posterior, table, other).cells != check.cells);
}

TEST_CASE("a feature's check does not depend on the others") {
  const auto posterior = before_data(schema_of_every_family());
  const Table table = simulate(drawn_truth(posterior, 3), {.rows = 30});
  CheckOptions options{.from = SimulatedFrom::prior, .simulations = 200};
  const PredictiveCheck all = predictive_check(posterior, table, options);
  options.features = {"size", "tied_all"};
  const PredictiveCheck some = predictive_check(posterior, table, options);
  REQUIRE(some.cells.size() == 9);
  for (const CheckedCell& cell : some.cells)
    CHECK(std::find(all.cells.begin(), all.cells.end(), cell) != all.cells.end());
  CHECK(all.cells.front().feature == "answer");  // in the order of the schema
  CHECK(all.pictures.back().feature == "joint_classes_b");
}

TEST_CASE("what cannot be checked is told with the reason") {
  const PredictiveCheck constant =
      check_of({.name = "x", .family = "normal"}, "x,class\n2,a\n2,a\n2,b\n");
  REQUIRE(constant.not_checked.size() == 1);
  CHECK(constant.cells.empty());
  CHECK(constant.not_checked[0].why.find("constant") != std::string::npos);

  const PredictiveCheck far = check_of(
      {.name = "x",
       .family = "lognormal",
       .prior = numbers({{"mean", 700.0}, {"mean_weight", 1.0}, {"shape", 1.0}, {"scale", 900.0}})},
      "x,class\n1,a\n2,a\n2,b\n", {.from = SimulatedFrom::prior});
  REQUIRE(far.not_checked.size() == 2);
  CHECK(far.not_checked[0].klass == "a");
  CHECK(far.not_checked[0].why.find("beyond the range of double") != std::string::npos);
  CHECK(far.pictures.empty());

  const PredictiveCheck parts =
      check_of({.name = "words", .family = "multinomial", .columns = {"u", "v"}},
               "u,v,class\n0.5,1,a\n1,2,a\n");
  REQUIRE(parts.not_checked.size() == 1);
  CHECK(parts.not_checked[0].why.find("parts of words") != std::string::npos);
}

TEST_CASE("an improper prior is refused where data are simulated from it") {
  const Table table = table_of("x,class\n1,a\n2,a\n4,b\n5,b\n");
  auto posterior = observe(Model(schema_of({{.name = "x", .family = "normal"}})), table);
  auto& block = typed<NormalInverseGammaNormal>(*posterior.blocks.front());
  block.feature(0).prior.shared =
      NormalInverseGamma{.mean = 0, .mean_weight = 0, .shape = 0, .scale = 0};
  const PredictiveCheck prior = predictive_check(posterior, table, {.from = SimulatedFrom::prior});
  REQUIRE(prior.not_checked.size() == 1);
  CHECK(prior.not_checked[0].why.find("the prior of class 'a' is improper") != std::string::npos);
  CHECK(prior.not_checked[0].why.find("give a prior that integrates to 1") != std::string::npos);
  CHECK(predictive_check(posterior, table).cells.size() == 2);  // the posterior is proper
}

TEST_CASE("priors that take numbers from the data are named") {
  const std::string csv = "x,class\n1,a\n2,a\n4,b\n5,b\n";
  const CheckOptions options{.from = SimulatedFrom::prior};
  const auto names_prior = [&](const ColumnSchema& column) {
    const PredictiveCheck check = check_of(column, csv, options);
    return std::any_of(check.notes.begin(), check.notes.end(), [](const std::string& note) {
      return note.find("the prior of 'x' takes numbers from the data") != std::string::npos;
    });
  };
  CHECK(names_prior({.name = "x", .family = "normal"}));
  CHECK(
      names_prior({.name = "x", .family = "normal_known_mean", .prior = numbers({{"mean", 3.0}})}));
  CHECK(!names_prior(
      {.name = "x", .family = "exponential", .prior = numbers({{"shape", 2.0}, {"rate", 3.0}})}));
  CHECK(!names_prior({.name = "x", .family = "categorical"}));
}

TEST_CASE("options that make no sense are refused") {
  const auto refused = [](const CheckOptions& options, const std::string& text) {
    return throws_error(
        [&] { (void)check_of({.name = "x", .family = "normal"}, "x,class\n1,a\n2,a\n", options); },
        ErrorCode::domain, text);
  };
  CHECK(refused({.simulations = 0}, "give 1 to 1000000"));
  CHECK(refused({.simulations = 199}, "give at least 200"));
  CHECK(!refused({.simulations = 200}, ""));
  CHECK(refused({.mass = 1}, "mass of an interval"));
  CHECK(refused({.threshold = 0}, "threshold"));
  CHECK(refused({.most_levels = 0}, "number of levels"));
  CHECK(throws_error(
      [] {
        (void)check_of({.name = "x", .family = "normal"}, "x,class\n1,a\n2,a\n",
                       {.features = {"y"}});
      },
      ErrorCode::schema, "'y'"));
}

TEST_CASE("rows that no class of the posterior explains are refused") {
  const auto posterior =
      learned(schema_of({{.name = "x", .family = "normal"}}), "x,class\n1,a\n2,b\n");
  CHECK(throws_error([&] { (void)predictive_check(posterior, table_of("x,class\n1,c\n")); },
                     ErrorCode::schema, "no class that was learned"));
  CHECK(throws_error([&] { (void)predictive_check(posterior, table_of("x,class\n1,\n")); },
                     ErrorCode::schema, "no row of"));
}
