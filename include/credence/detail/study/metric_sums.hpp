#pragma once
// Sums over rows that metrics are made of.
#include <credence/base/index.hpp>
#include <credence/base/sum.hpp>
#include <credence/detail/family/moments.hpp>

namespace credence {

struct Metrics;

namespace detail {

/// Each row counts by its weight.
struct MetricSums {
  CompensatedSum weight = {};
  CompensatedSum right = {};  ///< of the rows whose label is right
  CompensatedSum log_loss = {};
  CompensatedSum brier = {};
  CompensatedSum confidence = {};
  CompensatedSum ruled_out = {};  ///< weight of the rows whose log loss is infinite
  Index rows = 0;
  Index impossible_rows = 0;
  Moments losses = {};    ///< of the rows whose log loss is finite
  Moments excesses = {};  ///< of the largest probability, less 1 where the label is right

  /// throws  Error{undefined} when no row was counted
  [[nodiscard]] Metrics metrics() const;
};

}  // namespace detail
}  // namespace credence
