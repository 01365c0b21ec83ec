// What a comparison in time calls the bins of a histogram and the branches of a tree.
#include <credence/study/drift.hpp>

#include <credence/data/csv.hpp>

#include <doctest/doctest.h>

#include "support/has.hpp"
#include "support/models.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

// Forty numbers of one class, so many of ten in the lower half of 0 to 4.
ModelPosterior halves(const std::string& family, Index below, const PriorSpec& prior) {
  Table table;
  Doubles x;
  Strings labels;
  for (Index row = 0; row < 80; ++row) {
    x.push_back(row % 10 < below ? 0.5 : 3.5);
    labels.emplace_back(row < 40 ? "p" : "q");
  }
  table.add("x", x);
  table.add("class", labels);
  return observe(Model(schema_of({{.name = "x", .family = family, .prior = prior}})), table);
}

PriorSpec edges(std::vector<double> at) { return {.values = {{"edges", std::move(at)}}}; }

}  // namespace

TEST_CASE("a bin whose probability moved is called by its ends") {
  const PriorSpec bins{
      .values = {{"edges", std::vector<double>{0, 2, 4}}, {"weights", std::vector<double>{1, 1}}}};
  const Drift drift = compare_in_time(halves("histogram", 8, bins), halves("histogram", 2, bins));

  const Change& first = drift.changes.front();
  CHECK(first.moves.size() == 2);
  CHECK(first.moves.front().parameter == "probabilities");
  CHECK(first.moves.front().level == "0 to 2");
  CHECK(has_note(sentences_on(drift, 4), "probability of '0 to 2' 0.7857 to 0.2143"));
}

TEST_CASE("a branch of a tree whose share moved is called by its lower half and its whole") {
  const Drift drift = compare_in_time(halves("polya_tree", 8, edges({0, 2, 4})),
                                      halves("polya_tree", 2, edges({0, 2, 4})));

  const Change& first = drift.changes.front();
  CHECK(first.moves.front().parameter == "shares");
  CHECK(first.moves.front().level == "0 to 2 of 0 to 4");
  CHECK(has_note(sentences_on(drift, 4), "share of '0 to 2 of 0 to 4' 0.7857 to 0.2143"));
}

TEST_CASE("branches of a tree with tails are open at their ends") {
  const PriorSpec normal{.values = {{"mean", 2.0}, {"sd", 1.0}, {"depth", 1.0}}};
  const Drift drift =
      compare_in_time(halves("polya_tree", 8, normal), halves("polya_tree", 2, normal));

  CHECK(drift.changes.front().moves.front().level == "up to 2 of all");
}
