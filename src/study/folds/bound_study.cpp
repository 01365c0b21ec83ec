// How a study reads its table.
#include "study/folds/bound_study.hpp"

#include <credence/data/number.hpp>
#include <credence/detail/learn/block_cells.hpp>
#include <credence/detail/learn/rows.hpp>
#include <credence/learn/found_structure.hpp>
#include <credence/study/compare.hpp>

#include <algorithm>

#include <fmt/format.h>

#include "learn/structure/contexts.hpp"

namespace credence::detail {
namespace {

void check_not_label(const Schema& schema, const std::string& column, const std::string& role) {
  if (!column.empty() && column == schema.label)
    throw Error(ErrorCode::schema, "column '" + column + "' is the label and cannot give the " +
                                       role + " as well; choose another column");
}

void leave_out(Schema& schema, const std::string& name) {
  if (name.empty()) return;
  for (ColumnSchema& column : schema.columns) {
    if (column.columns.empty()) {
      if (column.name == name) column = {.name = name, .family = "none"};
      continue;
    }
    if (std::erase(column.columns, name) > 0 && column.columns.empty()) column.family = "none";
  }
}

// The model with listed levels where its prior gives a weight for each, so that folds agree on them.
Model with_levels(const Model& model, const BoundTable& bound, const detail::TrainingRows& rows) {
  Schema schema = model.schema();
  const Posterior<Model> empty = empty_posterior(with_structure(model, {}));
  const auto list = [&](const AnyBlock& block, const auto& cells) {
    for (Index j = 0; j < block.size(); ++j) {
      const FeatureFacts& feature = block.feature(j);
      if (!feature.listed && block.has_weights(j))
        schema.find(feature.name)->levels = levels_present(cells.feature(j), rows);
    }
  };
  for (std::size_t b = 0; b < empty.blocks.size(); ++b) {
    const AnyBlock& block = *empty.blocks[b];
    if (block.family().facts().levelled)
      bound.blocks[b].visit([&](const auto& cells) { list(block, cells); });
  }
  return with_schema(model, std::move(schema));
}

// The columns whose family is open, but for those that are no features.
std::vector<OpenColumn> open_columns_of_study(const Model& bare, const Table& table,
                                              const CompareOptions& options) {
  std::vector<std::string> names = options.by_evidence;
  std::erase(names, options.weight);
  std::erase(names, options.fold_column);
  return open_columns_of(bare, table, names, options.weight);
}

// Lets the study learn all candidates side by side; its model is the choice of all rows.
void open_families(const Table& table, const CompareOptions& options, Study& study) {
  study.open = open_columns_of_study(study.start.model, table, options);
  if (study.open.empty()) return;
  add_candidates(study.start.model, study.open, study.bound, study.start);
  Posterior<Model> learned = study.start;
  observe(learned, study.bound);
  study.start.model = with_schema(study.start.model, chosen_schema(learned, study.open));
}

// The logistic regression sees the features as the model of the study does.
void add_twin(const LogisticOptions& options, Study& study) {
  const Model& model = study.start.model;
  const auto rows = labelled_rows(study.truth, study.bound.weights).rows;
  const auto add = [&](const BoundTable& bound) {
    study.twin = twin_study(model.schema(), bound, rows, options);
  };
  if (study.open.empty())
    add(study.bound);
  else
    add(study.bound.part(model));
}

// Folds of which every row is skipped leave no gap.
std::vector<Index> without_gaps(std::vector<Index> folds) {
  std::vector<Index> used = folds;
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  if (!used.empty() && used.front() == -1) used.erase(used.begin());
  for (Index& fold : folds)
    if (fold >= 0) fold = std::lower_bound(used.begin(), used.end(), fold) - used.begin();
  return folds;
}

}  // namespace

Schema schema_of_study(Schema schema, const CompareOptions& options) {
  check_not_label(schema, options.fold_column, "folds");
  check_not_label(schema, options.weight, "weights");
  leave_out(schema, options.fold_column);
  leave_out(schema, options.weight);
  return schema;
}

Study bind_study(const Model& model, const Table& table, const CompareOptions& options) {
  Model bare = with_schema(model, schema_of_study(model.schema(), options));
  const std::string& label = bare.schema().label;
  (void)table.column(label);
  Study study;
  if (is_found_in_rows(bare) ||
      (!options.by_evidence.empty() && bare.schema().structure != Structure{})) {
    study.late = bare.schema().structure;
    bare = with_structure(bare, {});
  }
  study.bound = credence::bind(bare, table, options.weight);
  const BoundTable& bound = study.bound;
  const std::vector<Index> levels =
      positions_that_count(bound.label, bound.label.levels, bound.weights);
  const std::vector<std::string> classes = levels_at(bound.label.levels, levels);
  if (classes.empty()) no_labelled_row(table, label);
  const std::vector<Index> rows = all_rows(bound.rows);
  study.start = empty_posterior(
      with_levels(bare, bound, {.rows = rows, .labels = levels, .weights = bound.weights}));
  open_families(table, options, study);
  join_classes(study.start, classes);
  study.truth = positions_that_count(bound.label, study.start.label.classes, bound.weights);
  if (options.twin) add_twin(*options.twin, study);
  return study;
}

Comparison outline(const Study& study) {
  Comparison comparison;
  comparison.rows = study.bound.rows - std::count(study.truth.begin(), study.truth.end(), -1);
  comparison.skipped_rows = rows_without_label(study.bound.label);
  comparison.label = study.start.label.name;
  comparison.classes = study.start.label.classes;
  for (const ColumnSchema& column : study.start.model.schema().columns) {
    if (column.family == "none") continue;
    comparison.features.push_back(column.name);
    comparison.families.push_back(column.family);
  }
  return comparison;
}

std::vector<Index> folds_of_study(const Table& table, std::span<const Index> truth, Index classes,
                                  const CompareOptions& options) {
  if (options.fold_values == FoldValues::groups) {
    if (options.fold_column.empty())
      throw Error(
          ErrorCode::domain,
          "folds of whole groups need a column that says which rows belong together; name a "
          "fold column");
    return stratified_group_folds(groups_of_column(table, options.fold_column), truth, classes,
                                  options.folds, options.seed);
  }
  if (options.fold_column.empty())
    return stratified_folds(truth, classes, options.folds, options.seed);
  std::vector<Index> folds = folds_of_column(table, options.fold_column);
  for (std::size_t row = 0; row < truth.size(); ++row)
    if (truth[row] < 0) folds[row] = -1;
  folds = without_gaps(std::move(folds));
  if (*std::max_element(folds.begin(), folds.end()) == 0)
    throw Error(ErrorCode::schema, "the rows with a label are all in one fold of column '" +
                                       options.fold_column + "'; give them at least two values");
  return folds;
}

namespace {

// How many copies of the statistics of a structure may be in memory.
// throws  Error{limit} where one training part and its densities, which take as much, are too many
double copies_allowed(const Study& study) {
  constexpr double gigabyte = 1e9;
  constexpr double fewest = 2;
  const double bytes = bytes_of_contexts(study.start.model, study.bound);
  const Structure& structure = study.start.model.schema().structure;
  const double allowed = structure.gigabytes * gigabyte / bytes;
  if (!(allowed < fewest)) return allowed;
  throw Error(
      ErrorCode::limit,
      fmt::format("the counts of structure '{}' need {:.3g} GB in each training part of the "
                  "study, and its densities as much (limit {} GB): keep fewer columns "
                  "(Structure::may_be_parents), fewer levels, or raise Structure::gigabytes",
                  name_of(structure), bytes / gigabyte, to_text(structure.gigabytes)));
}

}  // namespace

bool keeps_parts(const Study& study, std::size_t folds) {
  // Each fold alone, each with those behind it, what stands before, a training part and its densities.
  return 2 * static_cast<double>(folds) + 3 <= copies_allowed(study);
}

Index trainings_at_once(const Study& study) {
  constexpr double many = 1e6;
  return static_cast<Index>(std::min(copies_allowed(study) / 2, many));
}

}  // namespace credence::detail
