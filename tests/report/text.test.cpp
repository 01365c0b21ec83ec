#include <credence/report/text.hpp>

#include <credence/study/compare.hpp>
#include <credence/study/describe.hpp>
#include <credence/study/evaluate.hpp>
#include <credence/study/result.hpp>

#include <doctest/doctest.h>

#include <limits>

#include "support/has.hpp"
#include "support/models.hpp"
#include "support/plain_text.hpp"

using namespace credence;
using testing::has;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Result result_of(std::string estimator, std::string on, std::optional<Metrics> metrics,
                 std::optional<double> skill = {}) {
  Result result;
  result.estimator = std::move(estimator);
  result.on = std::move(on);
  result.metrics = metrics;
  result.skill = skill;
  return result;
}

Comparison small_comparison() {
  Comparison comparison;
  comparison.rows = 150;
  comparison.label = "class";
  comparison.classes = {"setosa", "virginica"};
  comparison.features = {"length", "city", "width"};
  comparison.families = {"normal", "categorical", "normal"};
  comparison.folds = 10;
  comparison.seed = 1;
  comparison.results = {
      result_of("maximum_likelihood", "training", Metrics{0.96, 0.1, 0.05, 0.97, 0}, 0.9),
      result_of("maximum_likelihood", "cross_validation", Metrics{0.5, infinity, 1, 0.97, 12}),
      result_of("predictive", "training", std::nullopt)};
  return comparison;
}

}  // namespace

TEST_CASE("a comparison is a table with training above cross-validation") {
  Comparison comparison = small_comparison();
  comparison.results[2].undefined = {
      {{.feature = "length", .klass = "setosa", .why = "too few"}, 1},
      {{.feature = "length", .klass = "virginica", .why = "too few"}, 3}};
  comparison.notes = {"something to know"};

  CHECK(to_text(comparison) ==
        "label class with 2 classes: setosa, virginica\n"
        "150 rows, 3 features, 10 stratified folds, seed 1\n"
        "  normal       length, width\n"
        "  categorical  city\n"
        "\n"
        "estimator           on                accuracy  log loss   skill   Brier  confidence  "
        "impossible  undefined\n"
        "maximum_likelihood  training            0.9600    0.1000  0.9000  0.0500      0.9700  "
        "         0          0\n"
        "maximum_likelihood  cross_validation    0.5000       inf       -  1.0000      0.9700  "
        "        12          0\n"
        "predictive          training                 -         -       -       -           -  "
        "         -          2\n"
        "\n"
        "predictive is undefined on training: 2 cells\n"
        "  too few\n"
        "    in folds: 1, 3\n"
        "    length  setosa, virginica\n"
        "\n"
        "notes\n"
        "- something to know\n");
}

TEST_CASE("classes without an estimate stand in the order of the label, whatever fold named them") {
  Comparison comparison = small_comparison();
  comparison.results[2].undefined = {
      {{.feature = "length", .klass = "virginica", .why = "too few"}, 1},
      {{.feature = "length", .klass = "setosa", .why = "too few"}, 2}};

  CHECK(has(to_text(comparison), "\n    length  setosa, virginica\n"));
}

TEST_CASE("folds of a column are said to be so") {
  Comparison comparison = small_comparison();
  comparison.seed.reset();

  CHECK(has(to_text(comparison), "3 features, 10 folds from a column\n"));
}

TEST_CASE(
    "an evaluation ends with confusion matrices that have rates at their rims, but for the "
    "baseline") {
  Evaluation evaluation;
  evaluation.rows = 4;
  evaluation.label = "class";
  evaluation.classes = {"a", "bee"};
  evaluation.results = {result_of("predictive", "test", Metrics{0.75, 0.5, 0.25, 0.75, 0})};
  evaluation.results[0].confusion = Confusion{{"a", "bee"}, {3, 0, 1, 0}};
  evaluation.results[0].areas = RocAreas{.classes = {0.75, 0.75}, .area = 0.75};
  evaluation.results.push_back(result_of(baseline_name, "test", Metrics{0.75, 1, 0.5, 0.75}, 0.0));
  evaluation.results[1].confusion = evaluation.results[0].confusion;

  CHECK(to_text(evaluation) ==
        "label class with 2 classes: a, bee\n"
        "4 rows\n"
        "\n"
        "estimator   on    accuracy  log loss   skill   Brier  confidence  impossible  undefined\n"
        "predictive  test    0.7500    0.5000       -  0.2500      0.7500           0          0\n"
        "baseline    test    0.7500    1.0000  0.0000  0.5000      0.7500           0          0\n"
        "\n"
        "estimator   on    balanced accuracy  macro F1  ROC AUC  calibration error\n"
        "predictive  test             0.5000    0.4286   0.7500                  -\n"
        "baseline    test             0.5000    0.4286        -                  -\n"
        "\n"
        "predictive on test\n"
        "  true \\ predicted       a     bee  recall\n"
        "  a                      3       0  1.0000\n"
        "  bee                    1       0  0.0000\n"
        "  precision         0.7500       -\n"
        "  F1                0.8571  0.0000\n"
        "  ROC AUC           0.7500  0.7500\n");
}

TEST_CASE("a confusion matrix of many classes is cut to recall and precision") {
  Evaluation evaluation;
  for (char name = 'a'; name <= 'm'; ++name) evaluation.classes.emplace_back(1, name);
  const Confusion confusion(evaluation.classes, std::vector<double>(13 * 13, 1));
  evaluation.results = {result_of("predictive", "test", Metrics{})};
  evaluation.results[0].confusion = confusion;

  const std::string text = to_text(evaluation);

  CHECK(has(text,
            "  class  recall  precision      F1  ROC AUC\n  a      0.0769     0.0769  0.0769 "
            "       -\n"));
  CHECK_FALSE(has(text, "true \\ predicted"));
}

TEST_CASE("numbers of a description stand class by class") {
  const auto posterior = testing::learned(
      testing::schema_of({{.name = "smoker",
                           .family = "bernoulli",
                           .prior = testing::numbers({{"ones", 2.0}, {"zeros", 8.0}}),
                           .levels = {"no", "yes"}}}),
      "smoker,class\nyes,a\nno,a\nno,b\n");

  CHECK(to_text(describe(posterior)) ==
        "label class: class prior each 1\n"
        "  class  rows  maximum_likelihood  maximum_a_posteriori  posterior_mean  predictive\n"
        "  a         2            0.666667              0.666667             0.6         0.6\n"
        "  b         1            0.333333              0.333333             0.4         0.4\n"
        "\n"
        "smoker: bernoulli, one is 'yes'\n"
        "  a  prior                 ones 2, zeros 8\n"
        "     statistics            ones 1, zeros 1\n"
        "     posterior             ones 3, zeros 9\n"
        "     90 % interval         probability 0.07882 to 0.4701\n"
        "     maximum_likelihood    probability 0.5\n"
        "     maximum_a_posteriori  probability 0.2\n"
        "     posterior_mean        probability 0.25\n"
        "     predictive            probability 0.25\n"
        "  b  prior                 ones 2, zeros 8\n"
        "     statistics            ones 0, zeros 1\n"
        "     posterior             ones 2, zeros 9\n"
        "     90 % interval         probability 0.03677 to 0.3942\n"
        "     maximum_likelihood    probability 0\n"
        "     maximum_a_posteriori  probability 0.111111\n"
        "     posterior_mean        probability 0.181818\n"
        "     predictive            probability 0.181818\n"
        "  log evidence -2.15, pooled -2.22: depends on the class with probability 0.5161\n"
        "\n"
        "training rows at fitted parameters, nats\n"
        "  estimator             log likelihood  free parameters     AIC    BIC\n"
        "  maximum_likelihood            -3.296                3  12.592  9.888\n"
        "  maximum_a_posteriori          -3.860                3       -      -\n"
        "  posterior_mean                -3.813                3       -      -\n"
        "  -BIC / 2 is -4.944, which approximates the log evidence\n"
        "\n"
        "log evidence -4.636 nats\n");
}

TEST_CASE("lists of a description stand level by level and long ones are cut") {
  std::string csv = "city,class\n";
  for (char name = 'a'; name <= 'p'; ++name) csv += std::string(1, name) + ",x\n";
  const auto posterior =
      testing::learned(testing::schema_of({{.name = "city", .family = "categorical"}}), csv);

  const std::string text = to_text(describe(posterior));

  CHECK(has(text,
            "city: categorical\n  x\n    level  prior  counts  posterior      90 % interval  "));
  CHECK(has(text, "\n    l "));
  CHECK_FALSE(has(text, "\n    m "));
  CHECK(has(text, "\n    ... 4 more levels\n"));
}

TEST_CASE("lines of levels are shorter than 120 columns, whatever the levels are called") {
  std::string csv = "city,class\n";
  for (const char name : {'u', 'v', 'v', 'w', 'w', 'w', 'w'}) csv += std::string(90, name) + ",x\n";
  const auto posterior =
      testing::learned(testing::schema_of({{.name = "city", .family = "categorical"}}), csv);

  const std::string text = to_text(describe(posterior));
  const std::size_t begin = text.find("\n    level  ") + 1;

  const std::size_t width = text.find('\n', begin) - begin;
  CHECK(width < 120);
  CHECK(width > 110);
  CHECK(text.find("    " + std::string(20, 'u'), begin) < text.size());
}

TEST_CASE("intervals of lists and of several parameters stand beside the estimates") {
  const auto posterior = testing::learned(
      testing::schema_of(
          {{.name = "city", .family = "categorical"},
           {.name = "x",
            .family = "normal",
            .prior = testing::numbers(
                {{"mean", 0.0}, {"mean_weight", 1.0}, {"shape", 0.5}, {"scale", 1.0}})}}),
      "city,x,class\nu,0,a\nv,0,b\nv,1,b\n");

  const std::string text = to_text(describe(posterior, {.mass = 0.5}));

  // Of u: Dirichlet(2, 1), whose quantile is the square root. Of x: Student's t with 2 degrees.
  CHECK(has(text, "    u          1       1          2   0.5 to 0.866  "));
  CHECK(has(text, "     50 % interval         mean -0.5774 to 0.5774, variance 0.7213 to 3.476\n"));
}

TEST_CASE("a reserved place and undefined lists are named") {
  const auto posterior = testing::learned(
      testing::schema_of({{.name = "city", .family = "categorical", .unseen = Unseen::reserve},
                          {.name = "x", .family = "normal"}},
                         testing::class_frequencies()),
      "city,x,class\nu,1,a\n?,1,b\n");

  const std::string text = to_text(describe(posterior));

  CHECK(has(text, "\n    (unseen) "));
  CHECK(has(text, "    maximum_likelihood is undefined: "));
  CHECK(has(text, "x: normal, prior auto\n  a  prior                 undefined: "));
  CHECK(has(text, "\nlog evidence is undefined: "));
}

TEST_CASE("a description says which classes a word of the prior is of, and why none are compared") {
  const PriorSpec own{.by_class = {{"a", testing::numbers({{"ones", 2.0}, {"zeros", 1.0}})},
                                   {"b", testing::word("auto")},
                                   {"c", testing::word("auto3")},
                                   {"d", testing::word("auto3")}}};
  const auto posterior =
      testing::learned(testing::schema_of({{.name = "x", .family = "bernoulli", .prior = own},
                                           {.name = "y", .family = "normal"}}),
                       "x,y,class\n1,1,a\n1,1,b\n0,1,c\n0,1,d\n");

  const std::string text = to_text(describe(posterior));

  CHECK(has(text, "\nx: bernoulli, prior auto in class b; auto3 in classes c, d\n"));
  CHECK(has(text,
            "\n  dependence on the class unknown: column 'x' has another prior for each class"));
  CHECK(has(text, "     posterior             undefined, as the prior\n"));
  CHECK_FALSE(has(text, "dependence on the class unknown: column 'y'"));
}

TEST_CASE("the class prior of a description is told by its kind and its numbers") {
  const auto told = [](const ClassPrior& prior) {
    const std::string text = to_text(describe(
        testing::learned(testing::schema_of({{.name = "x", .family = "categorical"}}, prior),
                         "x,class\nu,a\nv,b\n")));
    const std::size_t at = text.find("class prior ");
    return text.substr(at, text.find('\n', at) - at);
  };

  CHECK(told(testing::uniform_classes()) == "class prior uniform");
  CHECK(told(testing::class_frequencies()) == "class prior frequencies");
  CHECK(told(testing::given_classes({{"a", 0.25}, {"b", 0.75}})) == "class prior given");
  CHECK(told({.each = 2}) == "class prior each 2");
  CHECK(told({.weights = {0.5, 3}}) == "class prior weights 0.5 3");
}

TEST_CASE("class probabilities that do not exist are undefined, with the reason") {
  Schema schema = testing::schema_of({{.name = "x", .family = "categorical"}});
  schema.classes = {"a", "b"};

  const std::string text = to_text(describe(empty_posterior(Model(schema))));

  CHECK(has(text,
            "\n  maximum_likelihood is undefined: maximum likelihood of family 'categorical' does "
            "not exist: no data was seen; "));
  CHECK(has(text,
            "\n  maximum_a_posteriori is undefined: a Dirichlet density whose weights are all 1 is "
            "flat; "));
  CHECK(has(text,
            "\n  a         0           undefined             undefined             0.5         "
            "0.5\n"));
}

TEST_CASE("names of several bytes per character are aligned and line breaks are shown") {
  Evaluation evaluation;
  evaluation.label = "class";
  evaluation.classes = {"Z\xC3\xBCrich", "a\nb"};
  evaluation.results = {result_of("predictive", "test", Metrics{})};
  evaluation.results[0].confusion = Confusion{evaluation.classes, {1, 0, 0, 1}};

  const std::string text = to_text(evaluation);

  CHECK(text.find("label class with 2 classes: Z\xC3\xBCrich, a\\x0ab\n") == 0);
  CHECK(has(text,
            "  true \\ predicted  Z\xC3\xBCrich  a\\x0ab  recall\n"
            "  Z\xC3\xBCrich                 1       0  1.0000\n"
            "  a\\x0ab                 0       1  1.0000\n"
            "  precision         1.0000  1.0000\n"));
}

TEST_CASE("names, reasons and notes in text cannot command a terminal") {
  using testing::terminal_name;
  Comparison comparison = small_comparison();
  comparison.label = terminal_name;
  comparison.classes = {"a", terminal_name};
  comparison.features = {terminal_name, "b", "c"};
  comparison.results[2].undefined = {
      {{.feature = terminal_name, .klass = terminal_name, .why = terminal_name}, 1}};
  comparison.notes = {terminal_name};
  Evaluation evaluation;
  evaluation.results = comparison.results;
  evaluation.results[0].confusion = Confusion{comparison.classes, {1, 0, 0, 1}};
  evaluation.notes = comparison.notes;

  CHECK(testing::not_plain(to_text(comparison)) == "");
  CHECK(testing::not_plain(to_text(evaluation)) == "");
  CHECK(has(to_text(comparison), "- " + testing::terminal_shown + "\n"));
}

TEST_CASE("a description of hostile names cannot command a terminal") {
  const std::string name = testing::terminal_name;
  const auto posterior = testing::learned(
      testing::schema_of({{.name = name, .family = "categorical"}}),
      '"' + name + "\",class\n\"" + name + "\",\"" + name + "\"\n\"" + name + "\",b\n");

  const std::string text = to_text(describe(posterior));

  CHECK(testing::not_plain(text) == "");
  CHECK(has(text, testing::terminal_shown + ": categorical\n"));
}

TEST_CASE("a long list of names is cut and says by how much") {
  Comparison comparison = small_comparison();
  comparison.classes.clear();
  for (char name = 'a'; name <= 'n'; ++name) comparison.classes.emplace_back(1, name);

  CHECK(to_text(comparison)
            .find("label class with 14 classes: a, b, c, d, e, f, g, h, i, j, k, l, "
                  "... 2 more\n") == 0);
}
