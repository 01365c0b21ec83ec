// Cells of structures that saw nothing: a row left out has numbers where a fit of the others has, and is
// undefined where that fit is.
#include <credence/base/random.hpp>
#include <credence/learn/found_structure.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/predict/explain.hpp>
#include <credence/study/leave_one_out.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <set>
#include <string>

#include "study/refits.hpp"
#include "support/law_cases.hpp"
#include "support/throws.hpp"

using namespace credence;
using testing::table_of;

namespace {

constexpr std::array modes_and_shares{Estimator::maximum_likelihood,
                                      Estimator::maximum_a_posteriori};

Model model_of_levels(Structure structure, int columns) {
  std::vector<ColumnSchema> all;
  for (int j = 0; j < columns; ++j)
    all.push_back({.name = "x" + std::to_string(j), .family = "categorical"});
  return with_structure(Model(testing::schema_of(std::move(all))), std::move(structure));
}

// What is undefined once some row is left out, checked against fits of the others.
std::vector<UndefinedCell> undefined_without(const Posterior<Model>& posterior, const Table& table,
                                             Estimator estimator) {
  const BoundTable bound = bind(posterior.model, table);
  testing::check_estimator(posterior, bound, estimator, 1);
  return leave_one_out(posterior, estimator, bound, all_rows(bound.rows)).undefined;
}

// As check_estimator, but for labels: equal classes of an average are told apart by rounding.
void check_numbers(const Posterior<Model>& posterior, const Table& table, Estimator estimator) {
  const BoundTable bound = bind(posterior.model, table);
  const LeaveOneOut left = leave_one_out(posterior, estimator, bound, all_rows(bound.rows));
  const Posterior<Model> frozen = freeze(posterior);
  std::set<std::pair<std::string, std::string>> undefined, expected;
  for (const UndefinedCell& cell : left.undefined) undefined.emplace(cell.feature, cell.klass);
  for (Index row = 0; row < bound.rows; ++row) {
    const auto refitted = testing::refitted_without(frozen, bound, row, estimator);
    expected.insert(refitted.undefined.begin(), refitted.undefined.end());
    if (!left.undefined.empty() || !refitted.undefined.empty()) continue;
    for (std::size_t c = 0; c < posterior.label.classes.size(); ++c)
      CHECK(testing::close(left.predictions.log_joints(row)[c],
                           refitted.predictions.log_joints(0)[c]));
  }
  CHECK(undefined == expected);
}

// A table of 2 to 4 columns whose cells follow the class in part; some are missing.
std::string rows_with_gaps(Random& random, int columns) {
  const auto below = [&](std::uint64_t n) { return random.below(n); };
  const std::uint64_t classes = 2 + below(2);
  const bool gaps = below(3) == 0;
  std::string csv;
  for (int j = 0; j < columns; ++j) csv += "x" + std::to_string(j) + ',';
  csv += "class\n";
  for (std::uint64_t rows = 6 + below(9); rows > 0; --rows) {
    const std::uint64_t klass = below(classes);
    for (int j = 0; j < columns; ++j) {
      const bool follows = below(3) > 0;
      const std::uint64_t level = follows ? (klass + static_cast<std::uint64_t>(j)) % 2 : below(3);
      if (!gaps || below(6) > 0) csv += static_cast<char>('a' + level);
      csv += ',';
    }
    csv += static_cast<char>('p' + klass);
    csv += '\n';
  }
  return csv;
}

Structure random_structure(Random& random, int columns) {
  Structure structure{.kind = StructureKind::given};
  const std::uint64_t kind = random.below(4);
  if (kind == 0) structure.kind = StructureKind::aode;
  if (kind == 1) structure.kind = StructureKind::a2de;
  for (int j = 1; j < columns && kind > 1; ++j) {
    ParentsOf of{.feature = "x" + std::to_string(j), .parents = {}};
    for (int k = j - 1; k >= 0; --k)
      if (j == 1 || random.below(3) > 0) of.parents.push_back("x" + std::to_string(k));
    if (!of.parents.empty()) structure.given.push_back(std::move(of));
  }
  constexpr std::array each{0.5, 1.0, 1.0, 2.0};
  structure.prior = {.kind = ContextPrior::Kind::each, .strength = each[random.below(4)]};
  structure.least_rows = random.below(4) == 0 ? 2 : 1;
  return structure;
}

}  // namespace

TEST_CASE("structures: a row left out is undefined exactly where a fit of the others is") {
  CHECK(testing::holds("rows left out of structures", [](std::uint64_t seed) {
    Random random(seed);
    const int columns = 2 + static_cast<int>(random.below(3));
    const Table table = table_of(rows_with_gaps(random, columns));
    const Posterior<Model> posterior =
        observe(model_of_levels(random_structure(random, columns), columns), table);
    const Estimator estimator = modes_and_shares[random.below(2)];
    check_numbers(posterior, table, estimator);
  }));
}

TEST_CASE(
    "a class that another feature rules out in a row left out is asked for its cells all the "
    "same") {
  // Class p has x0 = a and x1 = b together, and x3 = v, in its first row alone.
  const std::string others = "a,a,s,u,p\nb,b,s,u,p\nb,b,t,u,p\nb,a,s,u,p\n";
  std::string rows = "x0,x1,x2,x3,class\na,b,s,v,p\n" + others + others;
  for (const char* levels : {"a,a", "a,b", "b,a", "b,b"})
    for (const char* rest : {",s,u,q\n", ",t,v,q\n"}) rows += std::string(levels) + rest;
  const Table table = table_of(rows);
  const Posterior<Model> posterior = observe(
      model_of_levels({.kind = StructureKind::given, .given = {{"x2", {"x0", "x1"}}}}, 4), table);
  for (const Estimator estimator : modes_and_shares) {
    CHECK(estimate(posterior, estimator).undefined.empty());
    const auto undefined = undefined_without(posterior, table, estimator);
    REQUIRE(undefined.size() == 1);
    CHECK(undefined[0].feature == "x2");
    CHECK(undefined[0].klass == "p, x0 = a, x1 = b");
  }
}

TEST_CASE("cells that one row alone reads are asked for while another is left out") {
  // Nothing is known of x1 where x0 is missing, but in the only row of class q that lacks it.
  const Table table = table_of("x0,x1,class\na,a,p\na,b,p\nb,a,p\na,b,q\nb,b,q\nb,a,q\n,a,q\n");
  const Posterior<Model> posterior =
      observe(model_of_levels({.kind = StructureKind::given, .given = {{"x1", {"x0"}}}}, 2), table);
  for (const Estimator estimator : modes_and_shares) {
    const auto undefined = undefined_without(posterior, table, estimator);
    CHECK(undefined == estimate(posterior, estimator).undefined);
    REQUIRE(undefined.size() == 1);
    CHECK(undefined[0].klass == "p, x0 = missing");
  }
}

TEST_CASE("the cells of a class are not asked for while its only row is left out") {
  const Table table = table_of("x0,x1,class\na,a,q\na,b,p\na,a,p\na,b,p\n");
  const Posterior<Model> posterior =
      observe(model_of_levels({.kind = StructureKind::given, .given = {{"x1", {"x0"}}}}, 2), table);
  for (const Estimator estimator : modes_and_shares)
    CHECK(undefined_without(posterior, table, estimator).empty());
}

TEST_CASE("two levels of parents together have a mode where one of them alone was never seen") {
  // x0 has one level, so that the parents x0 and x1 have two together; class p never has x1 = b.
  const Table table =
      table_of("x0,x1,x2,class\na,a,s,p\na,a,t,p\na,a,s,q\na,b,s,q\na,b,t,q\na,a,t,q\n");
  const Posterior<Model> posterior =
      observe(model_of_levels({.kind = StructureKind::a2de,
                               .prior = {.kind = ContextPrior::Kind::each, .strength = 0.5},
                               .may_be_parents = {"x0", "x1"}},
                              3),
              table);
  CHECK(estimate(posterior, Estimator::maximum_a_posteriori).undefined.empty());
  CHECK(undefined_without(posterior, table, Estimator::maximum_a_posteriori).empty());
  const Predictions answer = Classifier{posterior, Estimator::maximum_a_posteriori}.predict(
      table_of("x0,x1,x2\na,a,s\na,b,s\n"));
  // 1/3 x 1 x 1/2 of p, and 2/3 x 1/2 x 1/2 of q.
  CHECK(answer.log_joints(0)[0] == doctest::Approx(std::log(1. / 6)).epsilon(1e-12));
  CHECK(answer.log_joints(0)[1] == doctest::Approx(std::log(1. / 6)).epsilon(1e-12));
  CHECK(answer.log_joints(1)[0] == -std::numeric_limits<double>::infinity());
}

TEST_CASE("a level that no training row has is said to be none, not to have no name") {
  const Structure structure{.kind = StructureKind::given,
                            .least_rows = 0,
                            .given = {{"x1", {"x0"}}, {"x2", {"x0", "x1"}}}};
  const Posterior<Model> posterior = observe(
      model_of_levels(structure, 3), table_of("x0,x1,x2,class\na,a,s,p\na,b,s,p\nb,a,t,p\nb,b,s,"
                                              "p\na,a,s,q\na,b,s,q\nb,a,t,q\nb,b,t,q\n"));
  const Table asked = table_of("x0,x1,x2\n,a,s\na,,t\n");
  const auto refused = [&](const char* named, auto&& call) {
    CHECK(testing::throws_error(call, ErrorCode::undefined, named));
  };
  const Classifier classifier{posterior, Estimator::maximum_likelihood};
  const BoundTable bound = bind(posterior.model, asked);
  const auto predict = [&](Index row) { (void)classifier.predict(bound, std::span(&row, 1)); };
  refused("column 'x1', class 'p, x0 = (not in the training rows)'", [&] { predict(0); });
  refused("column 'x2', class 'q, x0, x1 = (not in the training rows)'", [&] { predict(1); });
  refused("class 'p, x0 = (not in the training rows)'", [&] {
    (void)explain(estimate(posterior, Estimator::maximum_likelihood), bound, 0, ExplainOptions{});
  });
}
