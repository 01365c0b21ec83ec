// Columns whose cells go missing between two data sets.
#include <credence/study/drift.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "support/models.hpp"

using namespace credence;
using namespace credence::testing;
using doctest::Approx;

TEST_CASE("a column that goes missing has changed") {
  const auto learned = [](Index rows, Index every) {
    Table table;
    Doubles y, holes;
    Strings labels;
    for (Index row = 0; row < rows; ++row) {
      y.push_back(static_cast<double>(row % 13));
      holes.push_back(row % every == 0 ? std::nan("") : static_cast<double>(row % 7));
      labels.emplace_back(row % 5 < 2 ? "p" : "q");
    }
    table.add("y", y);
    table.add("z", holes);
    table.add("class", labels);
    return observe(
        Model(schema_of({{.name = "y", .family = "normal"}, {.name = "z", .family = "normal"}})),
        table);
  };
  const ModelPosterior seldom = learned(400, 100);

  const Drift half = compare_in_time(seldom, learned(400, 2));
  const auto changes = [](const Drift& drift) {
    return std::count_if(drift.changes.begin(), drift.changes.end(),
                         [&](const Change& change) { return drift.changed(change); });
  };
  CHECK(half.kind() == DriftKind::columns);
  CHECK(changes(half) == 2);
  for (const Change& change : half.changes) {
    if (!half.changed(change)) continue;
    CHECK(change.missing);
    CHECK(change.feature == "z");
    REQUIRE(change.moves.size() == 1);
    CHECK(change.moves[0].klass == change.klass);
    CHECK(change.moves[0].parameter == "share of missing cells");
    CHECK(change.moves[0].after > 0.35);
  }
  CHECK(sentences_on(half, 10)[1].find("what is missing of 'z' changed within class") == 0);

  const Drift all = compare_in_time(seldom, learned(400, 1));
  CHECK(all.kind() == DriftKind::columns);
  CHECK(changes(all) == 2);
  CHECK(changes(compare_in_time(seldom, seldom)) == 0);
}

TEST_CASE("the change of a share of missing cells has its exact Bayes factor") {
  // Class "q" alone: 1 of 4 missing before, 2 of 3 after. Under a uniform prior the evidence of m
  // missing and p present cells is m! p! / (m + p + 1)!.
  const auto learned = [](const Doubles& cells) {
    Table table;
    table.add("x", cells);
    table.add("class", Strings(cells.size(), "q"));
    return observe(Model(schema_of({{.name = "x", .family = "normal"}})), table);
  };
  const double none = std::nan("");

  const Drift drift = compare_in_time(learned({1, none, 2, 4}), learned({none, 3, none}));

  const auto missing = std::find_if(drift.changes.begin(), drift.changes.end(),
                                    [](const Change& change) { return change.missing; });
  REQUIRE(missing != drift.changes.end());
  const double before = 1.0 * 6 / 120;
  const double after = 2.0 * 1 / 24;
  const double both = 6.0 * 24 / 40320;
  CHECK(missing->log_bayes_factor == Approx(std::log(before * after / both)).epsilon(1e-13));
  CHECK(missing->rows_before == 4);
  CHECK(missing->rows_after == 3);
  CHECK(missing->moves.at(0).before == Approx(2.0 / 6).epsilon(1e-14));
  CHECK(missing->moves.at(0).after == Approx(3.0 / 5).epsilon(1e-14));
}

TEST_CASE("weights that do not add up to the last digit leave nothing missing") {
  const auto learned = [](Index rows) {
    Table table;
    Doubles x, weights;
    Strings labels;
    for (Index row = 0; row < rows; ++row) {
      x.push_back(static_cast<double>(row % 11));
      weights.push_back(0.1 + 0.7 * static_cast<double>(row % 3));
      labels.emplace_back(row % 4 == 0 ? "p" : "q");
    }
    table.add("x", x);
    table.add("w", weights);
    table.add("class", labels);
    const Model model(schema_of({{.name = "x", .family = "normal"}}));
    Posterior<Model> posterior = empty_posterior(model);
    observe(posterior, credence::bind(model, table, "w"));
    return posterior;
  };

  const Drift drift = compare_in_time(learned(1000), learned(777));

  CHECK(drift.changes.size() == 2);
  for (const Change& change : drift.changes) CHECK_FALSE(change.missing);
}

TEST_CASE("a column of a block that vanishes has changed, wherever its numbers are kept") {
  const auto learned = [](const std::string& family, Index every) {
    Table table;
    Doubles y, z;
    Strings labels;
    for (Index row = 0; row < 200; ++row) {
      y.push_back(static_cast<double>(row % 13));
      z.push_back(row % every == 0 ? std::nan("") : static_cast<double>(row % 7));
      labels.emplace_back(row % 5 < 2 ? "p" : "q");
    }
    table.add("y", y);
    table.add("z", z);
    table.add("class", labels);
    ColumnSchema block{.name = "block", .family = "normal", .columns = {"y", "z"}};
    if (family == "joint") block.covariance = Covariance::full;
    if (family == "tied") block.tied = Tying::features;
    return observe(Model(schema_of({block})), table);
  };
  for (const std::string family : {"tied", "joint"}) {
    CAPTURE(family);
    const Drift gone = compare_in_time(learned(family, 1000), learned(family, 1));
    CHECK(gone.kind() == DriftKind::columns);
    Index changed = 0;
    for (const Change& change : gone.changes) {
      if (!change.missing || !gone.changed(change)) continue;
      ++changed;
      CHECK(change.feature == "block");
      CHECK(change.moves.at(0).level == (family == "tied" ? "z" : ""));
      CHECK(change.moves.at(0).after > 0.95);
    }
    CHECK(changed == 2);
    CHECK(compare_in_time(learned(family, 3), learned(family, 3)).kind() == DriftKind::none);
  }
}
