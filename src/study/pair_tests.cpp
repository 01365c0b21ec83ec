// Bayes factors and mutual information of two columns within a class.
#include "study/pair_tests.hpp"

#include <credence/base/random.hpp>
#include <credence/family/dirichlet_categorical.hpp>
#include <credence/family/joint_normal.hpp>
#include <credence/family/normal_inverse_gamma.hpp>
#include <credence/select/mutual_information.hpp>
#include <credence/select/relevance.hpp>

#include <algorithm>
#include <cmath>
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

// The mutual information of two normal numbers under draws of their covariance.
std::vector<double> drawn_information(const NormalInverseWishart& after,
                                      const DependenceOptions& options) {
  Random random{options.seed};
  const std::array only{after};
  std::vector<double> draws;
  for (Index i = 0; i < options.draws; ++i) {
    const MeansCovariance drawn =
        NormalInverseWishartNormal::tied_draw(Tying::free, only, random).front();
    const std::vector<double>& c = drawn.covariance;
    // 1 - r^2 is the determinant over the product of the variances: it keeps its digits.
    const double rest = std::max(1 - c[1] / c[0] * (c[1] / c[2]), 1e-300);
    draws.push_back(std::max(0.0, -0.5 * std::log(rest)));
  }
  return draws;
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

void test_normals(const JointMoments& seen, const JointMoments& pooled,
                  const DependenceOptions& options, PairDependence& pair) {
  const NormalInverseWishart prior = NormalInverseWishartNormal::automatic(Automatic::unit, pooled);
  pair.test = PairTest::normals;
  pair.rows = seen.complete;
  pair.log_bayes_factor = log_evidence(prior, seen);
  for (Index j = 0; j < 2; ++j)
    pair.log_bayes_factor -= log_evidence(marginal(prior, j), seen.column(j));
  FeatureInformation believed;
  add_beliefs(believed, drawn_information(posterior(prior, seen), options), beliefs_of(options));
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
