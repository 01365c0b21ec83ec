// The prior of largest evidence of means and of variances that groups of cells share.
#include "family/empirical_spreads.hpp"

#include <credence/base/special.hpp>
#include <credence/detail/family/normal_estimates.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "family/empirical_starts.hpp"

namespace credence::detail {
namespace {

using List = std::vector<double>;

// The evidence as a function of the means of the slots, the logarithms of their weights, and those of
// the shape and of the size, scale / shape: as the shape grows at a fixed size all variances become that
// size, as a mean weight grows all means of a slot become its mean.
class SpreadProblem {
 public:
  SpreadProblem(const std::vector<SpreadGroup>& groups, std::size_t slots)
      : groups_(groups),
        slots_(slots),
        least_mean_(slots, infinity),
        greatest_mean_(slots, -infinity) {
    for (const SpreadGroup& group : groups)
      for (const SlotCell& cell : group) {
        weight_ += cell.moments.n;
        double& least = least_mean_[cell.slot];
        double& greatest = greatest_mean_[cell.slot];
        least = std::min(least, cell.moments.mean);
        greatest = std::max(greatest, cell.moments.mean);
      }
    highest_ = std::log(strongest_of(weight_));
  }

  [[nodiscard]] std::size_t weight_of(std::size_t slot) const { return slots_ + slot; }
  [[nodiscard]] std::size_t shape() const { return 2 * slots_; }
  [[nodiscard]] std::size_t size() const { return 2 * slots_ + 1; }
  [[nodiscard]] std::size_t places() const { return 2 * slots_ + 2; }
  /// Whether a place holds a number that tells how firm the prior is.
  [[nodiscard]] bool is_firmness(std::size_t place) const {
    return place >= slots_ && place != size();
  }

  [[nodiscard]] SpreadPrior prior_at(const List& at) const {
    SpreadPrior prior;
    prior.shape = std::exp(at[shape()]);
    prior.scale = std::exp(at[shape()] + at[size()]);
    for (std::size_t slot = 0; slot < slots_; ++slot) {
      prior.means.push_back(at[slot]);
      prior.mean_weights.push_back(std::exp(at[weight_of(slot)]));
    }
    return prior;
  }

  [[nodiscard]] double value(const List& at) const {
    const SpreadPrior prior = prior_at(at);
    double sum = 0;
    for (const SpreadGroup& group : groups_) {
      double half = 0;
      double added = 0;
      for (const auto& [slot, cell] : group) {
        half += 0.5 * cell.n;
        added += added_scale(column_of(prior, slot), cell);
        sum -= 0.5 * log1p_ratio(cell.n, prior.mean_weights[slot]);
      }
      sum += log_gamma_ratio(prior.shape, half) - prior.shape * log1p_ratio(added, prior.scale) -
             half * (log_two_pi + std::log(prior.scale + added));
    }
    return sum;
  }

  [[nodiscard]] Slope slope(const List& at) const {
    const SpreadPrior prior = prior_at(at);
    Slope slope{.gradient = List(places()), .curvature = List(places() * places()), .shared = {}};
    for (const SpreadGroup& group : groups_) add_group(prior, group, slope);
    follow_shape(slope);
    std::vector<bool> at_limit;
    for (std::size_t i = 0; i < places(); ++i)
      at_limit.push_back(is_firmness(i) && at[i] >= highest_);
    hold(at_limit, slope);
    return slope;
  }

  // The mean of a prior is a weighted mean of those of its cells.
  void clip(List& at) const {
    for (std::size_t i = 0; i < places(); ++i) {
      if (i < slots_) at[i] = std::clamp(at[i], least_mean_[i], greatest_mean_[i]);
      if (is_firmness(i)) at[i] = std::min(at[i], highest_);
    }
  }
  [[nodiscard]] double rounding() const { return 1e-13 * (1 + weight_); }
  [[nodiscard]] double highest() const { return highest_; }

 private:
  [[nodiscard]] static NormalInverseGamma column_of(const SpreadPrior& prior, std::size_t slot) {
    return {.mean = prior.means[slot],
            .mean_weight = prior.mean_weights[slot],
            .shape = prior.shape,
            .scale = prior.scale};
  }

  void add_bend(Slope& slope, std::size_t i, std::size_t k, double value) const {
    slope.curvature[i * places() + k] += value;
    if (i != k) slope.curvature[k * places() + i] += value;
  }

  // The evidence of a group depends on the means and their weights through the scale that the data add,
  // and on the weights once more by themselves. Until the end `curvature` is the matrix of second
  // derivatives.
  void add_group(const SpreadPrior& prior, const SpreadGroup& group, Slope& slope) const {
    double half = 0;
    double added = 0;
    for (const auto& [slot, cell] : group) {
      half += 0.5 * cell.n;
      added += added_scale(column_of(prior, slot), cell);
    }
    const double end = prior.scale + added;
    const double part = prior.scale / end;
    const double pull = (prior.shape + half) / end;
    List by(2 * slots_);  // the added scale: by means, then by the logarithms of weights
    for (const auto& [slot, cell] : group)
      add_cell(column_of(prior, slot), cell, slot, pull, by, slope);

    const double by_shape =
        prior.shape * (digamma_rise(prior.shape, half) - std::log1p(added / prior.scale));
    slope.gradient[shape()] += by_shape;
    slope.gradient[size()] += (prior.shape * added - half * prior.scale) / end;
    add_bend(slope, shape(), shape(),
             by_shape - prior.shape * prior.shape * trigamma_fall(prior.shape, half));
    add_bend(slope, shape(), size(), prior.shape * (added / end));
    add_bend(slope, size(), size(), -(prior.shape + half) * part * (added / end));
    for (std::size_t i = 0; i < by.size(); ++i) {
      slope.gradient[i] -= pull * by[i];
      add_bend(slope, shape(), i, -prior.shape * by[i] / end);
      add_bend(slope, size(), i, pull * part * by[i]);
      for (std::size_t k = 0; k <= i; ++k) add_bend(slope, i, k, pull * (by[i] * by[k] / end));
    }
  }

  // A cell's part of the derivatives of the added scale, and its second ones.
  void add_cell(const NormalInverseGamma& prior, const Moments& cell, std::size_t slot, double pull,
                List& by, Slope& slope) const {
    const double distance = cell.mean - prior.mean;
    const double kappa = prior.mean_weight;
    const double own = kappa / (kappa + cell.n);  // share of the prior in the mean
    const double other = cell.n / (kappa + cell.n);
    const double by_weight = 0.5 * distance * distance * cell.n * own * other;
    by[slot] -= cell.n * own * distance;
    by[weight_of(slot)] += by_weight;
    slope.gradient[weight_of(slot)] += 0.5 * other;
    add_bend(slope, slot, slot, -pull * cell.n * own);
    add_bend(slope, slot, weight_of(slot), pull * (cell.n * own * other * distance));
    add_bend(slope, weight_of(slot), weight_of(slot),
             -pull * by_weight * (other - own) - 0.5 * own * other);
  }

  // From derivatives by shape and scale to those by shape and size: a step in shape moves both.
  void follow_shape(Slope& slope) const {
    const std::size_t n = places();
    slope.gradient[shape()] += slope.gradient[size()];
    for (std::size_t i = 0; i < n; ++i)
      slope.curvature[shape() * n + i] += slope.curvature[size() * n + i];
    for (std::size_t i = 0; i < n; ++i)
      slope.curvature[i * n + shape()] += slope.curvature[i * n + size()];
  }

  const std::vector<SpreadGroup>& groups_;
  std::size_t slots_;
  double weight_ = 0;
  List least_mean_;
  List greatest_mean_;
  double highest_ = 0;
};

List first_place(const SpreadPrior& prior) {
  List at = prior.means;
  for (const double weight : prior.mean_weights) at.push_back(std::log(weight));
  at.push_back(std::log(prior.shape));
  at.push_back(std::log(prior.scale / prior.shape));
  return at;
}

struct Squares {
  double sum = 0;
  double count = 0;

  void add(const SpreadGroup& group) {
    for (const SlotCell& cell : group) {
      sum += cell.moments.sum_of_squares;
      count += cell.moments.n;
    }
  }
  [[nodiscard]] double size() const { return sum / count; }
};

// A few classes can leave two maxima, one with a firm and one with a loose belief: each number that
// tells how firm starts from three sizes. Of several columns both start from the same.
std::vector<List> pooled_places(const std::vector<SpreadGroup>& groups, std::size_t slots) {
  Squares squares;
  for (const SpreadGroup& group : groups) squares.add(group);
  std::vector<List> starts;
  const double size = squares.size();
  for (const double of_mean : {1.0, 0.01, 100.0})
    for (const double of_spread : {1.0, 0.1, 100.0})
      if (slots == 1 || of_mean == of_spread || (of_mean < 1 && of_spread < 1))
        starts.push_back(first_place({.means = List(slots),
                                      .mean_weights = List(slots, of_mean),
                                      .shape = of_spread,
                                      .scale = of_spread * size}));
  return starts;
}

// A class can pull means and size to its own, where the belief is loose.
std::vector<List> places_of_groups(const std::vector<SpreadGroup>& groups, std::size_t slots) {
  std::vector<List> places;
  for (const SpreadGroup& group : cells_to_start_from(groups, [](const SpreadGroup& one) {
         Squares squares;
         squares.add(one);
         return squares.count;
       })) {
    Squares squares;
    squares.add(group);
    List means(slots);
    for (const auto& [slot, cell] : group) means[slot] = cell.mean;
    for (const double of_mean : {0.01, 1.0})
      places.push_back(first_place({.means = means,
                                    .mean_weights = List(slots, of_mean),
                                    .shape = 0.1,
                                    .scale = 0.1 * squares.size()}));
  }
  return places;
}

// One variance tells nothing of how variances differ: the evidence grows with the shape for ever.
std::vector<List> first_places(const SpreadProblem& problem, const std::vector<SpreadGroup>& groups,
                               std::size_t slots, bool shared, const SpreadPrior* start) {
  std::vector<List> starts =
      start ? std::vector<List>{first_place(*start)} : pooled_places(groups, slots);
  if (shared)
    for (List& place : starts) place[problem.shape()] = problem.highest();
  else if (!start)
    add_best_places(problem, places_of_groups(groups, slots), slots == 1 ? 8 : 3, starts);
  return starts;
}

// Where all means of a column are the same, the pooled mean is near the best; where all variances are,
// the pooled one is.
void climb_along_limits(const SpreadProblem& problem, const std::vector<SpreadGroup>& groups,
                        std::size_t slots, bool shared, int most_steps, Summit& top) {
  List limit = top.at;
  for (std::size_t slot = 0; slot < slots; ++slot) {
    limit[slot] = 0;
    limit[problem.weight_of(slot)] = problem.highest();
  }
  climb_along_limit(problem, std::move(limit), problem.weight_of(0), most_steps, top);
  if (shared) return;
  Squares squares;
  for (const SpreadGroup& group : groups) squares.add(group);
  limit = top.at;
  limit[problem.shape()] = problem.highest();
  limit[problem.size()] = std::log(squares.size());
  climb_along_limit(problem, std::move(limit), problem.shape(), most_steps, top);
}

bool differs(const SpreadGroup& group) {
  return std::any_of(group.begin(), group.end(),
                     [](const SlotCell& cell) { return cell.moments.sum_of_squares > 0; });
}

void check_groups(const std::vector<SpreadGroup>& groups, bool shared, std::string_view family) {
  constexpr Automatic word = Automatic::empirical;
  if (!shared && groups.size() < 2)
    throw too_few_cells(word, family, "whose values differ", groups.size());
  if (!shared) return;
  if (groups.empty()) throw no_empirical_prior(word, family, "needs a class whose values differ");
  std::vector<std::size_t> cells;
  for (const SlotCell& cell : groups.front()) {
    cells.resize(std::max(cells.size(), cell.slot + 1));
    ++cells[cell.slot];
  }
  const std::size_t most = *std::max_element(cells.begin(), cells.end());
  if (most < 2) throw too_few_cells(word, family, "with data", most);
}

// A column that only classes have which were left out says nothing of the mean of its prior.
void check_slots(const std::vector<SpreadGroup>& groups, std::size_t slots,
                 std::string_view family) {
  std::vector<bool> seen(slots);
  for (const SpreadGroup& group : groups)
    for (const SlotCell& cell : group) seen[cell.slot] = true;
  const auto unseen = std::find(seen.begin(), seen.end(), false);
  if (unseen != seen.end())
    throw no_empirical_prior(
        Automatic::empirical, family,
        fmt::format("needs a class whose values differ in each column; column {} of the block has "
                    "none",
                    unseen - seen.begin() + 1));
}

void add_notes(const SpreadProblem& problem, const Summit& top, std::size_t slots, bool shared,
               EmpiricalPrior<SpreadPrior>& found) {
  for (std::size_t slot = 0; slot < slots; ++slot)
    if (top.at[problem.weight_of(slot)] >= problem.highest())
      found.notes.push_back(note_of_strongest(
          slots == 1 ? "mean_weight" : fmt::format("mean_weight of column {}", slot + 1),
          found.prior.mean_weights[slot]));
  if (!shared && top.at[problem.shape()] >= problem.highest())
    found.notes.push_back(note_of_strongest("shape", found.prior.shape));
}

}  // namespace

EmpiricalPrior<SpreadPrior> empirical_spreads(Tying tying, std::vector<SpreadGroup> groups,
                                              std::size_t slots,
                                              const EmpiricalSearch<SpreadPrior>& search,
                                              std::string_view family) {
  const bool shared = ties_classes(tying);
  const std::size_t all = groups.size();
  groups.erase(std::remove_if(groups.begin(), groups.end(), std::not_fn(differs)), groups.end());
  check_groups(groups, shared, family);
  check_slots(groups, slots, family);
  const SpreadProblem problem(groups, slots);
  Summit top = highest_summit(problem, first_places(problem, groups, slots, shared, search.start),
                              search.most_steps);
  for (std::size_t place = 0; place < problem.places(); ++place) {
    if (!problem.is_firmness(place)) continue;
    List limit = top.at;
    limit[place] = problem.highest();
    go_on_to_limit(problem, std::move(limit), top);
  }
  climb_along_limits(problem, groups, slots, shared, search.most_steps, top);
  EmpiricalPrior<SpreadPrior> found{
      .prior = problem.prior_at(top.at), .steps = top.steps, .converged = top.converged};
  add_notes(problem, top, slots, shared, found);
  if (all > groups.size())
    found.notes.push_back(note_of_left_out(all - groups.size(), "whose values do not differ"));
  if (!top.converged) found.notes.push_back(note_of_unfinished(top.steps));
  return found;
}

}  // namespace credence::detail
