// Rows that only one of two classifiers labels right: all that tells which of them is right more often.
#include <credence/study/compare_paired.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <credence/base/index.hpp>
#include <fstream>
#include <string>

#include "support/golden_table.hpp"
#include "support/paths.hpp"
#include "support/throws.hpp"

using namespace credence;
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
  std::ifstream file(testing::project_file("tests/golden/comparison.csv"));
  Index seen = 0;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("rows,")) continue;
    ++seen;
    CAPTURE(line);
    std::array<double, 4> cells{};
    std::size_t from = 5;
    for (double& cell : cells) {
      const std::size_t comma = std::min(line.find(',', from), line.size());
      cell = testing::number_in(std::string_view(line).substr(from, comma - from), line);
      from = comma + 1;
    }
    const DiscordantRows found =
        rows_of(static_cast<std::size_t>(cells[0]), static_cast<std::size_t>(cells[1]));
    CHECK(found.first_better == doctest::Approx(cells[2]).epsilon(1e-12));
    CHECK(found.second_better == doctest::Approx(cells[3]).epsilon(1e-12));
  }
  CHECK(seen == 6);
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
