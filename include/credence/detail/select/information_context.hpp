#pragma once
// What the information of every feature is reckoned from. Included by select alone.
#include <credence/predict/uncertainty.hpp>
#include <credence/select/mutual_information.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace credence::detail {

/// What the information of every feature is reckoned from.
struct InformationContext {
  InformationOptions options{};
  std::vector<std::string> classes;
  std::vector<Index> kept;            ///< the classes of positive probability
  std::vector<double> probabilities;  ///< theirs
  ClassBeliefs class_beliefs{};       ///< of all classes
  std::vector<UndefinedCell> undefined;
  std::string label{};

  /// Returns why a feature has no densities; empty where it has.
  [[nodiscard]] std::string why_undefined(const std::string& feature) const;
};

/// Returns the distribution of the probabilities of the classes.
/// throws  Error{undefined} where class frequencies are asked for and no row was seen
[[nodiscard]] ClassBeliefs class_beliefs_of(const LabelColumn& label);

/// Adds a feature, or a part of one, of which nothing is known yet.
FeatureInformation& add_information(std::vector<FeatureInformation>& all,
                                    const std::string& feature, std::string_view family,
                                    const std::string& part = {});

/// What features have in common.
/// in  estimates: of the estimator that the options name
[[nodiscard]] InformationContext information_context(
    const LabelColumn& label, const std::vector<double>& log_class_probabilities,
    const std::vector<UndefinedCell>& undefined, const InformationOptions& options);

}  // namespace credence::detail
