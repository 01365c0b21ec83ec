// Rows that are ranked on disk against the same rows ranked in memory.
#include <credence/base/random.hpp>
#include <credence/study/metrics.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "study/metrics/ranked_rows.hpp"
#include "support/data_error.hpp"

using namespace credence;
using credence::detail::RankedRows;
using credence::detail::RankedScore;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// The definition, over all rows in memory: rows of the class count those of other classes below them.
double ranked_pairs(std::vector<RankedScore> rows) {
  std::ranges::stable_sort(rows, {}, &RankedScore::score);
  double pairs = 0;
  double below = 0;
  for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
    double inside = 0;
    double outside = 0;
    for (; end < rows.size() && rows[end].score == rows[begin].score; ++end)
      (rows[end].weight > 0 ? inside : outside) += std::abs(rows[end].weight);
    pairs += inside * (below + outside / 2);
    below += outside;
  }
  return pairs;
}

// Numbers with ties, infinities among them.
double drawn_score(Random& random, bool has_ties) {
  if (random.below(1000) == 0) return random.below(2) == 0 ? infinity : -infinity;
  return has_ties ? static_cast<double>(random.below(5000)) / 7 : random.normal();
}

}  // namespace

TEST_CASE("rows that wait on disk are ranked as those in memory are") {
  Random random{20};
  for (const bool has_ties : {false, true})
    for (const bool are_whole : {false, true}) {
      CAPTURE(has_ties);
      CAPTURE(are_whole);
      constexpr std::size_t classes = 3;
      constexpr std::size_t rows = 300'000;  // three runs and more in memory
      RankedRows ranked;
      std::vector<std::vector<RankedScore>> all(classes);
      for (std::size_t row = 0; row < rows; ++row) {
        const double weight =
            are_whole ? static_cast<double>(1 + random.below(3)) : random.uniform() + 0.1;
        const std::size_t own = random.below(classes + 1);  // some of none
        std::vector<double> scores;
        for (std::size_t klass = 0; klass < classes; ++klass) {
          scores.push_back(drawn_score(random, has_ties) + (klass == own ? 1 : 0));
          all[klass].push_back({scores.back(), klass == own ? weight : -weight});
        }
        ranked.add(scores, own, weight);
      }
      REQUIRE(ranked.classes() == classes);
      for (std::size_t klass = 0; klass < classes; ++klass) {
        double inside = 0;
        double outside = 0;
        for (const RankedScore& row : all[klass])
          (row.weight > 0 ? inside : outside) += std::abs(row.weight);
        CHECK(ranked.sides(klass).inside == inside);
        CHECK(ranked.sides(klass).outside == outside);
        const double pairs = ranked_pairs(all[klass]);
        const double difference = std::abs(ranked.pairs_in_order(klass) - pairs);
        CHECK(difference <= (are_whole ? 0 : 1e-10 * pairs));
      }
    }
}

TEST_CASE("a copy of many ranked rows has rows of its own") {
  RankedRows one;
  for (int row = 0; row < 300'000; ++row)
    one.add(std::vector{static_cast<double>(row)}, row % 2 == 0 ? 0 : 1, 1);
  const double pairs = one.pairs_in_order(0);
  RankedRows other = one;
  for (int row = 0; row < 300'000; ++row) other.add(std::vector{-1.0}, 1, 1);
  CHECK(one.pairs_in_order(0) == pairs);
  CHECK(other.pairs_in_order(0) == pairs + 150'000.0 * 300'000);
}

TEST_CASE("areas of many rows are those of the same rows given together") {
  constexpr Index rows = 400'000;
  const auto predictions = [](Index first, Index count) {
    Predictions some = blank_predictions({"no", "yes"}, count);
    some.log_probability.clear();
    for (Index row = first; row < first + count; ++row) {
      const double p = 0.1 + 0.8 * static_cast<double>(row * 7919 % rows) / rows;
      some.log_probability.push_back(std::log1p(-p));
      some.log_probability.push_back(std::log(p));
    }
    return some;
  };
  std::vector<Index> truth;
  for (Index row = 0; row < rows; ++row) truth.push_back(row * 7919 % rows > rows / 4 ? 1 : 0);
  RocScores together, apart;
  together.add(predictions(0, rows), truth);
  for (Index first = 0; first < rows; first += 1000)
    apart.add(predictions(first, 1000),
              std::span(truth).subspan(static_cast<std::size_t>(first), 1000));
  CHECK(together.areas() == apart.areas());
  CHECK(together.areas().area == 1.0);
}

TEST_CASE("rows that find no room to wait are an error that names the folder and a remedy") {
  const char* const before = std::getenv("TMPDIR");
  const std::string folder = before == nullptr ? "/tmp" : before;
  ::setenv("TMPDIR", "/no/such/folder", 1);  // NOLINT(concurrency-mt-unsafe)
  const auto error = testing::error_of([] {
    RankedRows ranked;
    for (int row = 0; row < 1'000'000; ++row)
      ranked.add(std::vector{static_cast<double>(row)}, 0, 1);
  });
  ::setenv("TMPDIR", folder.c_str(), 1);  // NOLINT(concurrency-mt-unsafe)
  REQUIRE(error);
  CHECK(error->code() == ErrorCode::io);
  const std::string what = error->what();
  CHECK(what.find("'/no/such/folder'") != std::string::npos);
  CHECK(what.find("TMPDIR") != std::string::npos);
}
