#pragma once
// How data turned a prior into a posterior: the densities of the parameter of one cell.
#include <credence/base/index.hpp>
#include <credence/base/interval.hpp>
#include <credence/learn/model_posterior.hpp>
#include <string>
#include <vector>

namespace credence {

/// The densities of one parameter of one feature in one class. All are scaled to an area of 1 over
/// all values of the parameter; the likelihood over those that are shown.
struct CellPicture {
  std::string feature = {};
  std::string family = {};
  std::string klass = {};
  std::string parameter = {};  ///< "probability of 1", "mean", "rate", ...
  double rows = 0;             ///< that were learned from
  double mass = 0.9;           ///< that the interval holds
  Interval interval = {};      ///< equal-tailed, of the posterior
  std::vector<double> values = {};
  std::vector<double> prior = {};       ///< at each value
  std::vector<double> likelihood = {};  ///< constant where nothing was seen
  std::vector<double> posterior = {};

  friend bool operator==(const CellPicture&, const CellPicture&) = default;
};

/// What to picture.
struct CellOptions {
  std::string level = {};  ///< of categories or words; a column of a tied block; empty: the first
  double mass = 0.9;
  Index points = 201;
};

/// Prior, likelihood and posterior of the parameter of one cell: the probability of a level or bin, a
/// rate, a variance whose mean is known, a direction, or the mean of numbers (the likelihood then is its
/// largest over all variances, unless that is known).
/// throws  Error{schema} for an unknown feature, class or level; Error{undefined} where an
///         automatic prior has no numbers, or the cell shares parameters with others
[[nodiscard]] CellPicture cell_picture(const Posterior<Model>& posterior,
                                       const std::string& feature, const std::string& klass,
                                       const CellOptions& options = {});

}  // namespace credence
