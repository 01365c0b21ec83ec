#pragma once
// The flags of `credence check --simulation-based`, and the calibration that they ask for.
#include <credence/study/simulation_based.hpp>

#include <optional>
#include <string>
#include <vector>

#include "console/console.hpp"
#include "flags/drawn_sizes.hpp"
#include "flags/flags.hpp"
#include "input/posterior_flags.hpp"

namespace credence::tool {

struct SimulationBasedFlags {
  bool on = false;  ///< it is asked for
  SbcOptions asked;
  DrawnSizeFlags sizes;

  void declare(Grammar& grammar);
};

/// Returns the calibration of the model of a schema, or of a posterior.
/// in  schema: a file, in the place of a posterior;  features: as `--features` has them
[[nodiscard]] SimulationBasedCalibration calibrated(const std::optional<std::string>& schema,
                                                    const PosteriorFlags& posterior,
                                                    const std::vector<std::string>& features,
                                                    const DrawnSizeFlags& sizes, SbcOptions asked,
                                                    Console& console);

}  // namespace credence::tool
