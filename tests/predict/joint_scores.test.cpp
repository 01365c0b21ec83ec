// Blocks of columns that vary together, scored, explained and drawn.

#include <credence/family/joint_normal.hpp>

#include <doctest/doctest.h>
#include <credence/detail/learn/block_cells.hpp>

#include <cmath>
#include <credence/base/parallel.hpp>
#include <credence/detail/predict/typed_table.hpp>
#include <credence/predict/explain.hpp>
#include <credence/predict/linear_form.hpp>
#include <credence/predict/uncertainty.hpp>

#include "catalogue/shipped_kernels.hpp"
#include "predict/normals/joint_scores.hpp"
#include "support/learned.hpp"
#include "support/shipped.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

constexpr std::array tyings{Tying::free, Tying::classes};

ColumnSchema block(Strings columns, Tying tying) {
  return {.name = "sizes",
          .family = "normal",
          .columns = std::move(columns),
          .tied = tying,
          .covariance = Covariance::full};
}

Study flowers(Tying tying) {
  return study_of(
      shipped("iris.csv"),
      schema_of({block({"sepal_length", "sepal_width", "petal_length", "petal_width"}, tying)}));
}

Study cells(Tying tying) {
  return study_of(shipped("breast_cancer.csv"),
                  schema_of({block({"mean_radius", "mean_texture", "mean_smoothness"}, tying)}));
}

// Some rows lack one number or all.
constexpr std::string_view gaps =
    "x,y,z,class\n1,10,0.1,p\n2,?,0.4,p\n?,12,?,p\n?,?,?,p\n4,11,0.2,p\n3,20,0.9,q\n?,26,1.4,q\n"
    "7,22,1.5,q\n5,?,?,q\n6,31,1.1,q\n3,9,0.3,p\n4,10.5,0.1,p\n5,25,1.2,q\n";

double half(const Interval& interval) { return (interval.upper - interval.lower) / 2; }

}  // namespace

TEST_CASE("the kernel of columns that vary together adds what the plain reference adds") {
  for (const Tying tying : tyings)
    for (const Estimator estimator : all_estimators) {
      const Learned study =
          learned_from(table_of(gaps), Model(schema_of({block({"x", "y", "z"}, tying)})));
      const auto estimates = estimate(study.posterior, estimator);
      REQUIRE(estimates.undefined.empty());
      const auto& table = typed_table<NormalInverseWishartNormal>(*estimates.tables[0]);
      const auto& data = study.bound.blocks[0].of<DatumOf<NormalInverseWishartNormal>>();
      const std::vector<Slots> slots(1);
      const Index rows = study.bound.rows;
      detail::TileBuffer fast(2, rows);
      detail::TileBuffer plain(2, rows);
      ScoreTile quick = fast.tile(rows);
      ScoreTile slow = plain.tile(rows);
      for (ScoreTile* tile : {&quick, &slow})
        for (Index row = 0; row < rows; ++row) {
          tile->at(0, row) = row == 5 ? -std::numeric_limits<double>::infinity() : -0.5;
          tile->at(1, row) = -1;
        }

      const credence::detail::ShippedKernels<NormalInverseWishartNormal>::Scores scores(
          table, estimates.log_class_probabilities);
      CHECK(scores.fits(data, slots));
      CHECK_FALSE(scores.add(table, data, slots, RowSpan{.count = rows}, quick));
      CHECK_FALSE(ReferenceScores<NormalInverseWishartNormal>().add(table, data, slots,
                                                                    RowSpan{.count = rows}, slow));

      for (Index klass = 0; klass < 2; ++klass)
        for (Index row = 0; row < rows; ++row) CHECK(quick.at(klass, row) == slow.at(klass, row));
    }
}

TEST_CASE("a row that lacks numbers is scored by the density of those that it has") {
  const Learned study =
      learned_from(table_of(gaps), Model(schema_of({block({"x", "y", "z"}, Tying::free)})));
  const auto estimates = estimate(study.posterior, Estimator::predictive);
  const Classifier<Model> classifier{estimates};

  const Predictions answers = classifier.predict(study.bound, RowSpan{.count = study.bound.rows});

  typed_table<NormalInverseWishartNormal>(*estimates.tables[0]).visit([&](const auto& densities) {
    for (std::size_t klass = 0; klass < 2; ++klass) {
      const double prior = estimates.log_class_probabilities[klass];
      const std::vector<Index> first_and_last{0, 2};
      if constexpr (requires { marginal(densities[klass], first_and_last); })
        CHECK(answers.log_joint[2 + klass] ==
              doctest::Approx(prior +
                              log_density(marginal(densities[klass], first_and_last), {2, 0.4}))
                  .epsilon(1e-14));
      CHECK(answers.log_joint[6 + klass] == prior);  // nothing is there
    }
  });
}

TEST_CASE("maximum likelihood of too few rows is undefined and says why") {
  const Learned study = learned_from(table_of("x,y,class\n1,2,p\n3,5,p\n4,4,p\n2,2,q\n3,7,q\n"),
                                     Model(schema_of({block({"x", "y"}, Tying::free)})));

  const auto estimates = estimate(study.posterior, Estimator::maximum_likelihood);

  REQUIRE(estimates.undefined.size() == 1);
  CHECK(estimates.undefined[0].klass == "q");
  CHECK(estimates.undefined[0].why.find("would be singular") != std::string::npos);
  // All five rows together are enough for a matrix that the classes share.
  const Learned shared = learned_from(table_of("x,y,class\n1,2,p\n3,5,p\n4,4,p\n2,2,q\n3,7,q\n"),
                                      Model(schema_of({block({"x", "y"}, Tying::classes)})));
  CHECK(estimate(shared.posterior, Estimator::maximum_likelihood).undefined.empty());
}

TEST_CASE("a matrix that rounding leaves singular has no density under any estimator") {
  // Both columns are the same but for a prior that is a part in 1e30 of the data.
  ColumnSchema same = block({"x", "y"}, Tying::free);
  same.prior = numbers({{"mean", 0.0}, {"mean_weight", 1.0}, {"shape", 2.0}, {"scale", 1e-30}});
  const Learned study = learned_from(
      table_of("x,y,class\n1,1,p\n3,3,p\n4,4,p\n2,2,q\n3,3,q\n7,7,q\n"), Model(schema_of({same})));

  for (const Estimator estimator : all_estimators) {
    const auto estimates = estimate(study.posterior, estimator);
    REQUIRE(estimates.undefined.size() == 2);
    CHECK(estimates.undefined[0].why.find("singular") != std::string::npos);
  }
}

TEST_CASE("a block of columns that vary together is one line of an explanation, which adds up") {
  for (const Tying tying : tyings) {
    const Study study = cells(tying);
    for (const Estimator estimator : all_estimators) {
      const auto why =
          explain(estimate(study.posterior, estimator), study.believed, study.bound, 7);

      REQUIRE(why.lines.size() == 2);  // after that of the class prior
      CHECK(why.lines[1].feature == "sizes");
      CHECK(why.log_odds == sum_of_lines(why.lines));
      REQUIRE(why.lines[1].interval);
      CHECK(half(*why.lines[1].interval) > 0);
    }
  }
}

TEST_CASE("joint classes have intervals in closed form that agree with draws") {
  for (const Tying tying : tyings) {
    const Study study = cells(tying);
    const std::vector<Index> classes(10, 0);
    const RowSpan rows{.count = 10};

    CHECK(has_closed_form(study.believed));
    const auto closed =
        log_odds_intervals(study.believed, study.bound, rows, classes, {.mass = 0.8});
    const auto drawn = log_odds_intervals(study.believed, study.bound, rows, classes,
                                          {.mass = 0.8, .draws = 4000, .seed = 3});
    for (std::size_t i = 0; i < 10; ++i) {
      CHECK(std::abs(closed[i].lower - drawn[i].lower) < 0.2 * half(drawn[i]));
      CHECK(std::abs(closed[i].upper - drawn[i].upper) < 0.2 * half(drawn[i]));
    }
  }
}

TEST_CASE(
    "classes that vary together have no linear form that missing numbers could be left out of") {
  const Study study = cells(Tying::classes);

  CHECK(throws_error([&] { (void)linear_form(study.posterior, Estimator::posterior_mean); },
                     ErrorCode::undefined, "its covariance is full"));
  CHECK(throws_error([&] { (void)linear_form(study.posterior, Estimator::predictive); },
                     ErrorCode::undefined, "choose a plug-in estimator"));
}

TEST_CASE("answers do not depend on the number of threads") {
  for (const Tying tying : tyings) {
    const Study study = flowers(tying);
    const Classifier<Model> classifier(estimate(study.posterior, Estimator::predictive));
    const auto answers = [&](int threads) {
      const ThreadLimit limit(threads);
      return classifier.predict(study.bound, RowSpan{.count = study.bound.rows}).log_joint;
    };
    const auto learned = [&](int threads) {
      const ThreadLimit limit(threads);
      return observe(study.posterior.model, *study.table);
    };
    CHECK(answers(1) == answers(4));
    CHECK(learned(1) == learned(4));
  }
}

TEST_CASE("a draw that rounding has made singular gives up the least of its covariances") {
  const NormalInverseWishart belief{
      .means = {1, 2}, .mean_weight = 1, .shape = 1, .scales = {1, 0, 1}};
  MeansCovariance drawn{.means = {std::nan(""), 2}, .covariance = {4, 6, 9}};
  detail::keep_in_range(belief, drawn);
  CHECK(drawn.means == Doubles{1, 2});
  CHECK(Cholesky::of(drawn.covariance));
  CHECK(drawn.covariance[1] == doctest::Approx(6).epsilon(1e-12));

  const double infinity = std::numeric_limits<double>::infinity();
  drawn = {.means = {1, 2}, .covariance = {infinity, infinity, infinity}};
  detail::keep_in_range(belief, drawn);
  CHECK(Cholesky::of(drawn.covariance));
  drawn = {.means = {1, 2}, .covariance = {std::nan(""), 1e300, 9}};
  detail::keep_in_range(belief, drawn);
  CHECK(Cholesky::of(drawn.covariance));
}
