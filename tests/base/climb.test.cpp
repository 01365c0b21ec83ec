// Climbs end at the top of a function or at the edge of what is allowed.
#include "base/climb.hpp"

#include <doctest/doctest.h>

using namespace credence;
using doctest::Approx;

namespace {

// A ridge that bends upwards far out: -ln(1 + (x - 3)^2) - (y - x)^2.
struct Ridge {
  [[nodiscard]] double value(const std::vector<double>& at) const {
    const double x = at[0] - 3;
    return -std::log1p(x * x) - (at[1] - at[0]) * (at[1] - at[0]);
  }
  [[nodiscard]] Slope slope(const std::vector<double>& at) const {
    const double x = at[0] - 3;
    const double d = at[1] - at[0];
    const double s = 1 + x * x;
    return {.gradient = {-2 * x / s + 2 * d, -2 * d},
            .curvature = {2 / s - 4 * x * x / (s * s) + 2, -2, -2, 2},
            .shared = {}};
  }
  void clip(std::vector<double>&) const {}
  [[nodiscard]] double rounding() const { return 1e-15; }
};

// -(x - 10)^2 with x at most 2.
struct Wall {
  [[nodiscard]] double value(const std::vector<double>& at) const {
    return -(at[0] - 10) * (at[0] - 10);
  }
  [[nodiscard]] Slope slope(const std::vector<double>& at) const {
    return {.gradient = {at[0] >= 2 ? 0 : -2 * (at[0] - 10)}, .curvature = {2}, .shared = {}};
  }
  void clip(std::vector<double>& at) const { at[0] = std::min(at[0], 2.0); }
  [[nodiscard]] double rounding() const { return 1e-15; }
};

// 1 + x / 10^9 with x at most 2: what is left of the way to the edge can vanish beside 1.
struct Slant {
  [[nodiscard]] double value(const std::vector<double>& at) const { return 1 + 1e-9 * at[0]; }
  [[nodiscard]] Slope slope(const std::vector<double>& at) const {
    return {.gradient = {at[0] >= 2 ? 0 : 1e-9}, .curvature = {1e-12}, .shared = {}};
  }
  void clip(std::vector<double>& at) const { at[0] = std::min(at[0], 2.0); }
  [[nodiscard]] double rounding() const { return 1e-12; }
};

}  // namespace

TEST_CASE("a climb reaches the top from where the function bends upwards") {
  for (const double from : {-1000.0, -4.0, 2.9, 50.0, 1e4}) {
    CAPTURE(from);
    const Summit top = climb(Ridge{}, {from, -from}, 5000);

    CHECK(top.converged);
    CHECK(top.at[0] == Approx(3).epsilon(1e-12));
    CHECK(top.at[1] == Approx(3).epsilon(1e-12));
    CHECK(top.value == Approx(0));
  }
}

TEST_CASE("a climb that may take no step stays where it is and has not converged") {
  const Summit top = climb(Ridge{}, {7, 8}, 0);

  CHECK(top.at == std::vector<double>{7, 8});
  CHECK(top.steps == 0);
  CHECK_FALSE(top.converged);
}

TEST_CASE("a climb ends at the edge of the allowed set") {
  const Summit top = climb(Wall{}, {-30}, 100);

  CHECK(top.converged);
  CHECK(top.at == std::vector<double>{2});
}

TEST_CASE("a climb whose promise lies behind the edge has converged before it") {
  const Summit top = climb(Slant{}, {2 - 1e-8}, 100);

  CHECK(top.converged);
  CHECK(top.at[0] == Approx(2).epsilon(1e-7));
}

TEST_CASE("a step of a diagonal less an outer product is that of the full matrix") {
  // diag(3, 5, 4) - u u' with u = (1, 1, 0.5)
  const Slope parts{.gradient = {1, -2, 0.5}, .curvature = {3, 5, 4}, .shared = {1, 1, 0.5}};
  const Slope full{.gradient = {1, -2, 0.5},
                   .curvature = {2, -1, -0.5, -1, 4, -0.5, -0.5, -0.5, 3.75},
                   .shared = {}};

  for (const double damping : {0.0, 0.5, 100.0}) {
    CAPTURE(damping);
    const auto step = detail::damped_step(parts, damping);
    const auto same = detail::damped_step(full, damping);
    REQUIRE(step);
    REQUIRE(same);
    for (std::size_t i = 0; i < 3; ++i) CHECK((*step)[i] == Approx((*same)[i]).epsilon(1e-14));
    CHECK(detail::promised_gain(parts, *step) ==
          Approx(detail::promised_gain(full, *step)).epsilon(1e-13));
  }
}

TEST_CASE("a curvature that is not positive definite gives no step until it is damped") {
  const Slope saddle{.gradient = {1, 1}, .curvature = {-1, 0, 0, 2}, .shared = {}};
  const Slope steep{.gradient = {1, 1}, .curvature = {1, 1}, .shared = {1, 1}};

  CHECK_FALSE(detail::damped_step(saddle, 0));
  CHECK_FALSE(detail::damped_step(steep, 0));
  for (const Slope& slope : {saddle, steep}) {
    const auto step = detail::step_within(slope, 0.5);
    CHECK(detail::largest_entry(step) <= 0.5);
    CHECK(detail::largest_entry(step) >= 0.4);
    CHECK(detail::promised_gain(slope, step) > 0);
  }
}

TEST_CASE("a slope of hardly anything ends the search for a damping") {
  constexpr double least = std::numeric_limits<double>::denorm_min();
  for (const double size : {least, 1e-310, 1e-300}) {
    CAPTURE(size);
    const Slope slope{.gradient = {size}, .curvature = {-size}, .shared = {}};

    const auto step = detail::step_within(slope, 1);

    REQUIRE(step.size() == 1);
    CHECK(step[0] >= 0);
    CHECK(step[0] <= 1);
  }
}
