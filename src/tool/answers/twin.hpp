#pragma once
// Logistic regressions in files: `credence fit --twin` writes them, predict, evaluate and describe read
// them.
#include <credence/study/twin.hpp>

#include <span>
#include <string_view>

#include "answers/fit_flags.hpp"
#include "answers/predict_flags.hpp"
#include "console/console.hpp"

namespace credence::tool {

/// Throws UsageError for flags of fit that have no meaning beside `--twin`, where it is given.
void refuse_beside_twin(const Grammar& grammar);

/// `credence fit --twin`: a logistic regression in the place of a posterior.
/// throws  as read_training and fit_logistic_twin
void fit_twin(const FitFlags& flags, Console& console);

/// What a file that fit wrote holds.
struct FittedModel {
  /// Of a logistic regression one that has learned nothing, with its columns and classes: what verbs
  /// ask for when they read DATA.
  Posterior<Model> posterior = {};
  std::optional<LogisticTwin> twin = {};
};

/// Reads POSTERIOR, of either kind.
/// throws  as posterior_asked and logistic_twin_from_json
[[nodiscard]] FittedModel fitted_model(const PosteriorFlags& flags, Console& console);

/// A flag, and whether it was given.
struct GivenFlag {
  bool is_given;
  std::string_view flag;
};
/// Throws UsageError for the first that was given: it asks for what a logistic regression lacks.
void refuse_for_twin(std::span<const GivenFlag> flags);

/// The same for the flags of predict.
void check_twin_flags(const PredictFlags& flags);

}  // namespace credence::tool
