#pragma once
// Where the searches for priors begin, and which of their ends counts.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <numeric>
#include <utility>
#include <vector>

#include "family/empirical_limits.hpp"

namespace credence::detail {

/// Starts whose second number, the logarithm of how firm the prior is, is loose and firm, and whose
/// third has the logarithms given: a few cells can leave two maxima.
[[nodiscard]] inline std::vector<std::vector<double>> starts_around(
    double first, std::initializer_list<double> firmness, std::initializer_list<double> third) {
  std::vector<std::vector<double>> starts;
  for (const double firm : firmness)
    for (const double other : third) starts.push_back({first, std::log(firm), other});
  return starts;
}

/// Returns the cells of largest weight, in their order: a start from each of all cells would make the
/// search quadratic in their number.
/// in  weight_of: of a cell
template <class Cell, class WeightOf>
[[nodiscard]] std::vector<Cell> cells_to_start_from(const std::vector<Cell>& cells,
                                                    WeightOf&& weight_of) {
  constexpr std::size_t most = 8;
  if (cells.size() <= most) return cells;
  std::vector<std::size_t> order(cells.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return weight_of(cells[a]) > weight_of(cells[b]);
  });
  order.resize(most);
  std::sort(order.begin(), order.end());
  std::vector<Cell> found;
  for (const std::size_t at : order) found.push_back(cells[at]);
  return found;
}
template <class Statistics>
[[nodiscard]] std::vector<Statistics> cells_to_start_from(const std::vector<Statistics>& cells) {
  return cells_to_start_from(cells, [](const Statistics& cell) { return cell.count(); });
}

/// Adds the places of highest value to the starts: a value costs far less than a climb.
/// in  most: how many
template <class Problem>
void add_best_places(const Problem& problem, std::vector<std::vector<double>> places,
                     std::size_t most, std::vector<std::vector<double>>& starts) {
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t i = 0; i < places.size(); ++i) {
    problem.clip(places[i]);
    order.emplace_back(-problem.value(places[i]), i);
  }
  std::sort(order.begin(), order.end());
  order.resize(std::min(most, order.size()));
  for (const auto& [value, i] : order) starts.push_back(std::move(places[i]));
}

/// Climbs from several places, of which the first counts where none is clearly higher.
template <class Problem>
[[nodiscard]] Summit highest_summit(const Problem& problem,
                                    const std::vector<std::vector<double>>& starts,
                                    int most_steps) {
  Summit best = climb(problem, starts.front(), most_steps);
  for (std::size_t i = 1; i < starts.size(); ++i) {
    Summit other = climb(problem, starts[i], most_steps);
    if (other.value > best.value + problem.rounding()) best = std::move(other);
  }
  return best;
}

/// Goes on to a limit whose evidence is no lower than that of the top, up to its rounding: where the
/// evidence grows for ever, but by less than its digits tell, a search ends anywhere on the way, and
/// a top of cells of different sizes can lie before a valley, behind which the evidence grows higher.
template <class Problem>
void go_on_to_limit(const Problem& problem, std::vector<double> limit, Summit& top) {
  if (!top.converged) return;
  const double value = problem.value(limit);
  if (!(value >= top.value - problem.rounding())) return;
  top.at = std::move(limit);
  top.value = value;
}

/// Climbs once more from a limit, along which other numbers are best than at the top.
/// in  firmness: the place of the number that is there at its highest
template <class Problem>
void climb_along_limit(const Problem& problem, std::vector<double> limit, std::size_t firmness,
                       int most_steps, Summit& top) {
  if (!top.converged) return;
  const double highest = limit[firmness];
  Summit other = climb(problem, std::move(limit), most_steps);
  const bool further = other.at[firmness] >= highest && top.at[firmness] < highest;
  if (other.value > top.value + (further ? -1 : 1) * problem.rounding()) top = std::move(other);
}

}  // namespace credence::detail
