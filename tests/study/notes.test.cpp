// What a reader of a study should know, in sentences.
#include "study/compare/notes.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace credence;
using Strings = std::vector<std::string>;

namespace {

Comparison compared(Metrics training, Metrics validation) {
  Comparison comparison;
  comparison.rows = 4;
  comparison.classes = {"a", "b"};
  comparison.features = {"x", "y"};
  comparison.results.resize(2);
  comparison.results[0] = {.estimator = "predictive", .on = "training", .metrics = training};
  comparison.results[1] = {
      .estimator = "predictive", .on = "cross_validation", .metrics = validation};
  return comparison;
}

// In cross-validation: names with log loss and the error of the skill.
struct Loss {
  const char* name;
  double loss;
  double error;
};

Comparison against_baseline(const std::vector<Loss>& losses, double baseline) {
  Comparison comparison;
  comparison.rows = 4;
  comparison.classes = {"a", "b"};
  comparison.features = {"x", "y"};
  for (const Loss& loss : losses) {
    Result result{.estimator = loss.name,
                  .on = "cross_validation",
                  .metrics = Metrics{
                      .accuracy = 0.8, .log_loss = loss.loss, .confidence = 0.8, .weight = 400}};
    if (std::isfinite(loss.loss)) {
      result.skill = 1 - loss.loss / baseline;
      result.skill_error = loss.error;
    }
    comparison.results.push_back(result);
  }
  comparison.results.push_back({.estimator = baseline_name,
                                .on = "cross_validation",
                                .metrics = Metrics{.log_loss = baseline, .weight = 400}});
  return comparison;
}

const std::vector<Index> even{0, 1, 0, 1};
constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("a plain comparison needs no notes") {
  const Comparison comparison =
      compared({0.9, 0.3, 0.1, 0.9, 0, 900}, {0.87, 0.38, 0.2, 0.9, 0, 900});

  CHECK(notes_on(comparison, {}, 4, even).empty());
}

TEST_CASE("a fall of accuracy or a rise of log loss beyond chance is called overfitting") {
  const Comparison accuracy = compared({0.9, 0.3, 0, 0, 0, 400}, {0.8, 0.3, 0, 0, 0, 400});
  const Comparison few = compared({0.9, 0.3, 0, 0, 0, 20}, {0.8, 0.3, 0, 0, 0, 20});
  const Comparison loss = compared({0.9, 0.3, 0, 0, 0, 400, 0.02}, {0.9, 0.5, 0, 0, 0, 400, 0.05});
  const Comparison noisy = compared({0.9, 0.3, 0, 0, 0, 400, 0.1}, {0.9, 0.5, 0, 0, 0, 400, 0.1});

  CHECK(notes_on(accuracy, {}, 4, even) ==
        Strings{"predictive overfits: accuracy 0.900 in training and 0.800 in cross-validation"});
  CHECK(notes_on(few, {}, 4, even).empty());
  CHECK(notes_on(loss, {}, 4, even) ==
        Strings{"predictive overfits: log loss 0.300 in training and 0.500 in cross-validation"});
  CHECK(notes_on(noisy, {}, 4, even).empty());
}

TEST_CASE("the class frequencies alone do not overfit, however few their rows are") {
  Comparison eight = compared({0.5, 0.69, 0, 0, 0, 400}, {0, 0.81, 0, 0, 0, 400});
  for (Result& result : eight.results) result.estimator = baseline_name;

  CHECK(notes_on(eight, {}, 4, even).empty());
}

TEST_CASE("an infinite log loss is overfitting where too many true classes are ruled out") {
  const auto notes_of = [](double ruled_out, double rows) {
    Metrics training{0.9, 0.3, 0.1, 0.9, 0, rows};
    Metrics validation{0.9, infinity, 0.2, 0.9, 0, rows};
    validation.ruled_out = ruled_out;
    return notes_on(compared(training, validation), {}, 4, even);
  };

  CHECK(notes_of(0.1, 400).back() ==
        "predictive overfits: share of true classes ruled out 0.000 in training and 0.100 in "
        "cross-validation");
  CHECK(notes_of(0.1, 20).size() == 1);     // two rows, with a standard error of 0.067
  CHECK(notes_of(0.04, 9000).size() == 1);  // clear, but too little to matter
}

TEST_CASE("true classes ruled out are told where impossible rows do not explain them") {
  const auto notes_of = [](Metrics training, Metrics validation) {
    return notes_on(compared(training, validation), {}, 4, even);
  };
  Metrics metrics{0.9, infinity, 0.2, 0.9, 0, 400};
  metrics.ruled_out = 0.0125;
  const std::string note =
      "predictive gives the true class probability 0 in 1.25 % of the rows in cross-validation, so "
      "that the log loss is infinite";

  CHECK(notes_of({}, metrics) == Strings{note});
  metrics.impossible_rows = 4;
  CHECK(notes_of({}, metrics).back() == note);
  metrics.impossible_rows = 5;  // all of them
  const Strings all = notes_of({}, metrics);
  REQUIRE(all.size() == 1);
  CHECK(all[0].find("5 rows impossible in cross-validation under predictive") == 0);
}

TEST_CASE(
    "true classes ruled out are told where rows have weights, and of test rows by that name") {
  Evaluation evaluation{.rows = 400, .classes = {"a", "b"}};
  Metrics metrics{0.9, infinity, 0.2, 0.9, 5, 4};  // 400 rows of weight 0.01, of which 100 are
  metrics.ruled_out = 0.25;                        // ruled out, and 5 impossible
  evaluation.results = {{.estimator = "predictive", .on = "test", .metrics = metrics}};

  CHECK(notes_on(evaluation, Model{}, 400).back() ==
        "predictive gives the true class probability 0 in 25 % of the test rows, so that the log "
        "loss is infinite");
}

TEST_CASE("a fall of .0007 in accuracy is no overfitting, whatever the log loss does") {
  const Comparison adult =
      compared({0.8335, 0.8, 0, 0.8, 0, 32561}, {0.8328, infinity, 0, 0.8, 0, 32561});

  CHECK(notes_on(adult, {}, 4, even).empty());
}

TEST_CASE("a log loss above the baseline's is told, with the same sentence for all estimators") {
  const Comparison comparison =
      against_baseline({{"posterior_mean", 0.75, 0.01}, {"predictive", 0.7501, 0.01}}, 0.66);

  CHECK(notes_on(comparison, {}, 4, even) ==
        Strings{"posterior_mean and predictive are worse than the class frequencies alone in "
                "cross-validation: log loss 0.750, baseline 0.660"});
}

TEST_CASE("a log loss near the baseline is told with how sure that is") {
  const auto notes_of = [](double loss, double error) {
    return notes_on(against_baseline({{"predictive", loss, error}}, 0.66), {}, 4, even);
  };

  CHECK(notes_of(0.65, 0.02) ==
        Strings{"predictive is not clearly better than the class frequencies alone in "
                "cross-validation: log loss 0.650, baseline 0.660"});
  CHECK(notes_of(0.67, 0.02) ==
        Strings{"predictive is worse than the class frequencies alone in cross-validation: log "
                "loss 0.670, baseline 0.660; the difference is within 2 standard errors"});
  CHECK(notes_of(0.5, 0.02).empty());
  CHECK(notes_of(infinity, 0) ==
        Strings{"predictive is worse than the class frequencies alone in cross-validation: log "
                "loss inf, baseline 0.660"});
}

TEST_CASE("confidence above accuracy beyond chance is over-confidence and names what may help") {
  Comparison comparison = against_baseline({{"predictive", 0.3, 0.01}}, 0.66);
  Metrics& metrics = *comparison.results[0].metrics;
  metrics.accuracy = 0.833;
  metrics.confidence = 0.953;
  metrics.confidence_error = 0.002;
  comparison.families = {"categorical", "normal", "normal"};

  CHECK(notes_on(comparison, {}, 4, even) ==
        Strings{"predictive is over-confident in cross-validation: it says 0.953 on average and is "
                "right in 0.833",
                "what may make probabilities better: feature weights, families chosen by evidence, "
                "a full "
                "covariance of numeric columns that depend on each other, feature selection "
                "(select_features)"});
  comparison.families = {"categorical",
                         "normal"};  // no two numbers that could depend on each other
  CHECK(notes_on(comparison, {}, 4, even).back() ==
        "what may make probabilities better: feature weights, families chosen by evidence, feature "
        "selection (select_features)");
  // One family each, or families that somebody chose.
  for (const Strings& families :
       {Strings{"categorical", "bernoulli"}, Strings{"histogram", "lognormal"}}) {
    comparison.families = families;
    CHECK(notes_on(comparison, {}, 4, even).back() ==
          "what may make probabilities better: feature weights, feature selection "
          "(select_features)");
  }
  metrics.confidence_error = 0.07;
  CHECK(notes_on(comparison, {}, 4, even).empty());
}

TEST_CASE("what may help against over-confidence is what the structure takes") {
  Metrics sure{.accuracy = 0.8, .log_loss = 0.3, .confidence = 0.95};
  const Result baseline = {
      .estimator = baseline_name, .on = "test", .metrics = Metrics{.log_loss = 0.6, .weight = 400}};
  const auto last_of = [&](const std::string& estimator, const std::string& structure,
                           FeatureWeighting weights = FeatureWeighting::none) {
    const std::vector<Result> results{{.estimator = estimator,
                                       .on = "test",
                                       .metrics = sure,
                                       .skill = 0.5,
                                       .structure = structure,
                                       .feature_weights = weights}};
    Strings notes;
    add_notes_on_probabilities(results, baseline, Strings{"categorical"}, notes);
    return notes.empty() ? std::string() : notes.back();
  };
  const std::string each =
      "what may make probabilities better: feature weights, feature selection (select_features)";

  CHECK(last_of("predictive", "") == each);
  CHECK(last_of("predictive", "tan") == each);
  CHECK(last_of("predictive", "kdb:2") == each);
  for (const char* average : {"aode", "a2de", "lookup"})
    CHECK(last_of("predictive", average) ==
          "what may make probabilities better: a common feature weight, feature selection "
          "(select_features)");
  CHECK(
      last_of("predictive", "", FeatureWeighting::each) ==
      "what may make probabilities better: feature selection (select_features)");  // the weights are there already
  CHECK(last_of("predictive", "lbr") ==
        "what may make probabilities better: feature selection (select_features)");
  CHECK(last_of("the second (logistic_regression)", "")
            .starts_with("what may make those of logistic_regression better: a larger L2 penalty"));
}

TEST_CASE("notes on few rows say that they are few, and on no doubt say nothing") {
  const auto notes_of = [](double loss, double rows) {
    Comparison comparison = against_baseline({{"predictive", loss, 0.01}}, 0.66);
    for (Result& result : comparison.results) result.metrics->weight = rows;
    return notes_on(comparison, {}, 4, even);
  };

  CHECK(notes_of(0.7, 8).back() ==
        "8 rows are few: the standard errors of fewer than 30 rows are rough, and other rows may "
        "say otherwise");
  CHECK(notes_of(0.7, 1).back().starts_with("1 row is few: "));
  CHECK(notes_of(0.7, 30).size() == 1);
  CHECK(notes_of(0.5, 8).empty());
}

TEST_CASE("a model of one class is as good as its class frequencies") {
  Evaluation evaluation{.rows = 400, .classes = {"a"}};
  for (const char* name : {"predictive", baseline_name})
    evaluation.results.push_back(
        {.estimator = name,
         .on = "test",
         .metrics = Metrics{.accuracy = 1, .confidence = 1, .weight = 400}});

  CHECK(notes_on(evaluation, Model{}, 400).empty());
}

TEST_CASE("estimators coincide only where both are shown") {
  Comparison comparison = compared({}, {});
  const Coincidences same{.mode_families = {"bernoulli"},
                          .mode_features = 1,
                          .mean_families = {"bernoulli"},
                          .mean_features = 1};

  CHECK(notes_on(comparison, same, 4, even).empty());
  comparison.results[0].estimator = "posterior_mean";
  CHECK(notes_on(comparison, same, 4, even).size() == 1);
  comparison.results[0].estimator = "maximum_likelihood";
  CHECK(notes_on(comparison, same, 4, even).empty());
}

TEST_CASE("coinciding estimators are named with their families") {
  Comparison comparison = compared({}, {});
  for (const char* name : {"maximum_likelihood", "maximum_a_posteriori", "posterior_mean"})
    comparison.results.push_back({.estimator = name, .on = "training"});

  CHECK(notes_on(comparison,
                 {.mode_families = {"categorical"}, .mode_features = 2, .mode_of_classes = true}, 4,
                 even) == Strings{"maximum_a_posteriori coincides with maximum_likelihood: all "
                                  "priors are uniform (pseudo-counts of 1)"});
  CHECK(notes_on(comparison,
                 {.mode_families = {"categorical"}, .mode_features = 1, .mode_of_classes = true}, 4,
                 even) ==
        Strings{"maximum_a_posteriori coincides with maximum_likelihood in 1 of 2 features "
                "(categorical), whose priors are uniform (pseudo-counts of 1)"});
  CHECK(notes_on(comparison, {.mean_families = {"bernoulli"}, .mean_features = 1}, 4, even) ==
        Strings{"predictive coincides with posterior_mean in 1 of 2 features (bernoulli): one "
                "answer depends on the mean of its probability alone"});
}

TEST_CASE("rows left out and single rows and impossible rows are counted") {
  Comparison comparison = compared({0.9, infinity, 0, 0, 2}, {0.9, infinity, 0, 0, 0});
  comparison.skipped_rows = 3;

  CHECK(notes_on(comparison, {}, 8, std::vector<Index>{0, 0, 0, 1}) ==
        Strings{"3 rows without a label were skipped", "1 row of weight 0 was skipped",
                "class 'b' has a single row: in cross-validation it is scored by classifiers that "
                "never saw the class",
                "2 rows impossible in training under predictive: every class has probability 0; "
                "the most frequent class is answered and the log loss is infinite"});
}

TEST_CASE("unseen levels are noted once for all estimators") {
  Comparison comparison = compared({}, {});
  comparison.results.push_back(comparison.results[1]);
  comparison.results[1].unseen_cells = 7;
  comparison.results[2].unseen_cells = 7;

  CHECK(notes_on(comparison, {}, 4, even) ==
        Strings{"cross-validation met 7 cells (or words) of levels unseen in training, scored as "
                "`unseen` of the column says"});

  comparison.results[2].estimator = twin_name;
  CHECK(notes_on(comparison, {}, 4, even) ==
        Strings{"cross-validation met 7 cells (or words) of levels unseen in training, scored as "
                "`unseen` of the column says; to the log odds of the logistic regression they add "
                "nothing"});
}

TEST_CASE("of many classes with a single row the number is told, and unlabelled rows are none") {
  Comparison comparison;
  std::vector<Index> truth{-1};
  for (Index klass = 0; klass < 21; ++klass) {
    comparison.classes.push_back("c" + std::to_string(klass));
    truth.push_back(klass);
  }
  comparison.rows = 21;
  const auto notes = notes_on(comparison, {}, 21, truth);

  CHECK(notes == std::vector<std::string>{
                     "21 classes have a single row each: in cross-validation these are scored by "
                     "classifiers that never saw the class"});
  truth.back() = 0;  // a second row of class 'c0', and none of 'c20'
  CHECK(notes_on(comparison, {}, 21, truth).size() == 19);
}

TEST_CASE("areas under ROC curves that would take too much memory are left out with a note") {
  Evaluation evaluation;
  evaluation.classes = {"a", "b", "c"};
  evaluation.rows = RocScores::most_numbers / 3;
  CHECK(notes_on(evaluation, Model{}, evaluation.rows).empty());

  evaluation.rows += 1;

  const auto notes = notes_on(evaluation, Model{}, evaluation.rows);
  REQUIRE(notes.size() == 1);
  CHECK(notes[0] == "areas under ROC curves are left out: " + std::to_string(evaluation.rows) +
                        " rows of 3 classes are more than " +
                        std::to_string(RocScores::most_numbers) +
                        " probabilities to rank; evaluate fewer rows");
  evaluation.classes = {"a", "b"};
  evaluation.rows *= 4;
}

TEST_CASE("of more than 20 classes with a single row the number alone is told") {
  Comparison comparison = compared({}, {});
  comparison.classes.clear();
  std::vector<Index> truth;
  for (Index klass = 0; klass < 22; ++klass) {
    comparison.classes.push_back("c" + std::to_string(klass));
    truth.push_back(klass);
  }
  truth.push_back(21);  // of which there are two
  comparison.rows = std::ssize(truth);

  CHECK(notes_on(comparison, {}, comparison.rows, truth) ==
        Strings{"21 classes have a single row each: in cross-validation these are scored by "
                "classifiers that never saw the class"});
}

TEST_CASE("areas under ROC curves that take too much memory are told to be left out") {
  Evaluation evaluation{.rows = 30'000'000, .classes = {"a", "b", "c"}};

  CHECK(notes_on(evaluation, Model{}, evaluation.rows) ==
        Strings{"areas under ROC curves are left out: 30000000 rows of 3 classes are more than "
                "67108864 probabilities to rank; evaluate fewer rows"});
  evaluation.classes.pop_back();
  CHECK(notes_on(evaluation, Model{}, evaluation.rows).empty());
}
