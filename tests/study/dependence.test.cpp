// Whether columns depend on each other within classes.
#include <credence/study/dependence.hpp>

#include <credence/base/random.hpp>
#include <credence/data/csv.hpp>
#include <credence/data/infer.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "support/golden_table.hpp"
#include "support/models.hpp"
#include "support/paths.hpp"
#include "support/relative.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

const PairDependence* find(const DependenceCheck& check, const std::string& one,
                           const std::string& other, const std::string& klass) {
  const auto found =
      std::find_if(check.pairs.begin(), check.pairs.end(), [&](const PairDependence& pair) {
        return pair.first == one && pair.second == other && pair.klass == klass;
      });
  return found == check.pairs.end() ? nullptr : &*found;
}

// Rows of two classes: y follows x in class "p" alone; a and b are answers, b that of a in class "q".
Table random_table(Index rows, std::uint64_t seed) {
  Random random{seed};
  std::vector<Doubles> columns(4);
  Strings labels;
  for (Index row = 0; row < rows; ++row) {
    const bool p = row % 2 == 0;
    const double x = random.normal();
    const double answer = random.uniform() < 0.5 ? 1 : 0;
    columns[0].push_back(10 + x);
    columns[1].push_back(p ? 0.8 * x + 0.6 * random.normal() : random.normal());
    columns[2].push_back(answer);
    columns[3].push_back(!p && random.uniform() < 0.8 ? answer : (random.uniform() < 0.5 ? 1 : 0));
    labels.emplace_back(p ? "p" : "q");
  }
  Table table;
  const char* names[] = {"x", "y", "a", "b"};
  for (std::size_t j = 0; j < 4; ++j) table.add(names[j], columns[j]);
  table.add("class", labels);
  return table;
}

Schema answers_and_numbers() {
  return schema_of({{.name = "x", .family = "normal"},
                    {.name = "y", .family = "normal"},
                    {.name = "a", .family = "bernoulli"},
                    {.name = "b", .family = "bernoulli"}});
}

}  // namespace

TEST_CASE("log Bayes factors of pairs agree with products of predictives, to 50 digits") {
  const Table table = read_csv(project_file("examples/data/german_credit.csv"));
  const Model model(infer_schema(table, {.label = "class"}).schema);

  const DependenceCheck check = dependence_check(model, table, {.draws = 20});

  for (GoldenRow row : golden_rows(project_file("tests/golden/dependence.csv"))) {
    CAPTURE(row["first"]);
    CAPTURE(row["second"]);
    CAPTURE(row["class"]);
    const PairDependence* pair = find(check, row["first"], row["second"], row["class"]);
    if (pair == nullptr) pair = find(check, row["second"], row["first"], row["class"]);
    REQUIRE(pair != nullptr);
    const double expected = number(row["log_bayes_factor"]);
    CHECK(std::abs(pair->log_bayes_factor - expected) <= 1e-10 * (1 + pair->rows));
  }
  CHECK(check.pairs.size() == 2 * 190);
}

TEST_CASE("a table of two rows is compared by hand") {
  // Both cells of the diagonal once, a quarter of two rows in each of four cells before:
  // (1/4 * 1/6) / (1/4 * 1/9) = 3/2.
  const auto check = dependence_check(Model(schema_of({{.name = "a", .family = "bernoulli"},
                                                       {.name = "b", .family = "bernoulli"}})),
                                      table_of("a,b,class\n0,0,p\n1,1,p\n1,0,q\n"));

  const PairDependence* pair = find(check, "a", "b", "p");
  REQUIRE(pair != nullptr);
  CHECK(pair->log_bayes_factor == doctest::Approx(std::log(1.5)).epsilon(1e-14));
  CHECK(pair->rows == 2);
  CHECK(pair->test == PairTest::table);
}

TEST_CASE("columns that depend in one class alone are found there and nowhere else") {
  const DependenceCheck check =
      dependence_check(Model(answers_and_numbers()), random_table(400, 11));

  CHECK(check.depends(*find(check, "x", "y", "p")));
  CHECK_FALSE(check.depends(*find(check, "x", "y", "q")));
  CHECK(check.depends(*find(check, "a", "b", "q")));
  CHECK_FALSE(check.depends(*find(check, "a", "b", "p")));
  CHECK_FALSE(check.depends(*find(check, "x", "a", "p")));
  const auto sentences = sentences_on(check, 10);
  REQUIRE(sentences.size() == 2);
  CHECK(sentences[0].starts_with("'x' and 'y' depend on each other within class 'p' (log Bayes"));
}

TEST_CASE("intervals hold the mutual information that rows were drawn with") {
  const DependenceCheck check =
      dependence_check(Model(answers_and_numbers()), random_table(4000, 12), {.mass = 0.999});

  const double of_numbers = -0.5 * std::log(1 - 0.64);
  const PairDependence& numbers = *find(check, "x", "y", "p");
  CHECK(numbers.interval->lower < of_numbers);
  CHECK(numbers.interval->upper > of_numbers);
  CHECK(numbers.interval->upper - numbers.interval->lower < 0.2);
  const double same = 0.8 + 0.2 * 0.5;
  const double of_answers = std::log(2.0) + same * std::log(same) + (1 - same) * std::log(1 - same);
  const PairDependence& answers = *find(check, "a", "b", "q");
  CHECK(answers.interval->lower < of_answers);
  CHECK(answers.interval->upper > of_answers);
  // Of 2000 rows its standard error is sqrt(0.09 / 2000) log(9), 4 % of it.
  CHECK(answers.information == relative(of_answers, 0.18));
}

TEST_CASE("among many pairs of independent columns hardly any is said to depend") {
  Random random{5};
  Table table;
  std::vector<ColumnSchema> columns;
  for (int j = 0; j < 12; ++j) {
    Doubles cells;
    for (int row = 0; row < 200; ++row)
      cells.push_back(j % 2 == 0 ? random.normal() : (random.uniform() < 0.3 ? 1 : 0));
    const std::string name = "c" + std::to_string(j);
    table.add(name, cells);
    columns.push_back({.name = name, .family = j % 2 == 0 ? "normal" : "bernoulli"});
  }
  Strings labels;
  for (int row = 0; row < 200; ++row) labels.emplace_back(row % 3 == 0 ? "p" : "q");
  table.add("class", labels);

  const DependenceCheck check = dependence_check(Model(schema_of(columns)), table, {.draws = 20});

  CHECK(check.pairs.size() == 66 * 2);
  CHECK(sentences_on(check, 10).empty());
  // 132 tests, none of which depends with probability one half.
  CHECK(check.prior_probability == doctest::Approx(1 - std::pow(0.5, 1.0 / 132)).epsilon(1e-12));
}

TEST_CASE("blocks of numbers are taken apart, texts and pairs of other families left out") {
  const auto check = dependence_check(
      Model(schema_of(
          {{.name = "sizes", .family = "normal", .columns = {"x", "y"}, .tied = Tying::classes},
           {.name = "n", .family = "poisson"},
           {.name = "city", .family = "categorical"},
           {.name = "words", .family = "multinomial", .columns = {"u", "v"}}})),
      table_of("x,y,n,city,u,v,class\n1,2,3,A,1,0,p\n2,1,4,B,2,1,p\n3,5,2,A,0,1,p\n"
               "4,3,1,B,1,1,q\n5,6,0,A,1,2,q\n7,4,2,B,0,0,q\n"));

  CHECK(check.features == Strings{"x", "y", "n", "city"});
  CHECK(find(check, "x", "y", "p")->test == PairTest::normals);
  CHECK(find(check, "n", "city", "q")->test == PairTest::levels);
  REQUIRE(check.not_tested.size() == 2);
  CHECK(check.not_tested[0].first == "x");
  CHECK(check.not_tested[0].second == "n");
}

TEST_CASE("rows that lack one of two cells are no part of their comparison") {
  const Model model(answers_and_numbers());
  const std::string head = "x,y,a,b,class\n";
  const std::string rows = "1,2,0,1,p\n3,1,1,1,p\n2,5,0,0,p\n4,4,1,0,q\n6,3,0,1,q\n";
  const auto complete = dependence_check(model, table_of(head + rows));
  const auto gaps = dependence_check(model, table_of(head + rows + ",7,,1,p\n"));

  CHECK(find(gaps, "a", "b", "p")->log_bayes_factor ==
        find(complete, "a", "b", "p")->log_bayes_factor);
  CHECK(find(gaps, "x", "y", "p")->log_bayes_factor ==
        find(complete, "x", "y", "p")->log_bayes_factor);
}

TEST_CASE("a row of weight two counts as two rows") {
  const Model model(answers_and_numbers());
  const std::string rows = "3,1,1,1,q\n2,5,0,0,q\n4,4,1,0,q\n";
  const auto twice =
      dependence_check(model, table_of("x,y,a,b,class\n1,2,0,1,q\n1,2,0,1,q\n" + rows));
  std::string weighted = "w,x,y,a,b,class\n2,1,2,0,1,q\n1,3,1,1,1,q\n1,2,5,0,0,q\n1,4,4,1,0,q\n";
  const auto once = dependence_check(model, table_of(weighted), {}, "w");

  REQUIRE(twice.pairs.size() == 6);
  for (const PairDependence& pair : twice.pairs)
    CHECK(find(once, pair.first, pair.second, "q")->log_bayes_factor ==
          doctest::Approx(pair.log_bayes_factor).epsilon(1e-12));
}

TEST_CASE("numbers whose squares overflow are not compared, and said so") {
  const auto check = dependence_check(
      Model(answers_and_numbers()),
      table_of("x,y,a,b,class\n1e300,1,0,1,p\n-1e300,2,1,0,p\n2,3,1,1,q\n4,4,0,0,q\n"));

  CHECK(find(check, "a", "b", "p") != nullptr);
  CHECK(find(check, "x", "y", "p") == nullptr);
  CHECK(std::any_of(check.not_tested.begin(), check.not_tested.end(), [](const auto& pair) {
    return pair.first == "x" && pair.second == "y" && !pair.why.empty();
  }));
  for (const PairDependence& pair : check.pairs) CHECK(std::isfinite(pair.log_bayes_factor));
}

TEST_CASE("a column of very many levels is left out, not multiplied by others") {
  std::string csv = "id,a,b,class\n";
  for (int row = 0; row < 1200; ++row)
    csv += "v" + std::to_string(row) + (row % 3 == 0 ? ",0" : ",1") + (row % 5 == 0 ? ",0" : ",1") +
           (row % 2 == 0 ? ",p\n" : ",q\n");
  const auto check = dependence_check(Model(schema_of({{.name = "id", .family = "categorical"},
                                                       {.name = "a", .family = "bernoulli"},
                                                       {.name = "b", .family = "bernoulli"}})),
                                      table_of(csv));

  CHECK(check.features == Strings{"a", "b"});
  CHECK(check.pairs.size() == 2);
  REQUIRE(check.not_tested.size() == 2);
  CHECK(check.not_tested[0].why ==
        "column 'id' has 1200 levels, more than the 1000 that are compared");
}

TEST_CASE("columns of hundreds of levels that know nothing of each other are not said to depend") {
  Random random{9};
  std::string csv = "a,b,class\n";
  for (int row = 0; row < 1500; ++row)
    csv +=
        "u" + std::to_string(random.below(400)) + ",v" + std::to_string(random.below(300)) + ",p\n";
  const auto check = dependence_check(Model(schema_of({{.name = "a", .family = "categorical"},
                                                       {.name = "b", .family = "categorical"}})),
                                      table_of(csv));

  REQUIRE(check.pairs.size() == 1);
  CHECK(check.pairs[0].log_bayes_factor < 0);
  CHECK(check.pairs[0].information > 0);
}

TEST_CASE("a column of a single level is compared with no other, and said why") {
  const auto check = dependence_check(
      Model(schema_of({{.name = "one", .family = "categorical"},
                       {.name = "x", .family = "normal"},
                       {.name = "two", .family = "categorical"}})),
      table_of("one,x,two,class\ns,1,u,p\ns,2,v,p\ns,4,u,q\ns,5,v,q\ns,4.5,u,q\n"));

  REQUIRE(check.not_tested.size() == 2);
  CHECK(check.not_tested[0].first == "one");
  CHECK(check.not_tested[0].second == "x");
  CHECK(check.not_tested[0].why == "'one' has a single level");
  CHECK(check.not_tested[1].first == "one");
  CHECK(check.not_tested[1].second == "two");
  CHECK(check.not_tested[1].why == "one of the two has a single level");
  CHECK(find(check, "x", "two", "p") != nullptr);
  CHECK(check.pairs.size() == 2);
}

TEST_CASE("counts of pairs that would take too much memory are refused with what to drop") {
  constexpr Index levels = 1000;
  Table table;
  std::vector<ColumnSchema> columns;
  Strings labels;
  for (Index row = 0; row < levels; ++row) labels.emplace_back(row % 2 == 0 ? "p" : "q");
  for (int j = 0; j < 20; ++j) {
    Strings cells;
    for (Index row = 0; row < levels; ++row) cells.push_back("v" + std::to_string(row));
    columns.push_back({.name = "c" + std::to_string(j), .family = "categorical"});
    table.add(columns.back().name, cells);
  }
  table.add("class", labels);

  CHECK(fails_with(ErrorCode::limit,
                   "the counts of every two columns would take more than 1 GB; drop columns of "
                   "many levels from the model",
                   [&] { (void)dependence_check(Model(schema_of(columns)), table); }));
}

TEST_CASE("options out of range and tables without labelled rows are refused") {
  const Model model(answers_and_numbers());
  const Table table = random_table(20, 1);
  CHECK(throws_error([&] { (void)dependence_check(model, table, {.mass = 1}); }, ErrorCode::domain,
                     "mass"));
  CHECK(throws_error([&] { (void)dependence_check(model, table, {.prior_of_none = 0}); },
                     ErrorCode::domain, "prior probability"));
  CHECK(throws_error([&] { (void)dependence_check(model, table, {.draws = 2}); }, ErrorCode::domain,
                     "at least 20"));
  CHECK(throws_error([&] { (void)dependence_check(model, table_of("x,y,a,b,class\n1,2,0,1,\n")); },
                     ErrorCode::schema));
}
