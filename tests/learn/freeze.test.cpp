// Automatic priors turned into numbers.
#include <credence/learn/posterior_priors.hpp>

#include <credence/detail/learn/block_priors.hpp>
#include <credence/family/dirichlet_categorical.hpp>
#include <credence/family/normal_inverse_gamma.hpp>
#include <credence/learn/posterior_file.hpp>
#include <credence/predict/classifier.hpp>

#include <doctest/doctest.h>

#include "support/block_of.hpp"
#include "support/data_error.hpp"
#include "support/models.hpp"
#include "support/relative.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

constexpr std::string_view rows = "x,n,city,class\n1,2,u,a\n3,0,v,a\n5,4,u,b\n";

Schema schema_with(PriorSpec prior_of_x) {
  return schema_of({{.name = "x", .family = "normal", .prior = std::move(prior_of_x)},
                    {.name = "n", .family = "poisson"},
                    {.name = "city", .family = "categorical", .prior = word("auto")}});
}

}  // namespace

TEST_CASE("a frozen prior is the numbers that auto stands for and more data do not move it") {
  const auto frozen = freeze(learned(schema_with({}), rows));
  auto later = frozen;
  observe(later, table_of("x,n,city,class\n1000,9,u,a\n"));

  // x: mean 3, squares 4 + 0 + 4, over 2 x 3 rows
  const PriorSpec expected =
      numbers({{"mean", 3.0}, {"mean_weight", 1.0}, {"shape", 0.5}, {"scale", 8.0 / 6}});
  CHECK(frozen.model.schema().find("x")->prior == expected);
  CHECK(frozen.model.schema().find("n")->prior == numbers({{"shape", 2.0}, {"rate", 1.0}}));
  CHECK(later.model == frozen.model);
  CHECK(priors(block_of<NormalInverseGammaNormal>(later), 0, later.label.classes) ==
        priors(block_of<NormalInverseGammaNormal>(frozen), 0, frozen.label.classes));
}

TEST_CASE("freezing changes neither statistics nor log evidence and doing it twice is once") {
  const auto posterior = learned(schema_with(word("auto3")), rows);
  const auto frozen = freeze(posterior);

  CHECK(frozen.label == posterior.label);
  CHECK(block_of<NormalInverseGammaNormal>(frozen).cells ==
        block_of<NormalInverseGammaNormal>(posterior).cells);
  CHECK(log_evidence(frozen) == log_evidence(posterior));
  CHECK(freeze(frozen) == frozen);
}

TEST_CASE("a frozen column of categories still takes new levels") {
  auto frozen = freeze(learned(schema_with({}), rows));

  observe(frozen, table_of("x,n,city,class\n2,1,w,b\n"));

  CHECK(block_of<DirichletCategorical>(frozen).feature(0).levels == Strings{"u", "v", "w"});
}

TEST_CASE("priors in numbers stay as they are") {
  const PriorSpec stated =
      numbers({{"mean", 0.0}, {"mean_weight", 2.0}, {"shape", 3.0}, {"scale", 4.0}});

  CHECK(freeze(learned(schema_with(stated), rows)).model.schema().find("x")->prior == stated);
}

TEST_CASE("the prior of each class is frozen from the pooled column") {
  const PriorSpec by_class{.by_class = {{"a", word("auto")}, {"b", word("auto3")}}};
  const auto prior = freeze(learned(schema_with(by_class), rows)).model.schema().find("x")->prior;

  REQUIRE(prior.by_class.size() == 2);
  CHECK(prior.by_class[0].second.values[0].second == FieldValue{3.0});
  CHECK(prior.by_class[0].second.values[2].second == FieldValue{0.5});
  CHECK(prior.by_class[1].second.values[2].second == FieldValue{1.5});
}

TEST_CASE("a class without a prior of its own is frozen too and stays so in a file") {
  const PriorSpec by_class{.by_class = {{"a", word("auto")}}};
  const auto frozen = freeze(learned(schema_with(by_class), rows));
  auto loaded = posterior_from_json(to_json(frozen), "p.json");
  REQUIRE(loaded == frozen);

  observe(loaded, table_of("x,n,city,class\n1000,1,u,b\n"));

  const auto all = priors(block_of<NormalInverseGammaNormal>(loaded), 0, loaded.label.classes);
  CHECK(all[1].mean == 3);
}

TEST_CASE("a tree without arcs keeps its imagined rows when it is frozen") {
  Schema schema = schema_with({});
  schema.structure.kind = StructureKind::tan;
  schema.structure.may_be_parents = {"city"};
  schema.structure.prior = {.kind = ContextPrior::Kind::rows, .strength = 6};
  const std::string alike_in_cities =
      "x,n,city,class\n1,1,u,a\n3,2,u,a\n1,1,u,a\n3,2,u,a\n1,1,v,a\n3,2,v,a\n"
      "2,4,u,b\n6,5,u,b\n2,4,v,b\n6,5,v,b\n";
  const auto posterior = learned(schema, alike_in_cities);
  const auto frozen = freeze(posterior);
  REQUIRE(frozen.contexts.empty());

  const auto joint_of = [&](const ModelPosterior& from) {
    return Classifier(from, Estimator::predictive).predict(table_of(alike_in_cities)).log_joint;
  };
  CHECK(frozen.model.schema().find("city")->prior == numbers({{"each", 3.0}}));
  const std::vector<double> expected = joint_of(posterior);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CAPTURE(i);
    CHECK(joint_of(frozen)[i] == relative(expected[i], 1e-13));
  }
}

TEST_CASE("a constant column cannot be frozen and is named") {
  const auto error = error_of(
      [] { return freeze(learned(schema_with({}), "x,n,city,class\n3,1,u,a\n3,2,v,b\n")); });

  CHECK(is(error, ErrorCode::undefined));
  CHECK(says(error, "'x'", "column is constant"));
}
