#pragma once
// The flags of `credence curve --simulate`.
#include <credence/study/learning_curve.hpp>

#include <optional>
#include <string>

#include "console/console.hpp"
#include "flags/drawn_sizes.hpp"
#include "flags/flags.hpp"

namespace credence::tool {

struct SimulatedCurveFlags {
  bool simulate = false;                  ///< the rows of a curve are drawn
  std::optional<std::string> parameters;  ///< a file
  SimulatedCurveOptions asked;
  DrawnSizeFlags sizes;

  void declare(Grammar& grammar);
};

/// Throws UsageError where a flag needs --simulate and it is not given, or DATA and it is.
void check_simulation(const Grammar& grammar);

/// Returns the truth that the rows come from: that of a file, or one draw from the priors of a
/// schema.
/// in  schema: a file
[[nodiscard]] Estimates truth_of_curve(const SimulatedCurveFlags& flags,
                                       const std::optional<std::string>& schema, std::uint64_t seed,
                                       Console& console);

/// Returns how the rows are drawn.
/// in  study: what is asked of the curve itself
[[nodiscard]] SimulatedCurveOptions simulation_of_curve(const SimulatedCurveFlags& flags,
                                                        const CurveOptions& study);

}  // namespace credence::tool
