#pragma once
// Whether probabilities are what they say: of the rows given 0.8, are eight in ten right?
#include <array>
#include <credence/base/index.hpp>
#include <credence/base/interval.hpp>
#include <span>
#include <string>
#include <vector>

namespace credence {

/// The rows whose probability lies between two ends.
struct CalibrationBin {
  double lower = 0;
  double upper = 1;             ///< belongs to the next bin, but for the last
  double weight = 0;            ///< of its rows
  double right = 0;             ///< weight of those of them that were so
  double mean_probability = 0;  ///< what was said of them
  Interval interval = {0, 1};   ///< of the share that is so

  /// The share that was so. Only where weight > 0.
  [[nodiscard]] double share() const { return right / weight; }
  friend bool operator==(const CalibrationBin&, const CalibrationBin&) = default;
};

/// How probabilities compare with what happened, bin by bin; bins without rows are left out.
struct Calibration {
  std::string klass = {};  ///< whose probability it is; empty: that of each row's label
  double mass = 0.9;       ///< that each interval holds
  /// Mean distance of shares from probabilities, by weight ("expected calibration error").
  double error = 0;
  std::vector<CalibrationBin> bins = {};

  friend bool operator==(const Calibration&, const Calibration&) = default;
};

/// Gathers probabilities and whether they came true, in ten bins of equal width.
///
///     CalibrationCounts counts;
///     counts.add(0.8, true);
///     counts.calibration(0.9).bins[0].interval;    // of the share of those given 0.8 to 0.9
class CalibrationCounts {
 public:
  static constexpr std::size_t bins = 10;

  /// in  probability: in [0, 1], else it counts for the nearer end;  weight: above 0
  void add(double probability, bool right, double weight = 1);
  /// The intervals are equal-tailed ones of the share after these rows, under a uniform prior.
  /// throws  Error{domain} for a mass that is not between 0 and 1
  /// source  docs/reference/families/beta_bernoulli.md; docs/explanation/reports.md
  [[nodiscard]] Calibration calibration(double mass = 0.9) const;

  friend bool operator==(const CalibrationCounts&, const CalibrationCounts&) = default;

 private:
  struct Bin {
    double weight = 0;
    double right = 0;
    double probabilities = 0;

    friend bool operator==(const Bin&, const Bin&) = default;
  };
  std::array<Bin, bins> bins_ = {};
};

/// The same for lists of equal length.
/// throws  Error{shape} for lists of different lengths
[[nodiscard]] Calibration calibration(std::span<const double> probabilities,
                                      const std::vector<bool>& right, double mass = 0.9);

/// The interval of a share after `right` of `weight` were so, under a uniform prior.
/// in   mass: in (0, 1)
[[nodiscard]] Interval share_interval(double right, double weight, double mass);

}  // namespace credence
