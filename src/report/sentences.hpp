#pragma once
// Sentences that several pages hold.
#include <credence/study/data_report.hpp>

#include <string>

namespace credence::report {

/// "Pclass: normal does not fit, 11 of 16 checks (smallest p-value 0.002); categorical fits better, log
/// Bayes factor 209."
[[nodiscard]] std::string sentence_on(const Misfit& misfit);

}  // namespace credence::report
