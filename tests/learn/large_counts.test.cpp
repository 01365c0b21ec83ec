// Whole counts up to 2^53 are exact (R16), and what is said beyond.
#include <credence/learn/model_posterior.hpp>

#include <credence/family/dirichlet_categorical.hpp>

#include <doctest/doctest.h>

#include <credence/learn/posterior_file.hpp>

#include "support/block_of.hpp"
#include "support/models.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

// Two columns that count; the first row weighs `weight`, the others 1.
ModelPosterior counted(const std::string& weight, Summation summation = Summation::rounded) {
  const std::string csv =
      "city,visits,times,class\nOslo,1," + weight + ",a\nOslo,0,1,a\nRome,2,1,b\nOslo,0,1,a\n";
  auto posterior = empty_posterior(Model(schema_of({{.name = "city", .family = "categorical"},
                                                    {.name = "visits", .family = "poisson"}})),
                                   summation);
  observe(posterior, table_of(csv), "times");
  return posterior;
}

double oslo(const ModelPosterior& posterior) {
  return block_of<DirichletCategorical>(posterior).cell(0, 0).counts[0];
}

}  // namespace

TEST_CASE("whole counts are exact below 2 to the 53rd and need no note") {
  const auto posterior = counted("9007199254740989");

  CHECK(oslo(posterior) == 9007199254740991);
  CHECK(posterior.label.counts.counts[0] == 9007199254740991);
  CHECK(notes_on_counts(posterior).empty());
  CHECK(posterior_from_json(to_json(posterior), "p.json") == posterior);
  CHECK(to_json(posterior).find("9007199254740991") != std::string::npos);
  CHECK(oslo(counted("9007199254740990")) == 9007199254740992);
}

TEST_CASE("counts that have reached 2 to the 53rd are named") {
  const auto posterior = counted("9007199254740992");

  const auto notes = notes_on_counts(posterior);

  REQUIRE(notes.size() == 1);
  CHECK(notes.front().find("column 'class', class 'a'") != std::string::npos);
  CHECK(notes.front().find("and 2 more") != std::string::npos);
  CHECK(notes.front().find("Summation::exact") != std::string::npos);
}

TEST_CASE("exact sums count on beyond 2 to the 53rd") {
  auto posterior = counted("9007199254740992", Summation::exact);

  CHECK(oslo(posterior) == 9007199254740994);  // doubles alone stay at ...992
  REQUIRE(notes_on_counts(posterior).size() == 1);
  CHECK(notes_on_counts(posterior).front().find("exact") != std::string::npos);
  auto other = counted("1", Summation::exact);
  merge(posterior, other);
  CHECK(block_of<DirichletCategorical>(posterior).exact[0].sums()[0].text() == "20000000000005p0");
}

TEST_CASE("merging counts up to 2 to the 53rd is exact in any order") {
  auto forward = counted("4503599627370494");
  auto backward = counted("4503599627370493");
  const auto first = forward, second = backward;
  merge(forward, second);
  merge(backward, first);

  CHECK(oslo(forward) == 9007199254740991);
  CHECK(forward == backward);
}
