// What a feature looks like class by class: how the data lie, and the density that was learned.
#include <credence/study/feature_pictures.hpp>

#include <credence/detail/study/picture_context.hpp>
#include <credence/detail/study/reserved_levels.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "study/rows/bin_holding.hpp"

namespace credence::detail {
namespace {

constexpr double most_counts = 1e5;  // beyond, a sum of probabilities would take its time
constexpr double margin = 0.12;      // of a density beyond the bins, as a share of their range

bool all_whole(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(),
                     [](double x) { return std::floor(x) == x && std::abs(x) < 1e9; });
}

// The rule of Rice: 2 n^(1/3).
Index bins_for(std::size_t rows, Index most) {
  const double bins = std::ceil(2 * std::cbrt(static_cast<double>(rows)));
  return std::clamp<Index>(static_cast<Index>(bins), 5, most);
}

// Whole numbers get bins of whole widths, so that each holds equally many of them.
std::vector<double> edges_of(const Range& range, Index bins, bool whole) {
  std::vector<double> edges;
  const auto count = static_cast<double>(bins);
  double lower = range.lower;
  double width = range.upper / count - range.lower / count;
  Index all = bins;
  if (whole) {
    lower = std::ceil(range.lower) - 0.5;
    const double upper = std::floor(range.upper) + 0.5;
    width = std::max(std::ceil((upper - lower) / count), 1.0);
    all = static_cast<Index>(std::ceil((upper - lower) / width));
  }
  for (Index i = 0; i <= all; ++i) edges.push_back(lower + static_cast<double>(i) * width);
  if (!whole) edges.back() = range.upper;
  return edges;
}

void count_into_bins(const ClassNumbers& data, FeaturePicture& picture) {
  const std::size_t bins = picture.edges.size() - 1;
  picture.observed.assign(picture.classes.size(), std::vector<double>(bins));
  const BinHolding bin_holding(picture.edges);
  for (std::size_t i = 0; i < data.values.size(); ++i) {
    const auto klass = static_cast<std::size_t>(data.klass[i]);
    picture.rows[klass] += data.weights[i];
    const Index bin = bin_holding(data.values[i]);
    if (bin < 0)
      picture.outside += data.weights[i];
    else
      picture.observed[klass][static_cast<std::size_t>(bin)] += data.weights[i];
  }
  for (std::size_t klass = 0; klass < picture.classes.size(); ++klass)
    for (std::size_t bin = 0; bin < bins; ++bin) {
      double& height = picture.observed[klass][bin];
      if (height > 0)
        height = height / picture.rows[klass] / (picture.edges[bin + 1] - picture.edges[bin]);
    }
}

std::string range_name(double first, double width, bool open) {
  if (open) return fmt::format("{:.0f} or more", first);
  if (width == 1) return fmt::format("{:.0f}", first);
  return fmt::format("{:.0f} to {:.0f}", first, first + width - 1);
}

void pool_into(FeaturePicture& picture, const std::vector<Index>& kept, bool pool) {
  const auto chosen = [&](const std::vector<double>& heights) {
    std::vector<double> some;
    double all = 0;
    for (const double height : heights) all += height;
    for (const Index level : kept) some.push_back(heights[static_cast<std::size_t>(level)]);
    if (pool) some.push_back(std::max(all - std::accumulate(some.begin(), some.end(), 0.0), 0.0));
    return some;
  };
  std::vector<std::string> levels;
  for (const Index level : kept) levels.push_back(picture.levels[static_cast<std::size_t>(level)]);
  if (pool) levels.push_back(distinct_name("other", picture.levels));
  picture.levels = std::move(levels);
  for (auto* lists : {&picture.observed, &picture.expected})
    for (auto& heights : *lists) heights = chosen(heights);
}

}  // namespace

Range central_range(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const auto at = [&](double share) {
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
  };
  Range all{.lower = values.front(), .upper = values.back()};
  const Range most{.lower = at(0.005), .upper = at(0.995)};
  const double spread = most.upper / 2 - most.lower / 2;
  if (spread > 0 && all.upper / 2 - all.lower / 2 > 1.5 * spread) all = most;
  if (all.upper > all.lower) return all;
  const double step = std::max(0.5, std::abs(all.lower) * 0.05);
  return {.lower = all.lower - step, .upper = all.upper + step};
}

void frame_numbers(const ClassNumbers& data, const PictureOptions& options, bool positive,
                   FeaturePicture& picture) {
  const Range range = central_range(data.values);
  const bool whole = !data.values.empty() && all_whole(data.values);
  picture.edges = edges_of(range, bins_for(data.values.size(), options.most_bins), whole);
  count_into_bins(data, picture);
  const double beyond = margin * (picture.edges.back() / 2 - picture.edges.front() / 2) * 2;
  double lower = picture.edges.front() - beyond;
  if (positive) lower = std::max(lower, 0.0);
  const double upper = picture.edges.back() + beyond;
  const auto steps = static_cast<double>(options.points - 1);
  for (Index i = 0; i < options.points; ++i) {
    const double share = static_cast<double>(i) / steps;
    picture.points.push_back(lower * (1 - share) + upper * share);
  }
}

CountRanges frame_counts(const ClassNumbers& data, const PictureOptions& options,
                         FeaturePicture& picture) {
  const double greatest =
      data.values.empty() ? 0 : *std::max_element(data.values.begin(), data.values.end());
  const double last =
      data.values.empty() ? 0 : std::min({central_range(data.values).upper, greatest, most_counts});
  CountRanges ranges;
  const auto most = static_cast<double>(options.most_levels);
  ranges.width = std::max(std::ceil((std::floor(last) + 1) / most), 1.0);
  for (double first = 0; first <= last; first += ranges.width) ranges.first.push_back(first);
  ranges.first.push_back(ranges.first.back() + ranges.width);
  ranges.open = true;
  for (std::size_t i = 0; i < ranges.first.size(); ++i)
    picture.levels.push_back(
        range_name(ranges.first[i], ranges.width, i + 1 == ranges.first.size()));
  picture.levels_in_all = std::ssize(picture.levels);
  picture.observed.assign(picture.classes.size(), std::vector<double>(ranges.first.size()));
  for (std::size_t i = 0; i < data.values.size(); ++i) {
    const auto klass = static_cast<std::size_t>(data.klass[i]);
    const double range = std::min(std::floor(data.values[i] / ranges.width),
                                  static_cast<double>(ranges.first.size() - 1));
    picture.rows[klass] += data.weights[i];
    picture.observed[klass][static_cast<std::size_t>(range)] += data.weights[i];
  }
  for (auto& heights : picture.observed) heights = shares_of(heights);
  return ranges;
}

void keep_levels(FeaturePicture& picture, std::span<const double> worth, Index most, bool pool) {
  const Index levels = std::ssize(picture.levels);
  picture.levels_in_all = levels;
  if (levels <= most && pool) return;
  std::vector<double> value(worth.begin(), worth.end());
  if (value.empty())
    for (Index level = 0; level < levels; ++level) {
      double weight = 0;
      for (std::size_t klass = 0; klass < picture.rows.size(); ++klass)
        weight += picture.rows[klass] * picture.observed[klass][static_cast<std::size_t>(level)];
      value.push_back(weight);
    }
  std::vector<Index> order(static_cast<std::size_t>(levels));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
    return value[static_cast<std::size_t>(a)] > value[static_cast<std::size_t>(b)];
  });
  order.resize(static_cast<std::size_t>(std::min(levels, most)));
  pool_into(picture, order, pool);
}

std::vector<double> worth_of_words(const std::vector<std::vector<double>>& shares,
                                   std::span<const double> class_probabilities) {
  std::vector<double> worth(shares.empty() ? 0 : shares.front().size());
  for (std::size_t word = 0; word < worth.size(); ++word) {
    double pooled = 0;
    for (std::size_t klass = 0; klass < shares.size(); ++klass)
      if (class_probabilities[klass] > 0)
        pooled += class_probabilities[klass] * shares[klass][word];
    for (std::size_t klass = 0; klass < shares.size(); ++klass) {
      const double share = shares[klass][word];
      if (class_probabilities[klass] > 0 && share > 0)
        worth[word] += class_probabilities[klass] * share * std::log(share / pooled);
    }
    if (std::isnan(worth[word])) worth[word] = 0;
  }
  return worth;
}

std::vector<double> shares_of(const std::vector<double>& weights) {
  double total = 0;
  for (const double weight : weights) total += weight;
  std::vector<double> shares = weights;
  for (double& share : shares) share = total > 0 ? share / total : 0;
  return shares;
}

}  // namespace credence::detail
