// What the evidence says of a block of normal columns as one feature.
#include <credence/select/relevance.hpp>

#include <credence/learn/evidence.hpp>
#include <credence/learn/posterior_priors.hpp>

#include <doctest/doctest.h>

#include "support/models.hpp"

using namespace credence;
using testing::Doubles;
using testing::learned;
using testing::numbers;
using testing::schema_of;
using testing::Strings;

namespace {

ColumnSchema block(Tying tying, PriorSpec prior = {}) {
  return {.name = "sizes",
          .family = "normal",
          .prior = std::move(prior),
          .columns = {"x", "y"},
          .tied = tying};
}

Relevance only_tied_one(const testing::ModelPosterior& posterior) {
  const auto all = rank_by_evidence(posterior);
  REQUIRE(all.size() == 1);
  return all.front();
}

const PriorSpec known = numbers({{"means", Doubles{1, 1}},
                                 {"mean_weights", Doubles{0.5, 0.5}},
                                 {"shapes", Doubles{2}},
                                 {"scales", Doubles{3, 3}}});
const std::string rows = "x,y,class\n1,10,A\n2,12,A\n1.5,9,A\n3,20,B\n4,26,B\n";
const std::string one_class = "x,y,class\n1,10,A\n2,12,A\n1.5,9,A\n3,20,A\n4,26,A\n";

}  // namespace

TEST_CASE("the evidence of a tied block is set against that of the block in one class") {
  for (const Tying tying : all_tyings)
    for (const PriorSpec& prior : {PriorSpec{}, known}) {
      CAPTURE(std::string(to_string(tying)));
      const Schema schema = schema_of({block(tying, prior)});
      const Relevance both = only_tied_one(learned(schema, rows));
      const Relevance one = only_tied_one(learned(schema, one_class));

      CHECK(both.undefined.empty());
      CHECK(both.family == "normal");
      CHECK(both.pooled_log_evidence == doctest::Approx(one.log_evidence).epsilon(1e-13));
      CHECK(one.log_bayes_factor == doctest::Approx(0).epsilon(1e-12));
      CHECK(both.log_bayes_factor ==
            doctest::Approx(both.log_evidence - one.log_evidence).epsilon(1e-12));
    }
}

TEST_CASE("the log evidence of a tied block is its part in that of the posterior") {
  for (const Tying tying : all_tyings) {
    CAPTURE(std::string(to_string(tying)));
    const auto posterior = learned(schema_of({block(tying, known)}), rows);
    CHECK(log_evidence(posterior, "sizes") + log_evidence(posterior.label) ==
          doctest::Approx(log_evidence(posterior)).epsilon(1e-14));
    CHECK(only_tied_one(posterior).log_evidence == log_evidence(posterior, "sizes"));
  }
  // Reference: NumPy/SciPy and plain Python agree on the digits shown.
  const auto all = learned(schema_of({block(Tying::all, known)}), rows);
  CHECK(log_evidence(all, "sizes") == doctest::Approx(-38.126816703456).epsilon(1e-12));
}

TEST_CASE("classes that differ in nothing but their means are told apart by a tied block") {
  const auto far =
      only_tied_one(learned(schema_of({block(Tying::classes)}),
                            "x,y,class\n1,2,A\n2,3,A\n3,4,A\n11,2,B\n12,3,B\n13,4,B\n"));
  const auto same = only_tied_one(learned(schema_of({block(Tying::classes)}),
                                          "x,y,class\n1,2,A\n2,3,A\n3,4,A\n1,2,B\n2,3,B\n3,4,B\n"));
  CHECK(far.probability > 0.5);
  CHECK(same.probability < 0.5);
}

TEST_CASE("a tied block without an evidence says why and comes last") {
  const std::string csv = "x,y,yes,class\n1,10,1,A\n2,12,0,A\n3,20,1,B\n4,26,1,B\n";
  const auto by_class = learned(
      schema_of({block(Tying::features, {.by_class = {{"A", known}, {"B", testing::word("auto")}}}),
                 {.name = "yes", .family = "bernoulli"}}),
      csv);
  const auto ranked = rank_by_evidence(by_class);
  REQUIRE(ranked.size() == 2);
  CHECK(ranked[0].feature == "yes");
  CHECK(ranked[1].feature == "sizes");
  CHECK(ranked[1].undefined.find("another prior for each class") != std::string::npos);

  const Relevance constant =
      only_tied_one(learned(schema_of({block(Tying::all)}), "x,y,class\n1,5,A\n2,5,A\n3,5,B\n"));
  CHECK(constant.undefined.find("column is constant") != std::string::npos);
}

TEST_CASE("a frozen tied block is ranked as the one it came from") {
  for (const Tying tying : all_tyings) {
    const auto posterior = learned(schema_of({block(tying)}), rows);
    CHECK(rank_by_evidence(freeze(posterior)) == rank_by_evidence(posterior));
  }
}
