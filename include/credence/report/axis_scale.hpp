#pragma once
// From numbers to places on paper, and the round numbers that an axis shows.
#include <string>
#include <vector>

namespace credence {

/// Maps numbers to places along one direction of a drawing.
///
///     const AxisScale across(0, 50, 60, 400);
///     across(25);    // 230
class AxisScale {
 public:
  /// Numbers from `lower` to `upper` take the places from `from` to `to`. Equal ends, and ends that
  /// are no finite numbers, are moved apart, so that every scale has a length.
  AxisScale(double lower, double upper, double from, double to);

  /// The place of a number; numbers beyond the ends take the place of the end, NaN that of the
  /// lower one.
  [[nodiscard]] double operator()(double value) const;
  [[nodiscard]] double lower() const { return lower_; }
  [[nodiscard]] double upper() const { return upper_; }
  [[nodiscard]] double from() const { return from_; }
  [[nodiscard]] double to() const { return to_; }

 private:
  double lower_;
  double upper_;
  double from_;
  double to_;
};

/// A number on an axis, and how it is written there.
struct Tick {
  double at = 0;
  std::string text = {};

  friend bool operator==(const Tick&, const Tick&) = default;
};

/// Round numbers (1, 2 or 5 times a power of ten apart) between two ends, at most `most` of them,
/// all written with the same number of decimals; powers of ten where decimals would be too long.
/// in   most: at least 2
[[nodiscard]] std::vector<Tick> round_ticks(double lower, double upper, int most);

}  // namespace credence
