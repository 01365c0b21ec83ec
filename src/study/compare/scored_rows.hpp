#pragma once
// Rows that were scored, as bytes for another process.
#include <credence/detail/base/parcel.hpp>
#include <credence/detail/study/labelled_rows.hpp>
#include <credence/predict/prediction.hpp>

#include <string>
#include <vector>

#include "study/compare/complement_results.hpp"

namespace credence::detail {

/// Classes and weights of the rows, without where they stand.
void put(const LabelledRows& rows, Parcel& parcel);
/// throws  Error{version} for what is damaged
[[nodiscard]] LabelledRows taken_rows(Parcel& parcel);

/// Labels and log probabilities, without log joints.
void put(const Predictions& predictions, Parcel& parcel);
/// throws  likewise
[[nodiscard]] Predictions taken_predictions(const std::vector<std::string>& classes,
                                            Parcel& parcel);

/// Labels of complement naive Bayes.
void put(const FoundLabels& found, Parcel& parcel);
/// in      rows: how many were scored
/// throws  likewise
[[nodiscard]] FoundLabels taken_labels(std::size_t classes, std::size_t rows, Parcel& parcel);

}  // namespace credence::detail
