// Laws of statistics: a commutative monoid in which a weight is a number of sightings.
#include <algorithm>
#include <credence/detail/family/contradiction.hpp>
#include <numeric>

#include "support/family_laws.hpp"

using namespace credence;
using namespace credence::testing;

TEST_CASE("merging the statistics of two parts gives those of the whole") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    const auto sample = random_sample<F>(random, 2 + random.below(30));
    const std::size_t cut = random.below(sample.data.size());

    auto merged = sample.seen(0, cut);
    merged.merge(sample.seen(cut, sample.data.size()));

    RC_ASSERT(agree(merged, sample.seen()));
    RC_ASSERT(merged.count() == static_cast<double>(sample.data.size()));
  });
}

TEST_CASE("statistics of data never contradict themselves") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    using Statistics = typename F::Statistics;
    const auto sample = random_sample<F>(random, random.below(30));
    Statistics seen;
    Statistics more;
    for (const typename Sample<F>::Datum& datum : sample.data)
      (random.below(2) == 0 ? seen : more).observe(datum, std::exp(5 * random.normal()));
    RC_ASSERT(contradiction(seen).empty());
    seen.merge(more);
    RC_ASSERT(contradiction(seen).empty());
    RC_ASSERT(contradiction(Statistics{}).empty());
  });
}

TEST_CASE("merging does not depend on the order of the two sides") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    const auto sample = random_sample<F>(random, 2 + random.below(30));
    const std::size_t cut = random.below(sample.data.size());
    const auto first = sample.seen(0, cut);
    const auto second = sample.seen(cut, sample.data.size());

    auto forwards = first;
    forwards.merge(second);
    auto backwards = second;
    backwards.merge(first);

    RC_ASSERT(forwards == backwards);
  });
}

TEST_CASE("merging does not depend on how three parts are grouped") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    const auto sample = random_sample<F>(random, 15);
    const auto a = sample.seen(0, 4);
    const auto b = sample.seen(4, 9);
    const auto c = sample.seen(9, 15);

    auto left = a;
    left.merge(b);
    left.merge(c);
    auto right = b;
    right.merge(c);
    auto grouped = a;
    grouped.merge(right);

    RC_ASSERT(agree(left, grouped));
  });
}

TEST_CASE("merging empty statistics changes nothing") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    const auto seen = random_sample<F>(random, 1 + random.below(10)).seen();

    auto left = seen;
    left.merge(typename F::Statistics{});
    typename F::Statistics right;
    right.merge(seen);

    RC_ASSERT(left == seen);
    RC_ASSERT(right == seen);
  });
}

TEST_CASE("the order in which data is observed makes no difference") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    auto sample = random_sample<F>(random, 2 + random.below(30));
    const auto seen = sample.seen();

    std::reverse(sample.data.begin(), sample.data.end());

    RC_ASSERT(agree(sample.seen(), seen));
  });
}

TEST_CASE("a weight of 2 equals seeing a datum twice") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    const auto sample = random_sample<F>(random, 1 + random.below(20));

    auto twice = sample.seen();
    twice.merge(sample.seen());

    RC_ASSERT(agree(sample.seen(2), twice));
  });
}

TEST_CASE("discounted statistics are those of data of smaller weights") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    const auto sample = random_sample<F>(random, 1 + random.below(20));
    const double factor = 0.01 + 0.99 * random.uniform();

    auto seen = sample.seen();
    seen.discount(factor);

    RC_ASSERT(agree(seen, sample.seen(factor), 1e-10));
    RC_ASSERT(contradiction(seen).empty());
  });
}

TEST_CASE("statistics discounted beyond all digits are those of no data") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    auto seen = random_sample<F>(random, 1 + random.below(10)).seen();
    typename F::Statistics nothing;
    if constexpr (LevelledStatistics<typename F::Statistics>) nothing.resize(seen.levels());

    seen.discount(1e-200);
    seen.discount(1e-200);

    RC_ASSERT(seen == nothing);
  });
}

TEST_CASE("a weight of 0 leaves statistics untouched bit for bit") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    const auto sample = random_sample<F>(random, 1 + random.below(10));
    const typename Sample<F>::Datum stranger = random_sample<F>(random, 1).data.front();
    auto seen = sample.seen();

    seen.observe(stranger, 0);
    seen.forget(stranger, 0);

    RC_ASSERT(seen == sample.seen());
    RC_ASSERT(sample.seen(0) == typename F::Statistics{});
  });
}

TEST_CASE("forgetting a datum undoes observing it") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    const auto sample = random_sample<F>(random, 2 + random.below(20));
    const double weight = 0.25 * static_cast<double>(1 + random.below(12));
    auto before = sample.seen(1, sample.data.size());

    auto seen = before;
    seen.observe(sample.data.front(), weight);
    if constexpr (LevelledStatistics<typename F::Statistics>) before.resize(seen.levels());
    seen.forget(sample.data.front(), weight);

    RC_ASSERT(agree(seen, before, 1e-10));
  });
}

TEST_CASE("forgetting a datum as often as it was seen leaves nothing") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    const auto sample = random_sample<F>(random, 1);
    typename F::Statistics seen;

    seen.observe(sample.data.front(), 0.7);
    seen.observe(sample.data.front(), 1.6);
    typename F::Statistics nothing;
    if constexpr (LevelledStatistics<typename F::Statistics>) nothing.resize(seen.levels());
    seen.forget(sample.data.front(), 2.3);

    RC_ASSERT(seen == nothing);
  });
}

TEST_CASE("forgetting data of weights that no double holds one by one leaves nothing") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    const auto sample = random_sample<F>(random, 1);
    const double weight = random.below(2) == 0 ? 0.1 : 0.7;
    typename F::Statistics seen;

    for (int i = 0; i < 300; ++i) seen.observe(sample.data.front(), weight);
    typename F::Statistics nothing;
    if constexpr (LevelledStatistics<typename F::Statistics>) nothing.resize(seen.levels());
    for (int i = 0; i < 300; ++i) seen.forget(sample.data.front(), weight);

    RC_ASSERT(seen == nothing);
  });
}

TEST_CASE("forgetting more than was seen is refused and changes nothing") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    const auto sample = random_sample<F>(random, 1 + random.below(5));
    auto seen = sample.seen();

    RC_ASSERT_THROWS_AS(seen.forget(sample.data.front(), 7), Error);

    RC_ASSERT(seen == sample.seen());
  });
}

TEST_CASE("statistics rebuilt from their named numbers are equal bit for bit") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    const auto seen = random_sample<F>(random, random.below(20)).seen(1.0 / 3);

    const auto rebuilt = from_fields<typename F::Statistics>(to_fields(seen), "statistics");

    RC_ASSERT(rebuilt == seen);
  });
}

namespace {
template <class Statistics>
void check_rearranged(const Statistics& seen, Random& random) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(seen.levels()) + 1);
  std::iota(order.begin(), order.end(), 0);
  random.shuffle(order);
  const std::vector<Index> to(order.begin(), order.end() - 1);
  std::vector<Index> back(order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    back[static_cast<std::size_t>(order[i])] = static_cast<Index>(i);

  auto moved = seen;
  moved.rearrange(to, seen.levels() + 1);
  auto returned = moved;
  returned.rearrange(back, seen.levels() + 1);
  auto grown = seen;
  grown.resize(seen.levels() + 1);

  RC_ASSERT(moved.levels() == seen.levels() + 1);
  RC_ASSERT(returned == grown);
  RC_ASSERT(moved.count() == seen.count());
}
}  // namespace

TEST_CASE("levels put into another order and back are as they were") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    if constexpr (LevelledStatistics<typename F::Statistics>)
      check_rearranged(random_sample<F>(random, 1 + random.below(10)).seen(), random);
  });
}
