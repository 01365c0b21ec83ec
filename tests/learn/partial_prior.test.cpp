// Priors of which some numbers are given, or what data they are worth.
#include <credence/learn/model.hpp>

#include <credence/family/beta_bernoulli.hpp>
#include <credence/family/gamma_exponential.hpp>
#include <credence/family/gamma_known_shape.hpp>
#include <credence/family/gamma_poisson.hpp>
#include <credence/family/log_normal.hpp>
#include <credence/family/normal_inverse_gamma.hpp>
#include <credence/learn/posterior_file.hpp>
#include <credence/learn/posterior_priors.hpp>

#include <doctest/doctest.h>

#include "support/data_error.hpp"
#include "support/models.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

// Counts that spread more than Poisson counts, and so fit every family of single numbers.
constexpr std::string_view first_half = "x,city,class\n1,u,a\n9,v,a\n2,u,b\n";
constexpr std::string_view second_half = "x,city,class\n30,w,b\n1,u,a\n4,v,b\n";
constexpr std::string_view whole = "x,city,class\n1,u,a\n9,v,a\n2,u,b\n30,w,b\n1,u,a\n4,v,b\n";

const Strings families_of_numbers{"normal",
                                  "lognormal",
                                  "poisson",
                                  "exponential",
                                  "geometric",
                                  "normal_known_variance",
                                  "normal_known_mean",
                                  "gamma",
                                  "negative_binomial",
                                  "von_mises"};

Model model_of(const std::string& family, PriorSpec prior) {
  const std::string column = family == "categorical" ? "city" : "x";
  return Model(schema_of({{.name = column, .family = family, .prior = std::move(prior)}}));
}

// What the model says of the only feature.
PriorSpec stated(const Model& model) { return model.schema().columns.front().prior; }

// The numbers that a prior stands for after the rows.
Fields found(const std::string& family, const PriorSpec& prior) {
  return stated(freeze(observe(model_of(family, prior), table_of(whole))).model).values;
}

// Some of the fields: bit i for field i.
PriorSpec some_of(const Fields& fields, unsigned mask) {
  PriorSpec prior;
  for (std::size_t i = 0; i < fields.size(); ++i)
    if ((mask >> i & 1) != 0) prior.values.push_back(fields[i]);
  return prior;
}

std::optional<Error> fault_of(const std::string& family, const Fields& values) {
  return error_of([&] { return model_of(family, numbers(values)); });
}

}  // namespace

TEST_CASE("the numbers of auto given in part stand for auto in every family") {
  for (const std::string& family : families_of_numbers) {
    const Fields automatic = found(family, word("auto"));
    for (unsigned mask = 1; mask < 1U << automatic.size(); ++mask) {
      CAPTURE(family);
      CAPTURE(mask);
      CHECK(found(family, some_of(automatic, mask)) == automatic);
    }
  }
}

TEST_CASE("what is not given stays as auto has it and what is given stays as given") {
  const Fields automatic = found("normal", word("auto"));
  const Fields partial = found("normal", numbers({{"mean", 40.0}, {"mean_weight", 5.0}}));

  CHECK(partial == Fields{{"mean", 40.0}, {"mean_weight", 5.0}, automatic[2], automatic[3]});
}

TEST_CASE("a sample size of one observation is auto, and all numbers make the full prior") {
  const Strings of_one{
      "normal", "lognormal", "poisson", "exponential", "normal_known_variance", "normal_known_mean",
      "gamma",  "von_mises"};
  for (const std::string& family : of_one) {
    CAPTURE(family);
    CHECK(model_of(family, numbers({{"n", 1.0}})) == model_of(family, word("auto")));
    const Fields all = found(family, word("auto"));
    CHECK(stated(model_of(family, numbers(all))) == numbers(all));
  }
}

TEST_CASE("a sample size alone makes auto worth as many observations") {
  for (const std::string& family : families_of_numbers) {
    if (family == "negative_binomial") continue;
    CAPTURE(family);
    const auto automatic = freeze(observe(model_of(family, word("auto")), table_of(whole)));
    CHECK(found(family, numbers({{"n", 8.0}})) ==
          stated(with_prior_strength(automatic, 8).model).values);
  }
}

TEST_CASE("a constant column asks for the one number that a prior leaves to it") {
  const auto why = [](const Fields& given) {
    return error_of([&] {
      static_cast<void>(freeze(
          observe(model_of("normal", numbers(given)), table_of("x,city,class\n4,u,a\n4,v,b\n"))));
    });
  };
  const auto error = why({{"sd", 2.0}, {"n", 3.0}});
  CHECK(is(error, ErrorCode::undefined));
  CHECK(says(error, "needs values that differ; give 'mean', too, or drop the column"));
  CHECK(says(why({{"mean", 4.0}}), "; give the prior in numbers or drop the column"));
}

TEST_CASE("merged halves have the prior of the whole") {
  const auto of = [](const Model& model, std::string_view rows) {
    auto posterior = empty_posterior(model, Summation::exact);
    observe(posterior, table_of(rows));
    return posterior;
  };
  Strings families = families_of_numbers;
  families.emplace_back("categorical");
  for (const std::string& family : families) {
    CAPTURE(family);
    const PriorSpec prior =
        family == "negative_binomial" ? numbers({{"ones", 3.0}}) : numbers({{"n", 6.0}});
    const Model model = model_of(family, prior);
    if (!model.families().find(model.schema().columns.front())->facts().exact) continue;
    auto merged = of(model, first_half);
    merge(merged, of(model, second_half));
    CHECK(merged == of(model, whole));
    CHECK(freeze(merged) == freeze(of(model, whole)));
  }
}

TEST_CASE("a prior in part stays so in a posterior file and reads back equal") {
  for (const std::string& family : families_of_numbers) {
    CAPTURE(family);
    const PriorSpec prior = some_of(found(family, word("auto")), 1);
    const auto posterior = observe(model_of(family, prior), table_of(whole));
    CHECK(stated(posterior.model) == prior);
    CHECK(posterior_from_json(to_json(posterior), "p.json") == posterior);
  }
  const auto counted =
      observe(model_of("normal", numbers({{"mean", 3.0}, {"n", 5.0}})), table_of(whole));
  CHECK(stated(counted.model) == numbers({{"mean", 3.0}, {"n", 5.0}}));
  CHECK(posterior_from_json(to_json(counted), "p.json") == counted);
}

TEST_CASE("mean, standard deviation and sample size become the numbers of each family") {
  const auto becomes = [](const std::string& family, const Fields& told, const Fields& expected) {
    CAPTURE(family);
    CHECK(stated(model_of(family, numbers(told))) == numbers(expected));
  };
  const Fields all{{"mean", 40.0}, {"sd", 10.0}, {"n", 4.0}};
  const Fields normal{{"mean", 40.0}, {"mean_weight", 4.0}, {"shape", 2.0}, {"scale", 200.0}};
  becomes("normal", all, normal);
  becomes("lognormal", all, normal);
  becomes("normal", {{"mean", 40.0}, {"sd", 10.0}},
          {{"mean", 40.0}, {"mean_weight", 1.0}, {"shape", 0.5}, {"scale", 50.0}});
  becomes("normal", {{"sd", 10.0}}, {{"mean_weight", 1.0}, {"shape", 0.5}, {"scale", 50.0}});
  becomes("normal_known_variance", all,
          {{"mean", 40.0}, {"mean_variance", 25.0}, {"variance", 100.0}});
  becomes("normal_known_mean", all, {{"shape", 2.0}, {"scale", 200.0}, {"mean", 40.0}});
  becomes("bernoulli", {{"mean", 0.25}, {"n", 8.0}}, {{"ones", 2.0}, {"zeros", 6.0}});
  becomes("bernoulli", {{"mean", 0.25}}, {{"ones", 0.5}, {"zeros", 1.5}});
  becomes("bernoulli", {{"n", 8.0}}, {{"ones", 4.0}, {"zeros", 4.0}});
  becomes("bernoulli", {{"each", 0.5}}, {{"ones", 0.5}, {"zeros", 0.5}});
  becomes("geometric", {{"mean", 3.0}, {"n", 2.0}}, {{"ones", 2.0}, {"zeros", 6.0}});
  becomes("poisson", {{"mean", 3.0}, {"n", 2.0}}, {{"shape", 6.0}, {"rate", 2.0}});
  becomes("exponential", {{"mean", 3.0}, {"n", 2.0}}, {{"shape", 2.0}, {"rate", 6.0}});
  becomes("gamma", {{"mean", 3.0}, {"n", 2.0}, {"known_shape", 5.0}},
          {{"shape", 10.0}, {"rate", 6.0}, {"known_shape", 5.0}});
  becomes("negative_binomial", {{"mean", 3.0}, {"n", 2.0}, {"successes", 5.0}},
          {{"ones", 10.0}, {"zeros", 6.0}, {"successes", 5.0}});
  becomes("von_mises", {{"mean", 3.0}, {"n", 2.0}, {"concentration", 5.0}},
          {{"direction", 3.0}, {"strength", 10.0}, {"concentration", 5.0}});
  becomes("von_mises", {{"mean", 3.0}, {"n", 2.0}}, {{"direction", 3.0}, {"n", 2.0}});
  becomes("histogram", {{"edges", Doubles{0, 5, 40}}},
          {{"weights", Doubles{1, 1}}, {"edges", Doubles{0, 5, 40}}});
  becomes("polya_tree", {{"depth", 3.0}}, {{"c", 1.0}, {"depth", 3.0}});
  becomes("polya_tree", {{"c", 2.0}}, {{"c", 2.0}, {"depth", 6.0}});
  becomes("polya_tree", {{"edges", Doubles{0, 5, 40}}},
          {{"c", 1.0},
           {"depth", 1.0},
           {"mean", 0.0},
           {"sd", 0.0},
           {"edges", Doubles{0, 5, 40}},
           {"counts", Doubles{}}});
  becomes("polya_tree", {{"mean", 7.0}, {"sd", 0.0}, {"edges", Doubles{0, 5, 40}}, {"c", 2.0}},
          {{"c", 2.0},
           {"depth", 1.0},
           {"mean", 0.0},
           {"sd", 0.0},
           {"edges", Doubles{0, 5, 40}},
           {"counts", Doubles{}}});
  becomes("polya_tree", {{"mean", 5.0}, {"sd", 2.0}, {"depth", 1.0}, {"c", 0.5}},
          {{"c", 0.5},
           {"depth", 1.0},
           {"mean", 5.0},
           {"sd", 2.0},
           {"edges", Doubles{5}},
           {"counts", Doubles{}}});
}

TEST_CASE("a sample size of categories is shared by all levels, however many join") {
  CHECK(found("categorical", numbers({{"n", 6.0}})) == Fields{{"each", 2.0}});  // u, v, w
  auto posterior = observe(model_of("categorical", numbers({{"n", 6.0}})), table_of(whole));
  CHECK(stated(posterior.model) == numbers({{"n", 6.0}}));
  observe(posterior, table_of("x,city,class\n1,y,a\n"));
  CHECK(stated(freeze(posterior).model) == numbers({{"each", 1.5}}));
}

TEST_CASE("a block takes numbers of every column in part") {
  const auto numbers_of = [](PriorSpec prior, Tying tying, Covariance covariance) {
    const Schema schema = schema_of({{.name = "block",
                                      .family = "normal",
                                      .prior = std::move(prior),
                                      .columns = {"x", "y"},
                                      .tied = tying,
                                      .covariance = covariance}});
    const Table table = table_of("x,y,class\n1,5,a\n9,1,a\n2,7,b\n30,2,b\n1,8,a\n4,4,b\n");
    return stated(freeze(observe(Model(schema), table)).model).values;
  };
  for (const Covariance covariance : {Covariance::diagonal, Covariance::full})
    for (const Tying tying : {Tying::free, Tying::classes, Tying::features, Tying::all}) {
      if (covariance == Covariance::full && ties_columns(tying)) continue;
      CAPTURE(to_string(tying));
      const Fields automatic = numbers_of(word("auto"), tying, covariance);
      Fields expected = automatic;
      if (covariance == Covariance::full)
        expected[1].second = 5.0;
      else
        expected[1].second = Doubles{5, 5};
      CHECK(numbers_of(numbers({{"mean_weight", 5.0}}), tying, covariance) == expected);
      CHECK(numbers_of(numbers({{"n", 1.0}}), tying, covariance) == automatic);
      CHECK(
          numbers_of(numbers({{"sd", 2.0}, {"mean", 1.0}, {"n", 4.0}}), tying, covariance) ==
          numbers_of(numbers({{"mean", 1.0}, {"mean_weight", 4.0}, {"shape", 2.0}, {"scale", 8.0}}),
                     tying, covariance));
    }
}

TEST_CASE("keys that contradict each other or are unknown are refused with the family's keys") {
  const auto unknown = fault_of("normal", {{"mean", 1.0}, {"ones", 2.0}});
  CHECK(is(unknown, ErrorCode::schema));
  CHECK(says(unknown,
             "'x' has no 'ones'; family 'normal' takes 'mean', 'mean_weight', 'shape', "
             "'scale', 'sd', 'n'"));
  CHECK(says(fault_of("normal", {{"mean_weight", 1.0}, {"n", 2.0}}), "'n' and 'mean_weight'"));
  CHECK(says(fault_of("bernoulli", {{"ones", 1.0}, {"mean", 0.2}}), "'mean' and 'ones'"));
  CHECK(says(fault_of("normal_known_variance", {{"sd", 1.0}, {"variance", 2.0}}),
             "both 'sd' and 'variance'"));
  CHECK(says(fault_of("von_mises", {{"mean", 1.0}, {"direction", 2.0}}),
             "both 'mean' and 'direction'"));
  CHECK(says(fault_of("normal", {{"n", 1.0}, {"n", 2.0}}), "gives 'n' twice"));
  CHECK(says(fault_of("gamma", {{"mean", 1.0}}), "'mean' and 'known_shape' together"));
  CHECK(says(fault_of("negative_binomial", {{"n", 1.0}}), "'mean' and 'successes' together"));
  CHECK(says(fault_of("categorical", {{"n", 1.0}, {"each", 2.0}}), "'n'"));
  CHECK(says(fault_of("bernoulli", {{"n", 1.0}, {"each", 2.0}}),
             "gives 'n' beside 'each', which stands alone; leave one of them out"));
  CHECK(says(fault_of("histogram", {{"weights", Doubles{1, 2}}}), "lacks 'edges'"));
  CHECK(says(fault_of("polya_tree", {{"mean", 1.0}}), "one of 'mean' and 'sd' alone"));
  CHECK(says(fault_of("polya_tree", {{"edges", Doubles{1, 2, 3, 4}}}), "4 'edges'", "3, 5, 9, 17"));
  CHECK(says(fault_of("polya_tree", {{"edges", Doubles{1, 2, 3}}, {"depth", 2.0}}), "give 5"));
  CHECK(says(fault_of("polya_tree", {{"depth", 2.5}}), "whole 'depth'", "2.5"));
  CHECK(says(fault_of("polya_tree", {{"mean", 1.0}, {"sd", 0.0}}), "'x' holds 0 as 'sd'"));
  CHECK(
      says(error_of([] { return model_of("normal", word("automatic")); }), "give numbers: 'mean'"));
}

TEST_CASE("numbers out of their domain are refused by key and value") {
  CHECK(says(fault_of("normal", {{"mean", 1.0}, {"sd", 0.0}}), "'x' holds 0 as 'sd'"));
  CHECK(says(fault_of("normal", {{"n", -2.0}}), "'x' holds -2 as 'n'"));
  CHECK(says(fault_of("bernoulli", {{"mean", 1.0}}), "holds 1 as 'mean'", "between 0 and 1"));
  CHECK(says(fault_of("bernoulli", {{"each", 0.0}}), "'x' holds 0 as 'each'"));
  CHECK(says(fault_of("poisson", {{"mean", 0.0}}), "holds 0 as 'mean'"));
  CHECK(says(fault_of("normal", {{"mean_weight", -1.0}}), "holds -1 as 'mean_weight'"));
  CHECK(says(fault_of("normal", {{"sd", 1e200}, {"n", 2.0}}), "as 'scale'"));
  const auto list = fault_of("normal", {{"n", Doubles{1, 2}}});
  CHECK(is(list, ErrorCode::schema));
}

TEST_CASE("a typed prior is made from mean, standard deviation and sample size") {
  CHECK(elicited<BetaBernoulli>({.mean = 0.25, .n = 8}) == Beta{.ones = 2, .zeros = 6});
  CHECK(elicited<NormalInverseGammaNormal>({.mean = 40, .sd = 10, .n = 4}) ==
        NormalInverseGamma{.mean = 40, .mean_weight = 4, .shape = 2, .scale = 200});
  CHECK(elicited<NormalInverseGammaLogNormal>({.mean = 1, .sd = 2}) ==
        NormalInverseGamma{.mean = 1, .mean_weight = 1, .shape = 0.5, .scale = 2});
  CHECK(elicited<GammaPoisson>({.mean = 3, .n = 2}) == Gamma{.shape = 6, .rate = 2});
  CHECK(elicited<GammaExponential>({.mean = 3, .n = 2}) == Gamma{.shape = 2, .rate = 6});

  const auto unfinished =
      error_of([] { return elicited<NormalInverseGammaNormal>({.mean = 40, .n = 4}); });
  CHECK(is(unfinished, ErrorCode::schema));
  CHECK(says(unfinished, "'mean_weight', 'shape', 'scale'"));
  CHECK(is(error_of([] { return elicited<BetaBernoulli>({.mean = 2}); }), ErrorCode::domain));
}

TEST_CASE("some numbers of a typed prior are given in code") {
  Model model = model_of("normal", {});
  model["x"] = NormalInverseGammaNormal{
      .prior = Partial<NormalInverseGamma>{.n = 5}.give(&NormalInverseGamma::mean, 40)};

  CHECK(stated(model) == numbers({{"mean", 40.0}, {"n", 5.0}}));
}

TEST_CASE("a prior for one column of a model, and one for every column that it fits") {
  const Model model(schema_of({{.name = "x", .family = "normal"},
                               {.name = "city", .family = "categorical"},
                               {.name = "note", .family = "multinomial"},
                               {.name = "id", .family = "none"}}));

  const Model each = with_priors(model, numbers({{"each", 0.5}}));
  CHECK(each.schema().find("city")->prior == numbers({{"each", 0.5}}));
  CHECK(each.schema().find("note")->prior == numbers({{"each", 0.5}}));
  CHECK(each.schema().find("x")->prior == word("auto"));

  const Model one = with_prior(model, "x", numbers({{"mean", 40.0}}));
  CHECK(one.schema().find("x")->prior == numbers({{"mean", 40.0}}));
  CHECK(one.schema().find("city")->prior == model.schema().find("city")->prior);

  const auto none = error_of([&] { return with_priors(model, numbers({{"zeros", 1.0}})); });
  CHECK(is(none, ErrorCode::schema));
  CHECK(says(none, "'zeros=1'", "family 'normal' takes 'mean', ", "'categorical' takes 'weights'"));
  CHECK(is(error_of([&] { return with_prior(model, "id", word("auto")); }), ErrorCode::schema));
  CHECK(
      says(error_of([&] { return with_prior(model, "id", word("auto")); }),
           "the model has no feature 'id' to give a prior; its features are 'x', 'city', 'note'"));
  CHECK(says(error_of([&] { return with_prior(model, "citty", word("auto")); }),
             "the model has no feature 'citty' to give a prior; did you mean 'city'?"));
}

TEST_CASE("the prior of a schema goes to the columns that have none and can take it") {
  Schema schema = schema_of({{.name = "x", .family = "normal"},
                             {.name = "city", .family = "categorical"},
                             {.name = "town", .family = "categorical", .prior = weights({1, 2})}});
  schema.prior = numbers({{"each", 0.5}});
  CHECK(schema_from_json(to_json(schema), "s.json") == schema);

  const Model model(schema);
  CHECK(model.schema().prior.empty());
  CHECK(model.schema().find("city")->prior == numbers({{"each", 0.5}}));
  CHECK(model.schema().find("town")->prior == weights({1, 2}));
  CHECK(model.schema().find("x")->prior == word("auto"));

  schema.prior = numbers({{"ones", 0.5}});
  CHECK(says(error_of([&] { return Model(schema); }), "'ones=0.5'", "'each'"));
}
