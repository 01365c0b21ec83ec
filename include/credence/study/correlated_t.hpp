#pragma once
// How sure a difference of two classifiers is, when the folds that show it share training rows.
#include <credence/base/index.hpp>
#include <credence/base/interval.hpp>
#include <span>

namespace credence {

/// What is asked of differences between two classifiers.
struct CorrelatedTOptions {
  /// Of the differences of any two folds: the share of the rows that a fold tests on, 0.1 for ten
  /// folds. In [0, 1).
  double correlation = 0.1;
  double rope = 0.01;  ///< differences of at most this size count as none; >= 0
  double mass = 0.9;   ///< that the interval holds, in (0, 1)
};

/// Differences in numbers: how many, their mean, and their standard deviation over n - 1.
struct Differences {
  Index count = 0;
  double mean = 0;
  double deviation = 0;

  friend bool operator==(const Differences&, const Differences&) = default;
};

/// The posterior of the mean difference of two classifiers: Student's t around the mean of the
/// differences seen, or, where they are all equal, that number and no other.
struct DifferencePosterior {
  Differences seen = {};
  double correlation = 0;
  double degrees = 0;  ///< of freedom: differences - 1
  double scale = 0;    ///< plain, not squared; 0: all of the mass is at the mean
  double rope = 0;
  double first = 0;       ///< probability that the mean difference is above rope
  double equivalent = 1;  ///< that it is within [-rope, rope]
  double second = 0;      ///< that it is below -rope
  double mass = 0.9;
  Interval interval = {};  ///< equal-tailed, holds `mass`

  friend bool operator==(const DifferencePosterior&, const DifferencePosterior&) = default;
};

/// Summary of differences, first minus second.
/// throws  Error{domain} for a difference that is not finite, and for fewer than two
[[nodiscard]] Differences differences_of(std::span<const double> differences);

/// The Bayesian correlated t-test: what is believed of the mean difference of two classifiers after
/// differences on the folds of (repeated) cross-validation, under the improper prior that is flat in
/// the mean and the logarithm of the variance. Folds share training rows, so their differences are
/// correlated: the squared scale is (1/n + correlation / (1 - correlation)) times their variance.
///
///     correlated_t_test({.count = 100, .mean = -0.0194, .deviation = 0.01583}, {}).second;
///
/// throws  Error{domain} naming the option or number outside its range
/// source  [corani2015]; [benavoli2017]; [nadeau2003] for the correlation
[[nodiscard]] DifferencePosterior correlated_t_test(const Differences& differences,
                                                    const CorrelatedTOptions& options = {});

/// ln of the posterior density of the mean difference; of a point mass +inf at it, else -inf.
[[nodiscard]] double log_density(const DifferencePosterior& posterior, double difference);

}  // namespace credence
