#pragma once
// A table that a study binds once, and what all folds of it have in common.
#include <credence/detail/study/labelled_rows.hpp>
#include <credence/learn/model_posterior.hpp>
#include <credence/study/compare.hpp>
#include <credence/study/structured.hpp>
#include <functional>
#include <optional>

#include "study/families/family_candidates.hpp"
#include "study/metrics/twin_columns.hpp"

namespace credence::detail {

/// A table that was bound once, and what every fold has in common.
struct Study {
  BoundTable bound = {};
  std::vector<Index> truth = {};  ///< per row of the table; -1: no label, or weight 0
  Posterior<Model> start = {};    ///< no data, all classes
  /// Columns whose family each training part chooses. Where there are some, the blocks of `bound`
  /// and `start` hold all candidates, and the model of `start` is the choice of all rows.
  std::vector<OpenColumn> open = {};
  /// A structure that each training part finds, with the edges of its bins, in rows of its own;
  /// `start` is then naive Bayes.
  std::optional<Structure> late = {};
  std::optional<TwinStudy> twin = {};  ///< where it is asked for
};

/// throws  as compare does before it learns
[[nodiscard]] Study bind_study(const Model& model, const Table& table,
                               const CompareOptions& options);

/// Calls `visit(posterior, bound)` with what a training part has taught, and the table as it reads
/// it: under the families and the structure that the part chooses, where there is a choice.
/// in      learned: the study's start after some of its rows;  rows: a callable that lists these;
///         without: called in the place of `visit` where finding the structure needs an estimate that
///         is undefined in the part
/// throws  Error{undefined} for such an estimate where there is no `without`
/// cost    nothing without a choice; else the evidence of every candidate, and a copy of label and
///         weights; a pass over the rows for a structure
template <class Rows, class Visitor>
void with_chosen_model(const Study& study, const Posterior<Model>& learned, Rows&& rows,
                       Visitor&& visit, const std::function<void(const Error&)>& without = {}) {
  const auto under_structure = [&](const Posterior<Model>& posterior, const BoundTable& bound) {
    if (!study.late) return visit(posterior, bound);
    std::optional<StructuredPosterior> ready;
    try {
      ready = learn_structured(with_structure(posterior.model, *study.late), bound, rows(),
                               Estimator::predictive, posterior.label.classes);
    } catch (const Error& error) {
      if (!without || error.code() != ErrorCode::undefined) throw;
      return without(error);
    }
    visit(ready->posterior, ready->bound);
  };
  if (study.open.empty()) return under_structure(learned, study.bound);
  const Posterior<Model> chosen = chosen_posterior(learned, chosen_schema(learned, study.open));
  under_structure(chosen, study.bound.part(chosen.model));
}

/// Returns the comparison before its results.
[[nodiscard]] Comparison outline(const Study& study);

/// For each row of the table its fold, from 0 without gaps; -1 for a row without a class.
[[nodiscard]] std::vector<Index> folds_of_study(const Table& table, std::span<const Index> truth,
                                                Index classes, const CompareOptions& options);

/// Writes into what a study found how its folds came about: the seed unless a column gave them, and
/// the column whose groups they do not divide.
template <class Found, class Options>
void note_folds(const Options& options, Found& found) {
  const bool whole_groups = options.fold_values == FoldValues::groups;
  if (whole_groups) found.group_column = options.fold_column;
  if (whole_groups || options.fold_column.empty()) found.seed = options.seed;
}

/// Whether a study keeps what each fold has taught, and merges all but one; else it learns each
/// training part from its rows anew. Both ways give the same counts; moments agree to rounding.
/// throws  Error{limit} where the statistics of the structure would take more memory than it allows
///         (Structure::gigabytes) even with one training part at a time
[[nodiscard]] bool keeps_parts(const Study& study, std::size_t folds);

/// Returns how many training parts may be learned and scored side by side.
/// throws  Error{limit} as keeps_parts
[[nodiscard]] Index trainings_at_once(const Study& study);

/// Returns the schema without the columns that give folds and weights, which are no features.
/// throws  Error{schema} when one of them is the label
[[nodiscard]] Schema schema_of_study(Schema schema, const CompareOptions& options);

}  // namespace credence::detail
