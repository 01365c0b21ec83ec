#pragma once
// The statistics of one feature on their way from a file into a block.
#include <credence/base/sum.hpp>
#include <credence/detail/learn/feature_record.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace credence {

/// What a file holds of one feature. Where it was read in bulk, the numbers of all cells stand in one
/// list; else the cells are those of a record.
struct FeatureCells {
  /// What each cell has one number of, or a list.
  struct Member {
    std::string_view name = {};  ///< a view of the bytes that were read, or of a literal
    bool is_list = false;        ///< of numbers

    friend bool operator==(const Member&, const Member&) = default;
  };

  std::string name{};               ///< of the feature
  std::vector<std::string> levels;  ///< as those of a FeatureRecord
  std::size_t classes = 0;          ///< how many cells there are
  std::vector<Member> members;      ///< of each cell
  std::vector<double> numbers;      ///< class by class, in each the members that are no lists
  std::vector<std::vector<double>> lists;    ///< class by class, in each the members that are lists
  std::vector<std::vector<ExactSum>> exact;  ///< exact sums of each class; none unless kept
  const FeatureRecord* record = nullptr;     ///< in the place of the four
};

namespace detail {

/// Returns the cells of a record, which they view.
[[nodiscard]] FeatureCells cells_of(const FeatureRecord& record);

/// Returns the record of cells.
[[nodiscard]] FeatureRecord record_of(FeatureCells cells);

/// Returns of how many classes there are exact sums.
[[nodiscard]] std::size_t exact_classes(const FeatureCells& cells);

/// Takes the exact sums of a class.
/// throws  Error{parse} for a text of a record that is no sum
[[nodiscard]] std::vector<ExactSum> take_exact(FeatureCells& cells, std::size_t klass);

/// Makes the numbers those of `members` in this order.
/// in      what: names the statistics in messages
/// throws  Error{schema} where a cell has others, as from_fields
void put_in_order(FeatureCells& cells, std::span<const FeatureCells::Member> members,
                  const std::string& what);

}  // namespace detail
}  // namespace credence
