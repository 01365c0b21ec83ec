// Columns whose cells go missing between two data sets, and the sentences on all kinds of changes.
#include <credence/study/drift.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <credence/base/random.hpp>

#include "support/has.hpp"
#include "support/models.hpp"

using namespace credence;
using namespace credence::testing;
using doctest::Approx;

namespace {

// Rows of classes "p" and "q" in which so many of ten are of "p", and of "p" so many are yes.
ModelPosterior tenths(Index of_p, Index yes_of_p, Index repeats = 40) {
  Table table;
  Strings answers, labels;
  for (Index row = 0; row < 10 * repeats; ++row) {
    const bool p = row % 10 < of_p;
    labels.emplace_back(p ? "p" : "q");
    answers.emplace_back(p && row % 10 < yes_of_p ? "yes" : "no");
  }
  table.add("answer", answers);
  table.add("class", labels);
  return observe(Model(schema_of({{.name = "answer", .family = "categorical"}})), table);
}

}  // namespace

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

TEST_CASE("each kind of change has a name") {
  CHECK(to_string(DriftKind::none) == "none");
  CHECK(to_string(DriftKind::labels) == "labels");
  CHECK(to_string(DriftKind::columns) == "columns");
  CHECK(to_string(DriftKind::both) == "both");
}

TEST_CASE("where nothing changed, the class probabilities and the end say so") {
  const ModelPosterior same = tenths(5, 2, 400);
  const Strings said = sentences_on(compare_in_time(same, same), 10);

  REQUIRE(said.size() == 2);
  CHECK(said[0].starts_with("the class probabilities show no change (probability of change 0.0"));
  CHECK(said[1] == "nothing changed, as far as these data tell");
}

TEST_CASE("a change below the threshold is left open, not denied") {
  Drift drift = compare_in_time(tenths(5, 2), tenths(5, 2));
  drift.labels.probability = 0.9321;
  drift.labels.log_bayes_factor = 2.6;
  const std::string open =
      "the data leave open whether anything changed: some favour a change, and no probability "
      "of "
      "change is above the threshold of 0.95";

  CHECK(sentences_on(drift, 10) ==
        Strings{"the class probabilities may have changed (probability of change 0.9321, log Bayes "
                "factor 2.6); the probability is below the threshold of 0.95",
                open});

  drift.labels.probability = 0.01;
  CHECK(sentences_on(drift, 10).back() == "nothing changed, as far as these data tell");
  drift.changes.front().probability = 0.5;
  drift.changes.front().log_bayes_factor = -0.5;
  CHECK(sentences_on(drift, 10).back() == "nothing changed, as far as these data tell");
  drift.changes.front().log_bayes_factor = 0.5;
  CHECK(sentences_on(drift, 10).back() == open);
  drift.labels.probability = 0.99;
  CHECK(sentences_on(drift, 10).back() ==
        "the class frequencies changed, and no column within a class with a probability above the "
        "threshold of 0.95; another class prior corrects the model where none did");
}

TEST_CASE("a change of the classes alone is label shift, which a class prior corrects") {
  // Of "p" half say yes on either side.
  const Strings said = sentences_on(compare_in_time(tenths(4, 2), tenths(8, 4)), 10);

  REQUIRE(said.size() == 2);
  CHECK(said[0].starts_with("the class probabilities changed (probability of change 1.0000, log "));
  // Both moved alike, in shares with a pseudo-count of 1: 161 of 402 to 321 of 402.
  CHECK((has(said[0], "): probability of 'p' 0.4005 to 0.7985") ||
         has(said[0], "): probability of 'q' 0.5995 to 0.2015")));
  CHECK(said[1] ==
        "label shift: the class frequencies changed, and no column changed within a class; another "
        "class prior corrects the model");
}

TEST_CASE("a single class is not compared, and a level that moved is named with its shares") {
  const Strings said = sentences_on(compare_in_time(tenths(10, 2), tenths(10, 8)), 10);

  REQUIRE(said.size() == 3);
  CHECK(said[0] == "the class probabilities are not compared: there is one class");
  CHECK(said[1].starts_with("'answer' changed within class 'p' (log Bayes factor "));
  CHECK((has(said[1], "): probability of 'yes' 0.2015 to 0.7985") ||
         has(said[1], "): probability of 'no' 0.7985 to 0.2015")));
}

TEST_CASE("a number of a block that classes share is named with its class") {
  const auto learned_around = [](double mean) {
    Table table;
    Doubles x, y;
    Strings labels;
    for (Index row = 0; row < 300; ++row) {
      labels.emplace_back(row % 2 == 0 ? "p" : "q");
      x.push_back((row % 2 == 0 ? 0 : mean) + static_cast<double>(row / 2 % 11 - 5) / 10);
      y.push_back(static_cast<double>(row / 2 % 7));
    }
    table.add("x", x);
    table.add("y", y);
    table.add("class", labels);
    return observe(
        Model(schema_of(
            {{.name = "xy", .family = "normal", .columns = {"x", "y"}, .tied = Tying::classes}})),
        table);
  };

  const Strings said = sentences_on(compare_in_time(learned_around(2), learned_around(5)), 10);

  REQUIRE(said.size() == 3);
  CHECK(said[1].starts_with("'xy' changed (log Bayes factor "));
  CHECK(has(said[1], " of 'x' in 'q' "));
}

TEST_CASE("of two classes without a row before, one is named and the other counted") {
  const Schema schema = schema_of({{.name = "a", .family = "categorical"}});
  const Drift drift = compare_in_time(learned(schema, "a,class\nx,p\ny,p\nx,q\ny,q\n"),
                                      learned(schema, "a,class\nx,p\ny,q\nx,r\ny,s\n"));

  CHECK(sentences_on(drift, 20).back() ==
        "the model has seen no row of class 'r' and of 1 more, and no class prior tells what such "
        "rows hold: fit the new data");
}

TEST_CASE("of many levels the 20 that moved most are kept, the largest first") {
  const Schema schema = schema_of({{.name = "a", .family = "categorical"}});
  std::string before = "a,class\n";
  std::string after = "a,class\n";
  for (int level = 0; level < 30; ++level)
    for (int times = 0; times <= 30; ++times) {
      if (times <= level) before += "l" + std::to_string(level) + ",p\n";
      if (times <= 30 - level) after += "l" + std::to_string(level) + ",p\n";
    }

  const Drift drift = compare_in_time(learned(schema, before), learned(schema, after));

  REQUIRE(drift.changes.size() == 1);
  const std::vector<Move>& moves = drift.changes[0].moves;
  REQUIRE(std::ssize(moves) == Drift::most_moves);
  CHECK(moves.capacity() < 30);  // no room for the others
  CHECK(std::is_sorted(moves.begin(), moves.end(), [](const Move& a, const Move& b) {
    return std::abs(*a.size) > std::abs(*b.size);
  }));
  // The first and the last levels moved most, those in the middle hardly.
  CHECK(std::none_of(moves.begin(), moves.end(),
                     [](const Move& move) { return move.level == "l15"; }));
}

TEST_CASE("numbers of a covariance are called by both of their columns") {
  const auto learned = [](double correlation) {
    Random random(5);
    Table table;
    Doubles x, y, z;
    for (int row = 0; row < 100; ++row) {
      x.push_back(random.normal());
      y.push_back(correlation * x.back() + random.normal());
      z.push_back(random.normal());
    }
    table.add("x", x);
    table.add("y", y);
    table.add("z", z);
    table.add("class", Strings(100, "p"));
    ColumnSchema block{.name = "block", .family = "normal", .columns = {"x", "y", "z"}};
    block.covariance = Covariance::full;
    return observe(Model(schema_of({block})), table);
  };
  const Drift drift = compare_in_time(learned(0), learned(2));
  REQUIRE(drift.changes.size() == 1);
  Strings names;
  for (const Move& move : drift.changes[0].moves)
    if (move.parameter == "covariance") names.push_back(move.level);
  std::sort(names.begin(), names.end());
  CHECK(names == Strings{"x", "y", "y with x", "z", "z with x", "z with y"});
}

TEST_CASE("a reserved level is called as in descriptions") {
  Schema schema = schema_of(
      {{.name = "city", .family = "categorical", .levels = {"a", "b"}, .unseen = Unseen::reserve}});
  const auto learned = [&](const std::string& city) {
    Table table;
    table.add("city", Strings(20, city));
    table.add("class", Strings(20, "p"));
    return observe(Model(schema), table);
  };
  const Drift drift = compare_in_time(learned("a"), learned("b"));
  REQUIRE(drift.changes.at(0).moves.size() == 3);
  CHECK(drift.changes[0].moves[2].level == "(unseen)");
}

TEST_CASE("where weights are so large that rounding would decide, nothing is compared") {
  const auto learned = [](double weight, bool missing) {
    Table table;
    Strings cities, labels;
    for (int row = 0; row < 12; ++row) {
      cities.emplace_back(missing && row == 0 ? "" : row % 3 == 0 ? "a" : "b");
      labels.emplace_back(row % 2 == 0 ? "p" : "q");
    }
    table.add("city", cities);
    table.add("class", labels);
    table.add("weight", Doubles(12, weight));
    return observe(Model(schema_of({{.name = "city", .family = "categorical"}})), table, "weight");
  };
  const std::string why =
      "the weights or counts are too large for evidence in double precision; divide them by a "
      "number";
  const Drift same = compare_in_time(learned(1e20, true), learned(1e20, true));
  CHECK(same.labels.undefined == why);
  REQUIRE(same.changes.size() >= 2);
  for (const Change& change : same.changes) {
    CHECK(change.undefined == why);
    CHECK(change.log_bayes_factor == 0);
  }
  CHECK(same.kind() == DriftKind::none);
  CHECK(sentences_on(same, 10).back() == "nothing was compared");
  for (const Change& change : compare_in_time(learned(1e6, true), learned(1e6, true)).changes)
    CHECK(change.undefined.empty());
  // Counts that sum to more than 1e300 have no densities, and sums of some no double.
  for (const double weight : {1e300, 1e306}) {
    const Drift beyond = compare_in_time(learned(1, true), learned(weight, true));
    CHECK(!beyond.labels.undefined.empty());
    REQUIRE(beyond.changes.size() >= 2);
    for (const Change& change : beyond.changes) CHECK(!change.undefined.empty());
  }
}

TEST_CASE("a histogram of one bin, which shows no change, is not compared") {
  const auto learned = [](const PriorSpec& prior, double unit) {
    Table table;
    Doubles numbers;
    Strings labels;
    for (int row = 0; row < 40; ++row) {
      numbers.push_back(unit * row);
      labels.emplace_back(row % 2 == 0 ? "p" : "q");
    }
    table.add("x", numbers);
    table.add("class", labels);
    return observe(Model(schema_of({{.name = "x", .family = "histogram", .prior = prior}})), table);
  };
  // No cut tells the classes apart, so that the supervised bins are one.
  const Drift one = compare_in_time(learned({}, 1), learned({}, 2));
  REQUIRE(one.changes.size() == 2);
  for (const Change& change : one.changes) {
    CHECK(change.undefined ==
          "all its numbers lie in one bin, where no change can be seen; fit with prior 'auto' or "
          "with edges");
    CHECK(change.moves.empty());
  }
  CHECK_FALSE(one.columns.front().probability);

  const PriorSpec ten = word("auto");
  for (const Change& change : compare_in_time(learned(ten, 1), learned(ten, 2)).changes)
    CHECK(change.log_bayes_factor > 0);
}
