#include <credence/family/beta_bernoulli.hpp>

#include <doctest/doctest.h>

#include <credence/family/family.hpp>

#include "support/relative.hpp"
#include "support/throws.hpp"

using namespace credence;
using testing::throws_error;

static_assert(ConjugateFamily<BetaBernoulli>);

template <class Given>
concept IsObserved = requires(BernoulliCounts counts, Given given) {
  counts.observe(given);
  counts.forget(given);
};
static_assert(IsObserved<bool>);
static_assert(!IsObserved<double> && !IsObserved<int> && !IsObserved<const char*>);

TEST_CASE("three ones and four zeros under Beta(2 3) give the known posterior") {
  const Beta prior{.ones = 2, .zeros = 3};
  const BernoulliCounts seen{.ones = 3, .zeros = 4};

  // Reference: NumPy/SciPy and plain Python agree on the digits shown.
  CHECK(log_evidence(prior, seen) == doctest::Approx(-5.260096153728).epsilon(1e-13));
  CHECK(posterior(prior, seen) == Beta{.ones = 5, .zeros = 7});
  CHECK(BetaBernoulli::posterior_mean(posterior(prior, seen)).probability == 5.0 / 12);
  CHECK(BetaBernoulli::maximum_a_posteriori(posterior(prior, seen)).probability == 0.4);
  CHECK(BetaBernoulli::maximum_likelihood(seen).probability == 3.0 / 7);
}

TEST_CASE("weights that no double holds leave nothing when all of them are taken back") {
  for (const double weight : {0.1, 0.7}) {
    CAPTURE(weight);
    BernoulliCounts seen;
    for (int i = 0; i < 1000; ++i) seen.observe(true, weight);

    for (int i = 0; i < 1000; ++i) seen.forget(true, weight);

    CHECK(seen == BernoulliCounts{});
    CHECK(throws_error([&] { return BetaBernoulli::maximum_likelihood(seen); },
                       ErrorCode::undefined, "no data was seen"));
    CHECK(throws_error([&] { seen.forget(true, weight); }, ErrorCode::domain, "'ones' holds 0"));
  }
}

TEST_CASE("one row is left of a million million and one, and none beyond them is taken back") {
  BernoulliCounts seen{.ones = 1e12 + 1, .zeros = 0};
  seen.forget(true, 1e12);
  CHECK(seen.ones == 1);
  seen.ones = 1e12;
  CHECK(throws_error([&] { seen.forget(true, 1e12 + 1); }, ErrorCode::domain));
}

TEST_CASE("a light row is left beside a heavy one, whichever is taken back first") {
  BernoulliCounts seen;
  seen.observe(true, 1e10);
  seen.observe(true, 0.5);
  BernoulliCounts other = seen;

  seen.forget(true, 1e10);
  CHECK(seen.ones == 0.5);
  seen.forget(true, 0.5);
  CHECK(seen == BernoulliCounts{});
  other.forget(true, 0.5);
  CHECK(other.ones == 1e10);

  BernoulliCounts close{.ones = 1 + 1e-10, .zeros = 0};
  close.forget(true, 1);
  CHECK(close.ones == doctest::Approx(1e-10).scale(0));
  CHECK(throws_error([] { BernoulliCounts{.ones = 1e-3, .zeros = 0}.forget(true, 1.001e-3); },
                     ErrorCode::domain));
}

TEST_CASE("the probability learned is that of the value given the class and not the reverse") {
  // Of 10 ill one smokes, of 90 healthy all do: the ill smoke in 1 of 10, not in 1 of 91.
  const BernoulliCounts ill{.ones = 1, .zeros = 9};

  CHECK(BetaBernoulli::maximum_likelihood(ill).probability == 0.1);
}

TEST_CASE("a prior with different pseudo-counts belongs to the feature and not to classes") {
  // One library spreads the two numbers over classes and gets ln 1/2 instead.
  const Beta prior{.ones = 1, .zeros = 2};
  const BernoulliCounts seen{.ones = 2, .zeros = 2};

  const auto mean = BetaBernoulli::posterior_mean(posterior(prior, seen));

  CHECK(log_density(mean, true) == doctest::Approx(std::log(3.0 / 7)).epsilon(1e-15));
  CHECK(log_density(mean, true) == testing::relative(-0.8473, 1e-4));
}

TEST_CASE("without data or with a flat posterior an estimate says that it does not exist") {
  CHECK(throws_error([] { return BetaBernoulli::maximum_likelihood({}); }, ErrorCode::undefined,
                     "no data was seen"));
  CHECK(throws_error([] { return BetaBernoulli::maximum_a_posteriori(Beta{}); },
                     ErrorCode::undefined, "flat"));
}

TEST_CASE("under a flat prior maximum a posteriori is maximum likelihood") {
  const BernoulliCounts seen{.ones = 1e6, .zeros = 3};

  CHECK(BetaBernoulli::maximum_a_posteriori(posterior(Beta{}, seen)) ==
        BetaBernoulli::maximum_likelihood(seen));
}

TEST_CASE("scikit-learn's additive smoothing is the posterior mean") {
  const Beta after{.ones = 5, .zeros = 7};

  CHECK(BetaBernoulli::like_scikit_learn(after, {}, 1e-9) == BetaBernoulli::posterior_mean(after));
}
