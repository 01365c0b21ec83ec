// Blocks of columns with a full covariance: what follows from the cells of all classes.
#include <credence/family/joint_normal.hpp>

#include <algorithm>
#include <credence/base/sum.hpp>

namespace credence {

std::vector<NormalInverseWishart> NormalInverseWishartNormal::tied_posteriors(
    Tying tying, std::span<const NormalInverseWishart> priors,
    std::span<const JointMoments> cells) {
  std::vector<NormalInverseWishart> all;
  if (!ties_classes(tying)) {
    for (std::size_t c = 0; c < cells.size(); ++c) all.push_back(posterior(priors[c], cells[c]));
    return all;
  }
  const detail::JointSpread spread = detail::joint_spread_of(priors, cells);
  for (std::size_t c = 0; c < cells.size(); ++c)
    all.push_back(detail::moved(priors[c], cells[c], spread));
  return all;
}

double NormalInverseWishartNormal::tied_log_evidence(Tying tying,
                                                     std::span<const NormalInverseWishart> priors,
                                                     std::span<const JointMoments> cells) {
  CompensatedSum sum;
  for (std::size_t c = 0; c < cells.size(); ++c)
    sum.add(ties_classes(tying) ? detail::log_evidence_of_means(priors[c], cells[c])
                                : log_evidence(priors[c], cells[c]));
  if (ties_classes(tying) && !priors.empty())
    sum.add(detail::log_evidence_of_spread(priors.front(), detail::joint_spread_of(priors, cells)));
  return sum.value();
}

std::vector<JointMoments> NormalInverseWishartNormal::tied_statistics(
    Tying tying, std::span<const JointMoments> cells) {
  std::vector<JointMoments> tied(cells.begin(), cells.end());
  if (!ties_classes(tying)) return tied;
  double count = 0;
  std::vector<double> scatter;
  for (const JointMoments& cell : cells) {
    count += cell.complete;
    scatter.resize(std::max(scatter.size(), cell.scatter.size()));
    for (std::size_t k = 0; k < cell.scatter.size(); ++k) scatter[k] += cell.scatter[k];
  }
  for (JointMoments& cell : tied)
    for (std::size_t k = 0; k < cell.scatter.size(); ++k)
      cell.scatter[k] = scatter[k] * (cell.complete / count);
  return tied;
}

std::vector<MeansCovariance> NormalInverseWishartNormal::tied_draw(
    Tying tying, std::span<const NormalInverseWishart> posteriors, Random& random) {
  std::vector<MeansCovariance> all;
  detail::DrawnSpread spread;
  for (const NormalInverseWishart& posterior : posteriors) {
    if (all.empty() || !ties_classes(tying)) spread = detail::draw_spread(posterior, random);
    all.push_back(detail::draw_given(posterior, spread, random));
  }
  return all;
}

}  // namespace credence
