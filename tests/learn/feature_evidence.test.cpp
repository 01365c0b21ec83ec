// The log evidence of one feature, and how those of all features sum up.
#include <credence/learn/evidence.hpp>

#include <credence/catalogue/row_classifier.hpp>
#include <credence/detail/learn/block_cells.hpp>
#include <credence/detail/learn/block_priors.hpp>
#include <credence/learn/posterior_priors.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "support/models.hpp"
#include "support/throws.hpp"
#include "support/typed_blocks.hpp"

using namespace credence;
using testing::learned;
using testing::numbers;
using testing::schema_of;
using testing::throws_error;

namespace {

// A column for each family, on which all of them have an automatic prior.
const char* const mixed =
    "yes,tries,city,note,height,income,visits,wait,class\n"
    "1,0,Rome,cold and cough,1.7,1200,3,0.5,a\n"
    "0,2,Oslo,cough,1.62,800.5,0,2.25,b\n"
    "1,1,Rome,fine,1.81,2500,1,0,b\n"
    "0,?,?,fine fine,1.55,990,?,1.5,a\n"
    "1,5,Bern,,1.9,15000,7,?,a\n"
    "?,0,Rome,cold,?,?,2,4,c\n";

Schema all_families() {
  return schema_of({{.name = "visits", .family = "poisson"},
                    {.name = "yes", .family = "bernoulli"},
                    {.name = "tries", .family = "geometric"},
                    {.name = "city", .family = "categorical", .unseen = Unseen::reserve},
                    {.name = "note", .family = "multinomial"},
                    {.name = "height", .family = "normal"},
                    {.name = "income", .family = "lognormal"},
                    {.name = "wait", .family = "exponential"}});
}

}  // namespace

TEST_CASE("the log evidences of label and features sum to that of the posterior") {
  const auto posterior = learned(all_families(), mixed);

  double sum = log_evidence(posterior.label);
  for (const ColumnSchema& column : posterior.model.schema().columns)
    sum += log_evidence(posterior, column.name);

  CHECK(posterior.blocks.size() == 8);
  CHECK(sum == doctest::Approx(log_evidence(posterior)).epsilon(1e-14));
}

TEST_CASE("log evidences of features under empirical priors sum to that of the posterior") {
  for (const std::string prior : {"empirical", "empirical_block"}) {
    CAPTURE(prior);
    const auto posterior =
        learned(schema_of({{.name = "x", .family = "normal", .prior = testing::word(prior)},
                           {.name = "y", .family = "normal", .prior = testing::word(prior)},
                           {.name = "visits", .family = "poisson", .prior = testing::word(prior)},
                           {.name = "city", .family = "categorical"}}),
                "x,y,visits,city,class\n1,3,2,u,a\n3,1,0,v,a\n5,4,1,u,a\n11,6,4,u,b\n12,9,6,u,b\n"
                "10.5,7,3,v,b\n-4,2,9,w,c\n-3.5,8,7,w,c\n-2,9,9,u,c\n");

    double sum = log_evidence(posterior.label);
    for (const char* name : {"x", "y", "visits", "city"}) {
      CAPTURE(name);
      const double one = log_evidence(posterior, name);
      CHECK(one == log_evidence(freeze(posterior), name));
      sum += one;
    }

    CHECK(sum == doctest::Approx(log_evidence(posterior)).epsilon(1e-14));
  }
}

TEST_CASE("the log evidence of a feature is that of a model with this feature alone") {
  const auto posterior = learned(all_families(), mixed);
  for (const ColumnSchema& column : all_families().columns) {
    CAPTURE(column.name);
    const auto alone = learned(schema_of({column}), mixed);
    CHECK(log_evidence(posterior, column.name) ==
          doctest::Approx(log_evidence(alone) - log_evidence(alone.label)).epsilon(1e-14));
  }
}

// Every family's evidence is a probability (density) of the cells as they stand in the table: its
// predictive gives each in turn, and predictives are densities of such cells.
TEST_CASE("the log evidence of a feature is the sum of the log predictives of its cells in turn") {
  const Table table = testing::table_of(mixed);
  const auto frozen = freeze(observe(Model(all_families()), table));
  testing::for_each_block(frozen, [&]<class F>(const Block<F>& block) {
    const Feature<F>& feature = block.feature(0);
    CAPTURE(feature.name);
    const auto prior = priors(block, 0, frozen.label.classes);
    const Model alone(schema_of({*frozen.model.schema().find(feature.name)}));
    const BoundTable bound = bind(alone, table);
    const auto& cells = bound.blocks.front().of<DatumOf<F>>().features.front();
    const auto labels = label_positions(bound.label, bound.rows, frozen.label.classes);
    std::vector<typename F::Prior> now = prior;
    typename F::Statistics::value_type datum{};
    double sum = 0;
    for (Index row = 0; row < bound.rows; ++row) {
      if (!cells.read(row, slots_of(feature, cells), datum)) continue;
      auto& of_class = now[static_cast<std::size_t>(labels[static_cast<std::size_t>(row)])];
      sum += log_density(F::predictive(of_class), datum);
      typename F::Statistics one;
      one.observe(datum, 1);
      of_class = posterior(of_class, one);
    }
    CHECK(log_evidence(frozen, feature.name) == doctest::Approx(sum).epsilon(1e-12));
  });
}

TEST_CASE("yes and no in two classes have an evidence that can be reckoned by hand") {
  const auto posterior =
      learned(schema_of({{.name = "x", .family = "bernoulli"}}), "x,class\n1,a\n1,a\n0,b\n1,b\n");

  // a: 1/2 2/3, b: 1/2 1/3
  CHECK(log_evidence(posterior, "x") == doctest::Approx(std::log(1.0 / 18)).epsilon(1e-14));
}

TEST_CASE("a feature of a row model has the evidence of its block") {
  struct Visit {
    bool smoker;
    double age;
  };
  const auto model = row_model<Visit>(classes("a", "b"), bernoulli("smoker", &Visit::smoker),
                                      normal("age", &Visit::age));
  const std::vector<Visit> visits{{true, 30}, {true, 40}, {false, 25}, {true, 60}};
  const auto posterior = observe(model, visits, testing::Strings{"a", "a", "b", "b"});

  CHECK(log_evidence(posterior, "smoker") == doctest::Approx(std::log(1.0 / 18)).epsilon(1e-14));
  CHECK(log_evidence(posterior, "smoker") + log_evidence(posterior, "age") +
            log_evidence(posterior.columns().label) ==
        doctest::Approx(log_evidence(posterior)).epsilon(1e-14));
}

TEST_CASE("a feature that there is not is named with those that there are") {
  const auto posterior =
      learned(schema_of({{.name = "x", .family = "bernoulli"}}), "x,class\n1,a\n0,b\n");

  CHECK(testing::fails_with(ErrorCode::schema,
                            "the posterior has no feature 'y'; its features are 'x'",
                            [&] { (void)log_evidence(posterior, "y"); }));
}

TEST_CASE("of many features the one that was meant is named, or the first ten") {
  Schema schema{.label = "class"};
  for (int i = 1; i <= 12; ++i)
    schema.columns.push_back({.name = "answer_" + std::to_string(100 * i), .family = "bernoulli"});
  const Posterior<Model> posterior = empty_posterior(Model(schema));

  CHECK(testing::fails_with(ErrorCode::schema,
                            "the posterior has no feature 'answr_300'; did you mean 'answer_300'?",
                            [&] { (void)log_evidence(posterior, "answr_300"); }));
  CHECK(throws_error([&] { (void)log_evidence(posterior, "y"); }, ErrorCode::schema,
                     "'answer_1000', ..."));
}

TEST_CASE("improper priors have no evidence and their parameter is named") {
  auto posterior = learned(schema_of({{.name = "x", .family = "normal"}}), "x,class\n1,a\n2,b\n");
  auto& block = typed<NormalInverseGammaNormal>(*posterior.blocks.front());
  const NormalInverseGamma reference{.mean = 0, .mean_weight = 0, .shape = -0.5, .scale = 0};

  block.feature(0).prior.shared = reference;

  CHECK(throws_error([&] { (void)log_evidence(posterior, "x"); }, ErrorCode::undefined,
                     "column 'x': log evidence of family 'normal' does not exist under an improper "
                     "prior"));
  CHECK(throws_error([&] { (void)log_evidence(posterior); }, ErrorCode::undefined, "mean_weight"));
  const Posterior<NormalInverseGammaNormal> alone{.prior = reference, .statistics = {}};
  CHECK(throws_error([&] { (void)alone.log_evidence(); }, ErrorCode::undefined, "give a prior"));
}

TEST_CASE("no family has an evidence under a prior with a parameter out of its domain") {
  for_each_family(Families{}, []<class F>(F) {
    CAPTURE(F::name);
    for (const double bad : {0.0, -1.0, std::numeric_limits<double>::infinity()}) {
      CAPTURE(bad);
      typename F::Prior prior = F::automatic(Automatic::unit, [] {
        if constexpr (LevelledStatistics<typename F::Statistics>) {
          typename F::Statistics seen;
          seen.resize(2);
          return seen;
        } else if constexpr (TiedFamily<F>) {
          typename F::Statistics seen;
          seen.observe({1, 7}, 1);
          seen.observe({2, 5}, 1);
          return seen;
        } else {
          typename F::Statistics seen;
          if constexpr (std::is_same_v<typename F::Statistics::value_type, bool>) {
            seen.observe(true, 1);
          } else {
            seen.observe(1, 1);
            seen.observe(9, 1);  // far: some families must spread
          }
          return seen;
        }
      }());
      CHECK_NOTHROW((void)Posterior<F>{.prior = prior, .statistics = {}}.log_evidence());
      for_each_member<typename F::Prior>([&](const auto& member) {
        if (member.domain != Domain::positive) return;
        CAPTURE(member.name);
        typename F::Prior improper = prior;
        auto& value = improper.*(member.pointer);
        if constexpr (std::is_same_v<std::remove_reference_t<decltype(value)>, double>)
          value = bad;
        else
          value.back() = bad;
        CHECK(throws_error(
            [&] { (void)Posterior<F>{.prior = improper, .statistics = {}}.log_evidence(); },
            ErrorCode::undefined, "improper prior"));
      });
    }
  });
}

TEST_CASE("improper priors are refused where a model is made") {
  CHECK(throws_error(
      [] {
        (void)Model(schema_of(
            {{.name = "x",
              .family = "normal",
              .prior = numbers(
                  {{"mean", 0.0}, {"mean_weight", 0.0}, {"shape", -0.5}, {"scale", 0.0}})}}));
      },
      ErrorCode::schema, "mean_weight"));
}
