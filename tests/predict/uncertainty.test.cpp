// Intervals of answers: closed form against draws, draws against the posterior itself.
#include <credence/predict/uncertainty.hpp>

#include <credence/family/beta_bernoulli.hpp>
#include <credence/family/gamma_exponential.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <credence/base/parallel.hpp>
#include <credence/catalogue/family_of.hpp>
#include <credence/predict/explain.hpp>
#include <limits>
#include <set>

#include "support/data_error.hpp"
#include "support/learned.hpp"
#include "support/paths.hpp"
#include "support/relative.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

Study studied(const std::string& name) {
  Table table = read_csv(project_file("examples/data/" + name));
  const Model model = infer_model(table, {.label = "class"});
  return study_of(std::move(table), model);
}

std::vector<Interval> intervals_of(const Study& study, Index rows, IntervalOptions options,
                                   Index klass = 0) {
  const std::vector<Index> classes(static_cast<std::size_t>(rows), klass);
  return log_odds_intervals(study.believed, study.bound, RowSpan{.count = rows}, classes, options);
}

void check_close(const Interval& a, const Interval& b, double tolerance) {
  const double width = b.upper - b.lower;
  CHECK(std::abs(a.lower - b.lower) < tolerance * width);
  CHECK(std::abs(a.upper - b.upper) < tolerance * width);
}

// A family of a user who knows no moments: the declaration hides those of the base.
struct Waiting : GammaExponential {
  static constexpr std::string_view name = "waiting";
  static void term_moments();
};

constexpr std::string_view answers = "x,class\n1,a\n1,a\n0,a\n0,b\n0,b\n1,b\n0,b\n";

}  // namespace

TEST_CASE("the closed form and exact draws agree where every cell has many rows") {
  const Study study = studied("german_credit.csv");

  const auto closed = intervals_of(study, 10, {.mass = 0.8});
  const auto drawn = intervals_of(study, 10, {.mass = 0.8, .draws = 4000, .seed = 3});

  for (std::size_t row = 0; row < closed.size(); ++row) {
    CAPTURE(row);
    // A quantile of 4000 draws has a standard error of 0.02 widths; the normal shape is not exact.
    check_close(closed[row], drawn[row], 0.1);
  }
}

TEST_CASE("listed rows have the intervals that they have among all") {
  const Study study = studied("german_credit.csv");
  const std::vector<Index> rows{7, 2};

  const auto all = intervals_of(study, 8, {.mass = 0.8});
  const auto listed = log_odds_intervals(study.believed, study.bound, rows,
                                         std::vector<Index>{0, 0}, {.mass = 0.8});

  CHECK(listed == std::vector<Interval>{all[7], all[2]});
}

TEST_CASE("of class probabilities alone the draws are those of a beta variate") {
  // Without a feature p(class | row) is the class probability, whose posterior is Beta(4, 5).
  const Table table = table_of(answers);
  const Study study = study_of(table, Model(schema_of({{.name = "x", .family = "none"}})));

  const auto drawn = intervals_of(study, 1, {.mass = 0.9, .draws = 40000});

  const Interval interval = probability_interval(drawn[0]);
  // Standard error of a quantile: sqrt(0.05 * 0.95 / 40000) / density, 0.0013 at 0.19 below and
  // 0.0016 at 0.71 above; the bars are 4.5 of it.
  CHECK(interval.lower == relative(beta_quantile(4, 5, 0.05), 0.03));
  CHECK(interval.upper == relative(beta_quantile(4, 5, 0.95), 0.01));
}

TEST_CASE("the closed form adds up the moments of the class prior and of every cell") {
  const Table table = table_of(answers);
  const Study study = study_of(table, Model(schema_of({{.name = "x", .family = "bernoulli"}})));

  const auto interval = intervals_of(study, 1, {.mass = 0.9})[0];

  // Classes Beta(4, 5); x = 1 in a: Beta(3, 2), in b: Beta(2, 4).
  const double mean = digamma(4) - digamma(5) + digamma(3) - digamma(5) - digamma(2) + digamma(6);
  const double variance =
      trigamma(4) + trigamma(5) + trigamma(3) - trigamma(5) + trigamma(2) - trigamma(6);
  CHECK(interval.lower ==
        doctest::Approx(mean - 1.6448536269514722 * std::sqrt(variance)).epsilon(1e-13));
  CHECK(interval.upper ==
        doctest::Approx(mean + 1.6448536269514722 * std::sqrt(variance)).epsilon(1e-13));
}

TEST_CASE("the interval of the other class is the mirror image") {
  const Study study = studied("german_credit.csv");

  const auto of_first = intervals_of(study, 5, {});
  const auto of_second = intervals_of(study, 5, {}, 1);

  for (std::size_t row = 0; row < of_first.size(); ++row) {
    CHECK(of_first[row].lower == doctest::Approx(-of_second[row].upper).epsilon(1e-14));
    CHECK(of_first[row].upper == doctest::Approx(-of_second[row].lower).epsilon(1e-14));
  }
}

TEST_CASE("the same seed gives the same bits for any number of threads and other rows beside") {
  const Study study = studied("iris.csv");
  const IntervalOptions options{.draws = 50, .seed = 9};

  const auto all = intervals_of(study, 150, options);
  const auto first = intervals_of(study, 20, options);
  const auto other = intervals_of(study, 20, {.draws = 50, .seed = 10});
  const ThreadLimit alone(1);
  const auto serial = intervals_of(study, 150, options);

  CHECK(all == serial);
  CHECK(std::equal(first.begin(), first.end(), all.begin()));
  CHECK_FALSE(first == other);
}

TEST_CASE("more classes than two are drawn, and intervals lie within 0 and 1") {
  const Study study = studied("iris.csv");

  CHECK_FALSE(has_closed_form(study.believed));
  CHECK(has_closed_form(studied("german_credit.csv").believed));
  for (const Interval& log_odds : intervals_of(study, 150, {.draws = 20})) {
    const Interval interval = probability_interval(log_odds);
    CHECK(interval.lower >= 0);
    CHECK(interval.lower <= interval.upper);
    CHECK(interval.upper <= 1);
  }
}

TEST_CASE("more data narrow the interval") {
  const Table table = table_of(answers);
  std::string more(answers);
  for (int i = 0; i < 20; ++i) more += answers.substr(answers.find('\n') + 1);
  const Table longer = table_of(more);
  const Model model(schema_of({{.name = "x", .family = "bernoulli"}}));

  for (const Index draws : {Index{0}, Index{500}}) {
    const auto few = intervals_of(study_of(table, model), 1, {.draws = draws})[0];
    const auto many = intervals_of(study_of(longer, model), 1, {.draws = draws})[0];
    CHECK(many.upper - many.lower < 0.5 * (few.upper - few.lower));
  }
}

TEST_CASE("tiny pseudo-counts give wide intervals and no NaN") {
  const Table table = table_of("x,class\nu,a\nv,a\nw,b\nw,b\n");
  const Model model(
      schema_of({{.name = "x", .family = "categorical", .prior = numbers({{"each", 1e-4}})}}));

  for (const Index draws : {Index{0}, Index{200}})
    for (const Interval& interval : intervals_of(study_of(table, model), 4, {.draws = draws})) {
      CHECK_FALSE(std::isnan(interval.lower));
      CHECK_FALSE(std::isnan(interval.upper));
      CHECK(interval.lower <= interval.upper);
    }
}

TEST_CASE("numbers beyond the range of the moments have intervals that hold everything") {
  const Study study = study_of(table_of("x,class\n1,a\n2,a\n4,b\n7,b\n"),
                               Model(schema_of({{.name = "x", .family = "normal"}})));
  const Table far = table_of("x\n1e200\n");
  const auto bound = bind(study.posterior.model, far);
  const double infinity = std::numeric_limits<double>::infinity();

  const Interval interval =
      log_odds_intervals(study.believed, bound, RowSpan{.count = 1}, std::vector<Index>{0})[0];
  const Explanation why =
      explain(estimate(study.posterior, Estimator::predictive), study.believed, bound, 0);

  CHECK(interval == Interval{.lower = -infinity, .upper = infinity});
  for (const Index draws : {2, 3, 200})
    CHECK(log_odds_intervals(study.believed, bound, RowSpan{.count = 1}, std::vector<Index>{0},
                             {.draws = draws})[0] == interval);
  CHECK(why.lines[1].interval == interval);
  CHECK(why.interval == interval);
}

TEST_CASE("class probabilities that are given have no uncertainty of their own") {
  const Table table = table_of(answers);
  const Study study = study_of(table, Model(schema_of({{.name = "x", .family = "none"}},
                                                      given_classes({{"a", 0.2}, {"b", 0.8}}))));

  const Interval closed = probability_interval(intervals_of(study, 1, {})[0]);
  const Interval drawn = probability_interval(intervals_of(study, 1, {.draws = 10})[0]);

  CHECK(closed.lower == doctest::Approx(0.2).epsilon(1e-14));
  CHECK(closed.upper == doctest::Approx(0.2).epsilon(1e-14));
  CHECK(drawn.lower == doctest::Approx(0.2).epsilon(1e-14));
  CHECK(drawn.upper == doctest::Approx(0.2).epsilon(1e-14));
}

TEST_CASE("beliefs and intervals say what they cannot do") {
  const Study study = studied("iris.csv");
  const auto constant =
      learned(schema_of({{.name = "x", .family = "normal"}}), "x,class\n3,a\n3,b\n");

  CHECK(is(error_of([&] { return intervals_of(study, 1, {.mass = 1}); }), ErrorCode::domain));
  CHECK(is(error_of([&] { return intervals_of(study, 1, {.draws = -1}); }), ErrorCode::domain));
  const auto error = error_of([&] { return beliefs(constant); });
  CHECK(is(error, ErrorCode::undefined));
  CHECK(says(error, "column 'x'"));
}

TEST_CASE("a draw of everything is a classifier whose parameters lie where they are believed") {
  const Study study = studied("german_credit.csv");
  Random random{4};

  double sum = 0;
  for (int i = 0; i < 200; ++i)
    sum += std::exp(draw(study.believed, random).log_class_probabilities[0]);

  // 700 good of 1000: Beta(301, 701) for the first class, sd 0.0145, over 200 draws 0.001.
  CHECK(sum / 200 == relative(301.0 / 1002, 0.015));
}

TEST_CASE("drawn intervals are those of classifiers drawn one after the other") {
  const Study study = study_of(table_of("x,class\n1,a\n2,a\n3,b\n5,b\n"),
                               Model(schema_of({{.name = "x", .family = "normal"}})));
  // The squares of most are beyond the range of double for small variances.
  const Table far = table_of("x\n1e154\n3e154\n6e154\n1e155\n2.5\n");
  const auto bound = bind(study.posterior.model, far);
  const RowSpan rows{.count = 5};
  std::array<std::vector<double>, 5> log_odds;
  std::set<Index> impossible;  // how many of the rows are, draw by draw
  Random random(5);
  for (int d = 0; d < 200; ++d) {
    const Predictions drawn = Classifier<Model>(draw(study.believed, random)).predict(bound, rows);
    for (Index row = 0; row < 5; ++row) {
      const auto at = static_cast<std::size_t>(row);
      const auto log = drawn.log_probabilities(row);
      const double unknown = (d % 2 == 0 ? -1 : 1) * std::numeric_limits<double>::infinity();
      log_odds[at].push_back(drawn.impossible[at] ? unknown : log[1] - log[0]);
    }
    impossible.insert(std::count(drawn.impossible.begin(), drawn.impossible.end(), true));
  }

  const auto intervals = log_odds_intervals(study.believed, bound, rows, std::vector<Index>(5, 1),
                                            {.mass = 0.5, .draws = 200, .seed = 5});

  CHECK(impossible.size() > 2);
  for (std::size_t row = 0; row < 5; ++row)
    CHECK(intervals[row] == detail::interval_of_draws(log_odds[row], 0.5));
}

TEST_CASE("a family without moments has drawn intervals, and lines without") {
  static_assert(ConjugateFamily<Waiting> && !HasTermMoments<Waiting>);
  const Table table = table_of("x,y,class\n1,0,a\n2,1,a\n7,1,b\n9,1,b\n");
  const Model model(
      schema_of(
          {{.name = "x", .family = "waiting", .prior = numbers({{"shape", 1.0}, {"rate", 4.0}})},
           {.name = "y", .family = "bernoulli"}}),
      FamilySet{}.with(family_type<Waiting>()).with(family_type<BetaBernoulli>()));
  const auto posterior = observe(model, table);
  const auto bound = bind(model, table);
  const auto believed = beliefs(posterior);

  const auto drawn =
      log_odds_intervals(believed, bound, RowSpan{.count = 1}, std::vector<Index>{0});
  const Explanation why = explain(estimate(posterior, Estimator::predictive), believed, bound, 0);

  CHECK_FALSE(has_closed_form(believed));
  CHECK(drawn[0].lower < why.log_odds);
  CHECK(why.log_odds < drawn[0].upper);
  CHECK_FALSE(why.interval.has_value());
  CHECK_FALSE(why.lines[1].interval.has_value());
  CHECK(why.lines[2].interval.has_value());
}
