// Areas under ROC curves against a count of all pairs.
#include <credence/study/metrics.hpp>

#include <credence/base/random.hpp>

#include <doctest/doctest.h>
#include <algorithm>

#include <cmath>

#include "support/throws.hpp"

using namespace credence;

namespace {

// Rows of probabilities; labels do not matter here.
Predictions answers_of(const std::vector<std::vector<double>>& probabilities) {
  Predictions predictions = blank_predictions(
      std::vector<std::string>(probabilities.front().size(), "class"), std::ssize(probabilities));
  predictions.log_probability.clear();
  for (const auto& row : probabilities)
    for (const double p : row) predictions.log_probability.push_back(std::log(p));
  return predictions;
}

Predictions of_last(const std::vector<double>& probabilities) {
  std::vector<std::vector<double>> rows;
  for (const double p : probabilities) rows.push_back({1 - p, p});
  return answers_of(rows);
}

RocAreas areas_of(const Predictions& predictions, const std::vector<Index>& truth,
                  const std::vector<double>& weights = {}) {
  RocScores scores;
  scores.add(predictions, truth, weights);
  return scores.areas();
}

// All pairs of a row of the class and another, one after the other.
double counted_pairs(const std::vector<std::vector<double>>& probabilities,
                     const std::vector<Index>& truth, const std::vector<double>& weights,
                     std::size_t klass) {
  double right = 0;
  double all = 0;
  for (std::size_t i = 0; i < truth.size(); ++i)
    for (std::size_t j = 0; j < truth.size(); ++j) {
      if (truth[i] != static_cast<Index>(klass) || truth[j] == static_cast<Index>(klass)) continue;
      const double pair = weights[i] * weights[j];
      const double own = probabilities[i][klass];
      const double other = probabilities[j][klass];
      right += own > other ? pair : own == other ? pair / 2 : 0;
      all += pair;
    }
  return right / all;
}

}  // namespace

TEST_CASE("the area under the ROC curve is the share of pairs in the right order, ties half") {
  // Pairs of (b, a): .9 above both, .4 tied with .4 and above .2: 3.5 of 4.
  const RocAreas areas = areas_of(of_last({0.9, 0.4, 0.4, 0.2}), {1, 1, 0, 0});

  CHECK(areas.area == 0.875);
  CHECK(areas.classes == std::vector<std::optional<double>>{0.875, 0.875});
  CHECK(areas_of(of_last({0.5, 0.5, 0.5}), {1, 0, 1}).area == 0.5);
  CHECK(areas_of(of_last({0.1, 0.9}), {1, 0}).area == 0.0);
}

TEST_CASE("a row of weight 2 counts in the area as two rows and one of weight 0 as none") {
  const std::vector<Index> truth{1, 1, 0, 0};
  const auto weighted = areas_of(of_last({0.9, 0.3, 0.4, 0.2}), truth, {1, 2, 1, 0});

  CHECK(weighted == areas_of(of_last({0.9, 0.3, 0.3, 0.4}), {1, 1, 1, 0}));
  CHECK(*weighted.area == doctest::Approx(1.0 / 3));
}

TEST_CASE("the area does not depend on the unit of weights, however small or large") {
  const std::vector<Index> truth{1, 1, 0, 0};
  const Predictions predictions = of_last({0.9, 0.3, 0.4, 0.2});
  const RocAreas areas = areas_of(predictions, truth, {1, 2, 1, 2});

  CHECK(areas.area == doctest::Approx(7.0 / 9));
  for (const int exponent : {-1060, -540, -20, 510, 1020}) {
    CAPTURE(exponent);
    const double unit = std::scalbn(1.0, exponent);
    CHECK(areas_of(predictions, truth, {unit, 2 * unit, unit, 2 * unit}) == areas);
  }
}

TEST_CASE("probabilities that round to 1 are still told apart by the area") {
  Predictions predictions = of_last({0.5, 0.5});
  predictions.log_probability = {-50, -1e-22, -60, -1e-26};

  CHECK(areas_of(predictions, {0, 1}).area == 1.0);
  CHECK(areas_of(predictions, {1, 0}).area == 0.0);
}

TEST_CASE("log odds that rounding alone tells apart are ties") {
  Predictions two = of_last({0.5, 0.5});
  two.log_probability = {-0.6931471805599453, -0.6931471805599453, -0.6931471805599454,
                         -0.6931471805599452};
  CHECK(areas_of(two, {0, 1}).area == 0.5);
  CHECK(areas_of(two, {1, 0}).area == 0.5);
  two.log_probability = {0, -12345.67, 0, -12345.670000000002};
  CHECK(areas_of(two, {0, 1}).area == 0.5);

  // Of three classes: one half each of two, or of the first beside two quarters.
  Predictions three = answers_of({{0.5, 0.5, 0}, {0.5, 0.25, 0.25}});
  three.log_probability[0] = -0.6931471805599452;
  CHECK(areas_of(three, {0, 1}).classes[0] == 0.5);
}

TEST_CASE("a class without rows has no area and takes no part in the mean") {
  const auto three = answers_of({{0.6, 0.3, 0.1}, {0.2, 0.7, 0.1}, {0.5, 0.3, 0.2}});

  const RocAreas areas = areas_of(three, {0, 1, 0});

  CHECK(areas.classes == std::vector<std::optional<double>>{1.0, 1.0, std::nullopt});
  CHECK(areas.area == 1.0);
  const RocAreas alone = areas_of(three, {0, 0, 0});
  CHECK_FALSE(alone.area);
  CHECK(alone.classes == std::vector<std::optional<double>>(3));
  CHECK_FALSE(RocScores{}.areas().area);
}

TEST_CASE("areas of random rows with ties and weights are those of a count of all pairs") {
  Random random{5};
  for (const std::size_t classes : {2U, 3U, 5U}) {
    std::vector<std::vector<double>> rows;
    std::vector<Index> truth;
    std::vector<double> weights;
    for (int i = 0; i < 80; ++i) {
      // Numbers of eighths: the last class takes the rest, so that many rows are tied.
      std::vector<double> row(classes, 1.0 / 16);
      double left = 1 - static_cast<double>(classes) / 16;
      for (std::size_t k = 0; k + 1 < classes; ++k) {
        const double part = std::min(left, static_cast<double>(random.below(4)) / 16);
        row[k] += part;
        left -= part;
      }
      row.back() += left;
      rows.push_back(row);
      truth.push_back(static_cast<Index>(random.below(classes)));
      weights.push_back(static_cast<double>(random.below(3) + 1));
    }
    const RocAreas areas = areas_of(answers_of(rows), truth, weights);
    double sum = 0;
    double total = 0;
    for (std::size_t k = 0; k < classes; ++k) {
      const double expected = counted_pairs(rows, truth, weights, k);
      CHECK(*areas.classes[k] == doctest::Approx(expected).epsilon(1e-12));
      double weight = 0;
      for (std::size_t i = 0; i < truth.size(); ++i)
        weight += truth[i] == static_cast<Index>(k) ? weights[i] : 0;
      sum += weight * *areas.classes[k];
      total += weight;
    }
    CHECK(*areas.area ==
          doctest::Approx(classes == 2 ? *areas.classes[1] : sum / total).epsilon(1e-14));
  }
}

TEST_CASE("ROC scores of lists of other lengths are refused") {
  RocScores scores;

  CHECK(testing::fails_with(ErrorCode::shape,
                            "ROC scores got 2 predictions of 2 classes, 1 true class and 0 "
                            "weights; give one of each for every row, always of the same classes",
                            [&] {
                              scores.add(of_last({0.5, 0.5}), std::vector<Index>{1});
                            }));
}

TEST_CASE("scores that are assigned rank the rows of the others, and share none with them") {
  RocScores first;
  first.add(of_last({0.9, 0.2, 0.6}), std::vector<Index>{1, 0, 0}, {});
  RocScores second;
  second.add(of_last({0.1, 0.8}), std::vector<Index>{1, 0}, {});

  second = first;
  first.add(of_last({0.95}), std::vector<Index>{0}, {});

  CHECK(second.areas().area == 1);
  // One pair of the three is now in the wrong order.
  CHECK(*first.areas().area == doctest::Approx(2.0 / 3).epsilon(1e-15));
}
