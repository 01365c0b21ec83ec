// Dirichlet priors found from the counts of several cells.
#include <credence/base/special.hpp>
#include <credence/family/empirical_prior.hpp>

#include <algorithm>
#include <cmath>

#include "base/climb.hpp"
#include "family/empirical_starts.hpp"

namespace credence::detail {
namespace {

using List = std::vector<double>;

// The counts of the levels that occur: cells x levels.
struct Counts {
  std::vector<std::size_t> seen;  // the levels that occur
  List counts;
  List totals;  // of each cell

  [[nodiscard]] std::size_t cells() const { return totals.size(); }
  [[nodiscard]] std::size_t levels() const { return seen.size(); }
  [[nodiscard]] double at(std::size_t cell, std::size_t level) const {
    return counts[cell * levels() + level];
  }
  [[nodiscard]] double weight() const {
    double sum = 0;
    for (const double total : totals) sum += total;
    return sum;
  }
  [[nodiscard]] double of_level(std::size_t level) const {
    double sum = 0;
    for (std::size_t cell = 0; cell < cells(); ++cell) sum += at(cell, level);
    return sum;
  }
  [[nodiscard]] List of_levels() const {
    List sums;
    for (std::size_t level = 0; level < levels(); ++level) sums.push_back(of_level(level));
    return sums;
  }
  // Whether no cell holds more than one level.
  [[nodiscard]] bool single() const {
    for (std::size_t cell = 0; cell < cells(); ++cell)
      for (std::size_t level = 0; level < levels(); ++level)
        if (at(cell, level) > 0 && at(cell, level) < totals[cell]) return false;
    return true;
  }
};

double total_of(CellCounts cell) {
  double sum = 0;
  for (const double count : cell) sum += count;
  return sum;
}

Counts gathered(const std::vector<CellCounts>& cells, std::size_t levels) {
  Counts all;
  const auto count_in = [](CellCounts cell, std::size_t level) {
    return level < cell.size() ? cell[level] : 0;
  };
  for (std::size_t level = 0; level < levels; ++level)
    if (std::any_of(cells.begin(), cells.end(),
                    [&](CellCounts cell) { return count_in(cell, level) > 0; }))
      all.seen.push_back(level);
  for (const CellCounts cell : cells) {
    if (!(total_of(cell) > 0)) continue;
    all.totals.push_back(total_of(cell));
    for (const std::size_t level : all.seen) all.counts.push_back(count_in(cell, level));
  }
  return all;
}

// The evidence as a function of the logarithms of the weights of levels that occur.
class WeightsProblem {
 public:
  // `beside`: the weight of the levels that do not occur, which stays.
  WeightsProblem(const Counts& counts, double beside)
      : counts_(counts), beside_(beside), strongest_(strongest_of(counts.weight())) {}

  [[nodiscard]] double value(const List& at) const {
    const List weights = exp_of(at);
    const double strength = sum_of(weights) + beside_;
    double sum = 0;
    for (std::size_t cell = 0; cell < counts_.cells(); ++cell) {
      for (std::size_t level = 0; level < weights.size(); ++level)
        if (const double count = counts_.at(cell, level); count > 0)
          sum += log_gamma_ratio(weights[level], count);
      sum -= log_gamma_ratio(strength, counts_.totals[cell]);
    }
    return sum;
  }

  // The curvature is a diagonal, less what all weights share through their sum.
  [[nodiscard]] Slope slope(const List& at) const {
    const List weights = exp_of(at);
    const double strength = sum_of(weights) + beside_;
    double rise = 0;
    double fall = 0;
    for (const double total : counts_.totals) {
      rise += digamma_rise(strength, total);
      fall += trigamma_fall(strength, total);
    }
    Slope slope;
    for (std::size_t level = 0; level < weights.size(); ++level)
      add_level(weights[level], level, rise, fall, slope);
    const double pull = sum_of(slope.gradient);
    if ((pull > 0 && is_strongest(at)) || (pull < 0 && is_weakest(at)))
      std::fill(slope.gradient.begin(), slope.gradient.end(), 0.0);
    return slope;
  }

  void clip(List& at) const {
    const double strength = sum_of(exp_of(at));
    const double allowed = std::clamp(strength, least_pseudo_count, strongest_);
    if (allowed == strength) return;
    for (double& entry : at) entry += std::log(allowed / strength);
  }

  [[nodiscard]] double rounding() const { return 1e-13 * (1 + counts_.weight()); }

  // The same shares at the largest strength.
  [[nodiscard]] List strongest_like(List at) const {
    const double rise = std::log(strongest_ / sum_of(exp_of(at)));
    for (double& entry : at) entry += rise;
    return at;
  }
  [[nodiscard]] bool is_strongest(const List& at) const {
    return sum_of(exp_of(at)) >= strongest_ * (1 - 1e-9);
  }
  [[nodiscard]] static bool is_weakest(const List& at) {
    return sum_of(exp_of(at)) <= least_pseudo_count * (1 + 1e-9);
  }

  // The shares of largest evidence at the strength of these weights: each round of the fixed point
  // raises the evidence, and at the limits of strength one round nearly ends it.
  [[nodiscard]] List at_strength(List weights) const {
    const double strength = sum_of(weights);
    for (int round = 0; round < 50; ++round) {
      List next(weights.size());
      for (std::size_t level = 0; level < weights.size(); ++level)
        for (std::size_t cell = 0; cell < counts_.cells(); ++cell)
          next[level] += weights[level] * digamma_rise(weights[level], counts_.at(cell, level));
      const double sum = sum_of(next);
      for (double& weight : next) weight *= strength / sum;
      weights = std::move(next);
    }
    return weights;
  }

  [[nodiscard]] static List exp_of(List at) {
    for (double& entry : at) entry = std::max(std::exp(entry), least_weight);
    return at;
  }
  [[nodiscard]] static double sum_of(const List& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum;
  }

 private:
  void add_level(double weight, std::size_t level, double rise, double fall, Slope& slope) const {
    double own_rise = 0;
    double own_fall = 0;
    for (std::size_t cell = 0; cell < counts_.cells(); ++cell) {
      const double count = counts_.at(cell, level);
      if (!(count > 0)) continue;
      own_rise += digamma_rise(weight, count);
      own_fall += trigamma_fall(weight, count);
    }
    const double gradient = weight * (own_rise - rise);
    slope.gradient.push_back(gradient);
    slope.curvature.push_back(weight * weight * own_fall - gradient);
    slope.shared.push_back(weight * std::sqrt(fall));
  }

  const Counts& counts_;
  double beside_;
  double strongest_;
};

// The column's shares, worth one sighting of each level.
List first_weights(const Counts& counts) {
  List weights;
  const double size = static_cast<double>(counts.levels()) / counts.weight();
  for (std::size_t level = 0; level < counts.levels(); ++level)
    weights.push_back(size * counts.of_level(level));
  return weights;
}

List logs_of(List weights) {
  for (double& weight : weights) weight = std::log(std::max(weight, least_weight));
  return weights;
}

// The weights of the levels that occur, of a prior over all levels.
List start_of(const Counts& counts, const EmpiricalSearch<Dirichlet>& search) {
  if (!search.start) return first_weights(counts);
  List weights;
  for (const std::size_t level : counts.seen) weights.push_back(search.start->weights.at(level));
  return weights;
}

// A count above 0, and how many levels of a cell have it: most words of a text are rare.
struct Tally {
  double count = 0;
  double levels = 0;
};

// The counts of a cell, and how many levels it might have held.
struct EachCell {
  std::vector<Tally> tallies;
  double total = 0;
  double levels = 0;
};

// The logarithm of the one weight, by evidence or by leaving one out.
class EachProblem {
 public:
  EachProblem(const std::vector<EachCell>& cells, bool leaves_one_out)
      : cells_(cells), leaves_one_out_(leaves_one_out) {
    for (const EachCell& cell : cells) {
      weight_ += cell.total;
      levels_ = std::max(levels_, cell.levels);
    }
  }

  [[nodiscard]] double value(const List& at) const {
    const double weight = std::exp(at[0]);
    double sum = 0;
    for (const EachCell& cell : cells_) {
      for (const Tally& tally : cell.tallies) sum += tally.levels * term(weight, tally.count);
      sum -= term(cell.levels * weight, cell.total);
    }
    return sum;
  }

  [[nodiscard]] Slope slope(const List& at) const {
    const double weight = std::exp(at[0]);
    double first = 0;
    double second = 0;
    for (const EachCell& cell : cells_) {
      for (const Tally& tally : cell.tallies) {
        first += tally.levels * rise(weight, tally.count);
        second += tally.levels * fall(weight, tally.count);
      }
      first -= cell.levels * rise(cell.levels * weight, cell.total);
      second -= cell.levels * cell.levels * fall(cell.levels * weight, cell.total);
    }
    const double gradient = weight * first;
    const bool held = (gradient > 0 && at[0] >= highest()) || (gradient < 0 && at[0] <= lowest());
    return {.gradient = {held ? 0 : gradient},
            .curvature = {weight * weight * second - gradient},
            .shared = {}};
  }

  void clip(List& at) const { at[0] = std::clamp(at[0], lowest(), highest()); }
  [[nodiscard]] double rounding() const { return 1e-13 * (1 + weight_); }
  [[nodiscard]] double highest() const { return std::log(strongest_of(weight_) / levels_); }
  [[nodiscard]] static double lowest() { return std::log(least_pseudo_count); }

 private:
  // A count's part of the score under a weight, its derivative, and minus the second one.
  [[nodiscard]] double term(double weight, double count) const {
    return leaves_one_out_ ? count * std::log(count - 1 + weight) : log_gamma_ratio(weight, count);
  }
  [[nodiscard]] double rise(double weight, double count) const {
    return leaves_one_out_ ? count / (count - 1 + weight) : digamma_rise(weight, count);
  }
  [[nodiscard]] double fall(double weight, double count) const {
    const double left = count - 1 + weight;
    return leaves_one_out_ ? count / (left * left) : trigamma_fall(weight, count);
  }

  const std::vector<EachCell>& cells_;
  bool leaves_one_out_;
  double weight_ = 0;
  double levels_ = 1;
};

// The best of a ladder of weights: the score of leaving one out may have several maxima.
List best_rung(const EachProblem& problem) {
  constexpr int rungs = 60;
  List best{problem.lowest()};
  for (int rung = 1; rung <= rungs; ++rung) {
    const List at{problem.lowest() +
                  (problem.highest() - problem.lowest()) * static_cast<double>(rung) / rungs};
    if (problem.value(at) > problem.value(best)) best = at;
  }
  return best;
}

std::vector<Tally> tallied(CellCounts cell) {
  List counts(cell.begin(), cell.end());
  std::sort(counts.begin(), counts.end());
  std::vector<Tally> tallies;
  for (const double count : counts) {
    if (!(count > 0)) continue;
    if (tallies.empty() || tallies.back().count != count)
      tallies.push_back({.count = count, .levels = 0});
    tallies.back().levels += 1;
  }
  return tallies;
}

// Cells of one level say nothing of its weight.
std::vector<EachCell> cells_with_choice(const std::vector<CellCounts>& cells,
                                        const std::vector<std::size_t>& levels) {
  std::vector<EachCell> result;
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (levels[i] >= 2 && total_of(cells[i]) > 0)
      result.push_back({.tallies = tallied(cells[i]),
                        .total = total_of(cells[i]),
                        .levels = static_cast<double>(levels[i])});
  return result;
}

void check_each(const std::vector<EachCell>& cells, Automatic word, std::string_view family) {
  if (std::none_of(cells.begin(), cells.end(), [](const EachCell& cell) { return cell.total > 1; }))
    throw no_empirical_prior(word, family,
                             "needs a class with more than one sighting of two or more levels");
  for (const EachCell& cell : cells)
    if (word == Automatic::leave_one_out_each && cell.tallies.front().count < 1)
      throw no_empirical_prior(word, family,
                               "needs counts of at least 1, because it leaves one out");
}

void check_weights(const Counts& counts, std::string_view family) {
  constexpr Automatic word = Automatic::empirical;
  if (counts.cells() < 2) throw too_few_cells(word, family, "with data", counts.cells());
  if (counts.levels() < 2)
    throw no_empirical_prior(word, family, "needs values that differ; the column is constant");
  if (std::none_of(counts.totals.begin(), counts.totals.end(),
                   [](double total) { return total > 1; }))
    throw no_empirical_prior(word, family, "needs a class with more than one sighting");
}

// Weights of all levels: those found, and the least for levels without data.
Dirichlet spread(const Counts& counts, const List& weights, std::size_t levels) {
  Dirichlet prior{.weights = List(levels, least_pseudo_count)};
  for (std::size_t i = 0; i < weights.size(); ++i) prior.weights[counts.seen[i]] = weights[i];
  return prior;
}

}  // namespace

EmpiricalPrior<Dirichlet> empirical_weights(const std::vector<CellCounts>& cells,
                                            std::size_t levels,
                                            const EmpiricalSearch<Dirichlet>& search,
                                            std::string_view family) {
  const Counts counts = gathered(cells, levels);
  check_weights(counts, family);
  const std::size_t unseen = levels - counts.levels();
  const WeightsProblem problem(counts, least_pseudo_count * static_cast<double>(unseen));
  List start = logs_of(start_of(counts, search));
  // Where each cell holds one level, the evidence grows for ever as the strength goes to 0.
  if (counts.single())
    for (double& entry : start) entry = std::log(least_pseudo_count);
  Summit top = climb(problem, std::move(start), search.most_steps);
  // At the limit the evidence is highest at the pooled shares.
  for (const List& shares : {logs_of(counts.of_levels()), top.at})
    go_on_to_limit(problem, problem.strongest_like(shares), top);
  List weights = WeightsProblem::exp_of(top.at);
  EmpiricalPrior<Dirichlet> found{
      .prior = {}, .log_evidence = 0, .steps = top.steps, .converged = top.converged, .notes = {}};
  const bool strongest = problem.is_strongest(top.at);
  if (strongest || WeightsProblem::is_weakest(top.at)) {
    weights = problem.at_strength(std::move(weights));
    found.notes.push_back(strongest ? note_of_strongest("strength", WeightsProblem::sum_of(weights))
                                    : note_of_weakest());
  }
  if (unseen > 0) found.notes.push_back(note_of_unseen(unseen));
  if (!top.converged) found.notes.push_back(note_of_unfinished(top.steps));
  found.prior = spread(counts, weights, levels);
  return found;
}

EmpiricalPrior<Dirichlet::Symmetric> empirical_each_weight(
    const std::vector<CellCounts>& all_cells, const std::vector<std::size_t>& levels,
    Automatic word, const EmpiricalSearch<Dirichlet::Symmetric>& search, std::string_view family) {
  const std::vector<EachCell> cells = cells_with_choice(all_cells, levels);
  check_each(cells, word, family);
  const EachProblem problem(cells, word == Automatic::leave_one_out_each);
  Summit top =
      climb(problem, search.start ? List{std::log(search.start->each)} : best_rung(problem),
            search.most_steps);
  go_on_to_limit(problem, {problem.highest()}, top);
  EmpiricalPrior<Dirichlet::Symmetric> found{.prior = {.each = std::exp(top.at[0])},
                                             .log_evidence = 0,
                                             .steps = top.steps,
                                             .converged = top.converged,
                                             .notes = {}};
  if (top.at[0] >= problem.highest())
    found.notes.push_back(note_of_strongest("each", found.prior.each));
  if (top.at[0] <= problem.lowest()) found.notes.push_back(note_of_weakest());
  if (!top.converged) found.notes.push_back(note_of_unfinished(top.steps));
  return found;
}

}  // namespace credence::detail
