// Rows scored many at once, against rows answered one by one.
#include "study/metrics/point_sums.hpp"

#include <doctest/doctest.h>
#include <algorithm>

#include <credence/base/instructions.hpp>
#include <credence/base/random.hpp>

#include <cmath>
#include <limits>

#include "predict/tiles/answer_row.hpp"

using namespace credence;

namespace {

constexpr double no_joint = -std::numeric_limits<double>::infinity();

// Rows of random log joints, of which each eleventh is impossible under every class if `impossible`.
struct ScoredRowsOfFold {
  detail::LabelledRows rows;
  detail::TileBuffer buffer;
  ScoreTile tile;
  Fallback fallback;

  ScoredRowsOfFold(Index classes, Index count, bool impossible, bool weighted)
      : buffer(classes, count), tile(buffer.tile(count)) {
    Random random(static_cast<std::uint64_t>(classes + 100 * count));
    for (Index c = 0; c < classes; ++c)
      for (Index i = 0; i < tile.stride; ++i)
        tile.of_class(c)[i] =
            i >= count ? std::numeric_limits<double>::quiet_NaN()
            : impossible && i % 11 == 4
                ? no_joint
                : -500 + random.normal() * std::exp(static_cast<double>(i % 9) - 4);
    for (Index i = 0; i < count; ++i) {
      rows.rows.push_back(i);
      rows.truth.push_back(static_cast<Index>(random.below(static_cast<std::uint64_t>(classes))));
      rows.weights.push_back(weighted ? 0.25 + random.uniform() : 1);
    }
    fallback = {.label = classes - 1,
                .log_class_probabilities = std::vector<double>(
                    static_cast<std::size_t>(classes), -std::log(static_cast<double>(classes)))};
  }

  [[nodiscard]] Predictions answers() const {
    std::vector<std::string> names;
    for (Index c = 0; c < tile.classes; ++c) names.push_back("k" + std::to_string(c));
    Predictions answers = blank_predictions(names, tile.rows);
    for (Index i = 0; i < tile.rows; ++i) {
      for (Index c = 0; c < tile.classes; ++c)
        answers.log_joint[static_cast<std::size_t>(i * tile.classes + c)] = tile.at(c, i);
      detail::answer_row(answers, static_cast<std::size_t>(i), fallback);
    }
    return answers;
  }
};

void check_close_sums(double a, double b) {
  const bool near = a == b || std::abs(a - b) <= 1e-13 * std::max(1.0, std::abs(b));
  CHECK_MESSAGE(near, a, " and ", b);
}

// Of sums added fold by fold.
Metrics metrics_of_sums(const detail::PointSums& sums) {
  detail::MetricSums all;
  all.weight.add(sums.weight);
  all.right.add(sums.right);
  all.log_loss.add(sums.log_loss);
  all.brier.add(sums.brier);
  all.confidence.add(sums.confidence);
  all.ruled_out.add(sums.ruled_out);
  all.rows = sums.rows;
  all.impossible_rows = sums.impossible_rows;
  all.losses.merge(sums.losses);
  all.excesses.merge(sums.excesses);
  return all.metrics();
}

}  // namespace

TEST_CASE("sums of many rows at once are those of rows answered one by one") {
  for (const Instructions instructions : available_instructions()) {
    CAPTURE(to_string(instructions));
    use_instructions(instructions);
    for (const Index classes : {1, 2, 3, 10})
      for (const Index count : {1, 7, 8, 33, 250})
        for (const bool impossible : {false, true})
          for (const bool weighted : {false, true}) {
            CAPTURE(classes);
            CAPTURE(count);
            CAPTURE(impossible);
            CAPTURE(weighted);
            const ScoredRowsOfFold scored(classes, count, impossible, weighted);
            const Predictions answers = scored.answers();
            Scorecard card;
            card.add(answers, scored.rows.truth, scored.rows.weights);
            detail::PointScorer scorer(scored.rows);
            const detail::PointSums sums = scorer.sums(scored.tile, std::span(&scored.fallback, 1));
            const Metrics a = metrics_of_sums(sums), b = card.metrics();
            check_close_sums(a.accuracy, b.accuracy);
            check_close_sums(a.log_loss, b.log_loss);
            check_close_sums(a.brier, b.brier);
            check_close_sums(a.confidence, b.confidence);
            check_close_sums(a.log_loss_error, b.log_loss_error);
            check_close_sums(a.confidence_error, b.confidence_error);
            check_close_sums(a.weight, b.weight);
            CHECK(a.impossible_rows == b.impossible_rows);
            check_close_sums(a.ruled_out, b.ruled_out);
            if (a.impossible_rows > 0) continue;
            double mean = 0, squares = 0, about = 0;
            for (std::size_t i = 0; i < scored.rows.truth.size(); ++i) {
              const double w = scored.rows.weights[i];
              mean += w * w *
                      -answers.log_probabilities(
                          static_cast<Index>(i))[static_cast<std::size_t>(scored.rows.truth[i])];
              squares += w * w;
            }
            mean /= squares;
            for (std::size_t i = 0; i < scored.rows.truth.size(); ++i) {
              const double w = scored.rows.weights[i];
              const double loss = -answers.log_probabilities(
                  static_cast<Index>(i))[static_cast<std::size_t>(scored.rows.truth[i])];
              about += w * w * (loss - mean) * (loss - mean);
            }
            check_close_sums(sums.squares.n * sums.unit * sums.unit, squares);
            check_close_sums(sums.squares.mean, mean);
            check_close_sums(sums.squares.sum_of_squares / squares, about / squares);
          }
  }
  use_instructions(available_instructions().back());
}

TEST_CASE("rows are scored again and again without a trace of the time before") {
  const ScoredRowsOfFold scored(3, 40, true, true);
  detail::PointScorer scorer(scored.rows);
  const detail::PointSums before = scorer.sums(scored.tile, std::span(&scored.fallback, 1));
  for (Index i = 0; i < 40; ++i) std::swap(scored.tile.at(0, i), scored.tile.at(1, i));
  (void)scorer.sums(scored.tile, std::span(&scored.fallback, 1));
  for (Index i = 0; i < 40; ++i) std::swap(scored.tile.at(0, i), scored.tile.at(1, i));
  const detail::PointSums after = scorer.sums(scored.tile, std::span(&scored.fallback, 1));
  CHECK(after.brier == before.brier);
  CHECK(after.right == before.right);
  CHECK(after.impossible_rows == before.impossible_rows);
}

TEST_CASE("a log joint that is NaN leaves no loss that is a number") {
  const ScoredRowsOfFold scored(3, 20, false, false);
  scored.tile.at(2, 5) = std::numeric_limits<double>::quiet_NaN();
  for (const Instructions instructions : available_instructions()) {
    use_instructions(instructions);
    detail::PointScorer scorer(scored.rows);
    const detail::PointSums sums = scorer.sums(scored.tile, std::span(&scored.fallback, 1));
    CHECK(std::isnan(sums.log_loss));
    CHECK(std::isnan(sums.brier));
    CHECK(sums.impossible_rows == 0);
  }
  use_instructions(available_instructions().back());
}
