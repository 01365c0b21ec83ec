// The borders of pieces over which information is integrated.
#include "select/pieces.hpp"

#include <credence/base/random.hpp>

#include <doctest/doctest.h>

#include "support/law_cases.hpp"

using namespace credence;

namespace {

std::vector<detail::Around> random_places(Random& random) {
  std::vector<detail::Around> places(1 + random.below(12));
  const double spread = random.below(2) == 0 ? 2 : 200;
  for (detail::Around& place : places)
    place = {.location = random.normal() * std::exp(spread * random.normal()),
             .scale = std::exp(std::clamp(spread * random.normal(), -700.0, 700.0)),
             .reach = 40};
  if (places.size() > 2) places[1] = places[0];
  return places;
}

// Half the distance to the nearest place, as the crow flies.
double width_of(const std::vector<detail::Around>& places, double x) {
  double width = std::numeric_limits<double>::infinity();
  for (const detail::Around& place : places)
    width = std::min(width, std::hypot(place.scale, x - place.location));
  return width / 2;
}

}  // namespace

TEST_CASE("a piece is as wide as the nearest place allows, however small or large its scale") {
  CHECK(testing::holds("widths of pieces", [](std::uint64_t seed) {
    Random random{seed};
    const std::vector<detail::Around> places = random_places(random);
    const std::vector<double> borders = detail::piece_borders(places, -1e300, 1e300);
    for (std::size_t k = 2; k < borders.size(); ++k) {
      const double x = borders[k - 2];
      RC_ASSERT(borders[k - 1] == std::max(x + width_of(places, x), std::nextafter(x, 1e300)));
    }
  }));
}
