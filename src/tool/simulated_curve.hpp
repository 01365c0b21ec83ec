#pragma once
// The flags of `credence curve --simulate`.
#include <credence/study/simulated_curve.hpp>

#include "console.hpp"
#include "options.hpp"

namespace credence::tool {

/// Throws UsageError where a flag needs --simulate and it is not given, or DATA and it is.
void check_simulation(const Options& options);

/// The truth that the rows come from: that of a file, or one draw from the priors of a schema.
[[nodiscard]] Estimates truth_of_curve(const Options& options, std::uint64_t seed,
                                       Console& console);

/// How the rows are drawn.
/// in  study: what is asked of the curve itself
[[nodiscard]] SimulatedCurveOptions simulation_of_curve(const Options& options,
                                                        const CurveOptions& study);

}  // namespace credence::tool
