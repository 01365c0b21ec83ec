#include <credence/study/lazy_rules.hpp>

#include <doctest/doctest.h>

#include <credence/base/parallel.hpp>
#include <credence/data/infer.hpp>
#include <credence/predict/classifier.hpp>

#include "study/lazy/local_bayes.hpp"
#include "study/lazy_reference.hpp"
#include "study/left_out.hpp"
#include "study/left_out/without_features.hpp"
#include "study/metrics/sign_test.hpp"
#include "support/shipped.hpp"
#include "support/throws.hpp"

#include <algorithm>

using namespace credence;
using namespace credence::testing;

namespace {

using Places = std::vector<Index>;
using Rule = std::vector<LazyCondition>;

// The cells of a file as categories.
Categories categories_of(const std::string& name) {
  const Table table = shipped(name);
  Categories data;
  data.rows.resize(static_cast<std::size_t>(table.rows()));
  for (const Column& column : table.columns()) {
    if (column.name != "class") data.names.push_back(column.name);
    for (Index row = 0; row < table.rows(); ++row) {
      std::string cell = as_written(column, row);
      if (cell == "?") cell.clear();
      if (column.name == "class")
        data.labels.push_back(cell);
      else
        data.rows[static_cast<std::size_t>(row)].push_back(cell);
    }
  }
  return data;
}

// Numbers cut into bins of about as many rows each.
Categories cut(Categories data, std::size_t bins) {
  for (std::size_t j = 0; j < data.names.size(); ++j) {
    std::vector<double> numbers;
    for (const auto& row : data.rows) numbers.push_back(std::stod(row[j]));
    std::vector<double> sorted = numbers;
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t row = 0; row < numbers.size(); ++row) {
      std::size_t bin = 0;
      for (std::size_t k = 1; k < bins; ++k)
        bin += numbers[row] > sorted[k * sorted.size() / bins] ? 1 : 0;
      data.rows[row][j] = "bin " + std::to_string(bin);
    }
  }
  return data;
}

Table table_of(const Categories& data) {
  Table table;
  for (std::size_t j = 0; j < data.names.size(); ++j) {
    std::vector<std::string> cells;
    for (const auto& row : data.rows) cells.push_back(row[j]);
    table.add(data.names[j], cells);
  }
  table.add("class", data.labels);
  return table;
}

Schema all_categorical(const Table& table) {
  Schema schema = schema_of({});
  for (const Column& column : table.columns())
    if (column.name != "class")
      schema.columns.push_back({.name = column.name, .family = "categorical"});
  return schema;
}

// Every `step`-th row is asked for; the others are training rows.
struct Split {
  Places training;
  Places asked;

  Split(Index rows, Index step) {
    for (Index row = 0; row < rows; ++row) (row % step == 0 ? asked : training).push_back(row);
  }
};

// Compares every answer with the reference; gives the number of conditions of all rules.
std::size_t check_against_reference(const Categories& data, Index step) {
  const Table table = table_of(data);
  const Split split(table.rows(), step);
  const Model model(all_categorical(table));
  const BoundTable bound = bind(model, table);
  const LazyReference reference(data, {split.training.begin(), split.training.end()});

  const LazyPredictions answers =
      LazyRules(model, bound, split.training, Estimator::predictive).predict(bound, split.asked);

  std::size_t conditions = 0;
  for (std::size_t i = 0; i < split.asked.size(); ++i) {
    CAPTURE(split.asked[i]);
    const LazyAnswer expected =
        reference.answer(data.rows[static_cast<std::size_t>(split.asked[i])]);
    REQUIRE(answers.antecedents[i].size() == expected.antecedent.size());
    for (std::size_t k = 0; k < expected.antecedent.size(); ++k) {
      CHECK(answers.antecedents[i][k].column == expected.antecedent[k].first);
      CHECK(answers.antecedents[i][k].level == expected.antecedent[k].second);
    }
    for (std::size_t klass = 0; klass < expected.probabilities.size(); ++klass)
      CHECK(answers.predictions.probability(static_cast<Index>(i), static_cast<Index>(klass)) ==
            doctest::Approx(expected.probabilities[klass]).epsilon(1e-10));
    conditions += expected.antecedent.size();
  }
  return conditions;
}

// Exclusive or, each of its four rows so many times, with rows to ask for at the end.
std::string exclusive_or(int times, const std::string& asked) {
  std::string csv = "a,b,class\n";
  for (int i = 0; i < times; ++i) csv += "0,0,no\n0,1,yes\n1,0,yes\n1,1,no\n";
  return csv + asked;
}

struct Learned {
  Table table;
  Model model;
  BoundTable bound;

  explicit Learned(Table data)
      : table(std::move(data)), model(all_categorical(table)), bound(bind(model, table)) {}
  Learned(Table data, Schema schema)
      : table(std::move(data)), model(std::move(schema)), bound(bind(model, table)) {}
  Learned(const Learned&) = delete;  // bound points at the table

  [[nodiscard]] LazyRules rules(Estimator estimator = Estimator::predictive) const {
    return LazyRules(model, bound, all_rows(bound.rows), estimator);
  }
  // Of the last row, which has no label.
  [[nodiscard]] LazyPredictions last() const {
    return rules().predict(bound, Places{bound.rows - 1});
  }
};

// Places that leave-one-out gets wrong, by the public functions alone: levels and classes are listed,
// so that a table of the rows can be learned by itself.
std::optional<Places> wrong_by_leave_one_out(const Posterior<Model>& all, const Table& table,
                                             const Places& rows, const Strings& without,
                                             Estimator estimator) {
  Schema schema = freeze(all).model.schema();
  schema.classes = all.label.classes;
  for (const auto& block : all.blocks)
    for (Index j = 0; j < block->size(); ++j)
      schema.find(block->feature(j).name)->levels = block->feature(j).levels;
  for (const std::string& name : without) schema.find(name)->family = "none";
  const Table some = table.select(rows);
  const Model model = with_schema(all.model, schema);
  const BoundTable bound = bind(model, some);
  Posterior<Model> posterior = empty_posterior(model);
  observe(posterior, bound);
  const LeaveOneOut left = leave_one_out(posterior, estimator, bound, all_rows(some.rows()));
  if (!left.undefined.empty()) return std::nullopt;
  const auto truth = label_positions(bound.label, bound.rows, all.label.classes);
  Places wrong;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (left.predictions.label[i] != truth[i]) wrong.push_back(rows[i]);
  return wrong;
}

bool same_bits(const Predictions& one, const Predictions& other) {
  return one.label == other.label && one.log_joint == other.log_joint &&
         one.log_probability == other.log_probability && one.impossible == other.impossible;
}

}  // namespace

TEST_CASE("rules and probabilities equal those that are counted anew for every row") {
  const Categories iris = categories_of("iris");
  CHECK(check_against_reference(cut(iris, 2), 5) > 10);
  CHECK(check_against_reference(cut(iris, 4), 7) > 10);
  CHECK(check_against_reference(categories_of("house_votes_84"), 20) > 20);
}

TEST_CASE("the sign test is the lower tail of fair coins") {
  CHECK(detail::sign_test(0, 0) == 1);
  CHECK(detail::sign_test(3, 0) == 1);
  CHECK(detail::sign_test(0, 4) == doctest::Approx(1.0 / 16).epsilon(1e-14));
  CHECK(detail::sign_test(0, 5) == doctest::Approx(1.0 / 32).epsilon(1e-14));
  CHECK(detail::sign_test(1, 7) == doctest::Approx(9.0 / 256).epsilon(1e-14));
  CHECK(detail::sign_test(2, 6) == doctest::Approx(37.0 / 256).epsilon(1e-14));
}

// Naive Bayes of exclusive or gets every row wrong once it is left out. Given one column, the other
// decides: half of the errors go.
TEST_CASE("a rule needs five errors, and a condition that corrects enough of them") {
  const Learned once(testing::table_of(exclusive_or(1, "0,1,\n")));
  const Learned twice(testing::table_of(exclusive_or(2, "0,1,\n")));
  const Learned thrice(testing::table_of(exclusive_or(3, "0,1,\n")));

  CHECK(once.rules().errors() == 4);
  CHECK(once.last().antecedents[0].empty());
  CHECK(twice.rules().errors() == 8);
  CHECK(twice.last().antecedents[0].empty());  // 4 corrected: 1/16
  CHECK(thrice.rules().errors() == 12);
  CHECK(thrice.last().antecedents[0].size() == 1);  // 6 corrected: 1/64
}

TEST_CASE("of two columns that lower the errors alike the first becomes the condition") {
  const Learned data(testing::table_of(exclusive_or(3, "0,1,\n")));

  const LazyPredictions answers = data.last();

  CHECK(answers.antecedents[0] == Rule{{.column = "a", .level = "0"}});
  // Given a = 0, b = 1 was seen in none of three rows without, in all of three with: 1/5 and 4/5.
  CHECK(answers.predictions.probability(0, 1) == doctest::Approx(0.8).epsilon(1e-14));
  CHECK(answers.local_models == 1);
}

TEST_CASE("a missing cell and a level that was never learned are no conditions") {
  const Learned missing(testing::table_of(exclusive_or(3, "?,1,\n")));
  const Learned unseen(testing::table_of(exclusive_or(3, "2,1,\n")));
  const Learned nothing(testing::table_of(exclusive_or(3, "?,?,\n")));

  CHECK(missing.last().antecedents[0] == Rule{{.column = "b", .level = "1"}});
  CHECK(unseen.last().antecedents[0] == Rule{{.column = "b", .level = "1"}});
  CHECK(unseen.last().predictions.unseen_cells == 1);
  CHECK(nothing.last().antecedents[0].empty());
  CHECK(nothing.last().predictions.probability(0, 0) == doctest::Approx(0.5).epsilon(1e-14));
}

TEST_CASE("training rows that lack the cell of a condition are not among its rows") {
  const Learned data(testing::table_of(exclusive_or(3, "?,1,no\n?,1,no\n0,1,\n")));

  const LazyPredictions answers = data.last();

  REQUIRE(answers.antecedents[0] == Rule{{.column = "a", .level = "0"}});
  CHECK(answers.predictions.probability(0, 1) == doctest::Approx(0.8).epsilon(1e-14));
}

TEST_CASE("without a column of levels every answer is that of naive Bayes") {
  const Table table = shipped("iris");
  const Learned data(shipped("iris"), infer_schema(table, {.label = "class"}).schema);
  const Places rows = all_rows(150);

  const LazyPredictions answers = data.rules().predict(data.bound, rows);

  const Classifier<Model> naive(freeze(observe(data.model, data.table)), Estimator::predictive);
  CHECK(same_bits(answers.predictions, naive.predict(data.bound, rows)));
  CHECK(answers.local_models == 1);
}

TEST_CASE("errors by counts equal those of leave-one-out, for each level of each column") {
  for (const char* name : {"house_votes_84", "german_credit"}) {
    CAPTURE(name);
    const Table table = shipped(name);
    const Learned data(shipped(name), infer_schema(table, {.label = "class"}).schema);
    const Places rows = all_rows(table.rows());
    for (const Estimator estimator : {Estimator::predictive, Estimator::maximum_likelihood}) {
      const detail::LocalBayes local(data.model, data.bound, rows, estimator);
      for (std::size_t column = 0; column < local.columns().size(); ++column) {
        const detail::LevelColumn& one = local.columns()[column];
        for (Code level = 0; level < static_cast<Code>(one.levels.size()); ++level) {
          CAPTURE(one.name);
          CAPTURE(level);
          Places some;
          for (const Index row : rows)
            if (local.code(column, row) == level) some.push_back(row);

          const auto wrong = local.wrong({{.column = column, .level = level}}, some);

          CHECK(wrong ==
                wrong_by_leave_one_out(local.posterior(), table, some, {one.name}, estimator));
        }
      }
    }
  }
}

TEST_CASE("a level that a single row holds keeps a small pseudo-count once the row is left out") {
  std::string csv = "a,class\nz,yes\n";
  for (int i = 0; i < 3; ++i) csv += "u,yes\n";
  for (int i = 0; i < 8; ++i) csv += "v,no\n";
  const Table table = testing::table_of(csv);
  Schema schema = all_categorical(table);
  schema.columns.front().prior = {.values = {{"each", 1e-20}}};

  const Learned data(testing::table_of(csv), schema);

  // Of the first row the classes have (1 + 3) / 13 x 1e-20 / 3 and (1 + 8) / 13 x 1e-20 / 8.
  CHECK(data.rules().errors() == 0);
}

TEST_CASE("columns of numbers take part in every local naive Bayes") {
  std::string csv = "a,b,x,w,class\n";
  for (int i = 0; i < 6; ++i) {
    const std::string x = std::to_string(i) + ".5";
    csv += "0,0," + x + ",2,no\n0,1,3" + x + ",1,yes\n1,0," + x + ",1,yes\n1,1,3" + x + ",1,no\n";
  }
  const Table table = testing::table_of(csv);
  const Model model(schema_of({{.name = "a", .family = "bernoulli"},
                               {.name = "b", .family = "categorical"},
                               {.name = "x", .family = "normal"}}));
  for (const std::string weight : {"", "w"}) {
    const BoundTable bound = credence::bind(model, table, weight);
    const Places rows = all_rows(table.rows());

    const LazyPredictions answers =
        LazyRules(model, bound, rows, Estimator::predictive).predict(bound, Places{0});

    REQUIRE(answers.antecedents[0] == Rule{{.column = "a", .level = "0"}});
    // By hand: the rows of a = 0 alone, without the column, under the priors of all rows.
    Schema rest = freeze(observe(model, table, weight)).model.schema();
    rest.find("a")->family = "none";
    Posterior<Model> some = freeze(observe(model, table, weight));
    clear_statistics(some);
    Places of_rule;
    for (Index row = 0; row < table.rows(); ++row)
      if (row % 4 < 2) of_rule.push_back(row);
    observe(some, bound, of_rule);
    const Predictions expected =
        Classifier<Model>(detail::without_features(some, {"a"}), Estimator::predictive)
            .predict(bound.part(with_schema(model, rest)), Places{0});
    CHECK(answers.predictions.log_joint == expected.log_joint);
  }
}

TEST_CASE("answers do not depend on threads, on other rows, or on the table they stand in") {
  const Learned data(shipped("house_votes_84"), all_categorical(shipped("house_votes_84")));
  const LazyRules rules = data.rules();
  Places rows;
  for (Index row = 0; row < 435; row += 4) rows.push_back(row);

  const LazyPredictions together = rules.predict(data.bound, rows);

  {
    const ThreadLimit alone(1);
    const LazyPredictions one_thread = rules.predict(data.bound, rows);
    CHECK(same_bits(one_thread.predictions, together.predictions));
    CHECK(one_thread.antecedents == together.antecedents);
  }
  std::reverse(rows.begin(), rows.end());
  const Table other = data.table.select(rows);
  const BoundTable bound = bind(data.model, other);
  for (std::size_t i = 0; i < rows.size(); i += 9) {
    const LazyPredictions one = rules.predict(bound, Places{static_cast<Index>(i)});
    const std::size_t at = rows.size() - 1 - i;
    CHECK(one.antecedents[0] == together.antecedents[at]);
    CHECK(one.predictions.log_joints(0)[0] ==
          together.predictions.log_joints(static_cast<Index>(at))[0]);
  }
}

TEST_CASE("rows without a class, and of weight 0, teach nothing") {
  const Table table = testing::table_of("a,b,w,class\n0,0,1,no\n0,1,0,yes\n1,0,1,yes\n1,1,1,\n");
  const Model model(schema_of({{.name = "a", .family = "categorical"}}));
  const BoundTable bound = bind(model, table, "w");

  const LazyRules rules(model, bound, all_rows(4), Estimator::posterior_mean);

  CHECK(rules.training_rows() == 2);
  CHECK(rules.estimator() == Estimator::posterior_mean);
  CHECK(rules.classes() == Strings{"no", "yes"});
}

TEST_CASE("lazy rules say what they cannot do") {
  const Table table = testing::table_of("a,x,class\nu,1,no\nv,2,yes\nv,3,yes\n");
  const Model model(schema_of({{.name = "a", .family = "categorical", .unseen = Unseen::error},
                               {.name = "x", .family = "normal"}}));
  const BoundTable bound = bind(model, table);
  const auto make = [&](const Places& rows, Estimator estimator) {
    return LazyRules(model, bound, rows, estimator);
  };

  CHECK(throws_error([&] { (void)make({}, Estimator::predictive); }, ErrorCode::schema, "'class'"));
  CHECK(throws_error(
      [&] {
        (void)make({0, 1, 2}, Estimator::maximum_likelihood);
      },
      ErrorCode::undefined, "'x'"));
  const Table unseen = testing::table_of("a,x\nw,1\n");
  CHECK(throws_error(
      [&] {
        (void)make({0, 1, 2}, Estimator::predictive).predict(bind(model, unseen), Places{0});
      },
      ErrorCode::schema, "'w'"));
  const Model other(schema_of({{.name = "x", .family = "normal"}}));
  CHECK(throws_error(
      [&] {
        (void)make({0, 1, 2}, Estimator::predictive).predict(bind(other, table), Places{0});
      },
      ErrorCode::schema, "'a'"));
}
