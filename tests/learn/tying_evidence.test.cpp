// The log evidence of a block under each way of sharing a variance.
#include <credence/learn/evidence.hpp>

#include <credence/detail/learn/block_priors.hpp>
#include <credence/family/tied_normal.hpp>
#include <credence/learn/posterior_file.hpp>
#include <credence/learn/posterior_priors.hpp>

#include <doctest/doctest.h>

#include <cmath>

#include "support/block_of.hpp"
#include "support/data_error.hpp"
#include "support/models.hpp"
#include "support/shipped.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

const Strings iris_sizes = {"sepal_length", "sepal_width", "petal_length", "petal_width"};

ColumnSchema block(Tying tying, Strings columns, PriorSpec prior = {}) {
  return {.name = "sizes",
          .family = "normal",
          .prior = std::move(prior),
          .columns = std::move(columns),
          .tied = tying};
}

ModelPosterior learned_iris(Tying tying) {
  return observe(Model(schema_of({block(tying, iris_sizes)})), shipped("iris"));
}

const PriorSpec known = numbers({{"means", Doubles{1, 1}},
                                 {"mean_weights", Doubles{0.5, 0.5}},
                                 {"shapes", Doubles{2}},
                                 {"scales", Doubles{3, 3}}});
constexpr std::string_view five_rows = "x,y,class\n1,10,A\n2,12,A\n1.5,9,A\n3,20,B\n4,26,B\n";

std::string faults_of(std::vector<ColumnSchema> columns) {
  try {
    (void)Model(schema_of(std::move(columns)));
    return {};
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::schema);
    return error.what();
  }
}

}  // namespace

TEST_CASE("one posterior tells the evidence of every tying") {
  const auto posterior = learned(schema_of({block(Tying::all, {"x", "y"}, known)}), five_rows);

  const auto evidence = tying_evidence(posterior, "sizes");

  // Reference: NumPy/SciPy and plain Python agree on the digits shown. The columns have one scale, so that
  // their own units are those of their spreads.
  const Doubles expected{-34.054062588390, -32.401906316294, -38.146403203907,
                         -38.126816703456, -38.146403203907, -38.126816703456};
  REQUIRE(evidence.size() == 6);
  for (std::size_t i = 0; i < 6; ++i) {
    CHECK(evidence[i].tying == all_tyings[i]);
    CHECK(evidence[i].log_evidence == doctest::Approx(expected[i]).epsilon(1e-13));
  }
  CHECK(best_evidence(evidence) == evidence[1].log_evidence);
}

TEST_CASE("the evidence told of a tying is that of a posterior tied so") {
  const auto told = tying_evidence(learned_iris(Tying::free), "sizes");

  REQUIRE(told.size() == 6);
  for (const auto& [tying, evidence] : told) {
    const std::string shown(to_string(tying));
    CAPTURE(shown);
    const auto posterior = learned_iris(tying);
    const double of_label = log_evidence(posterior.label);
    CHECK(evidence == doctest::Approx(log_evidence(posterior) - of_label).epsilon(1e-12));
  }
}

TEST_CASE("a feature that is no tied block has no evidence of tyings") {
  CHECK(throws_error([] { (void)tying_evidence(learned_iris(Tying::free), "petal_width"); },
                     ErrorCode::schema, "no tied block is called 'petal_width'"));
}

TEST_CASE("a free block has the evidence of its columns one by one") {
  std::vector<ColumnSchema> columns;
  for (const std::string& name : iris_sizes) columns.push_back({.name = name, .family = "normal"});
  const auto apart = observe(Model(schema_of(columns)), shipped("iris"));

  CHECK(log_evidence(learned_iris(Tying::free)) ==
        doctest::Approx(log_evidence(apart)).epsilon(1e-13));
}

TEST_CASE("units of columns that share a variance change the evidence by the Jacobian alone") {
  constexpr std::string_view scaled =
      "x,y,class\n1000,10,A\n2000,12,A\n1500,9,A\n3000,20,B\n4000,26,B\n";
  for (const Tying tying : all_tyings) {
    CAPTURE(to_string(tying));
    const auto plain = learned(schema_of({block(tying, {"x", "y"})}), five_rows);
    const auto other = learned(schema_of({block(tying, {"x", "y"})}), scaled);
    const double change = log_evidence(other) - log_evidence(plain);

    // In their own units the columns are not the same before and after.
    const bool unscaled = ties_columns(tying) && !in_units_of_spreads(tying);
    CHECK((std::abs(change + 5 * std::log(1000.0)) < 1e-10) == !unscaled);
  }
}

TEST_CASE("a unit that all columns share changes the evidence by the Jacobian alone") {
  constexpr std::string_view scaled =
      "x,y,class\n10,100,A\n20,120,A\n15,90,A\n30,200,B\n40,260,B\n";
  for (const Tying tying : all_tyings) {
    CAPTURE(to_string(tying));
    const auto plain = learned(schema_of({block(tying, {"x", "y"})}), five_rows);
    const auto other = learned(schema_of({block(tying, {"x", "y"})}), scaled);

    CHECK(log_evidence(other) ==
          doctest::Approx(log_evidence(plain) - 10 * std::log(10.0)).epsilon(1e-12));
  }
}

TEST_CASE(
    "columns that share a variance in their own units have one scale, by words and in lists") {
  const auto posterior = learned(schema_of({block(Tying::all_unscaled, {"x", "y"})}), five_rows);
  const auto found =
      priors(block_of<TiedNormalInverseGammaNormal>(posterior), 0, posterior.label.classes);
  // Half the mean variance of the columns: (5.8 / 5 + 215.2 / 5) / 2 / 2.
  const double expected = (5.8 + 215.2) / 5 / 4;
  CHECK(found[0].scales[0] == doctest::Approx(expected).epsilon(1e-14));
  CHECK(found[0].scales[1] == found[0].scales[0]);

  const PriorSpec lists = numbers({{"means", Doubles{0, 0}},
                                   {"mean_weights", Doubles{1, 1}},
                                   {"shapes", Doubles{2}},
                                   {"scales", Doubles{1, 2}}});
  CHECK(faults_of({block(Tying::all_unscaled, {"x", "y"}, lists)}).find("'scales' differ") !=
        std::string::npos);
  CHECK(faults_of({block(Tying::all, {"x", "y"}, lists)}).empty());
}

TEST_CASE("two halves merged are the whole and a saved one comes back bit for bit") {
  for (const Tying tying : all_tyings) {
    CAPTURE(to_string(tying));
    const Model model(schema_of({block(tying, iris_sizes)}));
    const Table all = shipped("iris");
    std::vector<Index> even, odd;
    for (Index row = 0; row < all.rows(); ++row) (row % 2 == 0 ? even : odd).push_back(row);
    auto half = observe(model, all.select(even));

    merge(half, observe(model, all.select(odd)));

    CHECK(log_evidence(half) == doctest::Approx(log_evidence(learned_iris(tying))).epsilon(1e-12));
    CHECK(posterior_from_json(to_json(half), "half.json") == half);
  }
}

TEST_CASE("a frozen block keeps its numbers when data is added") {
  for (const Tying tying : all_tyings) {
    CAPTURE(to_string(tying));
    auto posterior = freeze(learned(schema_of({block(tying, {"x", "y"})}), five_rows));
    const auto before =
        priors(block_of<TiedNormalInverseGammaNormal>(posterior), 0, posterior.label.classes);
    const double evidence = log_evidence(posterior);

    observe(posterior, table_of("x,y,class\n7,70,A\n"));

    CHECK(priors(block_of<TiedNormalInverseGammaNormal>(posterior), 0, posterior.label.classes) ==
          before);
    CHECK(before.front().shapes.size() == (ties_columns(tying) ? 1 : 2));
    CHECK(evidence ==
          doctest::Approx(log_evidence(learned(schema_of({block(tying, {"x", "y"})}), five_rows)))
              .epsilon(1e-12));
  }
}

TEST_CASE("missing cells leave the other columns of their row") {
  const auto posterior =
      learned(schema_of({block(Tying::all, {"x", "y"})}), "x,y,class\n1,,a\n,5,a\n,,a\n3,7,b\n");
  const ColumnMoments& cell = block_of<TiedNormalInverseGammaNormal>(posterior).cell(0, 0);

  CHECK(cell.rows == 2);
  CHECK(cell.counts == Doubles{1, 1});
  CHECK(cell.means == Doubles{1, 5});
}

TEST_CASE("what a tied block must say is asked when a model is made") {
  CHECK(faults_of({{.name = "x", .family = "normal", .tied = Tying::all}}).find("`columns`") !=
        std::string::npos);
  CHECK(faults_of({{.name = "x", .family = "normal", .columns = {"a", "b"}}}).find("give `tied`") !=
        std::string::npos);
  CHECK(faults_of({{.name = "x", .family = "poisson", .tied = Tying::all}})
            .find("no use for `tied`") != std::string::npos);
  CHECK(faults_of({block(Tying::free, {"a", "b", "c"}, known)}).find("lengths 2 and 3") !=
        std::string::npos);
  const PriorSpec by_class{.by_class = {{"a", word("auto")}, {"b", word("auto3")}}};
  CHECK(faults_of({block(Tying::classes, {"a", "b"}, by_class)}).find("differs by class") !=
        std::string::npos);
  CHECK(faults_of({block(Tying::features, {"a", "b"}, by_class)}).empty());
}

TEST_CASE("a saved block whose statistics do not fit its columns is refused") {
  const auto posterior = learned(schema_of({block(Tying::all, {"x", "y"})}), five_rows);
  PosteriorRecord record = record_of(posterior);
  std::get<Doubles>(record.features[0].statistics[0][1].second).push_back(1);

  CHECK(throws_error([&] { (void)posterior_of(record); }, ErrorCode::version,
                     "one entry for each column"));
}

TEST_CASE("a number that is not finite is named with its column") {
  const Doubles x{1, 2, INFINITY}, y{1, 2, 3};
  Table table;
  table.add("y", y);
  table.add("x", x);
  table.add("class", Strings{"a", "b", "a"});

  const Model model(schema_of({block(Tying::all, {"y", "x"})}));

  CHECK(throws_error([&] { (void)observe(model, table); }, ErrorCode::domain,
                     "family 'normal' needs finite numbers: column 'x', row 3"));
}

TEST_CASE("a tied block has no prior that several blocks or levels share") {
  for (const char* word : {"empirical_block", "empirical_each"}) {
    CAPTURE(word);
    CHECK(throws_error(
        [&] {
          (void)learned(schema_of({block(Tying::all, {"x", "y"}, testing::word(word))}), five_rows);
        },
        ErrorCode::schema, "the words are 'auto', 'auto3' and 'empirical'"));
  }
}
