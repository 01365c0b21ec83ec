// Errors and small parts of binding a table to a schema.
#include <credence/learn/bound_table.hpp>

#include <algorithm>
#include <cmath>
#include <credence/data/number.hpp>
#include <credence/detail/learn/block_cells.hpp>
#include <numeric>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "base/names.hpp"
#include "data/table/cell_remedies.hpp"
#include "learn/structure/contexts.hpp"

namespace credence {
namespace detail {
namespace {

// The column of a feature whose cell is at fault; of several the first that is not finite.
std::string column_at_fault(const Table& table, const ColumnSchema& feature, Index row) {
  if (feature.columns.empty()) return feature.name;
  for (const std::string& name : feature.columns) {
    const double x = NumberCells(table, name)[row];
    if (std::isinf(x) || (!feature.tied && x < 0)) return name;
  }
  return feature.columns.front();
}

// Whether a cell holds a count beyond the largest there is.
bool beyond_counts(const Column& column, Index row) {
  const auto* documents = std::get_if<DocumentView>(&column.cells);
  if (documents == nullptr) return to_number(as_written(column, row)).value_or(0) > largest_amount;
  return std::any_of(documents->counts + documents->offsets[row],
                     documents->counts + documents->offsets[row + 1],
                     [](double count) { return count > largest_amount; });
}

}  // namespace

void outside_support(const Table& table, const ColumnSchema& feature, Index row,
                     std::string_view family, std::string_view needs) {
  const Column& column = table.column(column_at_fault(table, feature, row));
  if (needs.starts_with("counts") && beyond_counts(column, row)) needs = "counts of at most 1e300";
  throw Error(ErrorCode::domain,
              "family '" + (feature.tied ? feature.family : std::string(family)) + "' needs " +
                  std::string(needs) + ": column '" + column.name + "', " +
                  table.place(column, row) + " holds " + as_written(column, row) +
                  "; remove the row or choose another family for the column",
              table.where(column, row));
}

void outside_support(const Table& table, const Schema& schema, const BoundBlock& block,
                     const Entry& fault) {
  const FamilyFacts& family = block.family->facts();
  const ColumnSchema* feature = schema.find(block.names[static_cast<std::size_t>(fault.column)]);
  outside_support(table, *feature, fault.row, family.name, family.needs);
}

// Whether the columns of a file are called c1, c2, ..., since it has no names.
static bool are_named_by_place(const Table& table) {
  Index place = 0;
  return !table.file().empty() &&
         std::all_of(table.columns().begin(), table.columns().end(), [&](const Column& column) {
           return column.name == "c" + std::to_string(++place);
         });
}

// The columns of a table that a schema does not use: one of them may be a feature under another name.
static std::vector<std::string_view> columns_not_read(const Table& table, const Schema& schema) {
  std::unordered_set<std::string> read{schema.label};
  for (const ColumnSchema& feature : schema.columns)
    for (std::string& name : columns_read(feature)) read.insert(std::move(name));
  std::vector<std::string_view> others;
  for (const Column& column : table.columns())
    if (!read.contains(column.name)) others.emplace_back(column.name);
  return others;
}

void check_columns(const Table& table, const Schema& schema) {
  std::vector<std::string> faults;
  for (const ColumnSchema& feature : schema.columns) {
    if (feature.family == "none") continue;
    for (std::string& name : columns_read(feature))
      if (table.find(name) == nullptr) faults.push_back(std::move(name));
  }
  if (faults.empty()) return;
  const std::string header =
      are_named_by_place(table)
          ? ", or give the names of all columns with CsvOptions::names = NAME,..."
          : remedy_for_header(table.columns());
  const std::vector<std::string_view> others = columns_not_read(table, schema);
  const bool few = faults.size() <= 20;  // each is compared with every other column
  for (std::string& fault : faults) {
    const std::string meant = header.empty() && few ? remedy_for_name(fault, others) : "";
    fault = "column '" + fault + "' of the schema is not in " +
            (table.file().empty() ? "the table" : table.file()) +
            "; add it to the data or take it out of the schema" + meant;
  }
  faults.front() += header;
  throw Error(ErrorCode::schema, collected(ErrorCode::schema, faults).what(),
              {.file = table.file()});
}

}  // namespace detail

std::vector<double> row_weights(const Table& table, std::string_view name) {
  const Column& column = table.column(name);
  const RealColumn numbers =
      numbers_or(table, column, "give a number of at least 0; a row of weight 0 is left out");
  const Strided<double> view = numbers.view();
  std::vector<double> weights;
  for (Index row = 0; row < view.size; ++row) {
    if (!(view[row] >= 0))
      throw Error(ErrorCode::domain,
                  "a weight must be a number of at least 0: column '" + column.name + "', " +
                      table.place(column, row) +
                      (std::isnan(view[row]) ? " is missing" : " holds " + to_text(view[row])) +
                      "; remove the row or give it weight 0",
                  table.where(column, row));
    weights.push_back(view[row]);
  }
  return weights;
}

std::vector<Index> label_positions(const CodeColumn& label, Index rows,
                                   std::span<const std::string> classes) {
  std::vector<Index> positions(static_cast<std::size_t>(rows), -1);
  const std::vector<Index> at = positions_in(label.levels, classes);
  for (std::size_t row = 0; row < label.codes.size(); ++row)
    if (label.codes[row] != missing_code)
      positions[row] = at[static_cast<std::size_t>(label.codes[row])];
  return positions;
}

std::vector<Index> all_rows(Index rows) {
  std::vector<Index> all(static_cast<std::size_t>(rows));
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

namespace {

// Cells of the kind that a family reads; none yet.
AnyCells cells_of_kind(DatumKind kind) {
  switch (kind) {
    case DatumKind::answer:
      return BlockCells<bool>{};
    case DatumKind::category:
      return BlockCells<Code>{};
    case DatumKind::number:
      return BlockCells<double>{};
    case DatumKind::count:
      return BlockCells<Count>{};
    case DatumKind::words:
      return BlockCells<WordCounts>{};
    default:
      return BlockCells<std::vector<double>>{};
  }
}

BoundBlock bind_block(const FamilyType& family, std::span<const ColumnSchema* const> features,
                      const Table& table) {
  BoundBlock block{.family = &family, .cells = cells_of_kind(family.facts().datum)};
  for (const ColumnSchema* feature : features) {
    std::visit([&](auto& cells) { cells.features.emplace_back(table, *feature); }, block.cells);
    block.names.push_back(feature->name);
    const Index row = family.first_refused(block, block.size() - 1);
    if (row >= 0)
      detail::outside_support(table, *feature, row, family.facts().name, family.facts().needs);
  }
  std::visit([](auto& cells) { cells.settle(); }, block.cells);
  return block;
}

[[noreturn]] void not_bound(const std::string& feature) {
  throw Error(ErrorCode::schema, "column '" + feature +
                                     "' is no feature of the model that the table was bound for; "
                                     "bind the table for this model");
}

// Throws Error{schema} for a feature that no block holds.
void check_all_bound(const Schema& schema, std::span<const BoundBlock> blocks) {
  std::unordered_set<std::string_view> bound;
  for (const BoundBlock& block : blocks) bound.insert(block.names.begin(), block.names.end());
  for (const ColumnSchema& feature : schema.columns)
    if (feature.family != "none" && !bound.contains(feature.name)) not_bound(feature.name);
}

// The cells of some features of a block, found by name.
BoundBlock part_of_block(const BoundBlock& block, std::span<const ColumnSchema* const> features) {
  BoundBlock part{.family = block.family};
  for (const ColumnSchema* feature : features) part.names.push_back(feature->name);
  part.cells = block.visit([&]<class Datum>(const BlockCells<Datum>& cells) -> AnyCells {
    BlockCells<Datum> some;
    auto at = block.names.begin();
    for (const std::string& name : part.names) {
      at = detail::find_around(block.names.begin(), at, block.names.end(),
                               [&](const std::string& known) { return known == name; });
      if (at == block.names.end()) not_bound(name);
      some.features.push_back(cells.feature(at - block.names.begin()));
    }
    some.settle();
    return some;
  });
  return part;
}

}  // namespace

BoundTable::BoundTable() = default;
BoundTable::BoundTable(const BoundTable& other) = default;
BoundTable::BoundTable(BoundTable&& other) noexcept = default;
BoundTable& BoundTable::operator=(const BoundTable& other) = default;
BoundTable& BoundTable::operator=(BoundTable&& other) noexcept = default;
BoundTable::~BoundTable() = default;

BoundTable bind(const Model& model, const Table& table, std::string_view weight) {
  detail::check_columns(table, model.schema());
  BoundTable bound;
  bound.bound_for = model;
  bound.table = &table;
  bound.rows = table.rows();
  for (const FamilyType* family : model.families()) {
    const auto features = features_of(*family, model.schema());
    if (!features.empty()) bound.blocks.push_back(bind_block(*family, features, table));
  }
  if (const Column* label = table.find(model.schema().label)) bound.label = codes_of(table, *label);
  if (!weight.empty()) bound.weights = row_weights(table, weight);
  bound.weight_name = weight;
  detail::bind_contexts(model, bound);
  return bound;
}

BoundTable BoundTable::by_feature() const {
  BoundTable split;
  split.table = table;
  split.rows = rows;
  for (const BoundBlock& block : blocks)
    for (std::size_t j = 0; j < block.names.size(); ++j) {
      BoundBlock one{.family = block.family, .names = {block.names[j]}};
      one.cells = block.visit([&]<class Datum>(const BlockCells<Datum>& cells) -> AnyCells {
        BlockCells<Datum> some;
        some.features.push_back(cells.features[j]);
        some.settle();
        return some;
      });
      split.blocks.push_back(std::move(one));
    }
  return split;
}

BoundTable BoundTable::part(const Model& model) const {
  BoundTable some;
  some.bound_for = model;
  some.table = table;
  some.rows = rows;
  some.label = label;
  some.weights = weights;
  some.weight_name = weight_name;
  for (const BoundBlock& block : blocks) {
    const auto features = features_of(*block.family, model.schema());
    if (!features.empty()) some.blocks.push_back(part_of_block(block, features));
  }
  check_all_bound(model.schema(), some.blocks);
  detail::bind_contexts(model, some);
  return some;
}

}  // namespace credence
