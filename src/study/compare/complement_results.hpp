#pragma once
// The rule of complement naive Bayes in studies: labels, and nothing that needs probabilities.
#include <credence/detail/study/labelled_rows.hpp>
#include <credence/predict/complement.hpp>
#include <credence/study/compare.hpp>

#include <functional>

namespace credence::detail {

/// What the rule says of rows, and why it says nothing; of one posterior or of several folds.
struct LabelTally {
  Confusion confusion = {};
  Index unseen_cells = 0;
  std::vector<UndefinedInFold> undefined = {};
  StudySeconds seconds = {};
};

/// Labels rows, some at a time, and hands each part over.
/// out     why there is no rule; else empty
/// throws  as ComplementClassifier otherwise
[[nodiscard]] std::string label_by_complement(
    const Posterior<Model>& posterior, ComplementWeights weights, const BoundTable& bound,
    std::span<const Index> rows,
    const std::function<void(const Predictions&, std::span<const Index>)>& take);

/// What the rule says of some rows.
struct FoundLabels {
  std::vector<Index> labels = {};  ///< an entry for each row
  Index unseen_cells = 0;
  std::string undefined = {};  ///< why there is no rule; else empty
};
[[nodiscard]] FoundLabels labels_by_complement(const Posterior<Model>& posterior,
                                               ComplementWeights weights, const BoundTable& bound,
                                               std::span<const Index> rows);

/// Adds labels that were found of rows; after the first posterior without a rule only the reasons.
/// in      fold: from 1, 0 outside cross-validation
void add(FoundLabels found, const LabelColumn& label, const LabelledRows& rows, Index fold,
         LabelTally& tally);

/// Adds what it says of rows; after the first posterior without a rule only the reasons.
/// in      fold: from 1, 0 outside cross-validation
void score_complement(const Posterior<Model>& posterior, ComplementWeights weights,
                      const BoundTable& bound, const LabelledRows& rows, Index fold,
                      LabelTally& tally);

/// Returns a result with a confusion matrix and no metrics.
[[nodiscard]] Result complement_result(std::string on, LabelTally tally);

}  // namespace credence::detail
