// Draws that all pairs of columns share, against draws of each pair's own covariance.
#include "study/check/pair_tests.hpp"

#include <doctest/doctest.h>

#include <credence/base/random.hpp>
#include <credence/family/joint_normal.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

using namespace credence;

namespace {

std::vector<double> drawn_alone(const NormalInverseWishart& after,
                                const DependenceOptions& options) {
  Random random{options.seed};
  std::vector<double> draws;
  for (Index i = 0; i < options.draws; ++i) {
    const auto c = NormalInverseWishartNormal::tied_draw(Tying::free, std::array{after}, random)
                       .front()
                       .covariance;
    const double rest = std::max(1 - c[1] / c[0] * (c[1] / c[2]), 1e-300);
    draws.push_back(std::max(0.0, -0.5 * std::log(rest)));
  }
  return draws;
}

}  // namespace

TEST_CASE("the draws that pairs share are those of each covariance, bit for bit") {
  const DependenceOptions options{.draws = 60, .seed = 3};
  const detail::SharedDraws shared(options);
  for (const double shape : {0.51, 2.0, 17.5, 2.0, 4000.0})
    for (const std::vector<double>& scales : {std::vector<double>{50, 40, 80},
                                              {1, 0, 1},
                                              {1e-8, -3e-9, 2e-8},
                                              {1e100, 1e99, 1e100},
                                              {1, 1, 1}}) {  // the last is no covariance
      CAPTURE(shape);
      CAPTURE(scales);
      const NormalInverseWishart after{
          .means = {1, -2}, .mean_weight = 3, .shape = shape, .scales = scales};
      CHECK(shared.information(after) == drawn_alone(after, options));
    }
}
