// The prequential score.
#include <credence/study/leave_one_out.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <credence/data/csv.hpp>
#include <credence/data/infer.hpp>

#include "study/left_out.hpp"
#include "support/paths.hpp"
#include "support/throws.hpp"

using namespace credence;

namespace {

struct Learned {
  Table table;
  testing::ModelPosterior posterior;
  BoundTable bound;
  std::vector<Index> rows;

  Learned(Table data, const Model& model, std::string_view weight = {})
      : table(std::move(data)),
        posterior(observe(model, table, weight)),
        bound(credence::bind(model, table, weight)),
        rows(testing::rows_that_count(posterior, bound)) {}
};

Learned shipped(const std::string& name) {
  Table table = read_csv(testing::project_file("examples/data/") + name + ".csv");
  const Model model = infer_model(table, {.label = "class"});
  return Learned(std::move(table), model);
}

void check_sum(const Learned& data) {
  const Prequential score = prequential(data.posterior, data.bound, data.rows);
  const double whole = log_evidence(freeze(data.posterior));
  CHECK(score.total_log_evidence == doctest::Approx(whole).epsilon(1e-10));
  CHECK(compensated_sum(score.log_evidence) == doctest::Approx(whole).epsilon(1e-10));
}

}  // namespace

TEST_CASE("the log evidence of rows one after the other sums to that of all of them") {
  for (const char* name : {"iris", "wine", "house_votes_84", "german_credit"}) {
    CAPTURE(name);
    check_sum(shipped(name));
  }
}

TEST_CASE("the sum holds for every family, for weights, missing cells and reserved levels") {
  using testing::schema_of;
  const std::string_view csv =
      "x,yes,visits,wait,tries,size,city,note,w,class\n1,1,?,0.5,3,1,a,one two two,2,p\n"
      "?,0,4,0.7,1,2,b,two,0.5,p\n3,?,2,1.1,?,4,a,,1,p\n2,1,1,?,2,?,?,three,1.25,p\n"
      "6,0,5,0.1,0,5,c,one one,3,q\n?,1,?,0.4,2,6,b,two two,0.1,q\n7,?,7,0.2,1,9,b,three one,0,q\n"
      "8,0,3,0.3,2,?,c,four,4,q\n";
  Schema schema = schema_of({{.name = "x", .family = "normal"},
                             {.name = "yes", .family = "bernoulli"},
                             {.name = "visits", .family = "poisson"},
                             {.name = "wait", .family = "exponential"},
                             {.name = "tries", .family = "geometric"},
                             {.name = "size", .family = "lognormal"},
                             {.name = "city", .family = "categorical", .unseen = Unseen::reserve},
                             {.name = "note", .family = "multinomial"}});
  check_sum(Learned(testing::table_of(csv), Model(schema)));
  check_sum(Learned(testing::table_of(csv), Model(schema), "w"));
  schema.class_prior = testing::uniform_classes();
  check_sum(Learned(testing::table_of(csv), Model(schema), "w"));
}

TEST_CASE("the sum holds under empirical priors, in the numbers of all rows") {
  for (const char* name : {"iris", "house_votes_84"}) {
    CAPTURE(name);
    Table table = read_csv(testing::project_file("examples/data/") + name + ".csv");
    Schema schema = infer_schema(table, {.label = "class"}).schema;
    for (ColumnSchema& column : schema.columns)
      if (column.family != "none") column.prior = testing::word("empirical");
    const Learned data(std::move(table), Model(schema));
    check_sum(data);
    CHECK(prequential(data.posterior, data.bound, data.rows).total_log_evidence ==
          doctest::Approx(log_evidence(data.posterior)).epsilon(1e-10));
  }
}

TEST_CASE("every row is predicted as by a fit of the rows before it") {
  const Learned data = shipped("iris");
  const Prequential score = prequential(data.posterior, data.bound, data.rows);
  auto before = freeze(data.posterior);
  clear_statistics(before);
  double loss = 0;
  for (std::size_t i = 0; i < data.rows.size(); ++i) {
    CAPTURE(i);
    const std::span<const Index> one(&data.rows[i], 1);
    const Predictions refitted =
        Classifier<Model>(before, Estimator::predictive).predict(data.bound, one);
    for (std::size_t klass = 0; klass < 3; ++klass)
      CHECK(testing::close(score.predictions.log_joints(static_cast<Index>(i))[klass],
                           refitted.log_joints(0)[klass]));
    const Index own =
        label_positions(data.bound.label, data.bound.rows, data.posterior.label.classes)[i];
    loss -= refitted.log_probabilities(0)[static_cast<std::size_t>(own)];
    CHECK(testing::close(score.log_evidence[i],
                         refitted.log_joints(0)[static_cast<std::size_t>(own)]));
    observe(before, data.bound, one);
  }
  CHECK(score.metrics.log_loss == doctest::Approx(loss / 150).epsilon(1e-12));
}

TEST_CASE("the order of the rows moves each score and not their sum") {
  Learned data = shipped("wine");
  const Prequential forth = prequential(data.posterior, data.bound, data.rows);
  std::reverse(data.rows.begin(), data.rows.end());
  const Prequential back = prequential(data.posterior, data.bound, data.rows);
  CHECK(forth.log_evidence.front() != back.log_evidence.back());
  CHECK(forth.metrics.log_loss != back.metrics.log_loss);
  CHECK(forth.total_log_evidence == doctest::Approx(back.total_log_evidence).epsilon(1e-12));
}

TEST_CASE("there is no prequential score where there is no evidence") {
  Schema schema =
      testing::schema_of({{.name = "yes", .family = "bernoulli"}}, testing::class_frequencies());
  const Learned data(testing::table_of("yes,class\n1,p\n0,q\n"), Model(schema));
  CHECK(testing::throws_error([&] { (void)prequential(data.posterior, data.bound, data.rows); },
                              ErrorCode::undefined, "'frequencies' has no log evidence"));
}
