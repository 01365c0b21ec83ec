// Tables that were bound to another model than that which reads them, and rows that are not there.
#include <doctest/doctest.h>

#include <credence/learn/posterior_priors.hpp>
#include <credence/learn/typed_block.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/predict/complement.hpp>
#include <credence/predict/explain.hpp>
#include <credence/predict/uncertainty.hpp>
#include <credence/select/averaged.hpp>
#include <credence/study/leave_one_out.hpp>

#include <limits>

#include <credence/family/beta_bernoulli.hpp>
#include <credence/family/normal_inverse_gamma.hpp>

#include "support/data_error.hpp"
#include "support/models.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

using testing::throws_error;

const std::string rows = "class,x,y,city\na,1,2,Rome\nb,2,4,Oslo\na,4,1,Rome\nb,3,3,Rome\n";

const Schema both =
    schema_of({{.name = "x", .family = "normal"}, {.name = "y", .family = "normal"}});
const Schema swapped =
    schema_of({{.name = "y", .family = "normal"}, {.name = "x", .family = "normal"}});
const Schema first = schema_of({{.name = "x", .family = "normal"}});
const Schema levels = schema_of({{.name = "city", .family = "categorical"}});

// The schemas of other models than `both`.
const std::vector<Schema> others{swapped, first, levels};

const RowSpan all{.count = 4};
const std::vector<Index> listed{0, 1, 2, 3};

template <class Call>
void check_refused(const Call& call) {
  const Table table = table_of(rows);
  for (const Schema& other : others) {
    CAPTURE(other.columns.front().name);
    const BoundTable bound = bind(Model{other}, table);
    CHECK(throws_error([&] { call(bound, all); }, ErrorCode::schema, "bound to another model"));
  }
  CHECK(throws_error([&] { call(BoundTable{}, all); }, ErrorCode::schema, "not bound"));
  const BoundTable own = bind(Model{both}, table);
  for (const std::vector<Index>& none : {std::vector<Index>{0, 4}, {-1}, {Index{1} << 40}})
    CHECK(throws_error([&] { call(own, {.count = std::ssize(none), .list = none.data()}); },
                       ErrorCode::shape));
  CHECK(throws_error([&] { call(own, {.first = 3, .count = 2}); }, ErrorCode::shape));
  constexpr Index most = std::numeric_limits<Index>::max();
  for (const RowSpan& absurd :
       {RowSpan{.first = 1, .count = most}, RowSpan{.first = 3, .count = most - 1},
        RowSpan{.first = most, .count = most}, RowSpan{.first = -most, .count = most}})
    CHECK(throws_error([&] { call(own, absurd); }, ErrorCode::shape, "no row has the position"));
  CHECK_NOTHROW(call(own, all));
}

}  // namespace

TEST_CASE("a posterior does not learn from a table that was bound to another model") {
  check_refused([](const BoundTable& bound, RowSpan span) {
    Posterior<Model> posterior = empty_posterior(Model{both});
    LearningWorkspace work;
    observe(posterior, bound, span, work);
  });
}

TEST_CASE("a posterior that refuses a table stays as it was") {
  const Table table = table_of(rows);
  Posterior<Model> posterior = observe(Model{both}, table);
  const Posterior<Model> before = posterior;
  const BoundTable other = bind(Model{swapped}, table);

  CHECK(throws_error([&] { observe(posterior, other); }, ErrorCode::schema));

  CHECK(posterior == before);
}

TEST_CASE("a posterior takes back no rows of a table that was bound to another model") {
  check_refused([](const BoundTable& bound, RowSpan span) {
    Posterior<Model> posterior = empty_posterior(Model{both}, Summation::exact);
    observe(posterior, table_of(rows));
    forget(posterior, bound, span);
  });
}

TEST_CASE("classifiers do not score a table that was bound to another model") {
  const Posterior<Model> posterior = learned(both, rows);
  const Classifier classifier{posterior, Estimator::predictive};
  const AveragedClassifier averaged(posterior);

  check_refused([&](const BoundTable& bound, RowSpan span) {
    static_cast<void>(classifier.predict(bound, span));
  });
  check_refused([&](const BoundTable& bound, RowSpan span) {
    static_cast<void>(classifier.labels(bound, span));
  });
  check_refused([&](const BoundTable& bound, RowSpan span) {
    static_cast<void>(averaged.predict(bound, span));
  });
}

TEST_CASE(
    "a table that was bound for a model is not read by other blocks than those of the model") {
  const Schema schema =
      schema_of({{.name = "x", .family = "normal"}, {.name = "city", .family = "categorical"}});
  const Table table = table_of(rows);
  const Posterior<Model> posterior = observe(Model{schema}, table);
  const BoundTable bound = bind(posterior.model, table);
  Estimates fewer = estimate(posterior, Estimator::predictive);
  fewer.tables.pop_back();
  Posterior<Model> none = posterior;
  none.blocks.clear();

  CHECK(throws_error([&] { static_cast<void>(Classifier{fewer}.predict(bound, all)); },
                     ErrorCode::schema, "bound to another model"));
  CHECK(throws_error([&] { observe(none, bound); }, ErrorCode::schema, "bound to another model"));
}

TEST_CASE("the complement rule does not score a table that was bound to another model") {
  const Schema texts = schema_of({{.name = "city", .family = "multinomial"}});
  const Table table = table_of(rows);
  const ComplementClassifier rule(learned(texts, rows));

  CHECK(throws_error([&] { static_cast<void>(rule.predict(bind(Model{both}, table), all)); },
                     ErrorCode::schema, "bound to another model"));
  CHECK(throws_error(
      [&] { static_cast<void>(rule.predict(bind(Model{texts}, table), {.count = 5})); },
      ErrorCode::shape));
}

TEST_CASE("intervals, leave-one-out and prequential scores refuse a table of another model") {
  const Posterior<Model> posterior = freeze(learned(both, rows));
  const Beliefs believed = beliefs(posterior);
  const std::vector<Index> classes{0, 0, 0, 0};

  check_refused([&](const BoundTable& bound, RowSpan span) {
    static_cast<void>(log_odds_intervals(believed, bound, span, classes, {}));
  });
  const Table table = table_of(rows);
  for (const Schema& other : others) {
    const BoundTable bound = bind(Model{other}, table);
    CHECK(throws_error(
        [&] { static_cast<void>(leave_one_out(posterior, Estimator::predictive, bound, listed)); },
        ErrorCode::schema));
    CHECK(throws_error([&] { static_cast<void>(prequential(posterior, bound, listed)); },
                       ErrorCode::schema));
    CHECK(throws_error(
        [&] {
          static_cast<void>(explain(estimate(posterior, Estimator::predictive), bound, 0, {}));
        },
        ErrorCode::schema));
  }
}

TEST_CASE("features, classes and families that a block lacks are refused") {
  const Posterior<Model> posterior = learned(both, rows);
  const AnyBlock& block = *posterior.blocks.front();

  for (const Index none : {Index{-1}, Index{2}, Index{1} << 40}) {
    CAPTURE(none);
    CHECK(throws_error([&] { static_cast<void>(block.feature(none)); }, ErrorCode::shape));
    CHECK(throws_error([&] { static_cast<void>(block.count(none, 0)); }, ErrorCode::shape));
    CHECK(throws_error([&] { static_cast<void>(block.count(0, none)); }, ErrorCode::shape));
    CHECK(throws_error([&] { static_cast<void>(block.level_weights(0, none)); }, ErrorCode::shape));
    CHECK(throws_error([&] { static_cast<void>(block.members(none)); }, ErrorCode::shape));
    CHECK(throws_error([&] { static_cast<void>(block.part(none, nullptr)); }, ErrorCode::shape));
    CHECK(throws_error([&] { static_cast<void>(block.prior(none)); }, ErrorCode::shape));
    CHECK(throws_error([&] { static_cast<void>(block.record(none)); }, ErrorCode::shape));
    CHECK(
        throws_error([&] { static_cast<void>(block.log_evidence(none, posterior.label.classes)); },
                     ErrorCode::shape));
  }
  CHECK(throws_error([&] { static_cast<void>(typed<BetaBernoulli>(block)); }, ErrorCode::schema,
                     "of family 'normal' was asked for the statistics of family 'bernoulli'"));
  CHECK_NOTHROW(static_cast<void>(typed<NormalInverseGammaNormal>(block)));
}

TEST_CASE("classes and levels that are not there are refused in beliefs and counts") {
  const ClassBeliefs believed = beliefs(learned(both, rows)).class_beliefs;
  CategoricalCounts counts;

  CHECK(throws_error([&] { static_cast<void>(prior_log_odds(believed, 0, 2)); }, ErrorCode::shape));
  CHECK(
      throws_error([&] { static_cast<void>(prior_log_odds(believed, -1, 0)); }, ErrorCode::shape));
  CHECK(throws_error([&] { counts.observe(-1); }, ErrorCode::shape));
}

TEST_CASE("classes, rows and parts that are not there are refused where they are asked for") {
  const Table table = table_of(rows);
  const BoundTable bound = bind(Model{both}, table);
  const Posterior<Model> posterior = learned(both, rows);
  const Beliefs believed = beliefs(posterior);
  const auto refused = [](auto&& call) {
    return throws_error([&] { static_cast<void>(call()); }, ErrorCode::shape);
  };

  for (const Index none : {Index{-1}, Index{2}, Index{1} << 40}) {
    CAPTURE(none);
    const std::vector<Index> classes{none};
    CHECK(refused([&] { return log_odds_intervals(believed, bound, {.count = 1}, classes); }));
    CHECK(refused([&] {
      return posterior.blocks.front()->log_evidence_by_class(none, posterior.label.classes);
    }));
    const Posterior<Model> texts =
        learned(schema_of({{.name = "city", .family = "multinomial"}}), rows);
    CHECK(refused([&] { return texts.blocks.front()->part(0, &classes); }));
  }
  CHECK(refused([&] { return log_odds_intervals(believed, bound, {.count = 2}, listed); }));
  CHECK(refused([&] { return log_odds_intervals(believed, bound, {.count = -2}, listed); }));
  CHECK(refused([&] { return blank_predictions({"a"}, -1); }));
}

TEST_CASE("a row is not explained with beliefs of another model") {
  const Table table = table_of(rows);
  const BoundTable bound = bind(Model{both}, table);
  const Estimates estimates = estimate(learned(both, rows), Estimator::predictive);

  for (const Schema& other : others) {
    CAPTURE(other.columns.front().name);
    const Beliefs believed = beliefs(learned(other, rows));
    CHECK(throws_error([&] { static_cast<void>(explain(estimates, believed, bound, 0)); },
                       ErrorCode::schema, "bound to another model"));
  }
}
