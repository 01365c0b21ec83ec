// Simulation-based calibration: ranks are uniform where posteriors are right, and flagged where a
// family is wrong on purpose.
#include <credence/base/parallel.hpp>
#include <credence/catalogue/family_of.hpp>
#include <credence/data/csv.hpp>
#include <credence/family/beta_bernoulli.hpp>
#include <credence/family/gamma_poisson.hpp>
#include <credence/family/von_mises_known_concentration.hpp>
#include <credence/learn/posterior_priors.hpp>
#include <credence/study/simulation_based.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "study/rows/entry_names.hpp"
#include "support/models.hpp"
#include "support/paths.hpp"
#include "support/throws.hpp"

using namespace credence;
using testing::throws_error;

namespace {

// Wrong on purpose: each datum is seen twice, so that posteriors are too narrow.
struct TwiceSeen : BernoulliCounts {
  void observe(std::same_as<bool> auto yes, double weight = 1) {
    BernoulliCounts::observe(yes, 2 * weight);
  }
  void forget(std::same_as<bool> auto yes, double weight = 1) {
    BernoulliCounts::forget(yes, 2 * weight);
  }
  void merge(const TwiceSeen& other) { BernoulliCounts::merge(other); }
  static constexpr auto members = Members{Member{"ones", &TwiceSeen::ones, Domain::nonnegative},
                                          Member{"zeros", &TwiceSeen::zeros, Domain::nonnegative}};
  friend bool operator==(const TwiceSeen&, const TwiceSeen&) = default;
};
struct CountsTwice : BetaBernoulli {
  using Shipped = void;
  using Statistics = TwiceSeen;
  static constexpr std::string_view name = "counts_twice";
  static EmpiricalPrior<Beta> empirical() = delete;
};

// Two classes; a column of each kind, with priors in numbers.
Schema all_kinds() {
  const auto prior = [](const Fields& values) { return PriorSpec{.values = values}; };
  Schema schema{.label = "k", .classes = {"a", "b"}};
  schema.columns = {
      {.name = "yes", .family = "bernoulli", .prior = prior({{"ones", 2.0}, {"zeros", 3.0}})},
      {.name = "level", .family = "categorical", .levels = {"x", "y", "z"}},
      {.name = "number",
       .family = "normal",
       .prior = prior({{"mean", 3.0}, {"mean_weight", 2.0}, {"shape", 3.0}, {"scale", 4.0}})},
      {.name = "count", .family = "poisson", .prior = prior({{"shape", 3.0}, {"rate", 2.0}})},
      {.name = "turn",
       .family = "von_mises",
       .prior = prior({{"direction", 3.0}, {"strength", 1.0}, {"concentration", 2.0}})},
      {.name = "text", .family = "multinomial", .levels = {"free", "hello", "win"}}};
  return schema;
}

double smallest_p_value(const SimulationBasedCalibration& found) {
  double smallest = 1;
  for (const ParameterRanks& parameter : found.parameters)
    smallest = std::min(smallest, parameter.p_value);
  return smallest;
}

}  // namespace

TEST_CASE("ranks in bins have the chi-square and the p-value of other programs") {
  // Four ranks, two of them in each of two bins: (60 - 50)^2 / 50 + (40 - 50)^2 / 50 = 4.
  const std::vector<Index> ranks = {35, 25, 15, 25};
  CHECK(detail::binned(ranks, 2) == std::vector<Index>{60, 40});
  CHECK(detail::rank_chi_square(ranks, 2) == doctest::Approx(4));
  // Unequal bins of three ranks: two ranks and one, expected 20 and 10.
  CHECK(detail::ranks_of_bins(3, 2) == std::vector<Index>{2, 1});
  CHECK(detail::rank_chi_square(std::vector<Index>{10, 5, 15}, 2) ==
        doctest::Approx(25.0 / 20 + 25.0 / 10));

  // mpmath 1.3.0: the upper tail of chi-square 4.32 with 3 degrees of freedom.
  detail::RankCounts counts(3);
  Random random{1};
  for (const auto& [rank, times] : {std::pair{0, 34}, {1, 22}, {2, 22}, {3, 22}})
    for (int i = 0; i < times; ++i) {
      int draw = 0;
      counts.add({static_cast<double>(rank)}, random,
                 [&] { return std::vector<double>{0.5 + draw++}; });
    }
  const auto found = detail::ranked("family f", {ParameterRanks{.parameter = "p"}}, counts,
                                    {.simulations = 100, .draws = 3, .bins = 4});
  const ParameterRanks& ranked = found.parameters.front();
  CHECK(ranked.counts == std::vector<Index>{34, 22, 22, 22});
  CHECK(ranked.chi_square == doctest::Approx(4.32));
  CHECK(ranked.p_value == doctest::Approx(0.228918864336105).epsilon(1e-12));
  CHECK(ranked.mean_rank == doctest::Approx((22 + 44 + 66) / 300.0));
  CHECK(ranked.ecdf_difference == std::vector<double>{0.34 - 0.25, 0.56 - 0.5, 0.78 - 0.75});
  CHECK(ranked.largest_difference == doctest::Approx(0.09));
}

TEST_CASE("bands hold what binomial and Kolmogorov-Smirnov distributions say") {
  const SimulationBasedCalibration found{.options = {.simulations = 1000, .draws = 99}};
  // mpmath 1.3.0: quantiles 0.025 and 0.975 of Binomial(1000, 0.05) and Binomial(1000, 0.01).
  CHECK(found.count_band(5) == Interval{.lower = 37, .upper = 64});
  CHECK(found.count_band(1) == Interval{.lower = 4, .upper = 17});
  // sqrt(ln 40 / 2000)
  CHECK(found.ecdf_band() == doctest::Approx(0.04294694));
}

TEST_CASE("draws that equal the true value lie on either side of it at random") {
  detail::RankCounts counts(3);
  Random random{5};
  for (int i = 0; i < 4000; ++i)
    counts.add({1, 7}, random, [i = 0]() mutable {
      return std::vector<double>{1, ++i == 1 ? 6.0 : 7.0};
    });

  CHECK(!counts.varies(0));
  CHECK(counts.varies(1));
  for (const Index count : counts.counts()[0]) CHECK(std::abs(count - 1000) < 5 * 28);
  CHECK(counts.counts()[1][0] == 0);
}

TEST_CASE("the posteriors of a family alone are calibrated, whatever the bins") {
  for (const Index bins : {7, 20}) {
    const auto found = sbc(BetaBernoulli{Beta{.ones = 2, .zeros = 3}},
                           {.simulations = 2000, .draws = 99, .bins = bins});

    REQUIRE(found.parameters.size() == 1);
    const ParameterRanks& only = found.parameters.front();
    CHECK(only.parameter == "probability");
    CHECK(std::ssize(only.counts) == bins);
    CHECK(std::accumulate(only.counts.begin(), only.counts.end(), Index{0}) == 2000);
    CHECK(only.ecdf_difference.size() == 99);
    CHECK(only.largest_difference < found.ecdf_band());
    CHECK(found.flagged().empty());
  }
}

TEST_CASE("a family that counts its data twice is flagged as too narrow") {
  const auto found = sbc(CountsTwice{{.prior = Beta{.ones = 2, .zeros = 3}}});

  REQUIRE(found.flagged().size() == 1);
  CHECK(found.flagged().front()->p_value < 1e-6);
  CHECK(sentence_on(*found.flagged().front()) == "'probability': its posterior is too narrow");
  CHECK(found.parameters.front().largest_difference > found.ecdf_band());
}

TEST_CASE("a model with a family that is wrong on purpose is flagged in that column alone") {
  Schema schema = all_kinds();
  schema.columns[0].family = "counts_twice";
  const Model model{schema, shipped_families().with(family_type<CountsTwice>())};

  const auto found = sbc(model, {.simulations = 1500, .features = {"yes", "number"}});

  REQUIRE(found.flagged().size() == 2);
  for (const ParameterRanks* flagged : found.flagged()) {
    CHECK(flagged->feature == "yes");
    CHECK(flagged->family == "counts_twice");
    CHECK(sentence_on(*flagged).ends_with("its posterior is too narrow"));
  }
}

TEST_CASE("the posteriors of a model with columns of all kinds are calibrated") {
  const auto found = sbc(Model{all_kinds()}, {.simulations = 500, .rows = 12, .tokens = 5});

  CHECK(found.subject == "label k");
  // Class probabilities, then of each class: 1 + 3 + 2 + 1 + 1 (the concentration is known) + 3.
  CHECK(found.parameters.size() == 2 + 2 * 11);
  CHECK(smallest_p_value(found) > found.threshold());
  CHECK(name_of(found.parameters[0]) == "'probability' of 'k' in class 'a'");
  CHECK(name_of(found.parameters[4]) == "'probabilities' (x) of 'level' in class 'a'");
}

TEST_CASE("posteriors with a level that is reserved, or that is of missing cells, are calibrated") {
  Schema schema{.label = "k", .classes = {"a", "b"}};
  schema.columns = {
      {.name = "level",
       .family = "categorical",
       .prior = PriorSpec{.values = {{"weights", std::vector{3.0, 2.0, 1.0, 4.0, 9.0}}}},
       .levels = {"x", "9", "10"},
       .unseen = Unseen::reserve,
       .missing_is_level = true},
      {.name = "text",
       .family = "multinomial",
       .levels = {"hello", "win"},
       .unseen = Unseen::reserve},
      {.name = "words",
       .family = "multinomial",
       .unseen = Unseen::reserve,
       .columns = {"free", "prize"}},
      {.name = "gap", .family = "categorical", .levels = {"o", "p"}, .missing_is_level = true}};

  const auto found = sbc(Model{schema}, {.simulations = 500, .rows = 12, .tokens = 5});

  CHECK(found.parameters.size() == 2 + 2 * (5 + 3 + 3 + 3));
  CHECK(smallest_p_value(found) > found.threshold());
  std::vector<std::string> entries;
  for (const ParameterRanks& each : found.parameters)
    if (each.klass == "a" && each.feature != "gap") entries.push_back(each.entry);
  const std::vector<std::string> expected{"",         "10",   "9",     "missing",
                                          "(unseen)", "x",    "hello", "(unseen)",
                                          "win",      "free", "prize", "(unseen)"};
  CHECK(entries == expected);
}

TEST_CASE("numbers of lists are called by their levels, or by the columns of a covariance") {
  const std::vector<std::string> columns{"x", "y", "z"};
  const auto names = [&](std::size_t length) {
    std::vector<std::string> all;
    for (std::size_t at = 0; at < length; ++at)
      all.push_back(detail::entry_name(columns, length, at));
    return all;
  };
  using Names = std::vector<std::string>;
  CHECK(names(1) == Names{""});
  CHECK(names(3) == Names{"x", "y", "z"});
  CHECK(names(4) == Names{"x", "y", "z", "(unseen)"});
  CHECK(names(5) == Names{"1", "2", "3", "4", "5"});
  CHECK(names(6) == Names{"x", "y with x", "y", "z with x", "z with y", "z"});

  Schema schema{.label = "k", .classes = {"a", "b"}};
  ColumnSchema block{.name = "block", .family = "normal", .columns = {"x", "y"}};
  block.covariance = Covariance::full;
  block.prior.values = {{"means", std::vector{0.0, 0.0}},
                        {"mean_weight", 1.0},
                        {"shape", 3.0},
                        {"scales", std::vector{1.0, 0.0, 1.0}}};
  schema.columns = {block};
  Names entries;
  for (const ParameterRanks& each : sbc(Model{schema}, {.simulations = 100}).parameters)
    if (each.klass == "a" && each.parameter == "covariance") entries.push_back(each.entry);
  CHECK(entries == Names{"x", "y with x", "y"});
}

TEST_CASE("calibration is the same for any number of threads, and follows the seed") {
  const Model model{all_kinds()};
  const auto with = [&](int threads, std::uint64_t seed) {
    const ThreadLimit limit(threads);
    return sbc(model, {.simulations = 100, .draws = 19, .seed = seed});
  };
  const auto one = with(1, 3);
  CHECK(one == with(3, 3));
  CHECK(!(one == with(1, 4)));
}

TEST_CASE("priors that take numbers from data are refused by name, or frozen at a posterior's") {
  const Table iris = read_csv(testing::project_file("examples/data/iris.csv"));
  const Model model = infer_model(iris, {.label = "class"});
  const auto posterior = observe(model, iris);
  Schema listed = model.schema();
  listed.classes = posterior.label.classes;
  CHECK(throws_error([&] { (void)sbc(with_schema(model, listed)); }, ErrorCode::undefined,
                     "column 'sepal_length'"));
  Schema empirical = all_kinds();
  empirical.columns[3].prior = PriorSpec{.word = "empirical"};
  CHECK(throws_error([&] { (void)sbc(Model{empirical}); }, ErrorCode::undefined, "column 'count'"));

  const auto found = sbc(posterior, {.simulations = 200, .draws = 19});
  CHECK(found.parameters.size() == 3 + 3 * 4 * 2);
  CHECK(found.flagged().empty());
  REQUIRE(found.notes.size() == 1);
  CHECK(found.notes.front().find("'petal_width'") != std::string::npos);
}

TEST_CASE("what cannot be simulated is refused with the reason") {
  const Model model{all_kinds()};
  const auto refused = [&](ErrorCode code, const char* words, const SbcOptions& options) {
    return throws_error([&] { (void)sbc(model, options); }, code, words);
  };
  CHECK(refused(ErrorCode::schema, "'height'", {.features = {"height"}}));
  CHECK(refused(ErrorCode::domain, "draws", {.draws = 0}));
  CHECK(refused(ErrorCode::domain, "rows", {.rows = 0}));
  CHECK(refused(ErrorCode::domain, "bins", {.draws = 9, .bins = 20}));
  CHECK(refused(ErrorCode::domain, "simulations", {.simulations = 99}));
  CHECK(refused(ErrorCode::domain, "probabilities", {.mass = 1}));
  CHECK(throws_error([] { (void)sbc(GammaPoisson{}); }, ErrorCode::undefined, "cannot be drawn"));
  CHECK(throws_error([] { (void)sbc(BetaBernoulli{Beta{.ones = 0, .zeros = 1}}); },
                     ErrorCode::undefined, "family 'bernoulli'"));
}

TEST_CASE("directions are taken in one turn, concentrations as they are") {
  std::vector<double> numbers;
  credence::detail::add_numbers<VonMisesKnownConcentration>(
      VonMises{.direction = 7, .concentration = 40}, numbers);
  CHECK(numbers.at(0) == doctest::Approx(7 - 2 * std::numbers::pi));
  CHECK(numbers.at(1) == 40);
}

TEST_CASE("more ranks than memory holds are refused before any is drawn") {
  const SbcOptions many{.draws = Index{1} << 48};
  CHECK(throws_error([&] { (void)sbc(Model(all_kinds()), many); }, ErrorCode::limit,
                     "take fewer draws"));
}

TEST_CASE("ranks that lie to one side say to which side the posterior lies") {
  const auto said_of = [](std::vector<Index> counts) {
    return sentence_on(ParameterRanks{
        .feature = "x", .klass = "a", .parameter = "mean", .counts = std::move(counts)});
  };

  CHECK(said_of({0, 10, 30, 160}) == "'mean' of 'x' in class 'a': its posterior lies too low");
  CHECK(said_of({160, 30, 10, 0}) == "'mean' of 'x' in class 'a': its posterior lies too high");
  CHECK(said_of({90, 10, 10, 90}) == "'mean' of 'x' in class 'a': its posterior is too narrow");
  CHECK(said_of({10, 90, 90, 10}) == "'mean' of 'x' in class 'a': its posterior is too wide");
  CHECK(said_of({50, 52, 49, 49}) ==
        "'mean' of 'x' in class 'a': the ranks of its true values are not uniform");

  // As many of each of 25 ranks, which fill five of 20 bins twice.
  ParameterRanks even{.parameter = "mean", .counts = detail::ranks_of_bins(25, 20)};
  for (Index& count : even.counts) count *= 400;
  even.ecdf_difference.resize(24);
  CHECK(sentence_on(even) == "'mean': the ranks of its true values are not uniform");
}

TEST_CASE("classes of probability 0 are ranked by name as the others are") {
  Schema schema = testing::schema_of({{.name = "colour", .family = "categorical"}});
  schema.columns[0].levels = {"r", "g"};
  schema.columns[0].prior.values = {{"each", 1.0}};
  schema.classes = {"p", "q"};
  schema.class_prior = {.kind = ClassPrior::Kind::given, .given = {{"p", 1}, {"q", 0}}};
  const auto found = sbc(Model{schema}, {.simulations = 200, .draws = 19});
  CHECK(found.flagged().empty());
  CHECK(std::any_of(
      found.parameters.begin(), found.parameters.end(),
      [](const ParameterRanks& one) { return one.feature == "colour" && one.klass == "q"; }));
}
