#pragma once
// The flags that choose an estimator.
#include <credence/learn/model_posterior.hpp>
#include <credence/predict/complement.hpp>
#include <credence/predict/estimator.hpp>
#include <credence/predict/explain.hpp>

#include <optional>
#include <string>
#include <vector>

#include "flags/flags.hpp"
#include "flags/model_flags.hpp"

namespace credence::tool {

struct EstimatorFlags {
  std::optional<Estimator> estimator{};
  bool like_scikit_learn = false;

  /// `--estimator`.
  /// in  otherwise: what is meant where the flag is not given
  void declare(Grammar& grammar, const std::string& otherwise);
};

/// `--estimator` where it takes a list.
void declare_estimators(Grammar& grammar, std::vector<Estimator>& estimators);

/// Returns the full names of the four estimators.
[[nodiscard]] std::vector<std::string> estimator_names();

/// Returns one of the four estimators by its full or short name.
/// throws  UsageError for another name
[[nodiscard]] Estimator estimator_of(const std::string& name, std::string_view flag);

/// `--complement plain|normalised`.
void declare_complement(Grammar& grammar, std::optional<ComplementWeights>& complement,
                        const std::string& help);

/// `--like scikit-learn`.
void declare_like(Grammar& grammar, bool& like_scikit_learn, const std::string& help);

/// The same beside structures: `--like scikit-learn` or `--like weka`.
void declare_like(Grammar& grammar, ModelFlags& model, const std::string& help);

/// `--unit`: what logarithms are counted in.
Flag& declare_unit(Grammar& grammar, LogUnit& unit);

/// Returns the estimators of a list of names.
/// throws  UsageError for an unknown or repeated one
[[nodiscard]] std::vector<Estimator> estimators_of(const std::string& list, std::string_view flag);

/// Returns the estimator that the flags, or a posterior fitted with --like scikit-learn, ask for;
/// none when nothing does.
/// throws  UsageError for both flags at once, and for families that scikit-learn lacks
[[nodiscard]] std::optional<Estimator> estimator_asked(const EstimatorFlags& flags,
                                                       const Posterior<Model>& posterior);

}  // namespace credence::tool
