// Priors and statistics of some members of a feature.
#include <credence/detail/learn/block_parts.hpp>

namespace credence::detail {

std::vector<double> entries_at(const std::vector<double>& list, std::span<const Index> positions) {
  if (list.empty()) return {};
  std::vector<double> entries;
  for (const Index at : positions)
    entries.push_back(at < std::ssize(list) ? list[static_cast<std::size_t>(at)] : 0);
  return entries;
}

Dirichlet restricted(const Dirichlet& prior, std::span<const Index> members) {
  return {.weights = entries_at(prior.weights, members)};
}

TiedNormalInverseGamma restricted(const TiedNormalInverseGamma& prior,
                                  std::span<const Index> members) {
  return {.means = entries_at(prior.means, members),
          .mean_weights = entries_at(prior.mean_weights, members),
          .shapes = is_shared(prior) ? prior.shapes : entries_at(prior.shapes, members),
          .scales = entries_at(prior.scales, members)};
}

NormalInverseWishart restricted(const NormalInverseWishart& prior, std::span<const Index> members) {
  return marginal(prior, members);
}

JointMoments restricted(const JointMoments& seen, std::span<const Index> members) {
  if (seen.means.empty()) return seen;
  return {.complete = seen.complete,
          .incomplete = seen.incomplete,
          .means = entries_at(seen.means, members),
          .scatter = part_of_triangle(seen.scatter, members)};
}

WordTotals restricted(const WordTotals& seen, std::span<const Index> members) {
  return {.counts = entries_at(seen.counts, members), .documents = seen.documents};
}

ColumnMoments restricted(const ColumnMoments& seen, std::span<const Index> members) {
  return {.rows = seen.rows,
          .counts = entries_at(seen.counts, members),
          .means = entries_at(seen.means, members),
          .sums_of_squares = entries_at(seen.sums_of_squares, members)};
}

}  // namespace credence::detail
