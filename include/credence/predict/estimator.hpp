#pragma once
// The estimators: rules that turn a posterior into densities.
#include <array>
#include <optional>
#include <string_view>

namespace credence {

/// A rule that turns what was learned into densities that score.
enum class Estimator {
  maximum_likelihood,    ///< the parameters that make the data most probable
  maximum_a_posteriori,  ///< the mode of the posterior, in the parameters the density is written in
  posterior_mean,        ///< the mean of the posterior
  predictive,            ///< the whole posterior: densities averaged over it
  scikit_learn,  ///< what scikit-learn's naive Bayes classes compute, their variance floor included
};

/// The four estimators that are compared side by side.
inline constexpr std::array all_estimators{Estimator::maximum_likelihood,
                                           Estimator::maximum_a_posteriori,
                                           Estimator::posterior_mean, Estimator::predictive};

/// "maximum_likelihood", ...: the word in flags and files.
[[nodiscard]] std::string_view to_string(Estimator estimator);

/// Returns the estimator of that name, or of the short names "mle", "map" and "mean"; none when
/// there is no such.
[[nodiscard]] std::optional<Estimator> estimator_named(std::string_view name);

}  // namespace credence
