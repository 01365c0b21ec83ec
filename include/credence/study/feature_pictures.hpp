#pragma once
// Pictures of the features of a posterior, from the rows that they are compared with.
#include <credence/learn/model_posterior.hpp>
#include <credence/study/feature_picture.hpp>
#include <string_view>

namespace credence {

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
