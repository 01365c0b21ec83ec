// Reading memory: second moments of a long array, with the widest vectors there are.
#include "bandwidth.hpp"

#include <credence/detail/base/large_array.hpp>
#include <credence/detail/base/stopwatch.hpp>

#include <algorithm>
#include <thread>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bandwidth.cpp"
#include "base/targets.hpp"
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace bench {
namespace HWY_NAMESPACE {

double sum_of_squares(const double* HWY_RESTRICT x, std::size_t size) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::ScalableTag<double> d;
  const std::size_t lanes = hn::Lanes(d);
  auto a = hn::Zero(d), b = a, c = a, e = a;
  for (std::size_t i = 0; i + 4 * lanes <= size; i += 4 * lanes) {
    const auto x0 = hn::Load(d, x + i), x1 = hn::Load(d, x + i + lanes);
    const auto x2 = hn::Load(d, x + i + 2 * lanes), x3 = hn::Load(d, x + i + 3 * lanes);
    a = hn::MulAdd(x0, x0, a);
    b = hn::MulAdd(x1, x1, b);
    c = hn::MulAdd(x2, x2, c);
    e = hn::MulAdd(x3, x3, e);
  }
  return hn::GetLane(hn::SumOfLanes(d, hn::Add(hn::Add(a, b), hn::Add(c, e))));
}

}  // namespace HWY_NAMESPACE
}  // namespace bench
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bench {
namespace {

HWY_EXPORT(sum_of_squares);

constexpr std::size_t values = 100'000'000;

const credence::LargeArray<double>& memory() {
  static const credence::LargeArray<double> filled(values, 1.5);
  return filled;
}

volatile double result;

}  // namespace

double read_bandwidth() { return read_bandwidth(1); }

double read_bandwidth(int threads) {
  const double* data = memory().data();
  double best = 1e300;
  for (int round = 0; round < 3; ++round) {
    double seconds = 0;
    {
      const credence::Stopwatch watch(seconds);
      const std::size_t part = values / static_cast<std::size_t>(threads) / 64 * 64;
      std::vector<std::jthread> others;
      for (int t = 1; t < threads; ++t)
        others.emplace_back([=] {
          result =
              HWY_DYNAMIC_DISPATCH(sum_of_squares)(data + static_cast<std::size_t>(t) * part, part);
        });
      result = HWY_DYNAMIC_DISPATCH(sum_of_squares)(data, part);
    }
    best = std::min(best, seconds);
  }
  return static_cast<double>(values) * sizeof(double) / best;
}

}  // namespace bench
#endif
