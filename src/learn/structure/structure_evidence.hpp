#pragma once
// Log evidence of features given the class and parents, and of whole structures.
#include <credence/learn/found_structure.hpp>
#include <map>
#include <unordered_map>

#include "learn/structure/feature_places.hpp"

namespace credence::detail {

/// The log evidence of a posterior's features under parents that were counted. Priors are made
/// numbers once; what features have without parents is kept.
class StructureEvidence {
 public:
  explicit StructureEvidence(const Posterior<Model>& posterior);

  /// Of a feature, given the class and these parents. Throws Error{undefined}.
  [[nodiscard]] double of(const std::vector<std::string>& parents,
                          const std::string& feature) const;
  /// What the parents gain.
  [[nodiscard]] double gain(const std::vector<std::string>& parents,
                            const std::string& feature) const;
  [[nodiscard]] double gain_or_nan(const std::vector<std::string>& parents,
                                   const std::string& feature) const;
  /// What the class gains for a feature.
  [[nodiscard]] double gain_of_class(const std::string& feature) const;
  /// Of the model in which all features hang on these parents, labels included.
  [[nodiscard]] double of_average(const std::vector<std::string>& parents) const;
  [[nodiscard]] double of_average_or_nan(const std::vector<std::string>& parents) const;
  /// Of naive Bayes, labels included.
  [[nodiscard]] double naive() const;
  /// Of a structure that was found, labels included.
  [[nodiscard]] double of(const FoundStructure& found) const;

 private:
  [[nodiscard]] const ContextPosterior& context_of(const std::vector<std::string>& parents) const;
  [[nodiscard]] double of_parents_together(const std::vector<std::string>& parents) const;
  [[nodiscard]] double of_whole_rows() const;

  std::string undefined_;       // why there are no numbers for priors
  Posterior<Model> posterior_;  // with them, where there are
  FeaturePlaces places_;
  std::map<std::vector<std::string>, Index> contexts_;     // by their parents
  mutable std::unordered_map<std::string, double> alone_;  // of features given the class alone
};

}  // namespace credence::detail
