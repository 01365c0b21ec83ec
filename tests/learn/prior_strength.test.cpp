// The same beliefs held more or less strongly.
#include <credence/learn/posterior_priors.hpp>

#include <credence/density/beta.hpp>
#include <credence/detail/learn/strengthened.hpp>
#include <credence/family/families.hpp>
#include <credence/learn/found_structure.hpp>
#include <credence/learn/posterior_file.hpp>
#include <credence/predict/classifier.hpp>

#include <doctest/doctest.h>

#include <limits>

#include "support/block_of.hpp"
#include "support/models.hpp"
#include "support/nine_rows.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

// The members of every prior that a family of the list has.
template <class... F>
std::vector<std::string> members_of(FamilyList<F...>) {
  std::vector<std::string> names;
  const auto add = [&]<class Prior>(const Prior&) {
    if constexpr (!requires(const Prior& prior) { strengthened(prior, 1.0); })
      for_each_member<Prior>([&](const auto& member) { names.emplace_back(member.name); });
  };
  (add(typename F::Prior{}), ...);
  return names;
}

}  // namespace

TEST_CASE("it is known of every member of every prior what its strength does to it") {
  for (const std::string& name : members_of(Families{})) {
    CAPTURE(name);
    CHECK(strength_role(name).has_value());
  }
  CHECK(!strength_role("colour"));
}

TEST_CASE("a stronger prior believes the same more firmly") {
  const Beta beta = with_strength(Beta{.ones = 2, .zeros = 8}, 10);
  CHECK(beta == Beta{.ones = 20, .zeros = 80});

  const NormalInverseGamma normal =
      with_strength(NormalInverseGamma{.mean = 5, .mean_weight = 1, .shape = 2, .scale = 6}, 4);
  CHECK(normal == NormalInverseGamma{.mean = 5, .mean_weight = 4, .shape = 8, .scale = 24});

  const NormalMeanPrior known =
      with_strength(NormalMeanPrior{.mean = 1, .mean_variance = 8, .variance = 3}, 4);
  CHECK(known == NormalMeanPrior{.mean = 1, .mean_variance = 2, .variance = 3});

  const Dirichlet weights = with_strength(Dirichlet{.weights = {1, 3}}, 0.5);
  CHECK(weights.weights == Doubles{0.5, 1.5});
}

TEST_CASE("a frozen posterior of factor 1 is itself, and factors multiply") {
  const std::string csv = "x,flag,city,visits,class\n1,1,rome,3,a\n2,0,oslo,4,b\n4,1,rome,0,a\n";
  ClassPrior classes;
  classes.weights = {2, 3};
  Schema schema =
      schema_of({{.name = "x", .family = "normal"},
                 {.name = "flag",
                  .family = "bernoulli",
                  .prior = {.by_class = {{"a", numbers({{"ones", 2.0}, {"zeros", 3.0}})}}}},
                 {.name = "city", .family = "categorical"},
                 {.name = "visits", .family = "poisson"}},
                classes);
  schema.classes = {"a", "b"};
  const auto frozen = freeze(learned(schema, csv));

  CHECK(with_prior_strength(frozen, 1) == frozen);
  CHECK(with_prior_strength(with_prior_strength(frozen, 4), 0.5) == with_prior_strength(frozen, 2));
  const auto twice = with_prior_strength(frozen, 2);
  CHECK(twice.label.prior.weights == Doubles{4, 6});
  CHECK(twice.model.schema().class_prior == twice.label.prior);
  const auto answers = block_of<BetaBernoulli>(twice).feature(0).prior.rules(schema.classes);
  CHECK(*answers.front() == PriorRule<Beta>(Beta{.ones = 4, .zeros = 6}));
  CHECK(*answers.back() == PriorRule<Beta>(Beta{.ones = 2, .zeros = 2}));
  const auto cities = block_of<DirichletCategorical>(twice).feature(0).prior.rules(schema.classes);
  CHECK(*cities.front() == PriorRule<Dirichlet>(Dirichlet::Symmetric{.each = 2}));
}

TEST_CASE("a posterior of stronger priors is the one that its file holds, and merges with it") {
  for (const ClassPrior& classes :
       {ClassPrior{}, ClassPrior{.weights = {2, 3}}, uniform_classes(), class_frequencies(),
        given_classes({{"a", 0.25}, {"b", 0.75}})}) {
    Schema schema = schema_of({{.name = "x", .family = "normal"}}, classes);
    schema.classes = {"a", "b"};
    const auto twice = with_prior_strength(freeze(learned(schema, "x,class\n1,a\n2,b\n4,a\n")), 2);
    const auto loaded = posterior_from_json(to_json(twice), "p.json");
    auto both = loaded;
    merge(both, twice);

    CHECK(loaded == twice);
    CHECK(loaded.label.prior == twice.label.prior);
    CHECK(both.label.counts.counts == Doubles{4, 2});
  }
}

TEST_CASE("the centre of a look-up is a prior, which a factor makes worth more rows") {
  // Five of nine rows are of class 0, and each of two classes is imagined twice: 7/13. The row 010
  // was seen once, in class 0, and its centre is worth two rows: (1 + 2 * 7/13) / 3.
  const auto twice =
      with_prior_strength(freeze(learned_from_nine({.kind = StructureKind::lookup})), 2);
  const Predictions said = Classifier<Model>{estimate(twice, Estimator::predictive)}.predict(
      table_of("x0,x1,x2\n0,1,0\n1,0,1\n"));

  CHECK(said.probability(0, 0) == doctest::Approx(9.0 / 13).epsilon(1e-14));
  CHECK(said.probability(1, 0) == doctest::Approx(7.0 / 13).epsilon(1e-14));
}

TEST_CASE(
    "a factor makes the pseudo-counts of Weka's averages larger, those of class and parent too") {
  const auto twice = with_prior_strength(
      freeze(learned_from_nine({.kind = StructureKind::aode, .like_weka = true})), 2);
  const Predictions said = Classifier<Model>{estimate(twice, Estimator::predictive)}.predict(
      table_of("x0,x1,x2\n0,1,0\n"));

  // Exact fractions: each count plus 2, over its total and twice the number of cells.
  CHECK(said.probability(0, 0) == doctest::Approx(119200.0 / 162271).epsilon(1e-14));
}

TEST_CASE("strength refuses factors, words and numbers beyond the range") {
  const auto posterior =
      learned(schema_of({{.name = "x", .family = "normal"}}), "x,class\n1,a\n2,b\n4,a\n");
  const auto frozen = freeze(posterior);
  for (const double factor : {0.0, -1.0, std::numeric_limits<double>::infinity()})
    CHECK(throws_error([&] { (void)with_prior_strength(frozen, factor); }, ErrorCode::domain,
                       "give a finite number above 0"));
  CHECK(throws_error([&] { (void)with_prior_strength(posterior, 2); }, ErrorCode::undefined,
                     "what becomes of 'auto'; freeze the posterior first"));
  CHECK(throws_error([] { (void)with_strength(Beta{.ones = 1e300, .zeros = 1}, 1e20); },
                     ErrorCode::domain, "ones"));
}
