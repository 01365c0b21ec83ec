#include <credence/study/compare_paired.hpp>

#include <credence/data/infer.hpp>
#include <credence/study/compare.hpp>
#include <credence/study/twin.hpp>

#include <doctest/doctest.h>

#include <algorithm>

#include "support/models.hpp"
#include "support/shipped.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

Model model_of(const Table& table) { return infer_model(table, {.label = "class"}); }

}  // namespace

TEST_CASE("two identical classifiers are practically equivalent for sure") {
  const Table table = shipped("breast_cancer");
  const Contender same{.model = model_of(table)};

  const PairedComparison found = compare_paired(same, same, table, {.repeats = 2});

  REQUIRE(found.test);
  CHECK(found.test->equivalent == 1);
  CHECK(found.test->seen.count == 20);
  CHECK(found.test->interval == Interval{0, 0});
  CHECK(found.discordant->first_only == 0);
  CHECK(found.discordant->first_better == doctest::Approx(0.5).epsilon(1e-15));
  CHECK(found.first == found.second);
  REQUIRE(found.notes.size() == 4);  // three more, on probabilities
  CHECK(found.notes[0].find("20 differences are all equal") != std::string::npos);
}

TEST_CASE("a side of a paired comparison is the cross-validation of compare") {
  const Table table = shipped("wine");
  const Model model = model_of(table);
  const Comparison plain =
      compare(model, table, {.folds = 7, .seed = 5, .twin = LogisticOptions{.ridge = 2}});

  const PairedComparison found =
      compare_paired(Contender{.model = model, .estimator = Estimator::maximum_likelihood},
                     Contender{.model = model, .twin = LogisticOptions{.ridge = 2}}, table,
                     {.folds = 7, .repeats = 3, .seed = 5});

  CHECK(found.first.result == plain.results[1]);
  const auto logistic =
      std::find_if(plain.results.begin(), plain.results.end(), [](const Result& result) {
        return result.estimator == twin_name && result.on == "cross_validation";
      });
  REQUIRE(logistic != plain.results.end());
  CHECK(found.second.result == *logistic);
  CHECK(found.first.classifier == "maximum_likelihood");
  CHECK(found.second.classifier == "logistic_regression");
  CHECK(found.first.features.size() == 13);
  CHECK(found.rows == 178);
  CHECK(found.folds == 7);
  CHECK(found.seed == 5);
  CHECK(found.test->correlation == doctest::Approx(1.0 / 7).epsilon(1e-15));
  REQUIRE(found.differences.size() == 21);
  // Every fold of a repeat tests its rows once, and repeats differ.
  Index rows = 0;
  bool differ = false;
  for (std::size_t i = 0; i < 7; ++i) {
    rows += found.differences[i].rows;
    differ = differ || found.differences[i].first != found.differences[i + 7].first;
    CHECK(found.differences[i].repeat == 1);
    CHECK(found.differences[i].fold == static_cast<Index>(i) + 1);
  }
  CHECK(rows == 178);
  CHECK(differ);
  // The rows of the first repeat: what both and one alone have right is the accuracy.
  const DiscordantRows& each = *found.discordant;
  CHECK((each.both + each.first_only) / 178 ==
        doctest::Approx(found.first.result.metrics->accuracy).epsilon(1e-14));
  CHECK((each.both + each.second_only) / 178 ==
        doctest::Approx(found.second.result.metrics->accuracy).epsilon(1e-14));
}

TEST_CASE("differences of the folds are what the posterior is made of, and better is positive") {
  const Table table = shipped("breast_cancer");
  const Model all = model_of(table);
  Schema few = all.schema();
  for (std::size_t j = 1; j < few.columns.size(); ++j) few.columns[j].family = "none";
  const Contender whole{.model = all};
  const Contender poor{.model = Model(few)};
  for (const PairedMeasure measure :
       {PairedMeasure::accuracy, PairedMeasure::log_loss, PairedMeasure::brier}) {
    CAPTURE(to_string(measure));
    const PairedComparison found =
        compare_paired(poor, whole, table, {.repeats = 1, .measure = measure});
    std::vector<double> differences;
    for (const PairedFold& fold : found.differences) {
      const double worse = measure == PairedMeasure::accuracy ? 1 : -1;
      CHECK(fold.difference == worse * (fold.first - fold.second));
      differences.push_back(fold.difference);
    }
    CHECK(*found.test == correlated_t_test(differences_of(differences), {.correlation = 0.1}));
    // One feature does worse than thirty by accuracy; by loss thirty dependent ones are too sure.
    if (measure == PairedMeasure::accuracy) CHECK(found.test->second > 0.9);
    CHECK(found.measure == measure);
    CHECK(found.first.features.size() == 1);
  }
}

TEST_CASE("folds of a column are compared once") {
  const std::string csv =
      "x,part,weight,class\n1,p,1,a\n2,q,2,a\n7,p,1,b\n8,q,1,b\n1.5,r,1,a\n7.2,r,3,b\n2.5,q,0,b\n";
  const Table table = table_of(csv);
  const Model model(schema_of({{.name = "x", .family = "normal"}}));

  const PairedComparison found = compare_paired(
      Contender{.model = model}, Contender{.model = model, .twin = LogisticOptions{}}, table,
      {.repeats = 9, .fold_column = "part", .weight = "weight"});

  CHECK(found.repeats == 1);
  CHECK(found.folds == 3);
  CHECK(found.rows == 6);
  CHECK(!found.seed);
  CHECK(found.discordant->both == 9);
}

TEST_CASE("folds of whole groups are compared once, and are those of compare") {
  std::string csv = "x,part,class\n";
  for (int row = 0; row < 30; ++row)
    csv +=
        std::to_string(row % 7) + ",p" + std::to_string(row / 4) + (row % 3 == 0 ? ",a\n" : ",b\n");
  const Table table = table_of(csv);
  const Model model(schema_of({{.name = "x", .family = "normal"}}));

  const PairedComparison found = compare_paired(
      Contender{.model = model}, Contender{.model = model, .estimator = Estimator::posterior_mean},
      table, {.folds = 3, .repeats = 9, .fold_column = "part", .fold_values = FoldValues::groups});
  const Comparison alone = compare(model, table,
                                   {.folds = 3,
                                    .fold_column = "part",
                                    .fold_values = FoldValues::groups,
                                    .estimators = {Estimator::predictive}});

  CHECK(found.repeats == 1);
  CHECK(found.differences.size() == 3);
  CHECK(found.seed == 1U);
  CHECK(found.group_column == "part");
  CHECK(found.first.result.metrics == alone.results[1].metrics);
}

TEST_CASE("an undefined estimate leaves nothing to compare and says so") {
  const std::string csv = "x,part,class\n1,p,a\n2,q,a\n7,p,b\n8,q,b\n";
  const Model model(schema_of({{.name = "x", .family = "normal"}}));
  const Contender defined{.model = model};
  const Contender likelihood{.model = model, .estimator = Estimator::maximum_likelihood};
  const Contender twin{.model = model, .twin = LogisticOptions{.ridge = 0}};
  for (const Contender& other : {likelihood, twin}) {
    const PairedComparison found =
        compare_paired(defined, other, table_of(csv), {.fold_column = "part"});

    CHECK(!found.test);
    CHECK(!found.discordant);
    CHECK(found.differences.empty());
    CHECK(found.first.result.metrics);
    CHECK(!found.second.result.metrics);
    CHECK(found.second.result.undefined.size() >= 2);
    REQUIRE(found.notes.size() == 1);
    CHECK(found.notes[0].find("undefined in a fold") != std::string::npos);
  }
}

TEST_CASE("an infinite log loss leaves no t-test but the rows are compared") {
  // In a fold without rome of class b its probability is 0 under maximum likelihood.
  const std::string csv =
      "city,part,class\nrome,p,a\nrome,p,a\noslo,p,b\noslo,q,b\nrome,q,a\nrome,q,b\noslo,q,a\n";
  const Model model(schema_of({{.name = "city", .family = "categorical"}}));
  const PairedComparison found =
      compare_paired(Contender{.model = model, .estimator = Estimator::maximum_likelihood},
                     Contender{.model = model}, table_of(csv),
                     {.fold_column = "part", .measure = PairedMeasure::log_loss});

  CHECK(!found.test);
  CHECK(found.discordant);
  REQUIRE(found.notes.size() == 4);  // three more, on probabilities
  CHECK(found.notes[0].find("of 2 folds are not finite") != std::string::npos);
}

TEST_CASE("a paired comparison refuses options and models that do not fit") {
  const Table table = shipped("iris");
  const Model model = model_of(table);
  const Contender one{.model = model};
  const auto refuses = [&](const PairedOptions& options, const std::string& text) {
    return throws_error([&] { (void)compare_paired(one, one, table, options); }, ErrorCode::domain,
                        text);
  };
  CHECK(refuses({.repeats = 0}, "needs at least 1 repeat, got 0"));
  CHECK(refuses({.rope = -1}, "a region of practical equivalence of -1"));
  CHECK(refuses({.mass = 2}, "a mass of 2"));
  CHECK(refuses({.folds = 1}, "at least 2 folds"));
  Schema other = model.schema();
  other.label = "sepal_length";
  std::erase_if(other.columns, [](const auto& column) { return column.name == "sepal_length"; });
  CHECK(
      throws_error([&] { (void)compare_paired(one, Contender{.model = Model(other)}, table, {}); },
                   ErrorCode::schema, "label 'class' and 'sepal_length'"));
}

TEST_CASE("measures have words, and a higher goodness is better") {
  CHECK(to_string(PairedMeasure::accuracy) == "accuracy");
  CHECK(to_string(PairedMeasure::log_loss) == "log_loss");
  CHECK(to_string(PairedMeasure::brier) == "brier");
  const Metrics metrics{.accuracy = 0.75, .log_loss = 0.5, .brier = 0.25};
  CHECK(goodness(metrics, PairedMeasure::accuracy) == 0.75);
  CHECK(goodness(metrics, PairedMeasure::log_loss) == -0.5);
  CHECK(goodness(metrics, PairedMeasure::brier) == -0.25);
}
