#pragma once
// How much each feature counts beside the others: exponents of its density.
#include <credence/base/index.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace credence {

/// Which weights features have.
enum class FeatureWeighting {
  none,    ///< 1 each: naive Bayes as it is
  common,  ///< one weight for all of them: a temperature
  each,    ///< a weight of its own for each
  subset,  ///< 1 for the features of the best of many random subsets, 0 for the others
};

/// "none", "common", "each" or "subset".
[[nodiscard]] std::string_view to_string(FeatureWeighting kind);

/// The weighting of that name; none when there is no such.
[[nodiscard]] std::optional<FeatureWeighting> feature_weighting_named(std::string_view name);

/// Weights w of features: the log joint of a row and a class is ln p(class) + sum of w_j ln p(x_j |
/// class). They belong to the rows that they were found from and to one estimator, and say nothing of
/// what was learned: log evidence and densities are those of the unweighted model.
/// source  docs/explanation/feature_weights.md
struct FeatureWeights {
  FeatureWeighting kind = FeatureWeighting::none;
  std::string estimator = {};           ///< that they were found for: "predictive"
  std::vector<std::string> names = {};  ///< of the features, in the order of the schema
  std::vector<double> values = {};      ///< one a feature, at least 0
  Index rows = 0;                       ///< that they were found from
  double log_loss_before = 0;           ///< leave-one-out, all weights 1; nats a row
  double log_loss_after = 0;            ///< leave-one-out on the same rows, with the weights

  [[nodiscard]] bool any() const { return kind != FeatureWeighting::none; }
  /// The weight of a feature; 1 where there are no weights.
  /// throws  Error{schema} for a feature that has none among others that do
  [[nodiscard]] double of(std::string_view feature) const;

  friend bool operator==(const FeatureWeights&, const FeatureWeights&) = default;
};

}  // namespace credence
