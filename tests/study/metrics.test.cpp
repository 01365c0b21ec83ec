#include <credence/study/metrics.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "support/throws.hpp"

using namespace credence;

namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

// Rows of probabilities over classes a, b, ...; the label is the largest, the earlier of equals.
Predictions predictions_of(const std::vector<std::vector<double>>& probabilities) {
  Predictions predictions;
  for (std::size_t klass = 0; klass < probabilities.front().size(); ++klass)
    predictions.classes.push_back(std::string(1, static_cast<char>('a' + klass)));
  for (const auto& row : probabilities) {
    Index best = 0;
    for (std::size_t klass = 0; klass < row.size(); ++klass) {
      predictions.log_probability.push_back(std::log(row[klass]));
      if (row[klass] > row[static_cast<std::size_t>(best)]) best = static_cast<Index>(klass);
    }
    predictions.label.push_back(best);
    predictions.impossible.push_back(false);
  }
  predictions.log_joint = predictions.log_probability;
  return predictions;
}

}  // namespace

TEST_CASE("certain and right predictions have accuracy 1 and no loss") {
  Scorecard card;

  card.add(predictions_of({{1, 0}, {0, 1}, {1, 0}}), std::vector<Index>{0, 1, 0});

  CHECK(card.metrics() == Metrics{1, 0, 0, 1, 0, 3, 0});
  CHECK_FALSE(std::signbit(card.metrics().log_loss));
}

TEST_CASE("uniform predictions over four classes lose ln 4 nats") {
  Scorecard card;
  const std::vector<double> row(4, 0.25);

  card.add(predictions_of({row, row, row, row}), std::vector<Index>{0, 1, 2, 3});

  const Metrics metrics = card.metrics();
  CHECK(metrics.accuracy == 0.25);
  CHECK(metrics.log_loss == doctest::Approx(std::log(4)).epsilon(1e-15));
  CHECK(metrics.brier == doctest::Approx(0.75).epsilon(1e-15));
  CHECK(metrics.confidence == doctest::Approx(0.25).epsilon(1e-15));
}

TEST_CASE("the Brier score of a certain and wrong prediction is 2 and its log loss infinite") {
  Scorecard card;

  card.add(predictions_of({{1, 0}}), std::vector<Index>{1});

  Metrics expected{0, endless, 2, 1, 0, 1, endless};
  expected.ruled_out = 1;
  CHECK(card.metrics() == expected);
}

TEST_CASE("an impossible row scores by its fallback but loses infinitely much") {
  Predictions predictions = predictions_of({{0.75, 0.25}});
  predictions.impossible[0] = true;
  Scorecard card;

  card.add(predictions, std::vector<Index>{0});

  const Metrics metrics = card.metrics();
  CHECK(metrics.accuracy == 1);
  CHECK(metrics.log_loss == endless);
  CHECK(metrics.brier == doctest::Approx(0.125).epsilon(1e-15));
  CHECK(metrics.confidence == doctest::Approx(0.75).epsilon(1e-15));
  CHECK(metrics.impossible_rows == 1);
  CHECK(metrics.ruled_out == 1);
}

TEST_CASE("rows whose true class has probability 0 are ruled out, each by its weight") {
  Scorecard card;

  card.add(predictions_of({{1, 0}, {0.5, 0.5}, {0, 1}}), std::vector<Index>{1, 0, 1},
           std::vector<double>{3, 4, 1});

  CHECK(card.metrics().ruled_out == 0.375);
  CHECK(card.metrics().impossible_rows == 0);
  CHECK(card.metrics().log_loss == endless);
}

TEST_CASE("a row of weight 3 counts as three rows and one of weight 0 as none") {
  const Predictions predictions = predictions_of({{0.75, 0.25}, {0.5, 0.5}, {0.125, 0.875}});
  const Predictions repeated =
      predictions_of({{0.75, 0.25}, {0.75, 0.25}, {0.75, 0.25}, {0.5, 0.5}});
  Scorecard weighted;
  Scorecard plain;

  weighted.add(predictions, std::vector<Index>{0, 1, 0}, std::vector<double>{3, 1, 0});
  plain.add(repeated, std::vector<Index>{0, 0, 0, 1});

  CHECK(weighted.rows() == 2);
  CHECK(weighted.metrics().accuracy == 0.75);
  CHECK(weighted.metrics().log_loss == doctest::Approx(plain.metrics().log_loss).epsilon(1e-15));
  CHECK(weighted.metrics().brier == doctest::Approx(plain.metrics().brier).epsilon(1e-15));
  CHECK(weighted.metrics().confidence ==
        doctest::Approx(plain.metrics().confidence).epsilon(1e-15));
  CHECK(weighted.confusion() == plain.confusion());
}

TEST_CASE("a row without a known class is passed over") {
  Scorecard card;

  card.add(predictions_of({{1, 0}, {0, 1}}), std::vector<Index>{0, -1});

  CHECK(card.rows() == 1);
  CHECK(card.metrics().accuracy == 1);
}

TEST_CASE("folds are pooled by rows and not averaged") {
  Scorecard card;

  card.add(predictions_of({{1, 0}, {1, 0}, {1, 0}}), std::vector<Index>{0, 0, 0});
  card.add(predictions_of({{0.875, 0.125}}), std::vector<Index>{1});

  CHECK(card.metrics().accuracy == 0.75);
  CHECK(card.metrics().log_loss == doctest::Approx(std::log(8) / 4).epsilon(1e-15));
}

TEST_CASE("recall and precision are read off the rims of the confusion matrix") {
  Scorecard card;

  card.add(predictions_of({{1, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}}),
           std::vector<Index>{0, 0, 0, 1});

  const Confusion& confusion = card.confusion();
  CHECK(confusion == Confusion({"a", "b", "c"}, {2, 1, 0, 1, 0, 0, 0, 0, 0}));
  CHECK(recall(confusion, 0) == doctest::Approx(2.0 / 3));
  CHECK(precision(confusion, 0) == doctest::Approx(2.0 / 3));
  CHECK(recall(confusion, 1) == 0);
  CHECK(std::isnan(recall(confusion, 2)));
  CHECK(std::isnan(precision(confusion, 2)));
}

TEST_CASE("F1 and balanced accuracy leave classes without rows out") {
  // Class a: 2 of 3 right, one row of b taken for it; b: none right; c: no rows, but named once.
  const Confusion confusion{{"a", "b", "c"}, {2, 1, 0, 1, 0, 1, 0, 0, 0}};

  CHECK(*f1(confusion, 0) == doctest::Approx(2.0 / 3));
  CHECK(f1(confusion, 1) == 0.0);
  CHECK_FALSE(f1(confusion, 2));
  CHECK(*macro_f1(confusion) == doctest::Approx(1.0 / 3));
  CHECK(*balanced_accuracy(confusion) == doctest::Approx(1.0 / 3));
  CHECK_FALSE(macro_f1(Confusion{{"a"}}));
  CHECK_FALSE(balanced_accuracy(Confusion{}));
}

TEST_CASE("the error of confidence is that of the mean of probability less right or wrong") {
  Scorecard card;
  card.add(predictions_of({{0.9, 0.1}, {0.9, 0.1}, {0.9, 0.1}, {0.9, 0.1}}),
           std::vector<Index>{0, 0, 0, 1});

  // Differences -.1, -.1, -.1 and .9: variance 3/16.
  CHECK(card.metrics().confidence_error == doctest::Approx(std::sqrt(3.0 / 16 / 4)));
}

TEST_CASE("metrics of no rows are undefined") {
  Scorecard card;
  card.add(predictions_of({{1, 0}}), std::vector<Index>{-1});

  const auto error = testing::error_of([&] { (void)card.metrics(); });

  REQUIRE(error);
  CHECK(error->code() == ErrorCode::undefined);
}

TEST_CASE("lists of other lengths and predictions of other classes are refused") {
  Scorecard card;
  card.add(predictions_of({{1, 0}}), std::vector<Index>{0});

  const auto lengths = testing::error_of([&] {
    card.add(predictions_of({{1, 0}}), std::vector<Index>{0, 1});
  });
  const auto classes = testing::error_of([&] {
    card.add(predictions_of({{1, 0, 0}}), std::vector<Index>{0});
  });

  REQUIRE(lengths);
  CHECK(lengths->code() == ErrorCode::shape);
  REQUIRE(classes);
  CHECK(classes->code() == ErrorCode::shape);
}

TEST_CASE("a class that a confusion matrix lacks is refused") {
  const Confusion confusion{{"a", "b"}, {3, 1, 0, 2}};

  CHECK(confusion.at(0, 1) == 1);
  CHECK(recall(confusion, 0) == 0.75);
  for (const Index klass : {Index{2}, Index{-1}}) {
    CAPTURE(klass);
    CHECK(testing::throws_error([&] { return confusion.at(klass, 0); }, ErrorCode::shape));
    CHECK(testing::throws_error([&] { return confusion.at(0, klass); }, ErrorCode::shape));
    CHECK(testing::throws_error([&] { return recall(confusion, klass); }, ErrorCode::shape));
    CHECK(testing::throws_error([&] { return precision(confusion, klass); }, ErrorCode::shape));
  }
}

TEST_CASE("a confusion matrix of 50,000 classes takes memory for the pairs that have rows") {
  Confusion confusion(std::vector<std::string>(50000, "class"));

  confusion.add(49999, 7);
  confusion.add(49999, 7, 0.5);
  confusion.add(7, 7, 4);

  using Cell = Confusion::Cell;
  CHECK(confusion.cells() == std::vector{Cell{7, 7, 4}, Cell{49999, 7, 1.5}});
  CHECK(confusion.at(49999, 7) == 1.5);
  CHECK(confusion.at(7, 49999) == 0);
  CHECK(confusion.weight_of_class(49999) == 1.5);
  CHECK(confusion.weight_of_label(7) == 5.5);
  CHECK(precision(confusion, 7) == doctest::Approx(4 / 5.5));
}

TEST_CASE("weights of a confusion matrix that are negative, infinite or none are refused") {
  for (const double weight : {-1.0, endless, -endless, std::nan("")}) {
    CAPTURE(weight);
    CHECK(testing::throws_error(
        [&] {
          Confusion({"a", "b"}, {1, weight, 0, 2});
        },
        ErrorCode::domain, "a confusion matrix got the weight"));
    Confusion confusion({"a", "b"});
    CHECK(testing::throws_error([&] { confusion.add(0, 1, weight); }, ErrorCode::domain));
  }
  CHECK(Confusion({"a", "b"}, {1, 0, 0, 2}).cells().size() == 2);
}

TEST_CASE("a matrix that does not fit its classes is refused") {
  CHECK(testing::throws_error([] { return Confusion({"a", "b"}, {1, 2, 3}); }, ErrorCode::shape));
}

TEST_CASE("more probabilities than can be ranked give no area") {
  RocScores scores;
  constexpr std::size_t side = 8193;
  static_assert(side * side > RocScores::most_numbers);
  Predictions predictions;
  predictions.classes.resize(side);
  predictions.label.resize(side);

  scores.add(predictions, std::vector<Index>(side, 0));

  CHECK(scores.areas().classes.size() == side);
  CHECK_FALSE(scores.areas().area);
  // Rows that are known to be too many from the start come to the same.
  RocScores told(static_cast<Index>(side), side);
  told.add(Predictions{.classes = {"a", "b", "c"}}, {});
  CHECK(told.areas().classes.size() == 3);
  CHECK_FALSE(told.areas().area);
}

TEST_CASE("a true class that the predictions lack is refused") {
  const Predictions one{.classes = {"a", "b"},
                        .label = {0},
                        .log_joint = {0, 0},
                        .log_probability = {std::log(0.5), std::log(0.5)},
                        .impossible = {false}};

  for (const Index none : {Index{2}, Index{1} << 40}) {
    CAPTURE(none);
    CHECK(testing::throws_error([&] { Scorecard().add(one, std::vector<Index>{none}); },
                                ErrorCode::shape));
    CHECK(testing::throws_error([&] { RocScores().add(one, std::vector<Index>{none}); },
                                ErrorCode::shape));
  }
}

TEST_CASE("rows that are refused leave a scorecard and a confusion matrix as they were") {
  const Predictions two{.classes = {"a", "b"},
                        .label = {0, 0},
                        .log_joint = {0, 0, 0, 0},
                        .log_probability = std::vector<double>(4, std::log(0.5)),
                        .impossible = {false, false}};
  const std::vector<Index> truth{0, 1};

  for (const double weight : {-1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    CAPTURE(weight);
    Scorecard card;
    CHECK(testing::throws_error(
        [&] {
          card.add(two, truth, std::vector{1.0, weight});
        },
        ErrorCode::domain, "give finite weights of at least 0"));
    CHECK(card.rows() == 0);
    CHECK(testing::throws_error(
        [&] {
          RocScores().add(two, truth, std::vector{1.0, weight});
        },
        ErrorCode::domain, "give finite weights of at least 0"));
  }
  Scorecard card;
  CHECK(testing::throws_error([&] { card.add(two, std::vector<Index>{0, 2}); }, ErrorCode::shape));
  CHECK(card.rows() == 0);

  Confusion confusion({"a", "b"});
  CHECK(testing::throws_error([&] { confusion.add(0, 2); }, ErrorCode::shape));
  CHECK(confusion == Confusion({"a", "b"}));
}
