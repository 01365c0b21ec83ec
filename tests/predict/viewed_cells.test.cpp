// Numbers that a table only views are checked where they are read: no door has seen them before.
#include <credence/data/table.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/predict/explain.hpp>
#include <credence/predict/uncertainty.hpp>
#include <credence/select/averaged.hpp>
#include <credence/study/feature_weights.hpp>
#include <credence/study/leave_one_out.hpp>

#include <doctest/doctest.h>

#include <array>
#include <limits>

#include "support/models.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

constexpr float infinite_float = std::numeric_limits<float>::infinity();

// Rows 1, 2 and 4 are counts; row 3 is none.
constexpr std::array<float, 4> with_a_fault{1, 4, -2, 6};
constexpr std::array<float, 4> one_of_each{1, 2, 1, 2};

Table viewing(const std::array<float, 4>& numbers) {
  Table table;
  table.add("n", NumberView{Strided<float>{.data = numbers.data(), .size = 4}});
  table.add("days", NumberView{Strided<float>{.data = one_of_each.data(), .size = 4}});
  table.add("class", Strings{"a", "a", "b", "b"});
  return table;
}

ColumnSchema counts(const std::string& family) { return {.name = "n", .family = family}; }

ModelPosterior learned_counts(const ColumnSchema& column) {
  return learned(schema_of({column}), "n,days,class\n1,1,a\n4,2,a\n9,1,a\n2,1,b\n6,2,b\n13,1,b\n");
}

const std::string fault_of_poisson =
    "family 'poisson' needs counts (whole numbers of at least 0): column 'n', row 3 holds -2; "
    "remove the row or choose another family for the column";
const std::string fault_of_pascal =
    "family 'negative_binomial' needs counts (whole numbers of at least 0): column 'n', row 3 "
    "holds -2; remove the row or choose another family for the column";

}  // namespace

TEST_CASE("a classifier refuses a viewed number outside the support of its family") {
  const Table table = viewing(with_a_fault);
  ColumnSchema exposed = counts("poisson");
  exposed.exposure = "days";
  const auto scored = [&](const ColumnSchema& column) {
    return [&table, posterior = learned_counts(column)] {
      (void)Classifier(posterior, Estimator::predictive).predict(table);
    };
  };

  CHECK(fails_with(ErrorCode::domain, fault_of_poisson, scored(counts("poisson"))));
  CHECK(fails_with(ErrorCode::domain, fault_of_poisson, scored(exposed)));
  CHECK(fails_with(ErrorCode::domain, fault_of_pascal, scored(counts("negative_binomial"))));
}

TEST_CASE("a viewed number that is infinite is no part of a full covariance") {
  constexpr std::array<float, 4> x{1, infinite_float, 3, 4};
  Table table;
  table.add("x", NumberView{Strided<float>{.data = x.data(), .size = 4}});
  table.add("y", NumberView{Strided<float>{.data = with_a_fault.data(), .size = 4}});
  const auto posterior = learned(schema_of({{.name = "both",
                                             .family = "normal",
                                             .columns = {"x", "y"},
                                             .tied = Tying::free,
                                             .covariance = Covariance::full}}),
                                 "x,y,class\n1,1,a\n4,2,a\n9,1,a\n2,1,b\n6,2,b\n13,7,b\n");

  CHECK(fails_with(ErrorCode::domain,
                   "family 'normal' needs finite numbers: column 'x', row 2 holds inf; remove the "
                   "row or choose another family for the column",
                   [&] { (void)Classifier(posterior, Estimator::predictive).predict(table); }));
}

TEST_CASE("explanations and intervals refuse a viewed number, and answer for the rows beside it") {
  const auto posterior = learned_counts(counts("poisson"));
  const Estimates estimates = estimate(posterior, Estimator::predictive);
  const Table table = viewing(with_a_fault);
  const BoundTable bound = bind(posterior.model, table);
  const Beliefs believed = beliefs(posterior);
  const auto interval_of = [&](Index row) {
    return log_odds_intervals(believed, bound, RowSpan{.first = row, .count = 1},
                              std::vector<Index>{0}, {});
  };

  CHECK(explain(estimates, bound, 1).lines[1].value == "4");
  CHECK(
      fails_with(ErrorCode::domain, fault_of_poisson, [&] { (void)explain(estimates, bound, 2); }));
  CHECK(interval_of(1).front().lower < interval_of(1).front().upper);
  CHECK(fails_with(ErrorCode::domain, fault_of_poisson, [&] { (void)interval_of(2); }));
}

TEST_CASE("averages over relevance refuse a viewed number outside the support") {
  const Table table = viewing(with_a_fault);
  const AveragedClassifier averaged(learned_counts(counts("poisson")));

  CHECK(fails_with(ErrorCode::domain, fault_of_poisson, [&] { (void)averaged.predict(table); }));
}

TEST_CASE("leaving rows out refuses a viewed number that cannot have been learned") {
  const auto posterior = learned_counts(counts("poisson"));
  const Table table = viewing(with_a_fault);
  const BoundTable bound = bind(posterior.model, table);
  const std::vector<Index> all{0, 1, 2, 3};

  CHECK(throws_error([&] { (void)leave_one_out(posterior, Estimator::predictive, bound, all); },
                     ErrorCode::domain, "needs counts (whole numbers of at least 0)"));
  CHECK(throws_error(
      [&] {
        (void)find_feature_weights(posterior, Estimator::predictive, bound, all,
                                   {.kind = FeatureWeighting::common});
      },
      ErrorCode::domain, "needs counts (whole numbers of at least 0)"));
}
