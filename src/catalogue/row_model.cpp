// Models composed in code: their columns, and the errors of rows.
#include <credence/catalogue/row_model.hpp>

#include <algorithm>
#include <credence/base/error.hpp>
#include <credence/data/levels.hpp>

namespace credence::detail {
namespace {

// "label", unless a feature is called so.
std::string label_name(std::span<const ColumnSchema> features) {
  std::string name = "label";
  const auto taken = [&](const ColumnSchema& feature) { return feature.name == name; };
  while (std::any_of(features.begin(), features.end(), taken)) name += '_';
  return name;
}

}  // namespace

void member_outside_support(const std::string& feature, std::string_view family,
                            std::string_view needs, Index row) {
  throw Error(ErrorCode::domain, "family '" + std::string(family) + "' needs " +
                                     std::string(needs) + ": member '" + feature + "' of row " +
                                     std::to_string(row) +
                                     " is outside; correct the row or choose another family");
}

void check_rows_and_labels(std::size_t rows, std::size_t labels) {
  if (rows != labels)
    throw Error(ErrorCode::shape, std::to_string(rows) + " rows came with " +
                                      std::to_string(labels) +
                                      " labels; give one label for each row");
}

Index class_position(std::span<const std::string> classes, std::string_view klass) {
  const auto found = std::find(classes.begin(), classes.end(), klass);
  if (found != classes.end()) return found - classes.begin();
  std::string message = "the model has no class '" + std::string(klass) + "'; its classes are";
  for (const std::string& name : classes) message += " '" + name + "'";
  throw Error(ErrorCode::schema, message);
}

Column label_of_rows(const std::vector<std::string>& classes, std::span<const Index> positions,
                     std::span<const ColumnSchema> features) {
  CodeColumn label{.levels = sorted_levels(classes), .codes = {}};
  const std::vector<Index> to = positions_in(classes, label.levels);
  for (const Index at : positions)
    label.codes.push_back(static_cast<Code>(to[static_cast<std::size_t>(at)]));
  return {.name = label_name(features), .cells = std::move(label)};
}

Model column_model(const std::vector<std::string>& classes, const ClassPrior& prior,
                   std::vector<ColumnSchema> columns, std::span<const FamilyType* const> families) {
  FamilySet set = shipped_families();
  const auto has = [&](std::size_t i) {
    const FamilyType* found = set.find(columns[i]);
    return found != nullptr && found->id() == families[i]->id();
  };
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (!has(i)) set = set.with(*families[i]);
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (!has(i))
      throw Error(ErrorCode::schema, "feature '" + columns[i].name + "' has a family called '" +
                                         columns[i].family +
                                         "', as another feature has that is of another type; give "
                                         "your own family a name of its own");
  Schema schema{.label = label_name(columns), .classes = classes, .class_prior = prior};
  schema.columns = std::move(columns);
  return Model(std::move(schema), std::move(set));
}

}  // namespace credence::detail
