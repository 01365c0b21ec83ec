// Reserved levels as levels with names: what is drawn of them can then be learned.
#include <credence/detail/study/reserved_levels.hpp>

#include <credence/data/levels.hpp>
#include <credence/detail/learn/cells.hpp>
#include <credence/study/simulation.hpp>

#include <algorithm>
#include <array>
#include <utility>

#include "base/names.hpp"

namespace credence::detail {
namespace {

bool reserves(const ColumnSchema& column) {
  return column.unseen == Unseen::reserve && !(column.levels.empty() && column.columns.empty());
}

// The levels in the order of their counts: that of missing cells stands among them.
std::vector<std::string> in_order(const ColumnSchema& column, std::vector<std::string> levels) {
  if (!column.missing_is_level) return levels;
  return merged_levels(levels, std::array{std::string(missing_level)});
}

// Weights of some levels in the order of others. A list of another length is refused elsewhere.
void reorder(const std::vector<std::string>& from, const std::vector<std::string>& to,
             PriorSpec& prior) {
  const std::vector<Index> places = positions_in(from, to);
  for (auto& [name, value] : prior.values) {
    auto* list = std::get_if<std::vector<double>>(&value);
    if (list == nullptr || list->size() != places.size()) continue;
    const std::vector<double> before = *list;
    for (std::size_t i = 0; i < places.size(); ++i)
      (*list)[static_cast<std::size_t>(places[i])] = before[i];
  }
  for (auto& of_class : prior.by_class) reorder(from, to, of_class.second);
}

void list_level(ColumnSchema& column) {
  std::vector<std::string> before = in_order(column, column.levels);
  const std::string name = name_of_reserved(before);
  before.push_back(name);
  column.levels.push_back(name);
  column.levels = sorted_levels(std::move(column.levels));
  reorder(before, in_order(column, column.levels), column.prior);
}

// All columns of a table that a schema reads.
std::vector<std::string> names_read(const Schema& schema) {
  std::vector<std::string> names{schema.label};
  for (const ColumnSchema& column : schema.columns) {
    names.push_back(column.name);
    names.push_back(column.exposure);
    names.insert(names.end(), column.columns.begin(), column.columns.end());
  }
  return names;
}

// The reserved places of blocks become columns.
Schema with_columns_listed(Schema schema) {
  std::vector<std::string> taken = names_read(schema);
  for (ColumnSchema& column : schema.columns) {
    if (!reserves(column) || column.columns.empty()) continue;
    column.unseen = Unseen::missing;
    column.columns.push_back(name_of_reserved(taken));
    taken.push_back(column.columns.back());
  }
  return schema;
}

}  // namespace

std::string distinct_name(const std::string& name, std::span<const std::string> others) {
  std::string distinct = name;
  for (int i = 2; among(others, distinct); ++i) distinct = name + '_' + std::to_string(i);
  return distinct;
}

std::string name_of_reserved(std::span<const std::string> levels) {
  return distinct_name("unseen", levels);
}

Schema with_reserved_listed(Schema schema) {
  schema = with_columns_listed(std::move(schema));
  for (ColumnSchema& column : schema.columns) {
    if (!reserves(column)) continue;
    column.unseen = Unseen::missing;
    list_level(column);
  }
  return schema;
}

Estimates with_reserved_columns(const Estimates& truth) {
  Schema schema = with_columns_listed(truth.model.schema());
  if (schema == truth.model.schema()) return truth;
  TruthRecord record = record_of(truth);
  for (ColumnSchema& column : record.schema.columns)
    if (const ColumnSchema& listed = *schema.find(column.name); !listed.columns.empty())
      column = listed;
  return truth_of(record, truth.model.families());
}

}  // namespace credence::detail
