// Models composed in code as models over columns, and rows as tables.
#include <credence/catalogue/row_model.hpp>

#include <credence/catalogue/family_of.hpp>
#include <credence/catalogue/row_classifier.hpp>
#include <credence/family/joint_normal.hpp>
#include <credence/family/tied_normal.hpp>
#include <credence/predict/explain.hpp>
#include <credence/select/relevance.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>

#include "support/block_of.hpp"
#include "support/data_error.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

struct Visit {
  double age = 0;
  float wait = 0;
  double weight = 0;
  bool smoker = false;
  std::uint8_t city = 0;
  Code street = 0;
  std::int8_t floor = 0;
  int visits = 0;
};

auto model_of_visits() {
  return row_model<Visit>(
      classes("ill", "healthy"), normal("age", &Visit::age), exponential("wait", &Visit::wait),
      normal("weight", &Visit::weight), bernoulli("smoker", &Visit::smoker),
      categorical("city", &Visit::city, 11), categorical("street", &Visit::street, 3),
      poisson("floor", &Visit::floor), poisson("visits", &Visit::visits));
}

const std::vector<Visit> visits{{30, 0.5F, 70, false, 10, 2, 1, 3},
                                {40, 1.5F, 60, true, 2, 0, 0, 0},
                                {35, 2.5F, 80, true, 0, 1, 7, 5},
                                {61, 0.25F, 75, false, 0, 1, 2, 1}};
const Strings diagnoses{"ill", "healthy", "healthy", "ill"};

// A normal family that is not of the library: only its name is its own.
struct OwnNormal {
  using Likelihood = Normal;
  using Prior = NormalInverseGamma;
  using Predictive = StudentT;
  using Statistics = Moments;
  using Base = NormalInverseGammaNormal;
  static constexpr std::string_view name = "own";
  static constexpr std::string_view needs = "finite numbers";
  PriorRule<NormalInverseGamma> prior = Automatic::unit;
  static bool accepts(double x) { return Base::accepts(x); }
  static Prior automatic(Automatic word, const Moments& all) { return Base::automatic(word, all); }
  static Normal maximum_likelihood(const Moments& seen) { return Base::maximum_likelihood(seen); }
  static Normal maximum_a_posteriori(const Prior& p) { return Base::maximum_a_posteriori(p); }
  static Normal posterior_mean(const Prior& p) { return Base::posterior_mean(p); }
  static StudentT predictive(const Prior& p) { return Base::predictive(p); }
  static MeanVariance parameters(const Normal& d) { return Base::parameters(d); }
  static Normal likelihood(const MeanVariance& at) { return Base::likelihood(at); }
  friend bool operator==(const OwnNormal&, const OwnNormal&) = default;
};

// Another type of the same name.
struct OtherNormal : OwnNormal {
  friend bool operator==(const OtherNormal&, const OtherNormal&) = default;
};

}  // namespace

TEST_CASE("a prior may stand in the place of a family") {
  const NormalInverseGamma bell{.mean = 1, .mean_weight = 2, .shape = 3, .scale = 4};
  CHECK(normal("age", &Visit::age, bell) ==
        normal("age", &Visit::age, NormalInverseGammaNormal{bell}));
  CHECK(log_normal("weight", &Visit::weight, bell) ==
        log_normal("weight", &Visit::weight, NormalInverseGammaLogNormal{bell}));
  CHECK(exponential("wait", &Visit::wait, {.shape = 2, .rate = 3}) ==
        exponential("wait", &Visit::wait, GammaExponential{Gamma{.shape = 2, .rate = 3}}));
  CHECK(bernoulli("smoker", &Visit::smoker, {.ones = 2, .zeros = 8}) ==
        bernoulli("smoker", &Visit::smoker, BetaBernoulli{Beta{.ones = 2, .zeros = 8}}));
  CHECK(poisson("visits", &Visit::visits, {.shape = 2, .rate = 1}) ==
        poisson("visits", &Visit::visits, GammaPoisson{Gamma{.shape = 2, .rate = 1}}));
  const Dirichlet even{{2, 2, 2}};
  CHECK(categorical("city", &Visit::city, 3, even) ==
        categorical("city", &Visit::city, 3, DirichletCategorical{even}));
  CHECK(bernoulli("smoker", &Visit::smoker, {.prior = Automatic::empirical}).family.prior ==
        PriorRule<Beta>(Automatic::empirical));
  CHECK_FALSE(poisson("visits", &Visit::visits, {.shape = 2, .rate = 1}) ==
              poisson("visits", &Visit::visits));
}

TEST_CASE("members of the library's types are seen where they are, others are converted") {
  const RowTable rows = as_table(model_of_visits(), visits);
  const Table& table = rows;

  REQUIRE(table.rows() == 4);
  const auto seen = [&](const char* name) { return table.column(name).cells.index(); };
  const auto& age = std::get<RealColumn>(table.column("age").cells);
  CHECK(age.view().data == &visits.front().age);
  CHECK(age.view().stride == sizeof(Visit) / sizeof(double));
  CHECK(seen("wait") == Column{.cells = NumberView{}}.cells.index());
  CHECK(seen("smoker") == seen("wait"));
  CHECK(seen("visits") == seen("wait"));
  CHECK(seen("street") == Column{.cells = CodeView{}}.cells.index());
  CHECK(seen("city") == Column{.cells = CodeColumn{}}.cells.index());
  CHECK(as_written(table.column("city"), 0) == "10");
  CHECK(as_written(table.column("floor"), 2) == "7");
}

TEST_CASE("a table of rows owns what does not last") {
  const auto model = row_model<Visit>(classes("a"), normal("age", &Visit::age));
  const RowTable table = as_table(model, std::vector<Visit>(visits));

  CHECK(std::get<RealColumn>(table.table().column("age").cells).view()[3] == 61);
}

TEST_CASE("the table of rows that die at once is no reference") {
  const Table& table = as_table(model_of_visits(), std::vector<Visit>(visits)).table();

  static_assert(std::same_as<decltype(RowTable().table()), Table>);
  CHECK(std::get<RealColumn>(table.column("age").cells).view()[3] == 61);
}

TEST_CASE("a plain table made of a table of rows keeps what it sees") {
  auto numbers = std::make_shared<std::vector<double>>(3, 1.5);
  const std::weak_ptr<std::vector<double>> watched = numbers;
  std::optional<RowTable> rows{RowTable()};
  rows->add("x", Strided<double>{.data = numbers->data(), .size = 3});
  rows->keep(std::move(numbers));

  std::optional<Table> table = rows->table();
  rows.reset();

  REQUIRE_FALSE(watched.expired());
  CHECK(as_written(table->column("x"), 2) == "1.5");
  table.reset();
  CHECK(watched.expired());
}

TEST_CASE("features of one family stand in one block, in their order") {
  const auto posterior = observe(model_of_visits(), visits, diagnoses);

  const auto& block = block_of<NormalInverseGammaNormal>(posterior);
  REQUIRE(block.size() == 2);
  CHECK(block.feature(1).name == "weight");
  CHECK(block.cell(1, 1).mean == 72.5);
  CHECK(block_of<DirichletCategorical>(posterior).feature(0).levels.size() == 11);
}

TEST_CASE("what is learned from rows is ranked and explained as any posterior") {
  const auto posterior = observe(model_of_visits(), visits, diagnoses);
  const RowTable table = as_table(posterior.model(), visits, diagnoses);

  CHECK(rank_by_evidence(posterior).size() == 8);
  CHECK(observe(posterior.columns().model, table) == posterior.columns());
}

TEST_CASE("a family of one's own joins the families of the model by itself") {
  const auto model =
      row_model<Visit>(classes("ill", "healthy"), feature<OwnNormal>("age", &Visit::age),
                       normal("weight", &Visit::weight), feature<OwnNormal>("wait", &Visit::wait));
  const auto same =
      row_model<Visit>(classes("ill", "healthy"), normal("age", &Visit::age),
                       normal("weight", &Visit::weight), normal("wait", &Visit::wait));

  const auto posterior = observe(model, visits, diagnoses);
  const auto reference = observe(same, visits, diagnoses);

  CHECK(column_model(model).families().size() == shipped_families().size() + 1);
  CHECK(column_model(same).families() == shipped_families());
  CHECK(log_evidence(posterior) == doctest::Approx(log_evidence(reference)).epsilon(1e-12));
  const Classifier own{posterior, Estimator::predictive};
  const Classifier shipped{reference, Estimator::predictive};
  CHECK(own.predict(visits[1]).log_joint[0] ==
        doctest::Approx(shipped.predict(visits[1]).log_joint[0]).epsilon(1e-12));
}

TEST_CASE("members may be counts over an exposure, documents, and several numbers") {
  struct Day {
    Count calls;
    WordCounts words;
    std::vector<double> sizes;
    double wind;
  };
  const auto model =
      row_model<Day>(classes("b", "a"), feature<GammaPoisson>("calls", &Day::calls),
                     feature<DirichletMultinomial>("words", &Day::words, {}, 3),
                     feature<TiedNormalInverseGammaNormal>("sizes", &Day::sizes, {}, 2),
                     normal("wind", &Day::wind));
  const std::vector<Day> days{{{3, 2}, {{0, 2}, {2, 1}}, {1, 10}, 3},
                              {{1, 0.5}, {{1, 1}}, {2, 14}, 4},
                              {{0, 1}, {}, {5, 11}, 8},
                              {{4, 1}, {{2, 3}}, {6, 13}, 9}};
  const Strings labels{"a", "a", "b", "b"};

  const auto at_once = observe(model, days, labels);
  auto one_by_one = empty_posterior(model);
  for (std::size_t i = 0; i < days.size(); ++i) observe(one_by_one, days[i], labels[i]);

  CHECK(block_of<GammaPoisson>(at_once).cell(0, 0).exposure == 2.5);
  CHECK(block_of<DirichletMultinomial>(at_once).cell(0, 0).counts == Doubles{2, 1, 1});
  CHECK(log_evidence(one_by_one) == doctest::Approx(log_evidence(at_once)).epsilon(1e-12));
  const Classifier classifier{at_once, Estimator::predictive};
  const Predictions all = classifier.predict(days);
  for (std::size_t row = 0; row < days.size(); ++row) {
    CAPTURE(row);
    CHECK(all.log_joints(static_cast<Index>(row))[0] ==
          doctest::Approx(classifier.predict(days[row]).log_joint[0]).epsilon(1e-12));
  }
  Day bad = days[0];
  bad.words = {{3, 1}};
  const auto words = error_of([&] { return classifier.predict(bad); });
  CHECK(is(words, ErrorCode::domain));
  CHECK(says(words, "is outside; its words are 0 to 2 in ascending order"));
  bad = days[0];
  bad.sizes = {1};
  const auto sizes = error_of([&] { return classifier.predict(bad); });
  CHECK(is(sizes, ErrorCode::domain));
  CHECK(says(sizes, "is outside; it takes 2 numbers"));
}

TEST_CASE("a feature may be called as the label is") {
  const auto model = row_model<Visit>(classes("a", "b"), normal("label", &Visit::age));

  CHECK(column_model(model).schema().label == "label_");
  CHECK_NOTHROW((void)observe(model, visits, Strings{"a", "b", "a", "b"}));
}

TEST_CASE("a feature with the name of another one's exposure is refused before any row") {
  struct Calls {
    Count calls;
    double other = 0;
  };
  const auto model = row_model<Calls>(classes("a", "b"), normal("c:exposure", &Calls::other),
                                      feature<GammaPoisson>("c", &Calls::calls));
  const auto error = error_of([&] { return empty_posterior(model); });

  CHECK(is(error, ErrorCode::schema));
  CHECK(says(error, "feature 'c:exposure' has the name of the exposure of feature 'c'; give it"));
}

TEST_CASE("a member is given no more levels than a column of a file may have") {
  struct Page {
    std::uint32_t part = 0;
    WordCounts words = {};
  };
  const auto parts = [](Index levels) {
    return column_model(row_model<Page>(classes("a", "b"), categorical("c", &Page::part, levels)));
  };
  const auto words = [](Index count) {
    return column_model(row_model<Page>(
        classes("a", "b"), feature<DirichletMultinomial>("w", &Page::words, {}, count)));
  };

  const auto error = error_of([&] { return parts(1'000'000'000); });

  CHECK(is(error, ErrorCode::limit));
  CHECK(
      says(error, "feature 'c' is given 1000000000 levels, more than the limit of 1048576; group"));
  CHECK(parts(100'000).schema().columns[0].levels.size() == 100'000);
  CHECK(is(error_of([&] { return words((1 << 22) + 1); }), ErrorCode::limit));
}

TEST_CASE("a feature of levels, words or numbers whose number nobody gave is refused") {
  struct Page {
    int part = 0;
    WordCounts words = {};
    std::vector<double> sizes = {};
  };
  const auto refused = [](const auto& feature, const std::string& family) {
    const auto error =
        error_of([&] { return empty_posterior(row_model<Page>(classes("a", "b"), feature)); });
    CHECK(is(error, ErrorCode::schema));
    CHECK(says(error, "feature 'x' of family '" + family + "' has no levels; say beside its"));
  };

  refused(feature<DirichletCategorical>("x", &Page::part), "categorical");
  refused(categorical("x", &Page::part, 0), "categorical");
  refused(feature<DirichletMultinomial>("x", &Page::words), "multinomial");
  refused(feature<TiedNormalInverseGammaNormal>("x", &Page::sizes), "normal");
}

TEST_CASE("names given twice are refused") {
  const auto model =
      row_model<Visit>(classes("a", "b"), normal("x", &Visit::age), normal("x", &Visit::weight));
  CHECK(is(error_of([&] { return column_model(model); }), ErrorCode::schema));
}

TEST_CASE("a class without a name is refused") {
  const auto error = error_of(
      [] { return column_model(row_model<Visit>(classes("a", ""), normal("x", &Visit::age))); });
  CHECK(is(error, ErrorCode::schema));
  CHECK(says(error, "class 2 of the rows has an empty name"));
}

TEST_CASE("rows of a model without features are as many as rows") {
  const auto model = row_model<Visit>(classes("ill", "healthy"));
  const auto posterior = observe(model, visits, diagnoses);
  auto one_by_one = empty_posterior(model);
  for (std::size_t i = 0; i < visits.size(); ++i) observe(one_by_one, visits[i], diagnoses[i]);
  const Classifier classifier{posterior, Estimator::predictive};

  CHECK(posterior == one_by_one);
  CHECK(as_table(model, visits).table().rows() == 4);
  const Predictions all = classifier.predict(visits);
  REQUIRE(all.rows() == 4);
  CHECK(std::exp(all.log_probability[0]) == doctest::Approx(0.5));
  CHECK(classifier.predict(visits[2]).probability[0] == doctest::Approx(0.5));
  const auto error = error_of([&] { return observe(model, visits, Strings{"ill"}); });
  CHECK(is(error, ErrorCode::shape));
  CHECK(says(error, "4 rows came with 1 label"));
}

TEST_CASE("two families of one name and of different types are not put into one model") {
  const auto model =
      row_model<Visit>(classes("ill", "healthy"), feature<OwnNormal>("age", &Visit::age),
                       feature<OtherNormal>("weight", &Visit::weight));
  const auto error = error_of([&] { (void)observe(model, visits, diagnoses); });

  CHECK(is(error, ErrorCode::schema));
  CHECK(says(error,
             "feature 'age' has a family called 'own', as another feature has that is of "
             "another type; give your own family a name of its own"));
}
