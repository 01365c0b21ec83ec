#pragma once
// `credence fit --from-statistics`: a posterior of what a database counted.
#include "answers/fit_flags.hpp"
#include "console/console.hpp"

namespace credence::tool {

/// The flag, and what may stand beside it.
void declare_from_statistics(Grammar& grammar, std::optional<std::string>& file);

/// Writes the posterior of the file's statistics.
/// throws  as sql::posterior_from_statistics
void fit_from_statistics(const FitFlags& flags, Console& console);

}  // namespace credence::tool
