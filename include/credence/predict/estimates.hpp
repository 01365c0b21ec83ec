#pragma once
// A posterior read by one estimator: tables of densities, and the cells for which there are none.
#include <credence/base/box.hpp>
#include <credence/detail/predict/scored_family.hpp>
#include <credence/detail/predict/structure_plan.hpp>
#include <credence/learn/model_posterior.hpp>
#include <credence/predict/prediction.hpp>
#include <memory>

namespace credence {

namespace detail {
class PairTerms;  // src/predict/structure/pair_terms.hpp
}

struct StructureEstimates;

/// A posterior read by one estimator. Where `undefined` is not empty there is no classifier.
struct Estimates {
  // Compiled once: tables are large to copy.
  Estimates();
  Estimates(const Estimates& other);
  Estimates(Estimates&& other) noexcept;
  Estimates& operator=(const Estimates& other);
  Estimates& operator=(Estimates&& other) noexcept;
  ~Estimates();

  Model model{};
  Estimator estimator = Estimator::predictive;
  std::vector<std::string> classes;
  std::vector<double> log_class_probabilities;
  Index most_frequent = 0;
  std::vector<Box<AnyTable>> tables;  ///< one a block, in their order
  std::vector<UndefinedCell> undefined;
  FeatureWeights feature_weights{};  ///< those of the posterior, where they are of the estimator
  /// One where the model has a structure; `tables` are then those of naive Bayes.
  Nested<StructureEstimates> structure{};
};

/// The tables of a structure: of each group of features and each level of their parents.
struct StructureEstimates {
  detail::StructurePlan plan{};
  std::vector<Nested<Estimates>> cells;         ///< behind the levels one for those never seen
  std::vector<std::vector<double>> level_rows;  ///< of each group: levels x classes
  std::vector<double> class_rows;
  /// What an average of levels scores rows with; null for others. Shared, because it is large and
  /// never changed.
  std::shared_ptr<const detail::PairTerms> pairs;
};

namespace detail {
/// What scikit-learn adds to every variance; 0 under other estimators.
/// throws  Error{schema} where a family has no counterpart there
[[nodiscard]] double variance_floor(const Posterior<Model>& posterior, Estimator estimator);

/// Returns the tables under class probabilities of the caller's; a class at -inf has no cells to
/// evaluate.
[[nodiscard]] Estimates estimate(const Posterior<Model>& posterior, Estimator estimator,
                                 const std::vector<double>& log_class_probabilities);
}  // namespace detail

/// Returns the tables of an estimator, and every cell for which it gives no density.
/// throws  Error{schema} for scikit_learn where a family has no counterpart there
/// cost    features x classes; no data is read
[[nodiscard]] Estimates estimate(const Posterior<Model>& posterior, Estimator estimator);

}  // namespace credence
