#pragma once
// Fitted parameters and what they are worth, as a table.
#include <credence/study/result.hpp>

#include <string>

namespace credence::report {

/// Returns a table of log likelihoods, parameters, AIC and BIC, and what BIC says of the log evidence;
/// why there are none where none is defined; empty without an entry.
/// in  log_evidence: to stand beside it; none where it is undefined or stands elsewhere
[[nodiscard]] std::string fits_text(const std::vector<FittedParameters>& fits,
                                    const std::optional<double>& log_evidence);

}  // namespace credence::report
