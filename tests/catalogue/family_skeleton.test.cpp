// The skeleton of a family of one's own, from which docs/how_to/add_distribution.md starts.
#include "../examples/family_skeleton.hpp"

#include <credence/detail/family/family_check.hpp>
#include <credence/family/beta_bernoulli.hpp>
#include <credence/learn/posterior.hpp>

#include <doctest/doctest.h>

using namespace credence;

TEST_CASE("the skeleton of a family is a whole family, for posteriors and for models") {
  static_assert(ConjugateFamily<mine::BetaCoin>);
  static_assert(detail::ModelFamily<mine::BetaCoin>);
}

TEST_CASE("the coin of the skeleton learns as yes/no data do") {
  Posterior<mine::BetaCoin> coin{Beta{.ones = 2, .zeros = 3}};
  Posterior<BetaBernoulli> same{Beta{.ones = 2, .zeros = 3}};
  for (const bool heads : {true, false, true, true, false}) {
    coin.observe(heads, 1.5);
    same.observe(heads, 1.5);
  }

  CHECK(coin.density() == same.density());
  CHECK(coin.log_evidence() == doctest::Approx(same.log_evidence()).epsilon(1e-13));
  CHECK(coin.maximum_likelihood().heads ==
        doctest::Approx(same.maximum_likelihood().probability).epsilon(1e-15));
  CHECK(coin.maximum_a_posteriori().heads ==
        doctest::Approx(same.maximum_a_posteriori().probability).epsilon(1e-15));
  CHECK(coin.predictive().heads == doctest::Approx(same.predictive().probability).epsilon(1e-15));
  CHECK_THROWS_AS(static_cast<void>(Posterior<mine::BetaCoin>{}.maximum_likelihood()), Error);
  coin.forget(false, 3);
  CHECK(coin.statistics.tails == 0);
  CHECK_THROWS_AS(coin.forget(false, 0.5), Error);
}

TEST_CASE("the coin of the skeleton forgets rows whose weights are rounded, and no row more") {
  const auto ten_tenths = [] {
    Posterior<mine::BetaCoin> coin;
    for (int i = 0; i < 10; ++i) coin.observe(true, 0.1);
    return coin;
  };
  Posterior<mine::BetaCoin> row_by_row = ten_tenths();
  for (int i = 0; i < 10; ++i) row_by_row.forget(true, 0.1);
  Posterior<mine::BetaCoin> at_once = ten_tenths();
  REQUIRE(at_once.statistics.heads < 1);
  at_once.forget(true, 1);

  CHECK(row_by_row.statistics == mine::Tosses{});
  CHECK(at_once.statistics == mine::Tosses{});
  CHECK_THROWS_AS(row_by_row.forget(true, 0.1), Error);
}
