#pragma once
// What features look like class by class: how the data lie, and the density that was learned.
#include <credence/base/index.hpp>
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
  std::vector<std::string> classes = {};
  std::vector<double> rows = {};                   ///< by class: weight of the rows with a value
  std::vector<double> edges = {};                  ///< of numbers: ends of the bins, ascending
  std::vector<double> points = {};                 ///< of numbers: where the density is given
  std::vector<std::string> levels = {};            ///< else
  std::vector<std::vector<double>> observed = {};  ///< by bin or level; 0 for a class without rows
  std::vector<std::vector<double>> expected = {};  ///< by point or level; NaN where there is none
  double outside = 0;                              ///< weight of the rows beyond the edges
  Index levels_in_all = 0;                         ///< more than `levels` where they were too many
  std::string undefined = {};                      ///< why something is not there; else empty

  friend bool operator==(const FeaturePicture&, const FeaturePicture&) = default;
};

/// How fine pictures are.
struct PictureOptions {
  Estimator estimator = Estimator::predictive;
  std::vector<std::string> features = {};  ///< those to picture, columns of tied blocks; empty: all
  Index most_bins = 30;                    ///< fewer for few rows: 2 n^(1/3)
  Index points = 161;                      ///< of a density
  Index most_levels = 16;                  ///< the rest is one level, "other"
};

/// Pictures of features: how the labelled rows of a table lie in each class, beside the densities of
/// an estimator. Levels and words are counted as the posterior has learned them.
/// in      weight: the column of row weights, empty for 1 each
/// out     in the order of the blocks; what has no density says why, and shows the data alone
/// throws  as bind; Error{schema} when the table has no label column
/// cost    rows x features that are shown, and points x classes densities for each
[[nodiscard]] std::vector<FeaturePicture> feature_pictures(const Posterior<Model>& posterior,
                                                           const Table& table,
                                                           const PictureOptions& options = {},
                                                           std::string_view weight = {});

}  // namespace credence
