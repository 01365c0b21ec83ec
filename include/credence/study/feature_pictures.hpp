#pragma once
// What features look like class by class: how the data lie, and the density that was learned; and how
// data turned the prior of one cell into its posterior.
#include <credence/base/index.hpp>
#include <credence/base/interval.hpp>
#include <credence/learn/model_posterior.hpp>
#include <credence/predict/estimator.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace credence {

/// What stands along the axis of a picture.
enum class PictureKind {
  numbers,  ///< bins of numbers; heights are densities
  levels,   ///< levels, counts or ranges of counts; heights are shares that sum to 1 over all
  words,    ///< the words that tell the classes apart best; heights are shares of the tokens
};

/// The values of one feature in each class, as they were observed and as they are expected. Lists of
/// lists are classes x bins (levels), or classes x points.
struct FeaturePicture {
  std::string feature = {};
  std::string family = {};
  Estimator estimator = Estimator::predictive;
  PictureKind kind = PictureKind::numbers;
  std::vector<std::string> classes;
  std::vector<double> rows;                   ///< by class: weight of the rows with a value
  std::vector<double> edges;                  ///< of numbers: ends of the bins, ascending
  std::vector<double> points;                 ///< of numbers: where the density is given
  std::vector<std::string> levels;            ///< else
  std::vector<std::vector<double>> observed;  ///< by bin or level; 0 for a class without rows
  std::vector<std::vector<double>> expected;  ///< by point or level; NaN where there is none
  double outside = 0;                         ///< weight of the rows beyond the edges
  Index levels_in_all = 0;                    ///< more than `levels` where they were too many
  std::string undefined = {};                 ///< why something is not there; else empty

  friend bool operator==(const FeaturePicture&, const FeaturePicture&) = default;
};

/// How fine pictures are.
struct PictureOptions {
  Estimator estimator = Estimator::predictive;
  std::vector<std::string> features = {};  ///< those to picture, columns of tied blocks; empty: all
  Index most_bins = 30;                    ///< fewer for few rows: 2 n^(1/3)
  Index points = 161;                      ///< of a density
  Index most_levels = 16;                  ///< the rest is one level, "other"

  friend bool operator==(const PictureOptions&, const PictureOptions&) = default;
};

/// Pictures of features: how the labelled rows of a table lie in each class, beside the densities of
/// an estimator. Levels and words are counted as the posterior has learned them.
/// in      weight: the column of row weights, empty for 1 each
/// out     in the order of the blocks; what has no density says why, and shows the data alone
/// throws  as bind; Error{schema} when the table has no label column; Error{domain} for less than 2
///         points
/// cost    rows x features that are shown, and points x classes densities for each
[[nodiscard]] std::vector<FeaturePicture> feature_pictures(const Posterior<Model>& posterior,
                                                           const Table& table,
                                                           const PictureOptions& options = {},
                                                           std::string_view weight = {});

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
  std::vector<double> values;
  std::vector<double> prior;       ///< at each value
  std::vector<double> likelihood;  ///< constant where nothing was seen
  std::vector<double> posterior;

  friend bool operator==(const CellPicture&, const CellPicture&) = default;
};

/// What to picture.
struct CellOptions {
  std::string level = {};  ///< of categories or words; a column of a tied block; empty: the first
  double mass = 0.9;
  Index points = 201;

  friend bool operator==(const CellOptions&, const CellOptions&) = default;
};

/// Prior, likelihood and posterior of the parameter of one cell: the probability of a level or bin, a
/// rate, a variance whose mean is known, a direction, or the mean of numbers (the likelihood then is its
/// largest over all variances, unless that is known).
/// throws  Error{schema} for an unknown feature, class or level; Error{undefined} where an
///         automatic prior has no numbers, or the cell shares parameters with others; Error{domain}
///         for less than 2 points
[[nodiscard]] CellPicture cell_picture(const Posterior<Model>& posterior,
                                       const std::string& feature, const std::string& klass,
                                       const CellOptions& options = {});

}  // namespace credence
