// Curves over the number of features, against a model of each number fitted and scored for itself.
#include <credence/study/selection_curve.hpp>

#include <doctest/doctest.h>
#include <algorithm>
#include <limits>

#include <credence/base/random.hpp>
#include <credence/data/convert.hpp>
#include <credence/data/csv.hpp>
#include <credence/learn/keep.hpp>
#include <credence/select/relevance.hpp>
#include <credence/study/compare.hpp>
#include <credence/study/evaluate.hpp>

#include "study/folds/bound_study.hpp"
#include "study/folds/tallies.hpp"
#include "support/locale_free.hpp"
#include "support/models.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

// Columns of most families, a text, counts, tied numbers and missing cells.
std::string mixed_rows(Index rows) {
  Random random{7};
  const auto word = [&](Index shift) {
    return std::string(
        1, static_cast<char>('a' + (random.below(6) + static_cast<std::uint64_t>(shift)) % 8));
  };
  std::string csv = "x,y,yes,city,visits,note,w0,w1,w2,length,width,class\n";
  for (Index row = 0; row < rows; ++row) {
    const Index klass = row % 3;
    const auto number = [&](double sd) {
      return decimal_text(static_cast<double>(klass) + sd * random.normal());
    };
    csv += (row % 7 == 3 ? "" : number(1)) + ',' + number(4) + ',' +
           std::to_string(random.below(2)) + ',' + word(2 * klass) + ',' +
           std::to_string(random.below(4) + static_cast<std::uint64_t>(klass)) + ',' + word(klass) +
           ' ' + word(klass) + ' ' + word(0) + ',' + std::to_string(random.below(3)) + ',' +
           std::to_string(klass) + ',' + std::to_string(random.below(5)) + ',' + number(2) + ',' +
           number(1) + ',' + std::string(1, static_cast<char>('p' + klass)) + '\n';
  }
  return csv;
}

Schema mixed(Tying tied) {
  return schema_of(
      {{.name = "x", .family = "normal"},
       {.name = "y", .family = "normal", .prior = word("auto3")},
       {.name = "yes", .family = "bernoulli"},
       {.name = "city", .family = "categorical"},
       {.name = "visits", .family = "poisson"},
       {.name = "note", .family = "multinomial"},
       {.name = "words", .family = "multinomial", .columns = {"w0", "w1", "w2"}},
       {.name = "sizes", .family = "normal", .columns = {"length", "width"}, .tied = tied}});
}

// A fixed order of features and parts.
const Strings order{"visits", "note:a",       "words:w1", "sizes:width", "x",        "note:c",
                    "city",   "sizes:length", "note:b",   "yes",         "words:w0", "note:d",
                    "y",      "words:w2"};

void check_near(const SelectionPoint& point, const Result& result) {
  REQUIRE(point.metrics.has_value() == result.metrics.has_value());
  if (!point.metrics) return;
  const auto near = [](double a, double b) { return a == b || std::abs(a - b) <= 1e-10; };
  CHECK(near(point.metrics->accuracy, result.metrics->accuracy));
  CHECK(near(point.metrics->log_loss, result.metrics->log_loss));
  CHECK(near(point.metrics->brier, result.metrics->brier));
}

Strings first_of(const Strings& names, Index count) {
  return {names.begin(), names.begin() + count};
}

// All kept models in one cross-validation: fitted on the other folds, kept, scored on the fold.
Evaluation kept_and_scored(const Schema& schema, const Table& table, const Strings& names,
                           Estimator estimator, const std::vector<Index>& fold_of) {
  detail::Tally tally;
  for (Index fold = 0; fold < 3; ++fold) {
    std::vector<Index> train;
    std::vector<Index> test;
    for (Index row = 0; row < table.rows(); ++row)
      (fold_of[static_cast<std::size_t>(row)] == fold ? test : train).push_back(row);
    const auto posterior = keep(observe(Model(schema), table.select(train)), names);
    const Table rows = table.select(test);
    Evaluation outline;
    const auto [bound, scored] = detail::rows_to_score(posterior, rows, "", outline);
    detail::score(posterior, estimator, bound, scored, fold + 1, tally);
  }
  Evaluation all;
  all.results.push_back(
      detail::result_of(to_string(estimator), "cross_validation", std::move(tally), {}));
  return all;
}

}  // namespace

TEST_CASE("in folds every number of features does what its own model does") {
  const Table table = table_of(mixed_rows(60));
  for (const Tying tied : {Tying::features, Tying::classes}) {
    const Schema schema = mixed(tied);
    const detail::Study study = detail::bind_study(Model(schema), table, {});
    const auto fold_of = stratified_folds(study.truth, 3, 3, 5);
    for (const Estimator estimator : {Estimator::predictive, Estimator::posterior_mean}) {
      const SelectionCurve curve = selection_in_folds(
          Model(schema), table, [](const auto&, const auto&, const auto&) { return order; },
          {.estimator = estimator, .folds = 3, .seed = 5});

      REQUIRE(curve.points.size() == order.size() + 1);
      for (const SelectionPoint& point : curve.points) {
        CAPTURE(to_string(tied));
        CAPTURE(to_string(estimator));
        CAPTURE(point.features);
        check_near(point, kept_and_scored(schema, table, first_of(order, point.features), estimator,
                                          fold_of)
                              .results[0]);
      }
    }
  }
}

TEST_CASE("words that join one by one say what their own models say, under any prior in numbers") {
  const Table table = table_of(mixed_rows(60));
  const Strings words{"note:f", "note:a", "note:h", "note:c", "note:b"};
  const PriorSpec by_class{.by_class = {{"p", numbers({{"each", 0.2}})},
                                        {"q", numbers({{"each", 3.0}})},
                                        {"r", numbers({{"each", 1.0}})}}};
  for (const PriorSpec& prior :
       {PriorSpec{}, numbers({{"each", 0.3}}), numbers({{"n", 5.0}}), by_class})
    for (const Unseen unseen : {Unseen::missing, Unseen::reserve}) {
      const Schema schema =
          schema_of({{.name = "note", .family = "multinomial", .prior = prior, .unseen = unseen}},
                    class_frequencies());
      const detail::Study study = detail::bind_study(Model(schema), table, {});
      const auto fold_of = stratified_folds(study.truth, 3, 3, 5);

      const SelectionCurve curve = selection_in_folds(
          Model(schema), table, [&](const auto&, const auto&, const auto&) { return words; },
          {.folds = 3, .seed = 5});

      for (const SelectionPoint& point : curve.points) {
        CAPTURE(to_text(prior));
        CAPTURE(to_string(unseen));
        CAPTURE(point.features);
        check_near(point, kept_and_scored(schema, table, first_of(words, point.features),
                                          Estimator::predictive, fold_of)
                              .results[0]);
      }
    }
}

TEST_CASE("a document that a view says is missing stays so where its words are not asked for") {
  const Table texts = table_of(mixed_rows(60));
  Words words = words_of(texts, texts.column("note"));
  Strings classes;
  for (Index row = 0; row < 60; ++row) {
    classes.push_back(as_written(texts.column("class"), row));
    const auto at = static_cast<std::size_t>(row);
    for (std::uint64_t i = words.offsets[at]; row % 5 == 2 && i < words.offsets[at + 1]; ++i)
      if (const std::string& word = words.vocabulary[words.words[i]]; word != "a" && word != "c")
        words.counts[i] = std::numeric_limits<double>::quiet_NaN();
  }
  Table table;
  table.add("note", DocumentView{words.vocabulary, words.offsets.data(), words.words.data(),
                                 words.counts.data(), 60});
  table.add("class", classes);
  const Schema schema = schema_of({{.name = "note", .family = "multinomial"}});
  const auto fold_of =
      stratified_folds(detail::bind_study(Model(schema), table, {}).truth, 3, 3, 5);
  const Strings names{"note:c", "note:a"};
  for (const Estimator estimator : {Estimator::predictive, Estimator::posterior_mean}) {
    CAPTURE(to_string(estimator));
    const SelectionCurve curve = selection_in_folds(
        Model(schema), table, [&](const auto&, const auto&, const auto&) { return names; },
        {.estimator = estimator, .folds = 3, .seed = 5});

    REQUIRE(curve.points.size() == 3);
    for (const SelectionPoint& point : curve.points)
      check_near(point,
                 kept_and_scored(schema, table, first_of(names, point.features), estimator, fold_of)
                     .results[0]);
  }
}

TEST_CASE("leaving one row out every number of features does what its own model does") {
  const Table table = table_of(mixed_rows(40));
  // A text of few words is not the text that the rows hold, so that its model takes it in a block.
  Strings names = order;
  std::erase_if(names, [](const std::string& name) { return name.starts_with("note:"); });
  names.insert(names.begin() + 2, "note");
  for (const Tying tied : {Tying::features, Tying::classes}) {
    const auto posterior = observe(Model(mixed(tied)), table);
    for (const Estimator estimator : {Estimator::predictive, Estimator::maximum_likelihood}) {
      const SelectionCurve curve =
          selection_leaving_one_out(posterior, table, names, {.estimator = estimator});

      for (const SelectionPoint& point : curve.points) {
        CAPTURE(to_string(tied));
        CAPTURE(to_string(estimator));
        CAPTURE(point.features);
        const auto kept = keep(posterior, first_of(names, point.features));
        const Evaluation alone = evaluate_learned(kept, table, {.estimators = {estimator}});
        check_near(point, alone.results[1]);
      }
    }
  }
}

TEST_CASE("words left out one row at a time do what a text of these words alone does") {
  const Table table = table_of(mixed_rows(40));
  const Schema schema = schema_of({{.name = "note", .family = "multinomial"}});
  const auto posterior = observe(Model(schema), table);
  const Strings names{"note:a", "note:f", "note:c"};

  const SelectionCurve curve = selection_leaving_one_out(posterior, table, names);

  for (const SelectionPoint& point : curve.points) {
    CAPTURE(point.features);
    std::string csv = "note,class\n";
    for (Index row = 0; row < table.rows(); ++row) {
      std::string left;
      for (const char letter : as_written(table.column("note"), row))
        for (Index i = 0; i < point.features; ++i)
          if (names[static_cast<std::size_t>(i)].back() == letter)
            left += std::string(1, letter) + ' ';
      csv += left + ',' + as_written(table.column("class"), row) + '\n';
    }
    const Table alone = table_of(csv);
    const auto result = evaluate_learned(observe(Model(schema), alone), alone,
                                         {.estimators = {Estimator::predictive}});
    check_near(point, result.results[1]);
  }
}

TEST_CASE("folds of whole groups take the place of others") {
  std::string csv = "x,y,part,class\n";
  for (int row = 0; row < 40; ++row)
    csv += std::to_string(row % 7) + ',' + std::to_string(row % 5) + ",p" +
           std::to_string(row / 4) + (row % 3 == 0 ? ",a\n" : ",b\n");
  const Table table = table_of(csv);
  const Model model(
      schema_of({{.name = "x", .family = "normal"}, {.name = "y", .family = "normal"}}));
  const detail::Study study = detail::bind_study(model, table, {.fold_column = "part"});
  const auto fold_of =
      stratified_group_folds(groups_of_column(table, "part"), study.truth, 2, 3, 5);
  std::vector<std::vector<Index>> training;

  const SelectionCurve curve = selection_in_folds(
      model, table,
      [&](const auto&, const auto&, std::span<const Index> rows) {
        training.emplace_back(rows.begin(), rows.end());
        return std::vector<std::string>{"x", "y"};
      },
      {.folds = 3, .seed = 5, .fold_column = "part", .fold_values = FoldValues::groups});

  CHECK(curve.folds == 3);
  CHECK(curve.seed == 5U);
  CHECK(curve.group_column == "part");
  REQUIRE(training.size() == 3);
  for (std::size_t fold = 0; fold < 3; ++fold)
    for (const Index row : training[fold])
      CHECK(fold_of[static_cast<std::size_t>(row)] != static_cast<Index>(fold));
}

TEST_CASE("the ranking of a fold never sees the rows that it is judged by") {
  const Table table = table_of(mixed_rows(30));
  std::vector<std::vector<Index>> seen;
  const SelectionCurve curve =
      selection_in_folds(Model(mixed(Tying::classes)), table,
                         [&](const auto& training, const auto&, std::span<const Index> rows) {
                           seen.emplace_back(rows.begin(), rows.end());
                           CHECK(compensated_sum(training.label.counts.counts) == std::ssize(rows));
                           return Strings{"x"};
                         },
                         {.folds = 5});

  std::vector<Index> left_out(30, 0);
  for (const auto& rows : seen)
    for (Index row = 0; row < 30; ++row)
      if (std::find(rows.begin(), rows.end(), row) == rows.end())
        ++left_out[static_cast<std::size_t>(row)];
  CHECK(left_out == std::vector<Index>(30, 1));
  CHECK(curve.ranked_anew);
  CHECK(curve.points.size() == 2);
}

TEST_CASE("an estimate that does not exist is a result of its point alone") {
  const Table table = table_of("x,y,class\n1,1,a\n2,1,a\n3,1,b\n5,1,b\n");
  const auto posterior =
      learned(schema_of({{.name = "x", .family = "normal"}, {.name = "y", .family = "normal"}}),
              "x,y,class\n1,1,a\n2,1,a\n3,1,b\n5,1,b\n");

  const SelectionCurve curve = selection_leaving_one_out(
      posterior, table, Strings{"y"}, {.estimator = Estimator::maximum_likelihood});

  CHECK(curve.points[0].metrics.has_value());
  CHECK_FALSE(curve.points[1].metrics.has_value());
  CHECK(curve.points[1].undefined.front().cell.feature == "y");
  CHECK(curve.chosen == 0);
}

TEST_CASE("the standard error of a mean loss is the same in any unit of the weights") {
  // Under weights of 1e20 and more the prior says nothing beside the data.
  const Schema schema = schema_of(
      {{.name = "city", .family = "categorical"}, {.name = "yes", .family = "bernoulli"}});
  const auto error_at = [&](const std::string& unit) {
    std::string csv = "city,yes,class,weight\n";
    for (int row = 0; row < 60; ++row)
      csv += std::string(1, static_cast<char>('a' + row % 4)) + (row % 5 < 2 ? ",0," : ",1,") +
             (row % 3 == 0 ? "p," : "q,") + std::to_string(1 + row % 7) + unit + '\n';
    const SelectionCurve curve = selection_in_folds(
        Model(schema), table_of(csv),
        [](const auto&, const auto&, const auto&) {
          return Strings{"city", "yes"};
        },
        {.estimator = Estimator::posterior_mean, .folds = 3, .seed = 5, .weight = "weight"});
    return curve.points.back().standard_error.value_or(-1);
  };
  CHECK(error_at("e20") > 0);
  CHECK(error_at("e200") == doctest::Approx(error_at("e20")).epsilon(1e-12));
}

TEST_CASE("what scikit-learn does has no curve") {
  const Table table = table_of("x,class\n1,a\n2,b\n");
  const auto posterior =
      learned(schema_of({{.name = "x", .family = "normal"}}), "x,class\n1,a\n2,b\n");
  CHECK(throws_error(
      [&] {
        (void)selection_leaving_one_out(posterior, table, Strings{"x"},
                                        {.estimator = Estimator::scikit_learn});
      },
      ErrorCode::domain, "scikit_learn"));
}

TEST_CASE("long documents of words that join one by one say what their own models say") {
  // Documents of some hundred tokens, of which some lack a word, and a class that has no probability.
  Random random{9};
  std::string csv = "w0,w1,w2,class\n";
  for (Index row = 0; row < 36; ++row) {
    const char klass = "pqr"[row % 3];
    csv += std::to_string(random.below(row % 2 == 0 ? 400 : 3)) + ',' +
           std::to_string(random.below(klass == 'p' ? 300 : 150)) + ',' +
           std::to_string(random.below(200)) + ',' + klass + '\n';
  }
  const Table table = table_of(csv);
  const Strings words{"t:w1", "t:w0", "t:w2"};
  const Schema schema =
      schema_of({{.name = "t", .family = "multinomial", .columns = {"w0", "w1", "w2"}}},
                given_classes({{"p", 0.6}, {"q", 0.4}, {"r", 0.0}}));
  const detail::Study study = detail::bind_study(Model(schema), table, {});
  const auto fold_of = stratified_folds(study.truth, 3, 3, 5);

  const SelectionCurve curve = selection_in_folds(
      Model(schema), table, [&](const auto&, const auto&, const auto&) { return words; },
      {.folds = 3, .seed = 5});

  REQUIRE(curve.points.size() == 4);
  for (const SelectionPoint& point : curve.points) {
    CAPTURE(point.features);
    check_near(point, kept_and_scored(schema, table, first_of(words, point.features),
                                      Estimator::predictive, fold_of)
                          .results[0]);
  }
}
