// Log losses of weighted terms, tile by tile.
#include "study/left_out/weighted_loss.hpp"

#include <cmath>

namespace credence::detail {
namespace {

// Sums over the rows of a tile, each times its weight.
struct Sums {
  double loss = 0;
  Eigen::VectorXd gradient = {};
  Eigen::MatrixXd curvature = {};

  Sums(Eigen::Index features, Slopes slopes) {
    if (slopes != Slopes::none) gradient.setZero(features);
    if (slopes == Slopes::curvature) curvature.setZero(features, features);
  }
  void add(const Sums& other) {
    loss += other.loss;
    gradient += other.gradient;
    curvature += other.curvature;
  }
};

// Turns log joints into probabilities.
// out  -ln of that of the true class
double normalise(Eigen::VectorXd& joint, Eigen::Index truth) {
  const double largest = joint.maxCoeff();
  const double own = joint[truth] - largest;
  joint = (joint.array() - largest).exp();
  const double total = joint.sum();
  joint /= total;
  return std::log(total) - own;
}

// One tile under some weights.
class TileLoss {
 public:
  using Terms = Eigen::Map<const Eigen::MatrixXd>;  // classes x features, of one row

  TileLoss(const TermTile& tile, std::size_t features, std::size_t classes)
      : tile_(tile),
        features_(static_cast<Eigen::Index>(features)),
        classes_(static_cast<Eigen::Index>(classes)) {}

  void add(const Eigen::VectorXd& weights, Slopes slopes, Sums& sums) const {
    const auto rows = static_cast<Eigen::Index>(tile_.rows());
    Eigen::MatrixXd centred;  // features x (rows x classes)
    if (slopes == Slopes::curvature) centred.resize(features_, rows * classes_);
    for (Eigen::Index i = 0; i < rows; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const auto truth = static_cast<Eigen::Index>(tile_.truth[at]);
      const double weight = tile_.weights[at];
      Eigen::VectorXd probability = log_classes(i) + terms(i) * weights;
      sums.loss += weight * normalise(probability, truth);
      if (slopes == Slopes::none) continue;
      const Eigen::VectorXd mean = terms(i).transpose() * probability;
      sums.gradient += weight * (mean - terms(i).row(truth).transpose());
      if (slopes != Slopes::curvature) continue;
      for (Eigen::Index c = 0; c < classes_; ++c)
        centred.col(i * classes_ + c) =
            std::sqrt(weight * probability[c]) * (terms(i).row(c).transpose() - mean);
    }
    if (slopes == Slopes::curvature)
      sums.curvature.selfadjointView<Eigen::Lower>().rankUpdate(centred);
  }

 private:
  [[nodiscard]] Terms terms(Eigen::Index row) const {
    return {tile_.terms.data() + row * features_ * classes_, classes_, features_};
  }
  [[nodiscard]] Eigen::Map<const Eigen::VectorXd> log_classes(Eigen::Index row) const {
    return {tile_.log_classes.data() + row * classes_, classes_};
  }

  const TermTile& tile_;
  Eigen::Index features_;
  Eigen::Index classes_;
};

}  // namespace

WeightedLoss weighted_loss(const WeightProblem& problem, const Eigen::VectorXd& weights,
                           Slopes slopes) {
  const TermTiles& tiles = problem.tiles;
  const auto make = [&] { return Sums(weights.size(), slopes); };
  Sums sums = make();
  tiles.for_each(
      make,
      [&](const TermTile& tile, Sums& of_tile) {
        TileLoss(tile, tiles.features(), tiles.classes()).add(weights, slopes, of_tile);
      },
      [&](const Sums& of_tile) { sums.add(of_tile); });
  const double n = tiles.weight();
  const Eigen::VectorXd away = weights.array() - problem.centre;
  WeightedLoss found{.log_loss = sums.loss / n};
  found.value = found.log_loss + problem.precision / (2 * n) * away.squaredNorm();
  if (slopes != Slopes::none) found.gradient = (sums.gradient + problem.precision * away) / n;
  if (slopes != Slopes::curvature) return found;
  found.curvature = sums.curvature / n;
  found.curvature.diagonal().array() += problem.precision / n;
  return found;
}

std::vector<double> subset_losses(const TermTiles& tiles,
                                  std::span<const std::vector<std::size_t>> subsets) {
  const std::size_t features = tiles.features();
  const auto classes = static_cast<Eigen::Index>(tiles.classes());
  const auto make = [&] { return std::vector<double>(subsets.size()); };
  std::vector<double> losses = make();
  const auto add = [&](const TermTile& tile, std::vector<double>& sums) {
    for (std::size_t i = 0; i < tile.rows(); ++i) {
      const double* terms = tile.terms.data() + i * features * tiles.classes();
      const Eigen::Map<const Eigen::VectorXd> logs(tile.log_classes.data() + i * tiles.classes(),
                                                   classes);
      for (std::size_t s = 0; s < subsets.size(); ++s) {
        Eigen::VectorXd joint = logs;
        for (const std::size_t j : subsets[s])
          joint += Eigen::Map<const Eigen::VectorXd>(terms + j * tiles.classes(), classes);
        sums[s] += tile.weights[i] * normalise(joint, static_cast<Eigen::Index>(tile.truth[i]));
      }
    }
  };
  tiles.for_each(make, add, [&](const std::vector<double>& sums) {
    for (std::size_t s = 0; s < losses.size(); ++s) losses[s] += sums[s];
  });
  for (double& loss : losses) loss /= tiles.weight();
  return losses;
}

}  // namespace credence::detail
