#include <credence/study/decision_surfaces.hpp>

#include <fmt/format.h>
#include <credence/data/convert.hpp>
#include <credence/family/families.hpp>
#include <credence/learn/cells.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>
#include <set>

namespace credence {
namespace {

// Families of numbers between which there are others, so that a surface has no steps of its own; as
// schemas call them.
std::vector<std::string> families_of_numbers() {
  std::set<std::string> names;
  for_each_family(Families{}, [&]<class F>(F) {
    if constexpr (TiedFamily<F>)
      names.emplace(F::word);
    else if constexpr (std::same_as<typename F::Statistics::value_type, double>)
      if (F::accepts(0.5)) names.emplace(F::name);
  });
  return {names.begin(), names.end()};
}

bool is_of_numbers(const ColumnSchema& column) {
  const std::vector<std::string> families = families_of_numbers();
  return std::find(families.begin(), families.end(), column.family) != families.end();
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

}  // namespace

std::vector<std::string> features_of_surfaces(const Schema& schema) {
  std::vector<std::string> names;
  for (const ColumnSchema& column : schema.columns) {
    if (!is_of_numbers(column)) continue;
    for (const std::string& name : columns_read(column)) names.push_back(name);
  }
  return names;
}

void detail::check_surface(const Schema& schema, const std::string& across, const std::string& up) {
  const std::vector<std::string> names = features_of_surfaces(schema);
  for (const std::string& name : {across, up})
    if (std::find(names.begin(), names.end(), name) == names.end())
      throw Error(ErrorCode::schema,
                  "'" + name +
                      "' is no feature of numbers, over which a decision surface can be drawn; "
                      "choose one of family " +
                      fmt::format("{}", fmt::join(families_of_numbers(), ", ")));
  if (across == up)
    throw Error(ErrorCode::schema,
                "a decision surface needs two features, and both are '" + up + "'; choose another");
}

DecisionSurface detail::frame_surface(const Table& table, const LabelledRows& rows,
                                      const std::string& across, const std::string& up,
                                      const SurfaceOptions& options) {
  DecisionSurface surface{.across = across, .up = up, .estimator = options.estimator};
  const NumberCells x(table, across);
  const NumberCells y(table, up);
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

Table detail::grid_table(const DecisionSurface& surface, const Schema& schema) {
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

std::set<std::string> detail::features_beside(const Schema& schema, const std::string& across,
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

template DecisionSurface decision_surface(const Posterior<Model>&, const Table&, const std::string&,
                                          const std::string&, const SurfaceOptions&);

}  // namespace credence
