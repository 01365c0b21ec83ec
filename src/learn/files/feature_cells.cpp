// Cells of a file: from records and back, and in the order of a family's members.
#include <credence/detail/learn/exact_cells.hpp>
#include <credence/detail/learn/feature_cells.hpp>

#include <algorithm>
#include <utility>

namespace credence {

std::vector<ExactSum> sums_of_texts(std::span<const std::string> texts) {
  std::vector<ExactSum> sums;
  sums.reserve(texts.size());
  for (const std::string& text : texts) sums.push_back(ExactSum::from_text(text));
  return sums;
}

namespace detail {
namespace {

using CellMember = FeatureCells::Member;

// The cells as records hold them.
std::vector<Fields> named_cells(const FeatureCells& cells) {
  if (cells.record != nullptr) return cells.record->statistics;
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
  FeatureCells cells;  // step by step: g++ 12 destroys members twice where a later one throws
  cells.name = record.name;
  cells.levels = record.levels;
  cells.classes = record.statistics.size();
  cells.record = &record;
  return cells;
}

FeatureRecord record_of(FeatureCells cells) {
  FeatureRecord record{.name = std::move(cells.name),
                       .levels = std::move(cells.levels),
                       .statistics = named_cells(cells)};
  for (const std::vector<ExactSum>& sums : cells.exact) {
    std::vector<std::string>& texts = record.exact.emplace_back();
    for (const ExactSum& sum : sums) texts.push_back(sum.text());
  }
  return record;
}

std::size_t exact_classes(const FeatureCells& cells) {
  return cells.record != nullptr ? cells.record->exact.size() : cells.exact.size();
}

std::vector<ExactSum> take_exact(FeatureCells& cells, std::size_t klass) {
  if (cells.record == nullptr) return std::move(cells.exact[klass]);
  return sums_of_texts(cells.record->exact[klass]);
}

void put_in_order(FeatureCells& cells, std::span<const CellMember> members,
                  const std::string& what) {
  if (cells.record == nullptr &&
      std::equal(cells.members.begin(), cells.members.end(), members.begin(), members.end()))
    return;
  const std::vector<Fields> copies =
      cells.record != nullptr ? std::vector<Fields>() : named_cells(cells);
  const std::vector<Fields>& all = cells.record != nullptr ? cells.record->statistics : copies;
  cells.members.assign(members.begin(), members.end());
  cells.numbers.clear();
  cells.lists.clear();
  for (const Fields& cell : all) add_cell(cell, members, what, cells);
}

}  // namespace detail
}  // namespace credence
