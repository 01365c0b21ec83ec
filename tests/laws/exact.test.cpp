// Laws of statistics without rounding (L1 to L5): equal to the last bit, whatever the weights.
#include <credence/detail/learn/exact_cells.hpp>

#include <algorithm>

#include "support/family_laws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

template <class F>
using Exact = ExactStatistics<typename F::Statistics>;

// Data with a weight each: whole ones, fractions that doubles hold, and others.
template <class F>
struct Weighted {
  Sample<F> sample;
  std::vector<double> weights;

  Weighted(Random& random, std::size_t size) : sample(random_sample<F>(random, size)) {
    for (std::size_t i = 0; i < size; ++i) {
      const auto kind = random.below(4);
      weights.push_back(kind == 0   ? static_cast<double>(random.below(3))
                        : kind == 1 ? 0.25 * static_cast<double>(random.below(9))
                        : kind == 2 ? random.uniform()
                                    : std::exp(6 * random.normal()));
    }
  }
  void observe(Exact<F>& seen, std::size_t i) const {
    seen.observe(typename Sample<F>::Datum(sample.data[i]), weights[i]);
  }
  void forget(Exact<F>& seen, std::size_t i) const {
    seen.forget(typename Sample<F>::Datum(sample.data[i]), weights[i]);
  }
  [[nodiscard]] Exact<F> all() const {
    Exact<F> seen;
    for (std::size_t i = 0; i < weights.size(); ++i) observe(seen, i);
    return seen;
  }
};

std::vector<std::size_t> random_order(std::size_t size, Random& random) {
  std::vector<std::int64_t> order;
  for (std::size_t i = 0; i < size; ++i) order.push_back(static_cast<std::int64_t>(i));
  random.shuffle(order);
  return {order.begin(), order.end()};
}

}  // namespace

TEST_CASE("exact statistics of any parts in any order are those of one pass bit for bit") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    if constexpr (ExactFamily<F>) {
      const Weighted<F> data(random, 1 + random.below(20));
      const Exact<F> whole = data.all();

      std::vector<Exact<F>> parts(1 + random.below(4));
      for (const std::size_t i : random_order(data.weights.size(), random))
        data.observe(parts[random.below(parts.size())], i);
      Exact<F> merged;
      for (const std::size_t part : random_order(parts.size(), random)) merged.merge(parts[part]);
      Exact<F> turned;
      for (const std::size_t i : random_order(data.weights.size(), random)) data.observe(turned, i);

      RC_ASSERT(merged == whole);
      RC_ASSERT(turned == whole);
      if constexpr (LevelledStatistics<Exact<F>>) merged.resize(whole.levels());
      RC_ASSERT(merged.statistics() == whole.statistics());
      RC_ASSERT(turned.statistics() == whole.statistics());
    }
  });
}

TEST_CASE("exact statistics forget bit for bit what they observed") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    if constexpr (ExactFamily<F>) {
      const Weighted<F> data(random, 2 + random.below(12));
      const std::size_t kept = random.below(data.weights.size());
      Exact<F> before;
      for (std::size_t i = 0; i < kept; ++i) data.observe(before, i);

      Exact<F> seen = data.all();
      for (std::size_t i = kept; i < data.weights.size(); ++i) data.forget(seen, i);

      RC_ASSERT(seen == before);
      before.resize(seen.levels());
      RC_ASSERT(seen.statistics() == before.statistics());
    }
  });
}

TEST_CASE("exact statistics are what the plain ones are but for rounding") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    if constexpr (ExactFamily<F>) {
      const auto sample = random_sample<F>(random, random.below(20));
      Exact<F> seen;
      for (const auto& datum : sample.data) seen.observe(typename Sample<F>::Datum(datum), 0.3);

      RC_ASSERT(agree(seen.statistics(), sample.seen(0.3)));
      RC_ASSERT(std::abs(seen.count() - sample.seen(0.3).count()) <= 1e-14 * seen.count());
    }
  });
}

TEST_CASE("exact statistics of weight k are those of k sightings bit for bit") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    if constexpr (ExactFamily<F>) {
      const auto sample = random_sample<F>(random, 1 + random.below(6));
      const double weight = random.uniform();
      const int times = 1 << random.below(4);  // so that the product is not rounded
      Exact<F> at_once, repeated;
      for (const auto& datum : sample.data) {
        at_once.observe(typename Sample<F>::Datum(datum), weight * times);
        at_once.observe(typename Sample<F>::Datum(datum), 0);
        for (int i = 0; i < times; ++i) repeated.observe(typename Sample<F>::Datum(datum), weight);
      }

      RC_ASSERT(at_once == repeated);
      RC_ASSERT(at_once.statistics() == repeated.statistics());
    }
  });
}

TEST_CASE("exact statistics refuse to forget more than was seen and stay as they were") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    if constexpr (ExactFamily<F>) {
      const Weighted<F> data(random, 1 + random.below(6));
      Exact<F> seen = data.all();
      const Exact<F> before = seen;
      const typename Sample<F>::Datum first = data.sample.data.front();

      constexpr double far_more = 1e30;  // a weight of 1e12 comes up once in a million cases
      RC_ASSERT_THROWS_AS(seen.forget(first, far_more), Error);

      RC_ASSERT(seen == before);
    }
  });
}

TEST_CASE("exact statistics have levels that move with their sums") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    if constexpr (LevelledStatistics<typename F::Statistics> && ExactFamily<F>) {
      const Weighted<F> data(random, 1 + random.below(10));
      Exact<F> seen = data.all();
      typename F::Statistics plain = seen.statistics();
      std::vector<Index> to;
      for (const std::size_t at : random_order(static_cast<std::size_t>(seen.levels()), random))
        to.push_back(static_cast<Index>(at));

      seen.rearrange(to, seen.levels() + 1);
      plain.rearrange(to, plain.levels() + 1);

      RC_ASSERT(seen.statistics() == plain);
    }
  });
}
