// Rows of hundreds of classes: what is said of them does not depend on how they are cut.
#include <doctest/doctest.h>

#include <credence/base/random.hpp>
#include <credence/study/data_report.hpp>

#include <algorithm>

#include "study/folds/tallies.hpp"
#include "study/left_out/classes_without.hpp"
#include "support/models.hpp"

using namespace credence;

namespace {

constexpr Index many_of_them = 230;

// Four rows of each class, with a number and a category.
std::string rows_of_many_classes(std::uint64_t seed, std::uint64_t cities) {
  Random random{seed};
  std::string csv = "x,city,class\n";
  for (Index row = 0; row < 4 * many_of_them; ++row)
    csv += std::to_string(row % many_of_them) + "." + std::to_string(random.below(100000)) + ",c" +
           std::to_string(random.below(cities)) + ",k" + std::to_string(row % many_of_them) + "\n";
  return csv;
}

struct ManyClasses {
  Table table = testing::table_of(rows_of_many_classes(2, 7));
  Posterior<Model> posterior =
      testing::learned(testing::schema_of({{.name = "x", .family = "normal"},
                                           {.name = "city",
                                            .family = "categorical",
                                            .levels = {"c0", "c1", "c2", "c3", "c4", "c5", "c6"}}}),
                       rows_of_many_classes(1, 6));
  Evaluation outline = {};
  detail::RowsToScore asked = detail::rows_to_score(posterior, table, "", outline);

  [[nodiscard]] detail::LabelledRows part(std::size_t begin, std::size_t end) const {
    const auto cut = [&](const auto& list) {
      return std::vector(list.begin() + static_cast<std::ptrdiff_t>(begin),
                         list.begin() + static_cast<std::ptrdiff_t>(end));
    };
    return {.rows = cut(asked.rows.rows),
            .truth = cut(asked.rows.truth),
            .weights = cut(asked.rows.weights)};
  }
};

void check_same_tallies(const detail::Tally& a, const detail::Tally& b) {
  CHECK(a.card.metrics() == b.card.metrics());
  CHECK(a.card.calibration() == b.card.calibration());
  CHECK(a.card.confusion() == b.card.confusion());
  CHECK(a.card.unseen_cells() == b.card.unseen_cells());
  CHECK(a.losses.excess == b.losses.excess);
  CHECK(a.losses.baseline == b.losses.baseline);
  CHECK(a.losses.products == b.losses.products);
}

}  // namespace

TEST_CASE(
    "metrics of many classes have the same bits with room for ranks, without, and in between") {
  const ManyClasses rows;
  const std::size_t some = rows.asked.rows.rows.size() / 3;
  const std::size_t all = rows.asked.rows.rows.size();
  for (const Estimator estimator : {Estimator::predictive, Estimator::maximum_likelihood}) {
    CAPTURE(to_string(estimator));
    const auto scored = [&](std::size_t ranked) {
      detail::RowScorer scorer(rows.posterior, estimator);
      detail::Tally tally{.roc = RocScores()};
      if (ranked > 0) scorer.add(rows.asked.bound, rows.part(0, ranked), tally);
      if (ranked < all) {
        tally.roc->leave_out(many_of_them);
        scorer.add(rows.asked.bound, rows.part(ranked, all), tally);
      }
      return tally;
    };
    const detail::Tally whole = scored(all);
    CHECK(whole.roc->areas().area.has_value());
    // No row of training holds city c6, which is therefore impossible under maximum likelihood.
    CHECK((whole.card.metrics().impossible_rows > 0) ==
          (estimator == Estimator::maximum_likelihood));
    check_same_tallies(scored(some), whole);
    check_same_tallies(scored(0), whole);
    CHECK_FALSE(scored(some).roc->areas().area.has_value());
  }
}

TEST_CASE("predictions that another scorer made count as its own") {
  const ManyClasses rows;
  detail::RowScorer scorer(rows.posterior, Estimator::predictive);
  detail::Tally own{.roc = RocScores()};
  scorer.add(rows.asked.bound, rows.asked.rows, own);
  detail::Tally taken{.roc = RocScores()};
  detail::Tally taking;
  taking.take = [&](const Predictions& predictions, const detail::LabelledRows& part) {
    scorer.add_scored(predictions, part, taken);
  };
  detail::RowScorer(rows.posterior, Estimator::predictive)
      .add(rows.asked.bound, rows.asked.rows, taking);
  check_same_tallies(taken, own);
  CHECK(taken.roc->areas() == own.roc->areas());
}

TEST_CASE("the baseline of many classes has the same bits with room for ranks and without") {
  const ManyClasses rows;
  detail::Tally ranked{.roc = RocScores()}, plain{.roc = RocScores()};
  plain.roc->leave_out(many_of_them);
  detail::score_baseline(rows.posterior.label, rows.asked.rows, ranked);
  detail::score_baseline(rows.posterior.label, rows.asked.rows, plain);
  check_same_tallies(ranked, plain);
  CHECK(ranked.roc->areas().area == 0.5);
}

TEST_CASE("class probabilities without a row are the same however many answers are kept") {
  const Index many = 3000;  // of which 2^22 / 3000 + 1 answers are kept
  LabelColumn label{.name = "class"};
  for (Index klass = 0; klass < many; ++klass) {
    label.classes.push_back("k" + std::to_string(klass));
    label.counts.counts.push_back(2 + static_cast<double>(klass % 3));
  }
  detail::ClassesWithout kept(label, Estimator::predictive);
  const auto sum = [&] {
    double all = 0;
    for (Index klass = 0; klass < many; klass += 2)
      all +=
          kept.without(klass, 1).fallback.log_class_probabilities[static_cast<std::size_t>(klass)];
    return all;
  };
  const double first = sum();
  CHECK(sum() == first);
  CHECK(kept.kept() == 1399);
  for (const Index klass : {Index{0}, Index{1500}, many - 1}) {
    detail::ClassesWithout fresh(label, Estimator::predictive);
    CHECK(kept.without(klass, 1).fallback.log_class_probabilities ==
          fresh.without(klass, 1).fallback.log_class_probabilities);
  }
}

TEST_CASE("a report checks the model in no more classes than anybody looks at") {
  const Table table = testing::table_of(rows_of_many_classes(5, 3));
  const Model model(testing::schema_of({{.name = "x", .family = "normal"}}));

  const DataReport report = data_report(model, table, nullptr, {.simulations = 200});

  REQUIRE(report.check);
  CHECK(!report.check->cells.empty());
  std::vector<std::string> checked;
  for (const auto& cell : report.check->cells) checked.push_back(cell.klass);
  std::sort(checked.begin(), checked.end());
  CHECK(std::unique(checked.begin(), checked.end()) - checked.begin() == 200);
  const std::vector<std::string>& notes = report.check->notes;
  CHECK(std::find(notes.begin(), notes.end(),
                  "the 200 classes of most rows, of 230, were checked") != notes.end());
}
