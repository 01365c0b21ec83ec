#pragma once
// Sensitivity to priors: how far the prior sample size must move until labels change.
#include <credence/base/index.hpp>
#include <credence/learn/model_posterior.hpp>
#include <credence/predict/estimator.hpp>
#include <optional>
#include <string>
#include <vector>

namespace credence {

/// Where the label of a row changes.
struct LabelFlip {
  /// The last factor on the prior sample size, on the way from 1, that was tried and left the
  /// label as it is.
  double kept = 1;
  double factor = 1;       ///< the first that was tried and changed it
  std::string label = {};  ///< what it became

  friend bool operator==(const LabelFlip&, const LabelFlip&) = default;
};

/// One row, and where its label changes; nothing where it does not in the whole range.
struct RowSensitivity {
  Index row = 0;                      ///< from 1
  std::string label = {};             ///< under the priors as they are
  double probability = 0;             ///< of that label
  std::optional<LabelFlip> weaker;    ///< at a factor below 1
  std::optional<LabelFlip> stronger;  ///< at a factor above 1

  friend bool operator==(const RowSensitivity&, const RowSensitivity&) = default;
};

/// All rows under one factor on the prior sample size.
struct StrengthPoint {
  double factor = 1;
  std::optional<double> flipped;   ///< share of rows with another label than under factor 1;
                                   ///< none where an estimate does not exist
  std::optional<double> accuracy;  ///< of the rows with a known class; none without such a row

  friend bool operator==(const StrengthPoint&, const StrengthPoint&) = default;
};

/// How much predictions depend on the prior sample size.
struct PriorSensitivity {
  std::string label = {};
  std::vector<std::string> classes = {};
  std::string estimator = {};
  Index octaves = 0;      ///< factors reach from 2^-octaves to 2^octaves
  double resolution = 0;  ///< ratio of neighbouring factors that were tried
  std::vector<StrengthPoint> points =
      {};  ///< in ascending order of factors, each twice the one before
  std::vector<RowSensitivity> rows = {};  ///< in the order of the table
  std::vector<std::string> notes = {};

  friend bool operator==(const PriorSensitivity&, const PriorSensitivity&) = default;
};

/// Returns how many factors of two the nearer label change of a row is from 1; nothing where
/// the label does not change.
[[nodiscard]] std::optional<double> nearest_flip(const RowSensitivity& row);

/// Options of the sensitivity to priors.
struct SensitivityOptions {
  Estimator estimator = Estimator::predictive;
  Index octaves = 20;  ///< how far to look on each side: up to factors of 2^octaves; 1 to 60
  Index halvings = 6;  ///< of the factor of two in which a label changes; 0 to 20

  friend bool operator==(const SensitivityOptions&, const SensitivityOptions&) = default;
};

/// Multiplies the prior sample size of all priors of a posterior (learn/posterior_priors.hpp) by
/// powers of two, from 2^-octaves to 2^octaves, and labels rows under each. Where a label changes
/// for the first time on the way from 1, that factor of two is halved repeatedly. A label that
/// changes and changes back within one factor of two is not seen.
///
///     prior_sensitivity(posterior, patients).points[18].flipped;    // at a quarter of the strength
///
/// throws  as freeze and bind; Error{undefined} where the estimator has no answer for the priors as
///         they are; Error{domain} for options outside their range and for a prior so large that a
///         multiple is no number
/// cost    (2 octaves + 1) x (estimates, rows x features x classes), and at most 2^halvings estimates
///         for each factor of two in which labels change
[[nodiscard]] PriorSensitivity prior_sensitivity(const Posterior<Model>& posterior,
                                                 const Table& table,
                                                 const SensitivityOptions& options = {});

}  // namespace credence
