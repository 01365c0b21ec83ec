#include <credence/select/mutual_information.hpp>

#include <credence/base/parallel.hpp>
#include <credence/catalogue/row_classifier.hpp>
#include <credence/data/csv.hpp>
#include <credence/detail/learn/block_priors.hpp>
#include <credence/family/beta_bernoulli.hpp>
#include <credence/family/beta_geometric.hpp>
#include <credence/family/dirichlet_categorical.hpp>
#include <credence/family/gamma_exponential.hpp>
#include <credence/family/gamma_poisson.hpp>
#include <credence/family/log_normal.hpp>
#include <credence/family/normal_inverse_gamma.hpp>
#include <credence/learn/posterior_priors.hpp>
#include <credence/select/density_information.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "support/block_of.hpp"
#include "support/locale_free.hpp"
#include "support/models.hpp"
#include "support/relative.hpp"
#include "support/throws.hpp"

using namespace credence;
using testing::block_of;
using testing::decimal_text;
using testing::Doubles;
using testing::learned;
using testing::numbers;
using testing::schema_of;
using testing::throws_error;

namespace {

using Ranking = std::vector<FeatureInformation>;

const FeatureInformation& found(const Ranking& ranking, const std::string& feature,
                                const std::string& part = "") {
  const auto at = std::find_if(ranking.begin(), ranking.end(), [&](const auto& one) {
    return one.feature == feature && one.part == part;
  });
  REQUIRE(at != ranking.end());
  return *at;
}

const std::string mixed_rows =
    "yes,tries,city,height,income,visits,wait,class\n"
    "1,0,Rome,1.7,1200,3,0.5,a\n0,2,Oslo,1.62,800.5,0,2.25,b\n1,1,Rome,1.81,2500,1,0,b\n"
    "0,?,?,1.55,990,?,1.5,a\n1,5,Bern,1.9,15000,7,?,a\n?,0,Rome,?,?,2,4,c\n0,3,Oslo,1.75,1100,4,3,"
    "c\n";

Schema mixed_schema() {
  return schema_of({{.name = "yes", .family = "bernoulli"},
                    {.name = "tries", .family = "geometric"},
                    {.name = "city", .family = "categorical"},
                    {.name = "height", .family = "normal"},
                    {.name = "income", .family = "lognormal"},
                    {.name = "visits", .family = "poisson"},
                    {.name = "wait", .family = "exponential"}});
}

// The information of the first feature of a family, from the densities of each class.
template <ConjugateFamily F, class Read>
double by_hand(const testing::ModelPosterior& posterior, const Read& read) {
  const auto& block = block_of<F>(posterior);
  const auto prior = priors(block, 0, posterior.label.classes);
  using D = decltype(read(prior.front(), block.cell(0, 0)));
  Doubles probabilities;
  std::vector<D> densities;
  for (Index c = 0; c < block.classes; ++c) {
    const auto at = static_cast<std::size_t>(c);
    probabilities.push_back((posterior.label.counts.counts[at] + 1) /
                            (posterior.label.counts.count() + static_cast<double>(block.classes)));
    densities.push_back(read(prior[at], block.cell(0, c)));
  }
  return mutual_information(probabilities, std::span<const D>(densities));
}

template <ConjugateFamily F>
double predictive_by_hand(const testing::ModelPosterior& posterior) {
  return by_hand<F>(posterior, [](const auto& prior, const auto& seen) {
    return F::predictive(credence::posterior(prior, seen));
  });
}

}  // namespace

TEST_CASE("features of every family are compared by their predictive densities") {
  const auto posterior = learned(mixed_schema(), mixed_rows);

  const Ranking ranking = rank_by_mutual_information(posterior);

  REQUIRE(ranking.size() == 7);
  const auto check = [&](const std::string& feature, const std::string& family, double expected) {
    CAPTURE(feature);
    const FeatureInformation& one = found(ranking, feature);
    CHECK(one.family == family);
    CHECK(one.mutual_information == doctest::Approx(expected).epsilon(1e-12));
    CHECK(one.undefined.empty());
  };
  check("yes", "bernoulli", predictive_by_hand<BetaBernoulli>(posterior));
  check("tries", "geometric", predictive_by_hand<BetaGeometric>(posterior));
  check("city", "categorical", predictive_by_hand<DirichletCategorical>(posterior));
  check("height", "normal", predictive_by_hand<NormalInverseGammaNormal>(posterior));
  check("income", "lognormal", predictive_by_hand<NormalInverseGammaLogNormal>(posterior));
  check("visits", "poisson", predictive_by_hand<GammaPoisson>(posterior));
  check("wait", "exponential", predictive_by_hand<GammaExponential>(posterior));
}

TEST_CASE("the feature that tells most comes first, and beliefs go with every one") {
  const Ranking ranking = rank_by_mutual_information(learned(mixed_schema(), mixed_rows));

  REQUIRE(ranking.size() == 7);
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    const FeatureInformation& one = ranking[i];
    CAPTURE(one.feature);
    if (i > 0) CHECK(one.mutual_information <= ranking[i - 1].mutual_information);
    REQUIRE(one.interval);
    CHECK(one.interval->lower <= *one.mean);
    CHECK(*one.mean <= one.interval->upper);
    CHECK(*one.standard_deviation > 0);
    CHECK(*one.probability_above > 0.5);
    const bool discrete = one.family == "bernoulli" || one.family == "categorical";
    CHECK(one.p_value.has_value() == discrete);
    CHECK(one.bias_corrected.has_value() == discrete);
  }
}

TEST_CASE("another estimator compares its own densities") {
  const auto posterior = learned(mixed_schema(), mixed_rows);

  const Ranking ranking =
      rank_by_mutual_information(posterior, {.estimator = Estimator::maximum_a_posteriori});

  // The class probabilities are modes, too: counts over rows under one pseudo-row for each.
  Doubles probabilities{3.0 / 7, 2.0 / 7, 2.0 / 7};
  const auto& block = block_of<NormalInverseGammaNormal>(posterior);
  const auto prior = priors(block, 0, posterior.label.classes);
  std::vector<Normal> densities;
  for (Index c = 0; c < 3; ++c)
    densities.push_back(NormalInverseGammaNormal::maximum_a_posteriori(
        credence::posterior(prior[static_cast<std::size_t>(c)], block.cell(0, c))));
  CHECK(found(ranking, "height").mutual_information ==
        doctest::Approx(mutual_information(probabilities, std::span<const Normal>(densities)))
            .epsilon(1e-12));
}

TEST_CASE("a feature without densities says why and comes last") {
  const Schema schema =
      schema_of({{.name = "flat", .family = "normal"}, {.name = "noise", .family = "bernoulli"}});
  const auto posterior = learned(schema, "flat,noise,class\n2,1,a\n2,0,a\n2,1,b\n2,0,b\n");

  const Ranking ranking = rank_by_mutual_information(posterior);
  const Ranking plug_in =
      rank_by_mutual_information(posterior, {.estimator = Estimator::maximum_likelihood});

  REQUIRE(ranking.size() == 2);
  CHECK(ranking[0].feature == "noise");
  CHECK(ranking[1].feature == "flat");
  CHECK(ranking[1].undefined.find("column is constant") != std::string::npos);
  CHECK(plug_in[1].undefined.find("class 'a'") != std::string::npos);
  CHECK(plug_in[0].mutual_information == 0);
}

TEST_CASE("without rows there are no class frequencies, and every feature says so") {
  const Schema schema = schema_of({{.name = "yes", .family = "bernoulli"}});
  const auto posterior = empty_posterior(Model(schema));

  const Ranking ranking =
      rank_by_mutual_information(posterior, {.estimator = Estimator::maximum_likelihood});

  REQUIRE(ranking.size() == 1);
  CHECK_FALSE(ranking[0].undefined.empty());
}

TEST_CASE("a constant category tells nothing, and is believed to tell nothing") {
  const auto posterior = learned(schema_of({{.name = "same", .family = "categorical"}}),
                                 "same,class\nx,a\nx,b\nx,b\nx,b\nx,b\nx,b\n");

  const Ranking ranking = rank_by_mutual_information(posterior);

  CHECK(ranking[0].mutual_information == 0);
  CHECK(*ranking[0].p_value == 1);
  CHECK(*ranking[0].bias_corrected == 0);
  CHECK(*ranking[0].interval == Interval{0, 0});
}

TEST_CASE("rankings know no names of classes") {
  std::string renamed = mixed_rows;
  for (std::size_t end = renamed.find('\n', renamed.find('\n') + 1); end != std::string::npos;
       end = renamed.find('\n', end + 1))
    renamed[end - 1] = static_cast<char>('z' - (renamed[end - 1] - 'a'));
  const InformationOptions options{.mass = 0};
  // Priors in numbers: pooled moments, which `auto` takes, depend on the order of the classes in
  // the last digit.
  const auto posterior = freeze(learned(mixed_schema(), mixed_rows));

  const Ranking ranking = rank_by_mutual_information(posterior, options);
  const Ranking other =
      rank_by_mutual_information(observe(posterior.model, testing::table_of(renamed)), options);

  REQUIRE(ranking.size() == other.size());
  for (const FeatureInformation& one : ranking) {
    CAPTURE(one.feature);
    CHECK(one.mutual_information == found(other, one.feature).mutual_information);
  }
}

TEST_CASE("draws are those of the seed, on any number of threads") {
  const auto posterior = learned(mixed_schema(), mixed_rows);
  const auto rank = [&](int threads, std::uint64_t seed) {
    const ThreadLimit limit(threads);
    return rank_by_mutual_information(posterior, {.draws = 43, .seed = seed});
  };

  CHECK(rank(1, 3) == rank(4, 3));
  CHECK_FALSE(rank(1, 3) == rank(1, 4));
}

TEST_CASE("beliefs and tests may be left out, and draws") {
  const auto posterior = learned(mixed_schema(), mixed_rows);

  for (const FeatureInformation& one : rank_by_mutual_information(posterior, {.mass = 0})) {
    CAPTURE(one.feature);
    CHECK_FALSE(one.interval);
    CHECK_FALSE(one.mean);
    CHECK_FALSE(one.p_value);
  }
  const Ranking closed = rank_by_mutual_information(posterior, {.draws = 0});
  CHECK(found(closed, "city").interval);
  CHECK_FALSE(found(closed, "height").interval);
}

TEST_CASE("options out of range are refused") {
  const auto posterior = learned(mixed_schema(), mixed_rows);
  for (const InformationOptions& options :
       {InformationOptions{.mass = 1}, InformationOptions{.mass = -0.5},
        InformationOptions{.epsilon = -1}, InformationOptions{.draws = -1},
        InformationOptions{.document_length = 0},
        InformationOptions{.measure = InformationMeasure::posterior_mean, .draws = 0},
        InformationOptions{.measure = InformationMeasure::above_prior, .mass = 0}})
    CHECK(throws_error([&] { (void)rank_by_mutual_information(posterior, options); },
                       ErrorCode::domain));
}

TEST_CASE("features that data say much of are not nearly prior") {
  std::string csv = "x,class\n";
  for (int row = 0; row < 400; ++row)
    csv += std::to_string(row % 3 == 0 ? 1 : 0) + (row % 2 == 0 ? ",a\n" : ",b\n");
  const auto posterior = learned(schema_of({{.name = "x", .family = "bernoulli"}}), csv);

  const FeatureInformation x = rank_by_mutual_information(posterior).front();

  CHECK_FALSE(is_nearly_prior(x));
  CHECK(*x.prior_mean > *x.mean);
}

TEST_CASE("the interval holds the truth about as often as it says") {
  // 150 data sets of 60 rows, drawn from two normals; of mass 0.8, to four sigma.
  const Doubles equal{0.5, 0.5};
  const std::vector<Normal> truth{{0, 1}, {0.8, 2}};
  const double told = mutual_information(equal, std::span<const Normal>(truth));
  Random random{99};
  int held = 0;
  for (int set = 0; set < 150; ++set) {
    std::string csv = "x,class\n";
    for (int row = 0; row < 60; ++row) {
      const int c = row % 2;
      csv += decimal_text(draw(truth[static_cast<std::size_t>(c)], random)) +
             (c == 0 ? ",a\n" : ",b\n");
    }
    const auto posterior = learned(schema_of({{.name = "x", .family = "normal"}}), csv);
    const Ranking ranking = rank_by_mutual_information(
        posterior, {.mass = 0.8, .draws = 60, .seed = static_cast<std::uint64_t>(set)});
    const Interval interval = *ranking[0].interval;
    held += interval.lower <= told && told <= interval.upper ? 1 : 0;
  }

  CHECK(held > 100);
  CHECK(held < 140);
}

TEST_CASE("closed forms agree with draws of the same belief") {
  Random random{12};
  std::string csv = "x,y,class\n";
  for (int row = 0; row < 200; ++row) {
    const bool a = random.uniform() < 0.4;
    // One draw a statement: within an expression each compiler draws in its own order.
    const bool is_u = random.uniform() < (a ? 0.2 : 0.6);
    const bool is_v = !is_u && random.uniform() < 0.5;
    const bool is_one = random.uniform() < (a ? 0.8 : 0.5);
    csv += is_one ? "1," : "0,";
    csv += is_u ? "u" : is_v ? "v" : "w";
    csv += a ? ",a\n" : ",b\n";
  }
  const auto posterior = learned(
      schema_of({{.name = "x", .family = "bernoulli"}, {.name = "y", .family = "categorical"}}),
      csv);

  const Ranking drawn = rank_by_mutual_information(posterior, {.draws = 4000});
  const Ranking closed = rank_by_mutual_information(posterior, {.draws = 0});

  REQUIRE(closed.size() == 2);
  for (const FeatureInformation& one : closed) {
    CAPTURE(one.feature);
    const FeatureInformation& other = found(drawn, one.feature);
    CHECK(one.mean == other.mean);
    CHECK(one.interval->lower == testing::relative(other.interval->lower, 0.12));
    CHECK(one.interval->upper == testing::relative(other.interval->upper, 0.06));
  }
}

TEST_CASE("beliefs about a published table of few counts are those of its Dirichlet density") {
  // Beta(1, 1) for each class and Dirichlet(2, 2) for both make the weights (10, 3), (2, 8), for
  // which 400,000 draws by another program found p(I > 0.05) = 0.9244 and the quantiles below.
  std::string csv = "x,class\n";
  const auto add = [&](int count, const std::string& row) {
    for (int i = 0; i < count; ++i) csv += row;
  };
  add(9, "0,a\n");
  add(2, "1,a\n");
  add(1, "0,b\n");
  add(7, "1,b\n");
  const auto posterior =
      learned(schema_of({{.name = "x", .family = "bernoulli"}}, ClassPrior{.each = 2}), csv);

  const Ranking ranking = rank_by_mutual_information(posterior, {.epsilon = 0.05, .draws = 20000});

  const FeatureInformation& x = ranking.front();
  CHECK(x.mutual_information == doctest::Approx(0.169302655726).epsilon(3e-12));
  CHECK(*x.mean == doctest::Approx(0.188375832562).epsilon(3e-12));
  CHECK(*x.standard_deviation == doctest::Approx(std::sqrt(0.010497178995)).epsilon(3e-11));
  CHECK(std::abs(*x.probability_above - 0.9244) < 0.0075);  // four sigma
  // Standard errors of the quantiles of both samples: 0.0013 of the lower, 0.0022 of the upper one.
  CHECK(x.interval->lower == testing::relative(0.0371, 0.16));
  CHECK(x.interval->upper == testing::relative(0.3714, 0.027));
}

TEST_CASE("fixed class probabilities are not drawn") {
  const char* const csv = "x,class\n1,a\n1,a\n0,a\n1,b\n0,b\n0,b\n0,b\n";
  const auto posterior = learned(schema_of({{.name = "x", .family = "bernoulli"}},
                                           testing::given_classes({{"a", 0.9}, {"b", 0.1}})),
                                 csv);

  const Ranking ranking = rank_by_mutual_information(posterior, {.draws = 2000});

  // The most that could be told is the entropy of the given probabilities.
  CHECK(ranking[0].interval->upper < entropy(Doubles{0.9, 0.1}));
  const std::vector<Bernoulli> densities{{0.6}, {1.0 / 3}};
  CHECK(
      ranking[0].mutual_information ==
      doctest::Approx(mutual_information(Doubles{0.9, 0.1}, std::span<const Bernoulli>(densities)))
          .epsilon(1e-13));
}

TEST_CASE("models of a struct are ranked as those of a table") {
  struct Visit {
    bool smoker;
    double age;
  };
  const auto model = row_model<Visit>(classes("ill", "well"), bernoulli("smoker", &Visit::smoker),
                                      normal("age", &Visit::age));
  auto posterior = empty_posterior(model);
  observe(posterior, Visit{true, 70}, "ill");
  observe(posterior, Visit{true, 60}, "ill");
  observe(posterior, Visit{false, 40}, "well");
  observe(posterior, Visit{false, 30}, "well");

  const Ranking ranking = rank_by_mutual_information(posterior, {.draws = 20});
  const Ranking table = rank_by_mutual_information(
      learned(schema_of(
                  {{.name = "smoker", .family = "bernoulli"}, {.name = "age", .family = "normal"}}),
              "smoker,age,class\n1,70,ill\n1,60,ill\n0,40,well\n0,30,well\n"),
      {.draws = 20});

  CHECK(ranking == table);
}

TEST_CASE("a family whose densities have no mutual information comes last and says so") {
  const auto posterior =
      learned(schema_of({{.name = "a", .family = "kernel"}, {.name = "b", .family = "normal"}}),
              "a,b,class\n1,2,p\n2,4,p\n5,3,p\n4,4,q\n9,6,q\n7,5,q\n");

  const Ranking ranking = rank_by_mutual_information(posterior);

  REQUIRE(ranking.size() == 2);
  CHECK(ranking[0].feature == "b");
  CHECK(ranking[0].undefined.empty());
  CHECK(ranking[1].feature == "a");
  CHECK(ranking[1].undefined ==
        "family 'kernel' has no mutual information; give the column another one to rank it, "
        "say 'histogram'");
  CHECK_FALSE(ranking[1].mean.has_value());
}
