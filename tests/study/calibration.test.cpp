// Whether probabilities are what they say: of the rows given 0.8, are eight in ten right?
#include <credence/study/metrics.hpp>

#include <doctest/doctest.h>
#include <credence/base/special.hpp>

#include <cmath>
#include <limits>

#include "support/throws.hpp"

using namespace credence;

TEST_CASE("a bin holds its rows, their mean probability and the share that came true") {
  CalibrationCounts counts;

  counts.add(0.82, true);
  counts.add(0.84, true, 2);
  counts.add(0.88, false);
  const Calibration calibration = counts.calibration(0.9);

  REQUIRE(calibration.bins.size() == 1);
  const CalibrationBin& bin = calibration.bins.front();
  CHECK(bin.lower == 0.8);
  CHECK(bin.upper == 0.9);
  CHECK(bin.weight == 4);
  CHECK(bin.right == 3);
  CHECK(bin.share() == 0.75);
  CHECK(bin.mean_probability == doctest::Approx((0.82 + 2 * 0.84 + 0.88) / 4).epsilon(1e-15));
  CHECK(calibration.error == doctest::Approx(0.845 - 0.75).epsilon(1e-12));
}

TEST_CASE("the interval of a bin holds its mass of a Beta posterior under a uniform prior") {
  const Interval interval = share_interval(3, 4, 0.9);

  CHECK(beta_cdf(4, 2, interval.lower) == doctest::Approx(0.05).epsilon(1e-12));
  CHECK(beta_cdf(4, 2, interval.upper) == doctest::Approx(0.95).epsilon(1e-12));
}

TEST_CASE("the ends 0 and 1 and what lies beyond them by rounding fall into the outer bins") {
  const Calibration ends =
      calibration(std::vector{0.0, 1.0, 1.0 + 1e-15, -1e-15}, {false, true, true, false});

  REQUIRE(ends.bins.size() == 2);
  CHECK(ends.bins[0].lower == 0);
  CHECK(ends.bins[1].upper == 1);
  CHECK(ends.bins[0].weight == 2);
  CHECK(ends.bins[1].weight == 2);
  CHECK(ends.error == doctest::Approx(0).epsilon(1e-14));
}

TEST_CASE("nothing observed has no bins and no error") {
  const Calibration none = CalibrationCounts{}.calibration();

  CHECK(none.bins.empty());
  CHECK(none.error == 0);
}

TEST_CASE("calibration refuses lists of different lengths and masses that are none") {
  CHECK(testing::throws_error([] { (void)calibration(std::vector{0.5}, {}); }, ErrorCode::shape));
  CHECK(testing::throws_error([] { (void)CalibrationCounts{}.calibration(1); }, ErrorCode::domain,
                              "the mass of an interval is 1;"));
}

TEST_CASE("calibration refuses what is no probability and no weight") {
  CalibrationCounts counts;
  CHECK(testing::throws_error([&] { counts.add(std::nan(""), true); }, ErrorCode::domain, "nan"));
  for (const double weight : {-1.0, std::nan(""), HUGE_VAL})
    CHECK(testing::throws_error([&] { counts.add(0.5, true, weight); }, ErrorCode::domain,
                                "got the weight"));
  CHECK(counts == CalibrationCounts{});
}

TEST_CASE("a scorecard calibrates the last of two classes, and the label of more") {
  const auto card_of = [](std::vector<std::string> classes, std::vector<double> logs, Index label,
                          Index truth) {
    Predictions predictions;
    predictions.classes = std::move(classes);
    predictions.label = {label};
    predictions.log_probability = predictions.log_joint = std::move(logs);
    predictions.impossible = {false};
    Scorecard card;
    card.add(predictions, std::vector<Index>{truth});
    return card.calibration();
  };

  const Calibration two = card_of({"no", "yes"}, {std::log(0.7), std::log(0.3)}, 0, 0);
  const Calibration three =
      card_of({"a", "b", "c"}, {std::log(0.2), std::log(0.55), std::log(0.25)}, 1, 1);

  CHECK(two.klass == "yes");
  CHECK(two.bins.front().mean_probability == doctest::Approx(0.3).epsilon(1e-15));
  CHECK(two.bins.front().right == 0);
  CHECK(three.klass.empty());
  CHECK(three.bins.front().mean_probability == doctest::Approx(0.55).epsilon(1e-15));
  CHECK(three.bins.front().right == 1);
}

TEST_CASE("the standard error of the log loss is that of a mean of rows") {
  Predictions predictions;
  predictions.classes = {"a", "b"};
  predictions.label = {0, 0, 0, 0};
  for (const double p : {0.9, 0.6, 0.7, 0.8})
    for (const double each : {p, 1 - p}) predictions.log_probability.push_back(std::log(each));
  predictions.log_joint = predictions.log_probability;
  predictions.impossible.assign(4, false);
  Scorecard card;

  card.add(predictions, std::vector<Index>{0, 0, 0, 1});

  const double losses[] = {-std::log(0.9), -std::log(0.6), -std::log(0.7), -std::log(0.2)};
  double mean = 0, squares = 0;
  for (const double loss : losses) mean += loss / 4;
  for (const double loss : losses) squares += (loss - mean) * (loss - mean);
  const Metrics metrics = card.metrics();
  CHECK(metrics.weight == 4);
  CHECK(metrics.log_loss_error == doctest::Approx(std::sqrt(squares / 4 / 4)).epsilon(1e-12));
  CHECK(accuracy_interval(metrics, 0.9) == share_interval(3, 4, 0.9));
}

TEST_CASE("an interval of rows that weigh too much is refused in words of weights") {
  for (const double weight : {2e300, std::numeric_limits<double>::infinity()})
    CHECK(testing::throws_error([&] { return share_interval(1e300, weight, 0.9); },
                                ErrorCode::domain, "rows whose weights sum to "));
}
