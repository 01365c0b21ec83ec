// Feature weights: golden values, gradients, bounds, samples, errors.
#include <credence/study/feature_weights.hpp>

#include <doctest/doctest.h>

#include <credence/base/parallel.hpp>
#include <credence/data/infer.hpp>
#include <credence/learn/posterior_priors.hpp>
#include <credence/study/leave_one_out.hpp>

#include "study/left_out.hpp"
#include "study/left_out/weight_search.hpp"
#include "support/paths.hpp"
#include "support/throws.hpp"
#include "support/weight_cases.hpp"

using namespace credence;
using Eigen::VectorXd;

namespace {

testing::Learned learned_shipped(const std::string& name) {
  Table table = read_csv(testing::project_file("examples/data/" + name + ".csv"));
  const Model model = infer_model(table, {.label = "class"});
  return testing::learned_from(std::move(table), model);
}

FeatureWeights found(const testing::Learned& rows, const FeatureWeightOptions& options = {},
                     Estimator estimator = Estimator::predictive) {
  return find_feature_weights(rows.posterior, estimator, rows.bound,
                              testing::rows_that_count(rows.posterior, rows.bound), options);
}

// The leave-one-out log loss of weights, from the predictions of a posterior that has them.
double log_loss(const testing::Learned& rows, FeatureWeights weights,
                const std::vector<double>& values) {
  weights.values = values;
  const auto weighted = testing::weighted(rows.posterior, weights);
  const auto learned = testing::rows_that_count(rows.posterior, rows.bound);
  const auto truth =
      label_positions(rows.bound.label, rows.bound.rows, rows.posterior.label.classes);
  const auto left = leave_one_out(weighted, Estimator::predictive, rows.bound, learned);
  double sum = 0;
  for (std::size_t i = 0; i < learned.size(); ++i)
    sum -= left.predictions.log_probabilities(static_cast<Index>(
        i))[static_cast<std::size_t>(truth[static_cast<std::size_t>(learned[i])])];
  return sum / static_cast<double>(learned.size());
}

// The terms of rows as a problem.
struct Terms {
  testing::Learned rows;
  std::unique_ptr<detail::LeftOutTerms> source;
  std::unique_ptr<detail::TermTiles> tiles;

  explicit Terms(testing::Learned of) : rows(std::move(of)) {
    source = detail::left_out_terms(rows.posterior, Estimator::predictive, rows.bound,
                                    testing::rows_that_count(rows.posterior, rows.bound));
    tiles = std::make_unique<detail::TermTiles>(*source);
  }
};

}  // namespace

// Golden values: exact fractions of counts, then bisection coordinate by coordinate in Python 3.11
// until nothing moves by 1e-15.
TEST_CASE("common and own weights are the minimum of the leave-one-out log loss") {
  const auto rows = testing::weighted_example();
  const FeatureWeights common = found(rows, {.kind = FeatureWeighting::common});
  CHECK(common.values[0] == doctest::Approx(0.45803762145005567).epsilon(1e-7));
  CHECK(common.values[1] == common.values[0]);
  CHECK(common.values[2] == common.values[0]);
  CHECK(common.log_loss_after == doctest::Approx(0.7173897582076058).epsilon(1e-12));

  const FeatureWeights each = found(rows);
  CHECK(each.values[0] == doctest::Approx(0.3811570606785827).epsilon(1e-6));
  CHECK(each.values[1] == doctest::Approx(0.5891822134063363).epsilon(1e-6));
  CHECK(each.values[2] == doctest::Approx(0.33923931950606323).epsilon(1e-6));
  CHECK(each.log_loss_before == doctest::Approx(0.7678658709813355).epsilon(1e-12));
  CHECK(each.log_loss_after == doctest::Approx(0.7043805940477033).epsilon(1e-9));
  CHECK(each.rows == 13);
  CHECK(each.names == testing::Strings{"x", "y", "z"});
  CHECK(each.estimator == "predictive");
}

TEST_CASE("the best of many random subsets is the best of all where there are few") {
  const auto rows = testing::weighted_example();
  const FeatureWeights best = found(rows, {.kind = FeatureWeighting::subset, .subsets = 200});
  CHECK(best.values == testing::Doubles{0, 1, 0});
  CHECK(best.log_loss_after == doctest::Approx(0.6808536426765861).epsilon(1e-12));
  CHECK(best.log_loss_before == doctest::Approx(0.7678658709813355).epsilon(1e-12));
}

TEST_CASE("gradient and curvature of the log loss are its differences") {
  const Terms terms(learned_shipped("wine"));
  const detail::WeightProblem problem{.tiles = *terms.tiles, .centre = 0.6, .precision = 4};
  VectorXd at = VectorXd::LinSpaced(13, 0.1, 1.3);
  const auto here = detail::weighted_loss(problem, at, detail::Slopes::curvature);
  constexpr double step = 1e-5;
  for (Eigen::Index j = 0; j < at.size(); ++j) {
    CAPTURE(j);
    const auto moved = [&](double by) {
      VectorXd to = at;
      to[j] += by;
      return detail::weighted_loss(problem, to, detail::Slopes::gradient);
    };
    const auto up = moved(step);
    const auto down = moved(-step);
    CHECK(here.gradient[j] ==
          doctest::Approx((up.value - down.value) / (2 * step)).epsilon(1e-6).scale(1e-3));
    for (Eigen::Index k = 0; k <= j; ++k)
      CHECK(here.curvature(j, k) ==
            doctest::Approx((up.gradient[k] - down.gradient[k]) / (2 * step))
                .epsilon(1e-6)
                .scale(1e-3));
  }
}

TEST_CASE("the log loss of weights is that of leave-one-out with these weights") {
  const Terms terms(learned_shipped("iris"));
  const VectorXd at = VectorXd::LinSpaced(4, 0, 1.5);
  const detail::WeightProblem problem{.tiles = *terms.tiles};
  const FeatureWeights names = found(terms.rows);
  CHECK(detail::weighted_loss(problem, at, detail::Slopes::none).log_loss ==
        doctest::Approx(log_loss(terms.rows, names, {at.begin(), at.end()})).epsilon(1e-11));
  CHECK(names.log_loss_after ==
        doctest::Approx(log_loss(terms.rows, names, names.values)).epsilon(1e-11));
  CHECK(names.log_loss_before ==
        doctest::Approx(log_loss(terms.rows, names, {1, 1, 1, 1})).epsilon(1e-11));
}

TEST_CASE("both ways of search end at the same minimum, where no projected gradient is left") {
  for (const char* name : {"wine", "german_credit", "house_votes_84", "breast_cancer"}) {
    CAPTURE(name);
    const Terms terms(learned_shipped(name));
    const detail::WeightProblem problem{.tiles = *terms.tiles, .centre = 0.4, .precision = 4};
    const VectorXd start =
        VectorXd::Constant(static_cast<Eigen::Index>(terms.tiles->features()), 0.4);
    const VectorXd newton = detail::least_by_newton(problem, start);
    const VectorXd limited = detail::least_by_limited_memory(problem, start);
    for (const VectorXd& at : {newton, limited}) {
      CHECK(at.minCoeff() >= 0);
      const auto there = detail::weighted_loss(problem, at, detail::Slopes::gradient);
      CHECK(detail::projected_gradient(problem, at, there.gradient) <= 1e-8);
    }
    CHECK((newton - limited).cwiseAbs().maxCoeff() < 1e-3);
    CHECK(detail::weighted_loss(problem, newton, detail::Slopes::none).value ==
          doctest::Approx(detail::weighted_loss(problem, limited, detail::Slopes::none).value)
              .epsilon(1e-10));
  }
}

TEST_CASE("a weight at its bound is one that the log loss would like below it") {
  const auto rows = learned_shipped("breast_cancer");
  const FeatureWeights each = found(rows);
  std::size_t at_bound = 0;
  for (std::size_t j = 0; j < each.values.size(); ++j) {
    CHECK(each.values[j] >= 0);
    if (each.values[j] > 0) continue;
    ++at_bound;
    std::vector<double> more = each.values;
    more[j] = 0.01;
    CHECK(log_loss(rows, each, more) > each.log_loss_after);
  }
  CHECK(at_bound > 0);
}

TEST_CASE("rows of weight 2 count as twice the rows") {
  const Model model(testing::weighted_schema());
  std::string twice = "x,y,z,w,class\n";
  for (const std::string_view row :
       {"1,1,0,2,a\n", "0,1,1,2,a\n", "0,0,1,2,b\n", "1,0,1,2,b\n", "0,1,?,2,b\n"})
    twice += row;
  const Table table = testing::table_of(twice);
  const auto bound = bind(model, table, "w");
  const auto posterior = observe(model, table, "w");
  // Leaving a row of weight 2 out takes both of its halves: not the same as leaving out one of two
  // rows, so that the weights are compared with those of the definition.
  const auto weights =
      find_feature_weights(posterior, Estimator::predictive, bound, all_rows(table.rows()));
  const auto terms =
      detail::left_out_terms(posterior, Estimator::predictive, bound, all_rows(table.rows()));
  const detail::TermTiles tiles(*terms);
  CHECK(tiles.weight() == 10);
  CHECK(weights.rows == 5);
  const auto common = found(testing::learned_from(testing::table_of(twice), model),
                            {.kind = FeatureWeighting::common});
  CHECK(common.values.size() == 3);
}

TEST_CASE("weights have the same bits for any number of threads") {
  for (const FeatureWeighting kind :
       {FeatureWeighting::common, FeatureWeighting::each, FeatureWeighting::subset}) {
    const auto rows = learned_shipped("wine");
    std::vector<FeatureWeights> all;
    for (const int threads : {1, 2, 5}) {
      const ThreadLimit limit(threads);
      all.push_back(found(rows, {.kind = kind, .subsets = 50}));
    }
    CHECK(all[0] == all[1]);
    CHECK(all[0] == all[2]);
  }
}

TEST_CASE("weights may be found from a sample of each class, with all rows learned") {
  const auto rows = learned_shipped("german_credit");
  const FeatureWeights some = found(rows, {.rows = 400, .seed = 3});
  CHECK(some.rows == 400);
  CHECK(some == found(rows, {.rows = 400, .seed = 3}));
  CHECK(some.values != found(rows, {.rows = 400, .seed = 4}).values);
  CHECK(found(rows, {.rows = 0}) == found(rows, {.rows = 1000}));
  CHECK(found(rows, {.rows = 1}).rows == 2);  // one of each class
}

TEST_CASE("estimates of probability 0 or none have no weights, and say which cells lack them") {
  const auto rows = testing::learned_from(
      testing::table_of("city,x,class\na,1,p\na,2,p\nb,4,p\na,3,q\na,5,q\nb,9,q\nb,7,q\n"),
      Model(testing::schema_of(
          {{.name = "city", .family = "categorical"}, {.name = "x", .family = "normal"}})));
  CHECK(testing::throws_error(
      [&] { static_cast<void>(found(rows, {}, Estimator::maximum_likelihood)); },
      ErrorCode::undefined, "column 'city', class 'p'"));
  CHECK(testing::throws_error(
      [&] { static_cast<void>(found(rows, {}, Estimator::maximum_likelihood)); },
      ErrorCode::undefined, "'posterior_mean' and 'predictive'"));
  CHECK(found(rows).values.size() == 2);
}

TEST_CASE("a class with a single row has weights under the posterior predictive alone") {
  const auto rows = testing::learned_from(
      testing::table_of("city,class\na,p\nb,p\na,p\nb,q\na,r\nb,r\n"),
      Model(testing::schema_of({{.name = "city", .family = "categorical"}})));
  CHECK(found(rows).values.size() == 1);
  CHECK(testing::throws_error(
      [&] { static_cast<void>(found(rows, {}, Estimator::maximum_likelihood)); },
      ErrorCode::undefined, "column 'class', class 'q'"));
}

TEST_CASE("options that make no sense are refused") {
  const auto rows = testing::weighted_example();
  CHECK(testing::throws_error([&] { static_cast<void>(found(rows, {.rows = -1})); },
                              ErrorCode::domain, "-1 rows"));
  CHECK(testing::throws_error(
      [&] { static_cast<void>(found(rows, {.kind = FeatureWeighting::subset, .subsets = 0})); },
      ErrorCode::domain, "the best of 0 random subsets"));
}

TEST_CASE("learning, forgetting and merging drop the weights of a posterior") {
  const Table table = testing::table_of(testing::weighted_csv);
  const Model model(testing::weighted_schema());
  auto exact = empty_posterior(model, Summation::exact);
  observe(exact, table);
  const auto weighted = with_feature_weights(exact, Estimator::predictive, table);
  REQUIRE(weighted.feature_weights.any());

  auto more = weighted;
  observe(more, table);
  CHECK_FALSE(more.feature_weights.any());
  auto less = weighted;
  forget(less, testing::table_of("x,y,z,class\n1,1,0,a\n"));
  CHECK_FALSE(less.feature_weights.any());
  auto both = weighted;
  merge(both, weighted);
  CHECK_FALSE(both.feature_weights.any());
  auto none = weighted;
  clear_statistics(none);
  CHECK_FALSE(none.feature_weights.any());
}
