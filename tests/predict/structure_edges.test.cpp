// Structures at their edges: classes without rows, columns of one level or none, levels called "missing",
// light rows, weights of 0.
#include <credence/learn/found_structure.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/predict/explain.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "support/models.hpp"
#include "support/relative.hpp"
#include "support/throws.hpp"

using namespace credence;
using testing::table_of;

namespace {

using enum Estimator;

Structure of_kind(StructureKind kind) { return {.kind = kind}; }

Model categories(Structure structure, std::vector<std::string> classes = {}) {
  Schema schema = testing::schema_of(
      {{.name = "f", .family = "categorical"}, {.name = "g", .family = "categorical"}});
  schema.classes = std::move(classes);
  return with_structure(Model(std::move(schema)), std::move(structure));
}

std::vector<double> probabilities(const Posterior<Model>& posterior, Estimator estimator,
                                  std::string_view rows) {
  std::vector<double> found;
  const Predictions all = Classifier<Model>(posterior, estimator).predict(table_of(rows));
  for (const double log : all.log_probability) found.push_back(std::exp(log));
  return found;
}

constexpr StructureKind kinds[] = {StructureKind::tan, StructureKind::aode, StructureKind::a2de};

}  // namespace

TEST_CASE("a class without rows is impossible under modes and shares, and no other is") {
  for (const StructureKind kind : kinds)
    for (const Estimator estimator : {maximum_likelihood, maximum_a_posteriori}) {
      const auto posterior = observe(categories(of_kind(kind), {"a", "b", "c"}),
                                     table_of("f,g,class\nu,p,a\nu,q,a\nv,p,b\nv,q,b\n"));
      const auto found = probabilities(posterior, estimator, "f,g\nu,p\nv,q\n");
      CAPTURE(static_cast<int>(kind));
      CHECK(found == std::vector<double>{1, 0, 0, 0, 1, 0});
    }
}

TEST_CASE("a class without rows has the mode of its prior where that has one") {
  Structure structure = of_kind(StructureKind::a2de);
  structure.prior = {.kind = ContextPrior::Kind::each, .strength = 2};
  Model model = categories(structure, {"a", "b", "c"});
  Schema schema = model.schema();
  schema.class_prior = testing::uniform_classes();
  schema.columns[0].levels = {"u", "v"};
  schema.columns[1].levels = {"p", "q"};
  for (ColumnSchema& column : schema.columns) column.prior = testing::weights({2, 2});
  const auto posterior =
      observe(with_schema(model, schema), table_of("f,g,class\nu,p,a\nu,q,a\nv,p,b\nv,q,b\n"));
  const auto found = probabilities(posterior, maximum_a_posteriori, "f,g\nu,p\n");
  // Four levels: (1 + 1) / (2 + 4) of a, 1 / (2 + 4) of b, 1 / 4 of c.
  const double all = 2. / 6 + 1. / 6 + 1. / 4;
  CHECK(found[0] == doctest::Approx(2. / 6 / all).epsilon(1e-12));
  CHECK(found[2] == doctest::Approx(1. / 4 / all).epsilon(1e-12));
}

TEST_CASE("levels of two parents together have no mode with a small pseudo-count and gaps") {
  Structure structure = of_kind(StructureKind::a2de);
  structure.prior = {.kind = ContextPrior::Kind::each, .strength = 0.5};
  const auto posterior = observe(categories(structure), table_of("f,g,class\nu,p,a\nv,q,b\n"));
  CHECK(testing::throws_error([&] { (void)Classifier<Model>(posterior, maximum_a_posteriori); },
                              ErrorCode::undefined, "has no mode"));
  CHECK_NOTHROW((void)Classifier<Model>(posterior, posterior_mean));
}

TEST_CASE("a level that is called 'missing' is none of a missing cell") {
  const std::string rows =
      "missing,r,a\nmissing,s,a\nx,r,a\nx,s,b\nx,r,b\n,r,b\n,s,b\n,r,a\n,s,a\n";
  std::string renamed = rows;
  for (std::size_t at; (at = renamed.find("missing")) != std::string::npos;)
    renamed.replace(at, 7, "other");
  for (const StructureKind kind : kinds) {
    CAPTURE(static_cast<int>(kind));
    const auto called = observe(categories(of_kind(kind)), table_of("f,g,class\n" + rows));
    const auto other = observe(categories(of_kind(kind)), table_of("f,g,class\n" + renamed));
    for (const Estimator estimator : {maximum_likelihood, maximum_a_posteriori, predictive}) {
      const auto found = probabilities(called, estimator, "f,g\n,r\n,s\n");
      const auto expected = probabilities(other, estimator, "f,g\n,r\n,s\n");
      for (std::size_t i = 0; i < found.size(); ++i)
        CHECK(found[i] == doctest::Approx(expected[i]).epsilon(1e-12));
    }
    const Table asked = table_of("f,g\nmissing,r\n");
    const Explanation why =
        explain(estimate(called, predictive), bind(called.model, asked), 0, ExplainOptions{});
    for (const ExplanationLine& line : why.lines) CHECK(line.note != "missing");
  }
}

TEST_CASE("what a structure says does not depend on the unit of row weights") {
  const std::string head = "f,g,weight,class\n";
  const auto rows = [&](const std::string& weight) {
    std::string csv = head;
    for (const char* row : {"u,p,W,a\n", "u,p,W,a\n", "v,q,W,a\n", "u,q,W,b\n", "v,p,W,b\n",
                            "v,p,W,b\n", "u,q,W,b\n", "u,p,W,b\n", "v,q,W,a\n"}) {
      std::string one = row;
      csv += one.replace(one.find('W'), 1, weight);
    }
    return csv;
  };
  for (const StructureKind kind : kinds) {
    CAPTURE(static_cast<int>(kind));
    const auto whole = observe(categories(of_kind(kind)), table_of(rows("1")), "weight");
    const auto light = observe(categories(of_kind(kind)), table_of(rows("0.0078125")), "weight");
    const auto found = probabilities(light, maximum_likelihood, "f,g\nu,p\nv,p\nu,q\nv,q\n");
    const auto expected = probabilities(whole, maximum_likelihood, "f,g\nu,p\nv,p\nu,q\nv,q\n");
    for (std::size_t i = 0; i < found.size(); ++i)
      CHECK(found[i] == doctest::Approx(expected[i]).epsilon(1e-12));
    CHECK(found[0] > 0.6);  // naive Bayes is near one half
  }
}

TEST_CASE("a common weight of 0 or 1 meets what is impossible without a NaN") {
  Schema schema =
      testing::schema_of({{.name = "f", .family = "categorical"},
                          {.name = "g", .family = "categorical"},
                          {.name = "n", .family = "normal", .prior = testing::word("auto3")}});
  schema.class_prior = testing::given_classes({{"a", 0.0}, {"b", 0.25}, {"c", 0.75}});
  const Model model =
      with_structure(Model(schema), {.kind = StructureKind::aode, .may_be_parents = {"f", "g"}});
  auto posterior = observe(model, table_of("f,g,n,class\nu,p,1,a\nu,q,2,a\nv,p,3,b\nv,q,5,b\n"
                                           "u,p,4,c\nv,q,7,c\n"));
  for (const double weight : {0.0, 0.5, 1.0}) {
    CAPTURE(weight);
    posterior.feature_weights = {.kind = FeatureWeighting::common,
                                 .estimator = "posterior_mean",
                                 .names = {"f", "g", "n"},
                                 .values = {weight, weight, weight}};
    for (const double p : probabilities(posterior, posterior_mean, "f,g,n\nu,p,2\nv,q,3\n"))
      CHECK(std::isfinite(p));
    const Table table = table_of("f,g,n\nu,p,2\n");
    const Explanation why =
        explain(estimate(posterior, posterior_mean), bind(posterior.model, table), 0,
                {.klass = "b", .against = "a"});
    CHECK(why.log_odds == std::numeric_limits<double>::infinity());
    for (const ExplanationLine& line : why.lines) CHECK_FALSE(std::isnan(line.contribution));
    // Impossible under every class: the classes alone are left by a weight of 0.
    if (weight > 0) continue;
    const auto far = probabilities(posterior, posterior_mean, "f,g,n\nu,p,1e200\n");
    CHECK(far[0] == 0);
    CHECK(far[1] == doctest::Approx(0.25).epsilon(1e-12));
  }
}

TEST_CASE("look-up asks nothing of features but where naive Bayes is its centre") {
  // Class a never has g.
  const Table table = table_of("f,g,class\nu,,a\nv,p,b\n");
  Structure structure = of_kind(StructureKind::lookup);
  const auto by_classes = observe(categories(structure), table);
  CHECK(probabilities(by_classes, maximum_likelihood, "f,g\nu,\n") == std::vector<double>{1, 0});
  structure.centre = LookupCentre::naive;
  const auto by_naive = observe(categories(structure), table);
  CHECK(testing::throws_error([&] { (void)Classifier<Model>(by_naive, maximum_likelihood); },
                              ErrorCode::undefined, "column 'g', class 'a'"));
}

TEST_CASE("the only level of a parent has mode 1, also in a class that never has it") {
  const auto posterior =
      observe(categories({.kind = StructureKind::given, .given = {{"g", {"f"}}}}),
              table_of("f,g,class\nu,p,a\nu,q,a\n,q,b\n"));
  CHECK(testing::throws_error([&] { (void)Classifier<Model>(posterior, maximum_a_posteriori); },
                              ErrorCode::undefined, "column 'g', class 'b, f = u'"));
}

TEST_CASE("a level of two has mode 0 where it was never seen and its pseudo-count is below 1") {
  const ContextPrior rows{.kind = ContextPrior::Kind::rows, .strength = 1};
  const auto posterior =
      observe(categories({.kind = StructureKind::given, .prior = rows, .given = {{"g", {"f"}}}}),
              table_of("f,g,class\nu,q,a\nv,p,a\nv,p,b\nv,p,b\n"));
  const auto found = probabilities(posterior, maximum_a_posteriori, "f,g\nu,q\nv,p\n");
  CHECK(found[1] == 0);                                       // f = u has probability 0
  CHECK(found[2] == doctest::Approx(1. / 3).epsilon(1e-12));  // 1/2 x 1/2 x 1 against 1/2 x 1 x 1
}

TEST_CASE("imagined rows share a column of no level, or none, among one") {
  const ContextPrior rows{.kind = ContextPrior::Kind::rows, .strength = 3};
  for (const StructureKind kind : kinds) {
    CAPTURE(static_cast<int>(kind));
    const Model model = categories({.kind = kind, .prior = rows}, {"a", "b"});
    const auto posterior = observe(model, table_of("f,g,class\nu,,a\nv,,b\n"));
    CHECK(probabilities(posterior, predictive, "f,g\nu,\n")[0] ==
          doctest::Approx(2.5 / 4).epsilon(1e-12));
    const auto nothing = observe(model, table_of("f,g,class\nu,,\n"));
    CHECK(probabilities(nothing, predictive, "f,g\nu,\n") == std::vector<double>{0.5, 0.5});
  }
}

TEST_CASE("pseudo-counts beyond what products of shares hold are added up as logarithms") {
  const Table table = table_of("f,g,h,class\nu,p,s,a\nu,q,t,a\nv,p,t,b\nv,q,s,b\nu,p,t,b\n");
  const auto joints = [&](double pseudo_count, StructureKind kind) {
    Structure structure = of_kind(kind);
    structure.prior = {.kind = ContextPrior::Kind::each, .strength = pseudo_count};
    const Schema schema = testing::schema_of({{.name = "f", .family = "categorical"},
                                              {.name = "g", .family = "categorical"},
                                              {.name = "h", .family = "categorical"}});
    const auto posterior = observe(with_structure(Model(schema), structure), table);
    return Classifier<Model>(posterior, posterior_mean)
        .predict(table_of("f,g,h\nu,p,s\nv,q,t\nv,p,s\nu,q,s\n"))
        .log_joint;
  };
  // Of the terms of two levels that never met, one factor is proportional to the pseudo-count.
  const double step = std::log(1e-200) - std::log(1e-300);
  for (const StructureKind kind : {StructureKind::aode, StructureKind::a2de}) {
    const std::vector<double> products = joints(1e-200, kind);
    const std::vector<double> logarithms = joints(1e-300, kind);
    REQUIRE(products.size() == logarithms.size());
    Index moved = 0;
    for (std::size_t i = 0; i < products.size(); ++i) {
      CAPTURE(products[i]);
      CAPTURE(logarithms[i]);
      const double steps = std::round((products[i] - logarithms[i]) / step);
      CHECK(logarithms[i] + steps * step == testing::relative(products[i], 1e-12));
      if (steps > 0) ++moved;
    }
    CHECK(moved > 0);
    CHECK(moved < std::ssize(products));
  }
}
