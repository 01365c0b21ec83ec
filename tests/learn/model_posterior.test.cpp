// Posteriors of whole models: observing, joining classes and levels, merging, evidence.
#include <credence/learn/model_posterior.hpp>

#include <credence/family/beta_bernoulli.hpp>
#include <credence/family/dirichlet_categorical.hpp>
#include <credence/family/dirichlet_multinomial.hpp>
#include <credence/family/normal_inverse_gamma.hpp>

#include <doctest/doctest.h>

#include <cmath>

#include "support/block_of.hpp"
#include "support/data_error.hpp"
#include "support/models.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

Schema mixed() {
  return schema_of({{.name = "x", .family = "normal"},
                    {.name = "yes", .family = "bernoulli"},
                    {.name = "city", .family = "categorical"},
                    {.name = "note", .family = "multinomial"}});
}

constexpr std::string_view first_half =
    "x,yes,city,note,class\n1,1,Rome,good day,b\n2,0,Oslo,bad,b\n";
constexpr std::string_view second_half =
    "x,yes,city,note,class\n4,1,Bonn,a bad day,a\n8,,Rome,,b\n16,0,,day,c\n";
constexpr std::string_view whole =
    "x,yes,city,note,class\n1,1,Rome,good day,b\n2,0,Oslo,bad,b\n"
    "4,1,Bonn,a bad day,a\n8,,Rome,,b\n16,0,,day,c\n";

}  // namespace

TEST_CASE("one pass counts every row for its class") {
  const auto posterior = learned(mixed(), whole);

  CHECK(posterior.label.classes == Strings{"a", "b", "c"});
  CHECK(posterior.label.counts.counts == Doubles{1, 3, 1});
  const auto& answers = block_of<BetaBernoulli>(posterior);
  CHECK(answers.cell(0, 1) == BernoulliCounts{.ones = 1, .zeros = 1});
  const auto& cities = block_of<DirichletCategorical>(posterior);
  CHECK(cities.feature(0).levels == Strings{"Bonn", "Oslo", "Rome"});
  CHECK(cities.cell(0, 1).counts == Doubles{0, 1, 2});
  CHECK(cities.cell(0, 2).counts == Doubles{0, 0, 0});
  const auto& notes = block_of<DirichletMultinomial>(posterior);
  CHECK(notes.feature(0).levels == Strings{"a", "bad", "day", "good"});
  CHECK(notes.cell(0, 1).counts == Doubles{0, 1, 1, 1});
  CHECK(notes.cell(0, 1).documents == 3);
}

TEST_CASE("a missing cell is skipped by its own column only") {
  const auto posterior = learned(mixed(), whole);

  CHECK(block_of<NormalInverseGammaNormal>(posterior).cell(0, 2).n == 1);
  CHECK(block_of<DirichletCategorical>(posterior).cell(0, 2).count() == 0);
  CHECK(block_of<DirichletMultinomial>(posterior).cell(0, 2).count() == 1);
}

TEST_CASE("rows that lack a column of categories or words throughout teach nothing of it") {
  const Table table = table_of("city,note,class\nRome,good day,a\n,,b\nOslo,bad,b\n");
  const Model model(schema_of(
      {{.name = "city", .family = "categorical"}, {.name = "note", .family = "multinomial"}}));
  const auto bound = bind(model, table);

  ModelPosterior posterior = empty_posterior(model);
  const std::vector<Index> second{1};
  observe(posterior, bound, second);

  CHECK(posterior.label.counts.counts == Doubles{1});
  CHECK(block_of<DirichletCategorical>(posterior).feature(0).levels.empty());
  CHECK(block_of<DirichletCategorical>(posterior).cell(0, 0).counts.empty());
  CHECK(block_of<DirichletMultinomial>(posterior).cell(0, 0).counts.empty());
  CHECK(block_of<DirichletMultinomial>(posterior).cell(0, 0).documents == 1);
}

TEST_CASE("rows without a label and rows of weight 0 teach nothing") {
  const auto posterior = learned(mixed(),
                                 "x,yes,city,note,class,w\n1,1,Rome,good,b,1\n"
                                 "5,0,Kiel,new words,,1\n7,0,Bern,other,z,0\n",
                                 "w");
  const auto alone = learned(mixed(), "x,yes,city,note,class\n1,1,Rome,good,b\n");

  CHECK(posterior == alone);
}

TEST_CASE("a second table joins its classes and levels in sorted order") {
  auto posterior = learned(mixed(), first_half);

  observe(posterior, table_of(second_half));

  const auto at_once = learned(mixed(), whole);
  CHECK(posterior.label == at_once.label);
  CHECK(block_of<DirichletCategorical>(posterior) == block_of<DirichletCategorical>(at_once));
  CHECK(block_of<DirichletMultinomial>(posterior) == block_of<DirichletMultinomial>(at_once));
  CHECK(log_evidence(posterior) == doctest::Approx(log_evidence(at_once)).epsilon(1e-13));
}

TEST_CASE("halves that are merged are the posterior of the whole in either order") {
  const auto left = learned(mixed(), first_half);
  const auto right = learned(mixed(), second_half);
  auto forward = left;
  auto backward = right;

  merge(forward, right);
  merge(backward, left);

  CHECK(forward.label == learned(mixed(), whole).label);
  CHECK(block_of<DirichletCategorical>(forward) ==
        block_of<DirichletCategorical>(learned(mixed(), whole)));
  CHECK(forward == backward);
}

TEST_CASE("merging what has seen nothing changes nothing") {
  const auto posterior = learned(mixed(), whole);
  auto with_empty = posterior;
  auto from_empty = empty_posterior(Model(mixed()));

  merge(with_empty, empty_posterior(Model(mixed())));
  merge(from_empty, posterior);

  CHECK(with_empty == posterior);
  CHECK(from_empty == posterior);
}

TEST_CASE("posteriors of unequal models do not merge") {
  Schema other = mixed();
  other.columns[0].prior = word("auto3");
  auto posterior = learned(mixed(), whole);
  const auto before = posterior;
  const auto error = error_of([&] {
    merge(posterior, learned(other, whole));
    return 0;
  });
  auto like = before;
  like.like_scikit_learn = true;
  const auto unlike = error_of([&] {
    merge(posterior, like);
    return 0;
  });

  CHECK(is(error, ErrorCode::version));
  CHECK(is(unlike, ErrorCode::version));
  CHECK(posterior == before);
}

TEST_CASE("listed classes are there before any data and no others join") {
  Schema schema = mixed();
  schema.classes = {"c", "b", "a"};
  const auto empty = empty_posterior(Model(schema));
  auto posterior = learned(schema, first_half);
  const auto before = posterior;
  const auto error = error_of([&] {
    observe(posterior, table_of("x,yes,city,note,class\n1,1,Rome,x,d\n"));
    return 0;
  });

  CHECK(empty.label.classes == Strings{"a", "b", "c"});
  CHECK(block_of<NormalInverseGammaNormal>(empty).cells.size() == 3);
  CHECK(posterior.label.counts.counts == Doubles{0, 2, 0});
  CHECK(is(error, ErrorCode::schema));
  CHECK(says(error, "'class'", "'d'"));
  CHECK(posterior == before);
}

TEST_CASE("listed levels are there before any data and no others join") {
  Schema schema = mixed();
  schema.columns[2].levels = {"Rome", "Oslo"};
  auto posterior = learned(schema, first_half);
  const auto before = posterior;
  const auto error = error_of([&] {
    observe(posterior, table_of("x,yes,city,note,class\n1,1,Rome,x,b\n2,1,Kiel,y,b\n"));
    return 0;
  });

  CHECK(block_of<DirichletCategorical>(empty_posterior(Model(schema))).feature(0).levels ==
        Strings{"Oslo", "Rome"});
  CHECK(is(error, ErrorCode::schema));
  CHECK(says(error, "'city'", "'Kiel'"));
  CHECK(posterior == before);
}

TEST_CASE("no class joins given class probabilities when learning or merging") {
  const auto given = given_classes({{"a", 0.25}, {"b", 0.75}});
  const Schema schema = schema_of({{.name = "x", .family = "normal"}}, given);
  const auto stranger = error_of([&] { return learned(schema, "x,class\n1,a\n2,c\n"); });
  auto one = learned(schema, "x,class\n1,b\n2,b\n");
  const auto both = learned(schema, "x,class\n4,b\n8,a\n");

  merge(one, both);

  CHECK(is(stranger, ErrorCode::schema));
  CHECK(says(stranger, "'c'"));
  CHECK(empty_posterior(Model(schema)).label.classes == Strings{"a", "b"});
  CHECK(one.label.classes == Strings{"a", "b"});
  CHECK(one.label.counts.counts == Doubles{1, 3});
}

TEST_CASE("no level joins a prior of weights once there are levels") {
  const Schema schema =
      schema_of({{.name = "city", .family = "categorical", .prior = weights({1, 2})}});
  auto posterior = learned(schema, "city,class\nRome,a\nOslo,b\n");
  const auto error = error_of([&] {
    observe(posterior, table_of("city,class\nKiel,a\n"));
    return 0;
  });

  CHECK(is(error, ErrorCode::schema));
  CHECK(says(error, "'city'", "'Kiel'"));
}

TEST_CASE("levels never shrink when later data hold fewer of them") {
  auto posterior = learned(mixed(), whole);

  observe(posterior, table_of("x,yes,city,note,class\n3,1,Oslo,day,b\n"));

  CHECK(block_of<DirichletCategorical>(posterior).feature(0).levels ==
        Strings{"Bonn", "Oslo", "Rome"});
  CHECK(block_of<DirichletMultinomial>(posterior).feature(0).levels.size() == 4);
}

TEST_CASE("a table without the label column cannot be learned from") {
  const auto error = error_of([] { return learned(mixed(), "x,yes,city,note\n1,1,Rome,a\n"); });

  CHECK(is(error, ErrorCode::schema));
  CHECK(says(error, "'class'"));
}

TEST_CASE(
    "weights of another number than the levels are an error that leaves the posterior alone") {
  const Schema schema =
      schema_of({{.name = "city", .family = "categorical", .prior = weights({1, 2, 3})}});
  auto posterior = empty_posterior(Model(schema));
  const Table table = table_of("city,class\nRome,a\nOslo,b\n");

  const auto error = error_of([&] { observe(posterior, table); });

  CHECK(is(error, ErrorCode::shape));
  CHECK(says(error, "column 'city'", "3 weights for 2 levels"));
  CHECK(posterior == empty_posterior(Model(schema)));
}

TEST_CASE("weights count rows as often as they say") {
  const auto weighted =
      learned(mixed(), "x,yes,city,note,class,w\n1,1,Rome,good day,b,2\n2,0,Oslo,bad,a,0.5\n", "w");

  CHECK(weighted.label.counts.counts == Doubles{0.5, 2});
  CHECK(block_of<DirichletMultinomial>(weighted).cell(0, 1).counts == Doubles{0, 2, 2});
  CHECK(block_of<NormalInverseGammaNormal>(weighted).cell(0, 0).n == 0.5);
}

TEST_CASE("the log evidence is that of the labels and of every column") {
  const Schema schema = schema_of(
      {{.name = "yes", .family = "bernoulli"}, {.name = "city", .family = "categorical"}});
  const auto posterior = learned(schema, "yes,city,class\n1,u,a\n0,v,a\n1,u,b\n");

  // labels a a b: 1/2 2/3 1/4;  yes: 1/2 1/3 and 1/2;  city of two levels: 1/2 1/3 and 1/2
  const double expected = std::log(1.0 / 12) + 2 * std::log(1.0 / 12);
  CHECK(log_evidence(posterior) == doctest::Approx(expected).epsilon(1e-14));
}

TEST_CASE("a constant column under auto has no log evidence and can be learned all the same") {
  const Schema schema = schema_of({{.name = "x", .family = "normal"}});
  const auto posterior = learned(schema, "x,class\n3,a\n3,b\n");
  const auto error = error_of([&] { return log_evidence(posterior); });

  CHECK(is(error, ErrorCode::undefined));
  CHECK(says(error, "column is constant"));
}

TEST_CASE("the evidence of nothing seen is 1") {
  Schema schema = schema_of({{.name = "yes", .family = "bernoulli"}});

  CHECK(log_evidence(empty_posterior(Model(schema))) == 0);
}

TEST_CASE("no rows leave a posterior as it was") {
  auto posterior = learned(mixed(), whole);
  const auto before = posterior;
  const Table table = table_of(second_half);

  observe(posterior, bind(posterior.model, table), std::vector<Index>{});

  CHECK(posterior == before);
}

TEST_CASE("posteriors that differ in one thing alone are not equal") {
  const ModelPosterior posterior =
      learned(schema_of({{.name = "x", .family = "categorical"}}), "x,class\nu,a\nv,b\n");
  const auto differs = [&](const auto& change) {
    ModelPosterior other = posterior;
    change(other);
    return !(other == posterior);
  };
  REQUIRE_FALSE(differs([](ModelPosterior&) {}));

  CHECK(differs([](ModelPosterior& other) { other.like_scikit_learn = true; }));
  CHECK(differs([](ModelPosterior& other) { other.summation = Summation::exact; }));
  CHECK(differs([](ModelPosterior& other) { other.label.counts.counts[0] = 2; }));
  CHECK(differs([](ModelPosterior& other) {
    other.feature_weights = {.kind = FeatureWeighting::each, .names = {"x"}, .values = {1}};
  }));
  CHECK(differs(
      [](ModelPosterior& other) { other.discount = {.by = DiscountBy::rows, .factor = 0.5}; }));
  CHECK(differs([](ModelPosterior& other) {
    merge(other, learned(schema_of({{.name = "x", .family = "categorical"}}), "x,class\nu,a\n"));
  }));
}

TEST_CASE("a column that a feature reads holds no weights for those who learn") {
  const Table table = table_of("x,visits,stay,class\n1,2,1,a\n2,3,2,b\n");
  const Model model(schema_of({{.name = "x", .family = "normal"},
                               {.name = "visits", .family = "poisson", .exposure = "stay"}}));
  auto posterior = empty_posterior(model, Summation::exact);
  const auto before = posterior;

  for (const std::string weight : {"visits", "stay"}) {
    CAPTURE(weight);
    const auto learning = error_of([&] { observe(posterior, table, weight); });
    CHECK(is(learning, ErrorCode::schema));
    CHECK(says(learning, "column '" + weight + "' cannot hold weights: feature 'visits' of the"));
    CHECK(is(error_of([&] { forget(posterior, table, weight); }), ErrorCode::schema));
    const BoundTable bound = bind(model, table, weight);
    CHECK(is(error_of([&] { observe(posterior, bound); }), ErrorCode::schema));
    CHECK(is(error_of([&] { forget(posterior, bound, {.count = 2}); }), ErrorCode::schema));
    const BoundTable part = bound.part(model);
    CHECK(is(error_of([&] { observe(posterior, part); }), ErrorCode::schema));
  }
  CHECK(says(error_of([&] { observe(posterior, table, "class"); }),
             "column 'class' cannot hold weights: it is the label; name another"));
  CHECK(posterior == before);
  const Model without(schema_of({{.name = "x", .family = "normal"}}));
  CHECK(observe(without, table, "visits").label.counts.count() == 5);
}

TEST_CASE("room to learn that was moved from is empty, and is made anew") {
  const Table table = table_of("x,class\n1,a\n2,b\n");
  const Model model(schema_of({{.name = "x", .family = "normal"}}));
  const BoundTable bound = bind(model, table);
  LearningWorkspace from;
  LearningWorkspace work(std::move(from));

  for (LearningWorkspace* const one : {&from, &work}) {
    auto posterior = empty_posterior(model);
    observe(posterior, bound, RowSpan{.count = 2}, *one);
    CHECK(posterior == observe(model, table));
  }
}
