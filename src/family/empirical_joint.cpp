// Normal-inverse-Wishart priors found from the moments of several cells.
#include <credence/base/triangle.hpp>
#include <credence/detail/family/empirical_block.hpp>
#include <credence/detail/family/joint_estimates.hpp>
#include <credence/family/joint_normal.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "family/empirical_starts.hpp"
#include "family/joint_problem.hpp"
#include "family/joint_products.hpp"

namespace credence::detail {
namespace {

using List = std::vector<double>;

bool has_matrix(const JointMoments& cell) {
  if (cell.complete == 0) return false;
  const List squares = diagonal_of(cell.scatter);
  return std::all_of(squares.begin(), squares.end(), [](double x) { return x > 0; }) &&
         least_share(cell.scatter) > least_own_share;
}

// Cells about their mean, in units in which their pooled scatter is the identity.
struct Whitened {
  JointMoments pooled;  // its scatter that inside the cells
  std::optional<Cholesky> unit;
  JointGroup cells;

  explicit Whitened(JointGroup from) : cells(std::move(from)) {
    List inside(cells.front().scatter.size());
    for (const JointMoments& cell : cells) {
      pooled.merge(cell);
      for (std::size_t k = 0; k < inside.size(); ++k) inside[k] += cell.scatter[k];
    }
    pooled.scatter = inside;
    if (!has_matrix(pooled)) return;
    unit = Cholesky::of(divided(inside, pooled.complete));
    if (!unit) return;
    for (JointMoments& cell : cells) {
      for (std::size_t j = 0; j < cell.means.size(); ++j) cell.means[j] -= pooled.means[j];
      unit->whiten(cell.means);
      cell.scatter = whitened(*unit, cell.scatter);
    }
  }
  [[nodiscard]] NormalInverseWishart outside(NormalInverseWishart prior) const {
    unit->colour(prior.means);
    for (std::size_t j = 0; j < prior.means.size(); ++j) prior.means[j] += pooled.means[j];
    prior.scales = coloured(*unit, prior.scales);
    return prior;
  }
};

// The cells to search in, checked.
JointGroup usable(Tying tying, std::span<const JointMoments> cells, Index columns,
                  std::string_view family) {
  constexpr Automatic word = Automatic::empirical;
  if (columns > most_joint_columns)
    throw Error(
        ErrorCode::limit,
        fmt::format("prior '{}' of family '{}' searches all entries of a covariance matrix, "
                    "for at most {} columns; the block has {}: use 'auto'",
                    to_string(word), family, most_joint_columns, columns));
  JointGroup used;
  for (const JointMoments& cell : cells)
    if (ties_classes(tying) ? cell.complete > 0 : has_matrix(cell)) used.push_back(cell);
  if (used.size() < 2)
    throw too_few_cells(word, family,
                        ties_classes(tying)
                            ? "with rows that lack no number"
                            : "with more rows than columns, of which none is a sum of others",
                        used.size());
  return used;
}

Summit best_of(const JointProblem& problem, bool shared, std::size_t columns, int most_steps) {
  std::vector<List> starts;
  for (const double firm : {1.0, 0.05, 100.0}) {
    List at(problem.places());
    at[problem.weight()] = std::log(firm);
    at[problem.shape()] =
        shared ? problem.highest() : std::log(firm * static_cast<double>(columns));
    starts.push_back(std::move(at));
  }
  Summit top = highest_summit(problem, starts, most_steps);
  for (const std::size_t firmness : {problem.weight(), problem.shape()}) {
    List limit = top.at;
    limit[firmness] = problem.highest();
    go_on_to_limit(problem, std::move(limit), top);
  }
  return top;
}

void add_notes(const JointProblem& problem, const Summit& top, bool shared,
               EmpiricalPrior<NormalInverseWishart>& found) {
  if (top.at[problem.weight()] >= problem.highest())
    found.notes.push_back(note_of_strongest("mean_weight", found.prior.mean_weight));
  if (shared)
    found.notes.push_back(note_of_one_variance(found.prior.shape));
  else if (top.at[problem.shape()] >= problem.highest())
    found.notes.push_back(note_of_strongest("shape", found.prior.shape));
}

void add_left_out(std::span<const JointMoments> cells, Index used,
                  EmpiricalPrior<NormalInverseWishart>& found) {
  const auto with_data = std::count_if(cells.begin(), cells.end(),
                                       [](const JointMoments& cell) { return cell.complete > 0; });
  if (with_data > used)
    found.notes.push_back(note_of_left_out(static_cast<std::size_t>(with_data - used),
                                           "with too few rows for a covariance matrix"));
}

}  // namespace

EmpiricalPrior<NormalInverseWishart> empirical_joint(Tying tying,
                                                     std::span<const JointMoments> cells,
                                                     Index columns, std::string_view family) {
  check_joint_tying(tying);
  const bool shared = ties_classes(tying);
  const Whitened data(usable(tying, cells, columns, family));
  if (!data.unit)
    throw no_empirical_prior(Automatic::empirical, family,
                             "needs a covariance matrix that is not singular: more rows than "
                             "columns, of which none is a sum of others");
  std::vector<JointGroup> groups(1, data.cells);
  if (!shared) {
    groups.clear();
    for (const JointMoments& cell : data.cells) groups.push_back({cell});
  }
  const auto order = static_cast<std::size_t>(columns);
  const JointProblem problem(groups, order);
  const Summit top =
      best_of(problem, shared, order, EmpiricalSearch<NormalInverseWishart>{}.most_steps);
  EmpiricalPrior<NormalInverseWishart> found{.prior = data.outside(problem.prior_at(top.at)),
                                             .steps = top.steps,
                                             .converged = top.converged};
  add_notes(problem, top, shared, found);
  add_left_out(cells, std::ssize(data.cells), found);
  if (!top.converged) found.notes.push_back(note_of_unfinished(top.steps));
  const std::vector<NormalInverseWishart> priors(cells.size(), found.prior);
  found.log_evidence = NormalInverseWishartNormal::tied_log_evidence(tying, priors, cells);
  return found;
}

}  // namespace credence::detail
