// Log joints made into probabilities.
#include <credence/predict/prediction.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "support/limits.hpp"
#include "support/throws.hpp"

using namespace credence;
using testing::impossible_joint;
using credence::testing::throws_error;

namespace {

struct Answer {
  Index label = 0;
  std::vector<double> log_probability;
  bool impossible = false;

  [[nodiscard]] double sum() const {
    double total = 0;
    for (const double log_probability_of_class : log_probability)
      total += std::exp(log_probability_of_class);
    return total;
  }
};

Answer answer(const std::vector<double>& log_joint) {
  const Fallback fallback{.label = 1, .log_class_probabilities = {std::log(0.25), std::log(0.75)}};
  Answer result;
  result.log_probability.resize(log_joint.size());
  result.label = normalise(log_joint, fallback, result.log_probability, result.impossible);
  return result;
}

}  // namespace

TEST_CASE("room for answers is rows x classes of zeros, and no row is impossible") {
  const Predictions blank = blank_predictions({"no", "perhaps", "yes"}, 4);

  CHECK(blank.classes == std::vector<std::string>{"no", "perhaps", "yes"});
  CHECK(blank.rows() == 4);
  CHECK(blank.label == std::vector<Index>(4, 0));
  CHECK(blank.log_joint == std::vector<double>(12, 0.0));
  CHECK(blank.log_probability == std::vector<double>(12, 0.0));
  CHECK(blank.impossible == std::vector<bool>(4, false));
  CHECK(blank.unseen_cells == 0);
}

TEST_CASE("no rows need no room, nor do rows of no class") {
  CHECK(blank_predictions({"a", "b"}, 0).log_joint.empty());
  CHECK(blank_predictions({}, 3).log_joint.empty());
  CHECK(blank_predictions({}, 3).rows() == 3);
}

TEST_CASE("probabilities are in proportion to joints") {
  const Answer result = answer({std::log(0.02), std::log(0.06)});

  CHECK(result.label == 1);
  CHECK_FALSE(result.impossible);
  CHECK(std::exp(result.log_probability[0]) == doctest::Approx(0.25).epsilon(1e-15));
  CHECK(std::exp(result.log_probability[1]) == doctest::Approx(0.75).epsilon(1e-15));
}

TEST_CASE("joints far below the smallest double keep their proportions") {
  const Answer result = answer({-1e6, -1e6 - std::log(3.0)});

  CHECK(result.label == 0);
  CHECK(std::exp(result.log_probability[0]) == doctest::Approx(0.75).epsilon(1e-9));
}

TEST_CASE("an impossible class has probability 0 and the other 1") {
  const Answer result = answer({impossible_joint, -1234.5});

  CHECK(result.label == 1);
  CHECK_FALSE(result.impossible);
  CHECK(result.log_probability[0] == impossible_joint);
  CHECK(result.log_probability[1] == 0);
}

TEST_CASE("a row that is impossible in every class gets the fallback and a flag") {
  const Answer result = answer({impossible_joint, impossible_joint});

  CHECK(result.impossible);
  CHECK(result.label == 1);
  CHECK(result.log_probability == std::vector<double>{std::log(0.25), std::log(0.75)});
}

TEST_CASE("of equal classes the earlier one wins") {
  CHECK(answer({-3, -3}).label == 0);
  CHECK(answer({-5, -3, -3}).label == 1);
}

TEST_CASE("no log probability is above 0 and probabilities sum to 1") {
  for (const double size : {1.0, 700.1, 3e8}) {
    for (const double gap : {0.0, 1e-9, 1.0, 30.0, 1e3}) {
      CAPTURE(size);
      CAPTURE(gap);
      const Answer result = answer({-size, -size - gap, -size - 0.9});
      CHECK(std::abs(result.sum() - 1) <= 12 * std::numeric_limits<double>::epsilon());
      for (const double value : result.log_probability) CHECK(value <= 0);
    }
  }
}

TEST_CASE("one class has probability 1") {
  const Answer result = answer({-123.25});

  CHECK(result.label == 0);
  CHECK(result.log_probability == std::vector<double>{0});
}

TEST_CASE("predictions are read row by row") {
  const Predictions predictions{
      .classes = {"a", "b"},
      .label = {0, 1},
      .log_joint = {-1, -2, -3, -4},
      .log_probability = {0, impossible_joint, std::log(0.25), std::log(0.75)},
      .impossible = {false, false}};

  CHECK(predictions.rows() == 2);
  CHECK(predictions.log_joints(1)[0] == -3);
  CHECK(predictions.log_probabilities(0)[1] == impossible_joint);
  CHECK(predictions.probability(0, 1) == 0);
  CHECK(predictions.probability(1, 1) == doctest::Approx(0.75).epsilon(1e-15));
  CHECK(predictions.probabilities(0) == std::vector<double>{1, 0});
  CHECK(predictions.probabilities(1)[1] == predictions.probability(1, 1));
}

TEST_CASE("probabilities are asked for by the name of the class, and all of them at once") {
  Predictions two = blank_predictions({"no", "yes"}, 2);
  two.log_probability = {std::log(0.25), std::log(0.75), std::log(0.5), std::log(0.5)};
  std::vector<double> room(4);

  two.write_probabilities(room);

  CHECK(room == std::vector<double>{two.probability(0, 0), two.probability(0, 1),
                                    two.probability(1, 0), two.probability(1, 1)});
  CHECK(two.probability(0, "yes") == two.probability(0, 1));
  CHECK(throws_error([&] { (void)two.probability(0, "maybe"); }, ErrorCode::schema,
                     "no class 'maybe'; its classes are 'no', 'yes'"));
  CHECK(throws_error([&] { (void)two.probability(2, "yes"); }, ErrorCode::shape));
  CHECK(throws_error([&] { two.write_probabilities(std::span(room).first(3)); }, ErrorCode::shape,
                     "give room for 4"));
}

TEST_CASE("the log evidence of a row is the sum of its joints, and -inf where it is impossible") {
  const Predictions predictions{
      .classes = {"a", "b"},
      .label = {0, 0},
      .log_joint = {std::log(0.02), std::log(0.03), impossible_joint, impossible_joint}};

  CHECK(predictions.log_evidence(0) == doctest::Approx(std::log(0.05)).epsilon(1e-15));
  CHECK(predictions.log_evidence(1) == impossible_joint);
}

TEST_CASE("a row or class that is not there is refused, and the label of a row is its name") {
  Predictions answers = blank_predictions({"no", "yes"}, 3);
  answers.label = {0, 1, 0};

  CHECK(answers.label_of(1) == "yes");
  CHECK(answers.probability(2, 1) == 1);
  for (const Index row : {Index{3}, Index{100000}, Index{-1}}) {
    CAPTURE(row);
    CHECK(throws_error([&] { return answers.probability(row, 0); }, ErrorCode::shape, "no row"));
    CHECK(throws_error([&] { return answers.probabilities(row); }, ErrorCode::shape, "no row"));
    CHECK(throws_error([&] { return answers.label_of(row); }, ErrorCode::shape, "no row"));
    CHECK(throws_error([&] { return answers.log_joints(row); }, ErrorCode::shape, "no row"));
    CHECK(throws_error([&] { return answers.log_probabilities(row); }, ErrorCode::shape, "no row"));
    CHECK(throws_error([&] { return answers.log_evidence(row); }, ErrorCode::shape, "no row"));
  }
  CHECK(throws_error([&] { return answers.probability(0, 2); }, ErrorCode::shape, "no class"));
  CHECK(throws_error([&] { return answers.probability(0, -1); }, ErrorCode::shape, "no class"));
}

TEST_CASE("answers that were taken apart by hand are refused, not read beyond their end") {
  Predictions answers = blank_predictions({"no", "yes"}, 3);
  answers.label[0] = 2;
  answers.log_probability.resize(4);

  CHECK(throws_error([&] { return answers.label_of(0); }, ErrorCode::shape, "no class"));
  CHECK(answers.log_probabilities(1).size() == 2);
  CHECK(throws_error([&] { return answers.log_probabilities(2); }, ErrorCode::shape, "no row"));
}

TEST_CASE("what is asked of predictions that die is a copy, and lives on") {
  Predictions answers = blank_predictions({"no", "yes"}, 2);
  answers.label = {1, 0};
  answers.log_joint = {-1, -2, -3, -4};
  answers.log_probability = {-5, -6, -7, -8};
  const auto made = [&] { return answers; };

  const std::string& label = made().label_of(0);
  std::vector<double> seen;
  for (const double log_joint : made().log_joints(1)) seen.push_back(log_joint);
  for (const double log_probability : made().log_probabilities(0)) seen.push_back(log_probability);

  CHECK(label == "yes");
  CHECK(seen == std::vector<double>{-3, -4, -5, -6});
}

TEST_CASE("predictions are equal where all that they hold is") {
  const Predictions answers = blank_predictions({"no", "yes"}, 2);
  Predictions others = answers;

  CHECK(others == answers);
  others.log_joint[3] = -1;
  CHECK_FALSE(others == answers);
}
