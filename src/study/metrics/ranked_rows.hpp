#pragma once
// Scores of more rows than memory holds, in sorted runs on disk, and how many pairs of them are in order.
#include <credence/detail/base/draft.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace credence::detail {

/// The rows of a class and all others, in weight.
struct TwoSides {
  double inside = 0;
  double outside = 0;
};

/// What one row is given for one class.
struct RankedScore {
  double score = 0;   ///< not NaN
  double weight = 0;  ///< of the row; less than 0 where it is of another class
};

/// Rows with a score for each of some classes. The last ones are in memory, a few megabytes; those
/// before them in a file without a name, sorted.
class RankedRows {
 public:
  /// Adds a row.
  /// in      scores: one for each class, always of as many;  own: the position of the true class among
  ///         them, or any other number for none of them;  weight: above 0
  /// throws  Error{io} where the folder for temporary files is full or cannot be written
  /// cost    classes x log; 16 bytes of disk for each score, ties of whole weights once for all
  void add(std::span<const double> scores, std::size_t own, double weight);
  /// Returns how many classes have scores: 0 without rows.
  [[nodiscard]] std::size_t classes() const { return sides_.size(); }
  [[nodiscard]] const TwoSides& sides(std::size_t klass) const { return sides_[klass]; }
  /// Returns the weight of the pairs, a row of the class and another, of which the former has the higher
  /// score, and half of that of ties.
  /// in      unit: what each weight is multiplied by first
  /// throws  Error{io}
  /// cost    rows x log runs
  [[nodiscard]] double pairs_in_order(std::size_t klass, double unit = 1) const;

 private:
  struct Run {
    std::uint64_t place = 0;  // in the file, in bytes
    std::uint64_t count = 0;
  };
  class Reader;
  [[nodiscard]] std::vector<RankedScore> sorted_held(std::size_t klass) const;
  void spill();

  std::vector<TwoSides> sides_;  // of each class
  std::vector<double> scores_;   // rows in memory x classes, row-major
  std::vector<std::size_t> own_;
  std::vector<double> weights_;
  Draft file_;
  std::vector<std::vector<Run>> runs_;  // of each class
};

}  // namespace credence::detail
