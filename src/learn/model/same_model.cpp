// What two posteriors must have in common, and the error where they have not.
#include "learn/model/same_model.hpp"

#include <algorithm>
#include <credence/detail/data/column_places.hpp>
#include <utility>
#include <vector>

namespace credence::detail {
namespace {

// What statistics depend on. Missing-value strings and columns of family 'none' say how data were read.
Schema without_reading(Schema schema) {
  schema.missing.clear();
  std::erase_if(schema.columns, [](const ColumnSchema& column) { return column.family == "none"; });
  return schema;
}

std::string in_quotes(std::string_view text) { return "'" + std::string(text) + "'"; }

// Where two columns of one name differ first.
std::string difference(const ColumnSchema& a, const ColumnSchema& b) {
  const std::string column = "column " + in_quotes(a.name) + " has ";
  if (a.family != b.family)
    return column + "family " + in_quotes(a.family) + " in one and " + in_quotes(b.family) +
           " in the other";
  if (a.prior != b.prior)
    return column + "prior '" + to_text(a.prior) + "' in one and '" + to_text(b.prior) +
           "' in the other";
  return column + (a.levels == b.levels ? "other options" : "other levels") +
         " in one than in the other";
}

// Where two schemas differ first; empty where they learn alike.
std::string difference(const Schema& a, const Schema& b) {
  if (a == b) return {};
  if (a.label != b.label)
    return "the label is " + in_quotes(a.label) + " in one and " + in_quotes(b.label) +
           " in the other";
  if (a.classes != b.classes) return "they list other classes";
  if (a.class_prior != b.class_prior) return "their class priors differ";
  for (const auto& [has, lacks] : {std::pair{&a, &b}, std::pair{&b, &a}}) {
    const ColumnPlaces places(*lacks);
    for (const ColumnSchema& column : has->columns)
      if (places.of(column.name) == ColumnPlaces::nowhere)
        return "one alone has column " + in_quotes(column.name);
  }
  for (std::size_t i = 0; i < a.columns.size(); ++i) {
    if (a.columns[i].name != b.columns[i].name) return "their columns have another order";
    if (a.columns[i] != b.columns[i]) return difference(a.columns[i], b.columns[i]);
  }
  return "their options differ";
}

// The same of two models.
std::string difference(const Model& a, const Model& b) {
  if (a == b) return {};
  if (a.families() != b.families()) return "they choose from other sets of families";
  return difference(without_reading(a.schema()), without_reading(b.schema()));
}

// Why two structures differ, with the remedy, or what each has found; empty where they are equal.
std::string difference(const Structure& a, const Structure& b) {
  if (a == b) return {};
  if (name_of(a) != name_of(b))
    return "one has '" + name_of(a) + "', the other '" + name_of(b) + "'";
  for (std::size_t i = 0; i < std::min(a.edges.size(), b.edges.size()); ++i)
    if (a.edges[i] != b.edges[i])
      return "each has found edges of its own for column '" + a.edges[i].column +
             "'; fit both with equal schemas, edges included";
  if (a.model_weights != b.model_weights)
    return "each has stacked weights of its own; fit all rows at once";
  if (a.given != b.given)
    return "each has found parents of its own; fit both with equal schemas, parents included";
  return "their options differ; fit both with equal schemas";
}

}  // namespace

bool was_moved_from(const Posterior<Model>& posterior) {
  const std::vector<ColumnSchema>& columns = posterior.model.schema().columns;
  return posterior.blocks.empty() &&
         std::any_of(columns.begin(), columns.end(),
                     [](const ColumnSchema& column) { return column.family != "none"; });
}

void check_same_model(const Posterior<Model>& a, const Posterior<Model>& b, std::string_view done) {
  const auto refuse = [&](const std::string& why) {
    throw Error(ErrorCode::version, "posteriors can be " + std::string(done) + " only when " + why);
  };
  const std::string structures = difference(a.model.schema().structure, b.model.schema().structure);
  if (!structures.empty()) refuse("their structures are equal: " + structures);
  if (a.like_scikit_learn != b.like_scikit_learn)
    refuse(
        "both predict like scikit-learn or none does, and one of them does; fit both in the same "
        "way");
  if (const std::string models = difference(a.model, b.model); !models.empty())
    refuse("their schemas are equal: " + models + "; fit both with equal schemas");
  if (a.blocks.size() != b.blocks.size() || was_moved_from(a))
    refuse(
        "both have all features of their model, and one was moved from; make it anew with "
        "empty_posterior");
  if (a.summation != b.summation)
    refuse("both add up exactly or neither does; fit both with Summation::exact, or both without");
}

}  // namespace credence::detail
