#include <credence/study/decision_surface.hpp>

#include <fmt/format.h>
#include <credence/data/convert.hpp>
#include <credence/detail/learn/cells.hpp>
#include <credence/detail/study/labelled_rows.hpp>
#include <credence/detail/study/picture_context.hpp>
#include <credence/detail/study/studied_family.hpp>
#include <credence/learn/keep.hpp>
#include <credence/learn/posterior_priors.hpp>
#include <credence/predict/classifier.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "base/names.hpp"
#include "study/left_out/without_features.hpp"

namespace credence {
namespace {

// Families of numbers between which there are others, so that a surface has no steps of its own; as
// schemas call them.
std::vector<std::string> families_of_numbers(const FamilySet& families) {
  std::set<std::string> names;
  for (const FamilyType* family : families)
    if (studied(*family).has_numbers_between()) names.emplace(family->facts().word);
  return {names.begin(), names.end()};
}

// Over the data and a little beyond; not beyond 0, which the support of positive numbers ends at.
std::vector<double> grid(const std::vector<double>& values, Index steps) {
  detail::Range range = detail::central_range(values);
  const double beyond = 0.08 * (range.upper / 2 - range.lower / 2);
  range.lower = range.lower >= 0 ? std::max(range.lower - beyond, 0.0) : range.lower - beyond;
  range.upper += beyond;
  std::vector<double> points;
  for (Index i = 0; i < steps; ++i) {
    // Middles of cells: the ends themselves may lie outside of the support.
    const double share = (static_cast<double>(i) + 0.5) / static_cast<double>(steps);
    points.push_back(range.lower * (1 - share) + range.upper * share);
  }
  return points;
}

// Grids over two columns of numbers, and some of the rows; no labels yet.
DecisionSurface frame_surface(const Table& table, const detail::LabelledRows& rows,
                              const std::string& across, const std::string& up,
                              const SurfaceOptions& options) {
  DecisionSurface surface{.across = across, .up = up, .estimator = options.estimator};
  const detail::NumberCells x(table, across);
  const detail::NumberCells y(table, up);
  std::vector<double> all_x;
  std::vector<double> all_y;
  std::vector<DecisionSurface::Row> all;
  for (std::size_t i = 0; i < rows.rows.size(); ++i) {
    const DecisionSurface::Row row{
        .x = x[rows.rows[i]], .y = y[rows.rows[i]], .klass = rows.truth[i]};
    if (!std::isnan(row.x)) all_x.push_back(row.x);
    if (!std::isnan(row.y)) all_y.push_back(row.y);
    if (!std::isnan(row.x) && !std::isnan(row.y)) all.push_back(row);
  }
  surface.rows_in_all = std::ssize(all);
  const Index step = std::max<Index>(
      (std::ssize(all) + options.most_rows - 1) / std::max<Index>(options.most_rows, 1), 1);
  for (Index i = 0; i < std::ssize(all); i += step)
    surface.rows.push_back(all[static_cast<std::size_t>(i)]);
  surface.x = grid(all_x, options.steps);
  surface.y = grid(all_y, options.steps);
  return surface;
}

// A row for each point of the grid; the other columns that the schema reads are missing.
Table grid_table(const DecisionSurface& surface, const Schema& schema) {
  const std::size_t rows = surface.x.size() * surface.y.size();
  std::vector<double> x;
  std::vector<double> y;
  for (const double up : surface.y)
    for (const double across : surface.x) {
      x.push_back(across);
      y.push_back(up);
    }
  Table table;
  for (const ColumnSchema& column : schema.columns) {
    if (column.family == "none") continue;
    for (const std::string& name : columns_read(column))
      if (table.find(name) == nullptr)
        table.add(name, name == surface.across ? x
                        : name == surface.up
                            ? y
                            : std::vector<double>(rows, std::numeric_limits<double>::quiet_NaN()));
  }
  return table;
}

// The features of a schema that do not read either column.
std::set<std::string> features_beside(const Schema& schema, const std::string& across,
                                      const std::string& up) {
  std::set<std::string> names;
  for (const ColumnSchema& column : schema.columns) {
    const std::vector<std::string> read = columns_read(column);
    const bool reads = std::any_of(read.begin(), read.end(), [&](const std::string& name) {
      return name == across || name == up;
    });
    if (!reads) names.insert(column.name);
  }
  return names;
}

// The posterior of the features that read either column; a structure is found anew between them.
Posterior<Model> of_two(const Posterior<Model>& posterior, const std::string& across,
                        const std::string& up) {
  const Schema& schema = posterior.model.schema();
  const std::set<std::string> others = features_beside(schema, across, up);
  if (posterior.contexts.empty()) return detail::without_features(posterior, others);
  if (schema.structure.kind == StructureKind::lookup)
    throw Error(ErrorCode::undefined,
                "whole rows are looked up, and two of their columns make no row");
  std::vector<std::string> names;
  for (const ColumnSchema& column : schema.columns)
    if (column.family != "none" && !others.contains(column.name)) names.push_back(column.name);
  return keep(posterior, names);
}

}  // namespace

std::vector<std::string> features_of_surfaces(const Schema& schema, const FamilySet& families) {
  const std::vector<std::string> numbers = families_of_numbers(families);
  std::vector<std::string> names;
  for (const ColumnSchema& column : schema.columns) {
    if (!detail::among(numbers, column.family)) continue;
    for (const std::string& name : columns_read(column)) names.push_back(name);
  }
  return names;
}

void detail::check_surface(const Schema& schema, const std::string& across, const std::string& up,
                           const FamilySet& families) {
  const std::vector<std::string> names = features_of_surfaces(schema, families);
  for (const std::string& name : {across, up})
    if (!detail::among(names, name))
      throw Error(ErrorCode::schema,
                  "'" + name +
                      "' is no feature of numbers, over which a decision surface can be drawn; "
                      "choose one of family " +
                      fmt::format("{}", fmt::join(families_of_numbers(families), ", ")));
  if (across == up)
    throw Error(ErrorCode::schema,
                "a decision surface needs two features, and both are '" + up + "'; choose another");
}

DecisionSurface decision_surface(const Posterior<Model>& posterior, const Table& table,
                                 const std::string& across, const std::string& up,
                                 const SurfaceOptions& options) {
  const Schema& schema = posterior.model.schema();
  detail::check_surface(schema, across, up, posterior.model.families());
  const CodeColumn label = codes_of(table, table.column(posterior.label.name));
  const detail::LabelledRows rows =
      detail::labelled_rows(detail::positions_that_count(label, posterior.label.classes, {}), {});
  DecisionSurface surface = frame_surface(table, rows, across, up, options);
  surface.classes = posterior.label.classes;
  with_found_priors(posterior, [&](const Posterior<Model>& ready) {
    const Posterior<Model> two = of_two(ready, across, up);
    const Classifier classifier{two, options.estimator};
    const Predictions answers = classifier.predict(grid_table(surface, two.model.schema()));
    surface.label = answers.label;
    for (Index row = 0; row < answers.rows(); ++row)
      surface.probability.push_back(
          answers.probability(row, answers.label[static_cast<std::size_t>(row)]));
  });
  return surface;
}

}  // namespace credence
