// Cells whose statistics change, against families asked one by one.
#include <credence/detail/predict/moving_tied.hpp>
#include <credence/family/dirichlet_multinomial.hpp>
#include <credence/family/normal_inverse_gamma.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "catalogue/shipped_kernels.hpp"
#include "predict/moving/moving_histogram.hpp"
#include "predict/moving/moving_levels.hpp"
#include "support/family_laws.hpp"
#include "support/models.hpp"
#include "support/relative.hpp"
#include "support/throws.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

template <class F>
using ShippedCells = typename credence::detail::ShippedKernels<F>::Moving;

constexpr std::array every_estimator{Estimator::maximum_likelihood, Estimator::maximum_a_posteriori,
                                     Estimator::posterior_mean, Estimator::predictive,
                                     Estimator::scikit_learn};
const Strings classes_ab{"a", "b"};

// One feature whose class a has seen a sample; b has seen nothing.
template <class F>
Block<F> block_of_sample(const Sample<F>& sample) {
  Block<F> block;
  auto& feature = block.features.emplace_back();
  feature.name = "x";
  feature.prior.shared = sample.prior;
  if constexpr (Block<F>::levelled)
    for (std::size_t level = 0; level < sample.prior.weights.size(); ++level)
      feature.levels.push_back(std::to_string(level));
  if constexpr (TiedFamily<F>) {
    feature.levels.resize(sample.prior.means.size());
    if constexpr (requires { is_shared(sample.prior); })
      feature.tied = is_shared(sample.prior) ? Tying::features : Tying::free;
  }
  rearrange_classes(block, {}, 2);
  block.cell(0, 0).merge(sample.seen());
  return block;
}

EstimateContext context_of(Estimator estimator) {
  return {.estimator = estimator,
          .classes = classes_ab,
          .log_class_probabilities = {},
          .variance_floor = 1e-9};
}

template <class Ask>
std::pair<double, std::string> value_or_why(Ask&& ask) {
  try {
    return {ask(), ""};
  } catch (const Error& error) {
    return {0, error.what()};
  }
}

bool same(const std::pair<double, std::string>& a, const std::pair<double, std::string>& b) {
  const double size = std::max({1.0, std::abs(a.first), std::abs(b.first)});
  return a.second == b.second && (a.first == b.first || std::abs(a.first - b.first) < 1e-12 * size);
}

}  // namespace

TEST_CASE("a density without a datum is that of statistics which have forgotten it") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    const auto sample = random_sample<F>(random, 1 + random.below(20));
    const Block<F> block = block_of_sample(sample);
    const typename Sample<F>::Datum& datum = sample.data[random.below(sample.data.size())];
    for (const Estimator estimator : every_estimator) {
      // The reference sees one class at a time; study/leaving_tied.test.cpp compares with fits.
      if (moves_all_classes(block.feature(0), estimator)) continue;
      const ShippedCells<F> moving(block, context_of(estimator));
      const ReferenceMovingCells<F> reference(block, context_of(estimator));
      RC_ASSERT(moving.scored(0));
      for (const double weight : {1.0, 0.0, 0.25}) {
        const auto ask = [&](const auto& cells) {
          return value_or_why([&] { return cells.log_density_without(0, 0, datum, weight); });
        };
        RC_ASSERT(same(ask(moving), ask(reference)));
      }
    }
  });
}

TEST_CASE("a kernel density far from 0 without a number is that of the others") {
  const double far = std::ldexp(1.0, 30);
  const double step = std::ldexp(1.0, -22);  // the smallest there
  Block<KernelNumbers> block;
  block.features.emplace_back().name = "x";
  rearrange_classes(block, {}, 2);
  block.cell(0, 0).observe(far, 9);
  block.cell(0, 0).observe(far + step, 4);
  const ShippedCells<KernelNumbers> moving(block, context_of(Estimator::predictive));
  const ReferenceMovingCells<KernelNumbers> reference(block, context_of(Estimator::predictive));

  for (const double x : {far, far + step}) {
    CAPTURE(x - far);
    CHECK(moving.log_density_without(0, 0, x, 1) ==
          testing::relative(reference.log_density_without(0, 0, x, 1), 1e-13));
  }
}

TEST_CASE("log evidence of weighted data one after the other sums to that of all of it") {
  for_every_family([](auto family, Random& random) {
    using F = decltype(family);
    const auto sample = random_sample<F>(random, 1 + random.below(20));
    ShippedCells<F> moving(block_of_sample(sample), context_of(Estimator::predictive));
    moving.clear();
    typename F::Statistics seen;

    double sum = 0;
    double size = 1;
    for (const typename Sample<F>::Datum& datum : sample.data) {
      const double weight = 0.5 + random.uniform();
      RC_ASSERT(same({moving.log_evidence(0, 0, datum, 1), ""},
                     {moving.log_density_without(0, 0, datum, 0), ""}));
      const double term = moving.log_evidence(0, 0, datum, weight);
      sum += term;
      size += std::abs(term);
      moving.observe(0, 0, datum, weight);
      seen.observe(datum, weight);
    }

    RC_ASSERT(std::abs(sum - log_evidence(sample.prior, seen)) <= 1e-11 * size);
  });
}

TEST_CASE("a feature whose automatic prior has no meaning is scored by maximum likelihood alone") {
  Block<NormalInverseGammaNormal> block;
  block.features.emplace_back().name = "x";
  rearrange_classes(block, {}, 2);
  block.cell(0, 0).observe(1);
  using Moving = ShippedCells<NormalInverseGammaNormal>;
  CHECK(Moving(block, context_of(Estimator::maximum_likelihood)).scored(0));
  CHECK_FALSE(Moving(block, context_of(Estimator::predictive)).scored(0));
}

TEST_CASE(
    "a word that no level stands for is impossible, and more than was seen is not forgotten") {
  Block<DirichletMultinomial> block;
  auto& feature = block.features.emplace_back();
  feature.name = "note";
  feature.levels = {"u", "v"};
  rearrange_classes(block, {}, 2);
  block.cell(0, 0).counts = {3, 1};
  block.cell(0, 0).documents = 2;
  const ShippedCells<DirichletMultinomial> moving(block, context_of(Estimator::posterior_mean));
  // (3 - 2 + 1) / (4 - 2 + 2), twice
  CHECK(moving.log_density_without(0, 0, {{0, 2}}, 1) ==
        doctest::Approx(2 * std::log(2.0 / 4)).epsilon(1e-15));
  CHECK(moving.log_density_without(0, 0, {{7, 1}}, 0) == -std::numeric_limits<double>::infinity());
  CHECK(throws_error(
      [&] {
        (void)moving.log_density_without(0, 0, {{1, 2}}, 1);
      },
      ErrorCode::domain, "cannot forget more than was seen"));
}
