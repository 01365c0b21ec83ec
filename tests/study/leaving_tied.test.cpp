// Leave-one-out and the prequential score of blocks whose classes share variances.
#include <credence/base/parallel.hpp>
#include <credence/data/infer.hpp>
#include <credence/study/leave_one_out.hpp>

#include "study/refits.hpp"
#include "support/shipped.hpp"
#include "support/throws.hpp"

using namespace credence;
using testing::check_against_refits;
using testing::Doubles;
using testing::numbers;
using testing::schema_of;
using testing::shipped;
using testing::Strings;

namespace {

ColumnSchema block(Tying tying, Strings columns, PriorSpec prior = {}) {
  return {.name = "sizes",
          .family = "normal",
          .prior = std::move(prior),
          .columns = std::move(columns),
          .tied = tying};
}

// All columns but the first, which stays as it is, in one block.
Schema all_but_one_tied(const Table& table, Tying tying) {
  Schema schema = infer_schema(table, {.label = "class"}).schema;
  ColumnSchema tied = block(tying, {});
  for (std::size_t j = 1; j < schema.columns.size(); ++j)
    tied.columns.push_back(schema.columns[j].name);
  schema.columns.resize(1);
  schema.columns.push_back(std::move(tied));
  return schema;
}

// Rows that lack one number or all of a block, and weights.
constexpr std::string_view with_gaps =
    "x,y,z,city,w,class\n1,10,0.1,a,1,p\n2,?,0.4,b,2,p\n?,12,?,a,0.5,p\n?,?,?,b,1,p\n"
    "4,11,0.2,a,1.25,p\n3,20,0.9,b,1,q\n?,26,1.4,a,3,q\n7,22,?,b,0.1,q\n5,?,?,?,2,q\n6,31,1.1,a,0,"
    "q\n";

Schema gaps(Tying tying) {
  return schema_of({{.name = "city", .family = "categorical"}, block(tying, {"x", "y", "z"})});
}

template <class Check>
void for_each_tying(Check&& check) {
  for (const Tying tying : all_tyings) {
    CAPTURE(std::string(to_string(tying)));
    check(tying);
  }
}

}  // namespace

TEST_CASE("leave-one-out of tied iris and wine equals a fit of the other rows") {
  for (const char* name : {"iris", "wine"}) {
    CAPTURE(name);
    const Table table = shipped(name);
    for_each_tying([&](Tying tying) {
      check_against_refits(Model(all_but_one_tied(table, tying)), table, 3);
    });
  }
}

TEST_CASE("leave-one-out of a model that is one tied block equals a fit of the other rows") {
  for_each_tying([](Tying tying) {
    check_against_refits(schema_of({block(tying, {"x", "y"})}),
                         "x,y,class\n1,10,p\n2,12,p\n1.5,9,p\n3,20,q\n4,26,q\n5,19,q\n");
  });
}

TEST_CASE("weights and missing numbers of a tied block survive leave-one-out") {
  for_each_tying([](Tying tying) {
    check_against_refits(gaps(tying), with_gaps);
    check_against_refits(gaps(tying), with_gaps, "w");
  });
}

TEST_CASE("what a left-out row makes undefined is found in every class that shares") {
  for_each_tying([](Tying tying) {
    // Without the only row of r, and without one of the two of q.
    check_against_refits(schema_of({block(tying, {"x", "y"})}),
                         "x,y,class\n1,5,p\n2,6,p\n4,9,p\n3,7,q\n5,8,q\n6,1,r\n");
    // y has a spread in the first row alone.
    check_against_refits(schema_of({block(tying, {"x", "y"})}),
                         "x,y,class\n1,5,p\n2,6,p\n4,6,p\n3,6,q\n5,6,q\n7,6,q\n");
  });
}

TEST_CASE("a constant column of a tied block is undefined for the estimators that ask its prior") {
  constexpr std::string_view csv = "x,y,class\n1,6,p\n2,6,p\n4,6,p\n3,6,q\n5,6,q\n";
  for_each_tying([&](Tying tying) {
    const auto posterior = testing::learned(schema_of({block(tying, {"x", "y"})}), csv);
    const Table table = testing::table_of(csv);
    const auto bound = bind(posterior.model, table);
    const std::vector<Index> rows = all_rows(table.rows());
    const auto undefined = [&](Estimator estimator) {
      Strings classes;
      for (const auto& cell : leave_one_out(posterior, estimator, bound, rows).undefined)
        classes.push_back(cell.klass);
      return classes;
    };
    CHECK(undefined(Estimator::predictive) == Strings{""});
    // In their own units the columns share what spread there is: none in class q without one of its two
    // rows, unless the classes share it, too.
    Strings expected{"p", "q"};
    if (tying == Tying::features_unscaled) expected = {"q"};
    if (tying == Tying::all_unscaled) expected = {};
    CHECK(undefined(Estimator::maximum_likelihood) == expected);
  });
}

TEST_CASE("a class that only the schema knows shares the variance of the others") {
  for_each_tying([](Tying tying) {
    Schema schema = gaps(tying);
    schema.classes = {"never", "p", "q"};
    check_against_refits(schema, with_gaps);
  });
}

TEST_CASE("priors in numbers stay as they are while a row of a tied block is left out") {
  const auto each = numbers({{"mean", 1.0}, {"mean_weight", 2.0}, {"shape", 2.0}, {"scale", 3.0}});
  for_each_tying([&](Tying tying) {
    Schema schema = gaps(tying);
    schema.find("sizes")->prior = each;
    check_against_refits(schema, with_gaps);
    if (ties_classes(tying)) return;
    schema.find("sizes")->prior = {.by_class = {{"p", testing::word("auto3")}, {"q", each}}};
    check_against_refits(schema, with_gaps);
  });
}

TEST_CASE("a row that holds nearly all of a shared spread is left out to full precision") {
  for_each_tying([](Tying tying) {
    check_against_refits(schema_of({block(tying, {"x", "y"})}),
                         "x,y,class\n1,2,p\n2,5,p\n4e7,4,p\n1.5,-3e6,p\n3,4,q\n4,5,q\n5,7,q\n");
  });
}

TEST_CASE("leave-one-out of a tied block gives the same bits for any number of threads") {
  const Table table = shipped("breast_cancer");
  const Model model(all_but_one_tied(table, Tying::all));
  const auto posterior = observe(model, table);
  const auto bound = bind(model, table);
  const std::vector<Index> rows = all_rows(table.rows());
  std::vector<Doubles> joints;
  for (const int threads : {1, 2, 5}) {
    const ThreadLimit limit(threads);
    joints.push_back(
        leave_one_out(posterior, Estimator::predictive, bound, rows).predictions.log_joint);
  }
  CHECK(joints[0] == joints[1]);
  CHECK(joints[0] == joints[2]);
}

TEST_CASE("a row that a tied block has not learned is refused with its place") {
  for_each_tying([](Tying tying) {
    const auto posterior = testing::learned(schema_of({block(tying, {"x", "y"})}),
                                            "x,y,class\n1,2,p\n2,5,p\n3,4,q\n4,5,q\n5,7,q\n");
    const Table table = testing::table_of("x,y,class\n1,2,p\n2,5000,p\n");
    const auto bound = bind(posterior.model, table);
    CHECK(testing::throws_error(
        [&] {
          (void)leave_one_out(posterior, Estimator::predictive, bound, all_rows(table.rows()));
        },
        ErrorCode::domain, "column 'sizes', row 2"));
  });
}

TEST_CASE("rows of a tied block one after the other sum to its log evidence") {
  const auto check = [](const Model& model, const Table& table, std::string_view weight) {
    const auto posterior = observe(model, table, weight);
    const auto bound = bind(model, table, weight);
    const auto rows = testing::rows_that_count(posterior, bound);
    const Prequential score = prequential(posterior, bound, rows);
    CHECK(score.total_log_evidence ==
          doctest::Approx(log_evidence(freeze(posterior))).epsilon(1e-11));
  };
  for_each_tying([&](Tying tying) {
    const Table table = shipped("wine");
    check(Model(all_but_one_tied(table, tying)), table, {});
    check(Model(gaps(tying)), testing::table_of(with_gaps), "w");
  });
}

TEST_CASE("every row of a tied block is predicted as by a fit of the rows before it") {
  for_each_tying([](Tying tying) {
    const Table table = testing::table_of(with_gaps);
    const Model model(gaps(tying));
    const auto posterior = observe(model, table);
    const auto bound = bind(model, table);
    const std::vector<Index> rows = all_rows(table.rows());
    const Prequential score = prequential(posterior, bound, rows);
    auto before = freeze(posterior);
    clear_statistics(before);
    for (const Index row : rows) {
      CAPTURE(row);
      const std::span<const Index> one(&rows[static_cast<std::size_t>(row)], 1);
      const auto refitted = Classifier<Model>(before, Estimator::predictive).predict(bound, one);
      for (std::size_t klass = 0; klass < 2; ++klass)
        CHECK(testing::close(score.predictions.log_joints(row)[klass],
                             refitted.log_joints(0)[klass]));
      observe(before, bound, one);
    }
  });
}
