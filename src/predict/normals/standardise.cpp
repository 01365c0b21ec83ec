// Centres, rates and shifts of the score kernels.
#include "predict/normals/standardise.hpp"

#include <algorithm>
#include <cmath>

namespace credence::detail {
namespace {

// z = rate x - shift loses |shift| eps; this many units cost 1e-13 at most.
constexpr double widest_shift = 256;

// Halves first: the sum of two large means may not be a double.
double middle_of(std::span<const Standard> standards, const std::vector<Index>& live) {
  if (live.empty()) return 0;
  const auto middle = [&](Index klass) {
    return standards[static_cast<std::size_t>(klass)].middle;
  };
  double lowest = middle(live.front());
  double highest = lowest;
  for (const Index klass : live) {
    lowest = std::min(lowest, middle(klass));
    highest = std::max(highest, middle(klass));
  }
  return 0.5 * lowest + 0.5 * highest;
}

double shift_from(double centre, const Standard& standard) {
  return static_cast<double>((static_cast<long double>(standard.middle) - centre) / standard.unit);
}

bool are_separated(std::span<const Standard> standards, Index classes,
                   const StandardisedCells& cells) {
  for (Index j = 0; j < cells.features; ++j)
    for (const Index klass : cells.live) {
      const double shift = shift_from(cells.centres[static_cast<std::size_t>(j)],
                                      standards[static_cast<std::size_t>(j * classes + klass)]);
      if (!(std::abs(shift) <= widest_shift)) return true;
    }
  return false;
}

// The parameters and norms of one group of classes, appended.
void append_group(std::span<const Standard> standards, Index classes, std::span<const Index> group,
                  StandardisedCells& cells) {
  for (Index j = 0; j < cells.features; ++j)
    for (const Index klass : group) {
      const Standard& standard = standards[static_cast<std::size_t>(j * classes + klass)];
      const double rate = 1 / standard.spread;
      const long double middle = standard.middle;
      cells.parameters.push_back(rate);
      cells.parameters.push_back(
          cells.separated
              ? standard.middle
              : static_cast<double>((middle - cells.centres[static_cast<std::size_t>(j)]) * rate));
      cells.norms.push_back(standard.norm);
    }
}

void sum_norms(std::span<const Standard> standards, Index classes, StandardisedCells& cells) {
  for (Index begin = 0; begin < cells.features; begin += cells.strip)
    for (const Index klass : cells.live) {
      long double sum = 0;
      for (Index j = begin; j < std::min(begin + cells.strip, cells.features); ++j)
        sum += standards[static_cast<std::size_t>(j * classes + klass)].norm;
      cells.strip_norms.push_back(static_cast<double>(sum));
    }
}

// Strips of about the same length, in whole lines of the cache.
Index strip_length(Index features, Index longest) {
  if (features <= longest) return features;
  const Index strips = (features + longest - 1) / longest;
  return ((features + strips - 1) / strips + 7) / 8 * 8;
}

}  // namespace

StandardisedCells standardise(std::span<const Standard> standards, Index classes,
                              const std::vector<bool>& live, Scale scale, Index longest_strip) {
  StandardisedCells cells{.scale = scale};
  for (Index klass = 0; klass < classes; ++klass)
    if (live[static_cast<std::size_t>(klass)]) cells.live.push_back(klass);
  cells.features = classes == 0 ? 0 : static_cast<Index>(standards.size()) / classes;
  cells.strip = strip_length(cells.features, longest_strip);
  for (Index j = 0; j < cells.features; ++j)
    cells.centres.push_back(
        middle_of(standards.subspan(static_cast<std::size_t>(j * classes)), cells.live));
  cells.separated = are_separated(standards, classes, cells);
  if (cells.separated) std::fill(cells.centres.begin(), cells.centres.end(), 0.0);
  const auto kept = std::span<const Index>(cells.live);
  for (std::size_t first = 0; first < kept.size();) {
    const auto size = static_cast<std::size_t>(group_size(static_cast<Index>(kept.size() - first)));
    append_group(standards, classes, kept.subspan(first, size), cells);
    first += size;
  }
  sum_norms(standards, classes, cells);
  return cells;
}

}  // namespace credence::detail
