// Rows that only one of two classifiers labels right: all that tells which of them is right more often.
#include <credence/study/compare_paired.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <credence/base/index.hpp>
#include <string>

#include "support/golden_table.hpp"
#include "support/paths.hpp"
#include "support/throws.hpp"

using namespace credence;
using testing::number;
using testing::throws_error;

namespace {

// So many rows that the first alone has right, and the second alone.
DiscordantRows rows_of(std::size_t first, std::size_t second) {
  std::vector<bool> one(first, true);
  one.insert(one.end(), second, false);
  std::vector<bool> other = one;
  other.flip();
  return discordant_rows(one, other);
}

}  // namespace

TEST_CASE("rows are counted by who has them right, and weights count for rows") {
  const std::vector<bool> first{true, true, true, false, false, true};
  const std::vector<bool> second{true, false, false, true, false, true};

  const DiscordantRows plain = discordant_rows(first, second);
  CHECK(plain.both == 2);
  CHECK(plain.first_only == 2);
  CHECK(plain.second_only == 1);
  CHECK(plain.neither == 1);
  CHECK(plain.share == doctest::Approx(3.0 / 5).epsilon(1e-15));
  // Of Beta(3, 2): 1/2 lies at 5/16.
  CHECK(plain.second_better == doctest::Approx(5.0 / 16).epsilon(1e-14));
  CHECK(plain.first_better == doctest::Approx(11.0 / 16).epsilon(1e-14));

  const std::vector<double> weights{1, 2.5, 0, 4, 1, 1};
  const DiscordantRows weighted = discordant_rows(first, second, weights);
  CHECK(weighted.first_only == 2.5);
  CHECK(weighted.second_only == 4);
}

TEST_CASE("who wins discordant rows agrees with sums of binomial coefficients") {
  const auto lines =
      testing::golden_lines(testing::project_file("tests/golden/comparison.csv"), "rows");
  CHECK(lines.size() == 6);
  for (const auto& cells : lines) {
    CAPTURE(cells.at(1) + " " + cells.at(2));
    const DiscordantRows found = rows_of(std::stoul(cells[1]), std::stoul(cells[2]));
    CHECK(found.first_better == doctest::Approx(number(cells.at(3))).epsilon(1e-12));
    CHECK(found.second_better == doctest::Approx(number(cells.at(4))).epsilon(1e-12));
  }
}

TEST_CASE("classifiers that agree on every row are as likely better as worse") {
  const std::vector<bool> same{true, false, true};
  const DiscordantRows found = discordant_rows(same, same);

  CHECK(found.first_better == doctest::Approx(0.5).epsilon(1e-15));
  CHECK(found.share == 0.5);
  CHECK(found.interval.lower == doctest::Approx(0.05).epsilon(1e-12));
}

TEST_CASE("discordant rows refuse lists that do not fit, naming their lengths") {
  const std::vector<bool> two{true, false};
  const std::vector<bool> three{true, false, true};
  const std::vector<double> weights{1, -1};
  CHECK(throws_error([&] { (void)discordant_rows(two, three); }, ErrorCode::shape,
                     "on 2 and 3 rows"));
  CHECK(throws_error([&] { (void)discordant_rows(three, three, weights); }, ErrorCode::shape,
                     "with 2 weights"));
  CHECK(throws_error([&] { (void)discordant_rows(two, two, weights); }, ErrorCode::domain,
                     "a row has weight -1"));
  CHECK(throws_error([&] { (void)discordant_rows(two, two, {}, 0); }, ErrorCode::domain,
                     "the mass of an interval is 0"));
}
