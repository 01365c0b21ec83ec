// Bayes factors and mutual information of two columns within a class.
#include "study/check/pair_tests.hpp"

#include <credence/base/random.hpp>
#include <credence/base/triangle.hpp>
#include <credence/family/dirichlet_categorical.hpp>
#include <credence/family/joint_normal.hpp>
#include <credence/family/normal_inverse_gamma.hpp>
#include <credence/select/mutual_information.hpp>
#include <credence/select/relevance.hpp>

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>
#include <unordered_map>

namespace credence::detail {
namespace {

// The log probability of a sequence of levels under the same pseudo-count for each.
double log_evidence_of_levels(const std::vector<double>& counts, double each) {
  return log_evidence(Dirichlet{.weights = std::vector<double>(counts.size(), each)},
                      CategoricalCounts{.counts = counts});
}

InformationOptions beliefs_of(const DependenceOptions& options) {
  return {.mass = options.mass, .draws = options.draws, .seed = options.seed};
}

// Takes over what is believed of an information; nothing of it was asked for but mean and interval.
void take_beliefs(const FeatureInformation& believed, PairDependence& pair) {
  if (believed.mean) pair.information = *believed.mean;
  pair.interval = believed.interval;
}

}  // namespace

void test_table(const std::vector<std::vector<double>>& counts, const DependenceOptions& options,
                PairDependence& pair) {
  std::vector<double> cells;
  std::vector<double> rows;
  std::vector<double> columns(counts.front().size());
  std::vector<std::vector<double>> weights = counts;
  // A row for each level of the column with more of them. The lists have the pseudo-counts that the table
  // gives its margins, so that the two models differ in nothing but dependence.
  const double each = 1 / static_cast<double>(std::min(counts.size(), columns.size()));
  for (std::size_t i = 0; i < counts.size(); ++i) {
    rows.push_back(compensated_sum(counts[i]));
    for (std::size_t j = 0; j < columns.size(); ++j) {
      cells.push_back(counts[i][j]);
      columns[j] += counts[i][j];
      weights[i][j] += each;
    }
  }
  pair.test = PairTest::table;
  pair.rows = compensated_sum(rows);
  pair.log_bayes_factor = log_evidence_of_levels(cells, each) -
                          log_evidence_of_levels(rows, each * static_cast<double>(columns.size())) -
                          log_evidence_of_levels(columns, each * static_cast<double>(rows.size()));
  FeatureInformation believed;
  const InformationMoments moments = information_moments(weights);
  const double most = std::log(static_cast<double>(std::min(rows.size(), columns.size())));
  add_beliefs(believed, moments, most, beliefs_of(options));
  pair.information = std::clamp(moments.mean, 0.0, most);
  take_beliefs(believed, pair);
}

// The order of draw_spread and draw_given, so that the numbers are those of tied_draw.
SharedDraws::Triangles SharedDraws::draw(double shape) const {
  Random random{options_.seed};
  std::vector<Triangle> all;
  for (Index i = 0; i < options_.draws; ++i) {
    const auto root_of_gamma = [&](double of) {
      return std::max(1e-150, std::exp(0.5 * random.log_gamma_variate(of)));
    };
    Triangle& one = all.emplace_back();
    one.first = root_of_gamma(shape + 0.5);
    one.between = std::sqrt(0.5) * random.normal();
    one.second = root_of_gamma(shape);
    static_cast<void>(random.normal());  // of the means, which say nothing of dependence
    static_cast<void>(random.normal());
  }
  return std::make_shared<const std::vector<Triangle>>(std::move(all));
}

SharedDraws::Triangles SharedDraws::triangles(double shape) const {
  constexpr std::size_t most_kept = 256;  // missing cells may give each pair a shape of its own
  {
    const std::lock_guard lock(guard_);
    if (const auto at = known_.find(shape); at != known_.end()) return at->second;
  }
  Triangles drawn = draw(shape);
  const std::lock_guard lock(guard_);
  if (known_.size() < most_kept) known_.emplace(shape, drawn);
  return drawn;
}

std::vector<double> SharedDraws::information(const NormalInverseWishart& after) const {
  const auto scales = Cholesky::of(after.scales);
  if (!scales) return std::vector<double>(static_cast<std::size_t>(options_.draws), 0.0);
  const std::span<const double> root = scales->root();
  const Triangles all = triangles(after.shape);
  std::vector<double> draws;
  draws.reserve(all->size());
  for (const Triangle& one : *all) {
    // Rows of a matrix whose product with its transpose is the covariance (draw_spread).
    const double x0 = root[0] / one.first, x1 = (0 - one.between * x0) / one.second;
    const double y0 = root[1] / one.first, y1 = (root[2] - one.between * y0) / one.second;
    const double xx = x0 * x0 + x1 * x1, xy = y0 * x0 + y1 * x1, yy = y0 * y0 + y1 * y1;
    // 1 - r^2 is the determinant over the product of the variances: it keeps its digits.
    const double rest = std::max(1 - xy / xx * (xy / yy), 1e-300);
    draws.push_back(std::max(0.0, -0.5 * std::log(rest)));
  }
  return draws;
}

void test_normals(const JointMoments& seen, const JointMoments& pooled,
                  const DependenceOptions& options, const SharedDraws& draws,
                  PairDependence& pair) {
  const NormalInverseWishart prior = NormalInverseWishartNormal::automatic(Automatic::unit, pooled);
  pair.test = PairTest::normals;
  pair.rows = seen.complete;
  pair.log_bayes_factor = log_evidence(prior, seen);
  for (Index j = 0; j < 2; ++j)
    pair.log_bayes_factor -= log_evidence(marginal(prior, j), seen.column(j));
  FeatureInformation believed;
  add_beliefs(believed, draws.information(posterior(prior, seen)), beliefs_of(options));
  take_beliefs(believed, pair);
}

std::vector<LevelsTested> test_levels(const Posterior<Model>& given,
                                      const DependenceOptions& options) {
  // What one draw costs grows with the square of the levels.
  constexpr Index many_levels = 40;
  constexpr Index fewest_draws = 20;
  InformationOptions asked = beliefs_of(options);
  const Index levels = std::max(given.label.size(), many_levels);
  asked.draws = std::max(asked.draws * many_levels / levels, fewest_draws);
  const std::vector<FeatureInformation> information = rank_by_mutual_information(given, asked);
  std::unordered_map<std::string_view, const FeatureInformation*> of_feature;
  for (const FeatureInformation& one : information) of_feature.emplace(one.feature, &one);
  std::vector<LevelsTested> all;
  for (const Relevance& found : rank_by_evidence(given)) {
    LevelsTested tested{.feature = found.feature, .undefined = found.undefined};
    tested.pair.test = PairTest::levels;
    tested.pair.log_bayes_factor = found.log_bayes_factor;
    if (const auto one = of_feature.find(found.feature); one != of_feature.end()) {
      take_beliefs(*one->second, tested.pair);
      if (tested.undefined.empty()) tested.undefined = one->second->undefined;
    }
    all.push_back(std::move(tested));
  }
  return all;
}

}  // namespace credence::detail
