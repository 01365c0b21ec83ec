#pragma once
// A table that a study binds once, and what all folds of it have in common.
#include <credence/detail/study/labelled_rows.hpp>
#include <credence/learn/model_posterior.hpp>
#include <credence/study/compare.hpp>
#include <optional>

#include "study/family_candidates.hpp"
#include "study/twin_columns.hpp"

namespace credence::detail {

/// A table that was bound once, and what every fold has in common.
struct Study {
  BoundTable bound = {};
  std::vector<Index> truth = {};  ///< per row of the table; -1: no label, or weight 0
  Posterior<Model> start = {};    ///< no data, all classes
  /// Columns whose family each training part chooses. Where there are some, the blocks of `bound`
  /// and `start` hold all candidates, and the model of `start` is the choice of all rows.
  std::vector<OpenColumn> open = {};
  std::optional<TwinStudy> twin = {};  ///< where it is asked for
};

/// throws  as compare does before it learns
[[nodiscard]] Study bind_study(const Model& model, const Table& table,
                               const CompareOptions& options);

/// Calls `visit(posterior, bound)` with what a training part has taught, and the table as it reads
/// it: under the families that the part chooses, where there is a choice.
/// in      learned: the study's start after some of its rows
/// cost    nothing without a choice; else the evidence of every candidate, and a copy of label and
///         weights
template <class Visitor>
void with_chosen_families(const Study& study, const Posterior<Model>& learned, Visitor&& visit) {
  if (study.open.empty()) {
    visit(learned, study.bound);
    return;
  }
  const Posterior<Model> chosen = chosen_posterior(learned, chosen_schema(learned, study.open));
  visit(chosen, study.bound.part(chosen.model));
}

/// Returns the comparison before its results.
[[nodiscard]] Comparison outline(const Study& study);

/// For each row of the table its fold, from 0 without gaps; -1 for a row without a class.
[[nodiscard]] std::vector<Index> folds_of_study(const Table& table, std::span<const Index> truth,
                                                Index classes, const CompareOptions& options);

/// What each fold alone has taught.
[[nodiscard]] std::vector<Posterior<Model>> learned_parts(const Study& study,
                                                          std::span<const LabelledRows> folds);

/// Returns the schema without the columns that give folds and weights, which are no features.
/// throws  Error{schema} when one of them is the label
[[nodiscard]] Schema schema_of_study(Schema schema, const CompareOptions& options);

}  // namespace credence::detail
