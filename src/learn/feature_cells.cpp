// Cells of a file: from records and back, and in the order of a family's members.
#include <credence/detail/learn/feature_cells.hpp>

#include <algorithm>
#include <utility>

namespace credence::detail {
namespace {

using CellMember = FeatureCells::Member;

// The cells as records hold them.
std::vector<Fields> named_cells(const FeatureCells& cells) {
  if (cells.cells != nullptr) return *cells.cells;
  std::vector<Fields> all(cells.classes);
  auto number = cells.numbers.begin();
  auto list = cells.lists.begin();
  for (Fields& cell : all) {
    cell.reserve(cells.members.size());
    for (const CellMember& member : cells.members)
      if (member.is_list)
        cell.emplace_back(std::string(member.name), *list++);
      else
        cell.emplace_back(std::string(member.name), *number++);
  }
  return all;
}

bool is_in_order(const Fields& cell, std::span<const CellMember> members) {
  return std::equal(cell.begin(), cell.end(), members.begin(), members.end(),
                    [](const auto& field, const CellMember& member) {
                      return field.first == member.name &&
                             (field.second.index() == 1) == member.is_list;
                    });
}

// Adds a cell whose members may stand in any order.
void add_cell(const Fields& cell, std::span<const CellMember> members, const std::string& what,
              FeatureCells& to) {
  if (!is_in_order(cell, members)) {
    std::vector<std::string_view> names;
    for (const CellMember& member : members) names.push_back(member.name);
    check_names(cell, names, what);
  }
  for (const CellMember& member : members)
    if (member.is_list)
      take(cell, member.name, what, to.lists.emplace_back());
    else
      take(cell, member.name, what, to.numbers.emplace_back());
}

}  // namespace

FeatureCells cells_of(const FeatureRecord& record) {
  FeatureCells cells{.name = record.name,
                     .levels = record.levels,
                     .classes = record.statistics.size(),
                     .cells = &record.statistics};
  for (const std::vector<std::string>& texts : record.exact) {
    cells.exact.insert(cells.exact.end(), texts.begin(), texts.end());
    cells.exact_ends.push_back(cells.exact.size());
  }
  return cells;
}

FeatureRecord record_of(FeatureCells cells) {
  FeatureRecord record{.name = std::move(cells.name),
                       .levels = std::move(cells.levels),
                       .statistics = named_cells(cells)};
  for (std::size_t klass = 0; klass < cells.exact_ends.size(); ++klass) {
    const auto texts = cells.exact_of(klass);
    record.exact.emplace_back(texts.begin(), texts.end());
  }
  return record;
}

void put_in_order(FeatureCells& cells, std::span<const CellMember> members,
                  const std::string& what) {
  if (cells.cells == nullptr &&
      std::equal(cells.members.begin(), cells.members.end(), members.begin(), members.end()))
    return;
  const std::vector<Fields> copies =
      cells.cells != nullptr ? std::vector<Fields>() : named_cells(cells);
  const std::vector<Fields>& all = cells.cells != nullptr ? *cells.cells : copies;
  cells.members.assign(members.begin(), members.end());
  cells.numbers.clear();
  cells.lists.clear();
  for (const Fields& cell : all) add_cell(cell, members, what, cells);
  cells.cells = nullptr;
}

}  // namespace credence::detail
