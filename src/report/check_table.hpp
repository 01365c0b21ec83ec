#pragma once
// All quantities of a predictive check in one table.
#include <credence/report/figure.hpp>
#include <credence/study/predictive_check.hpp>

namespace credence::report {

/// A row for each quantity, in the order of the check.
[[nodiscard]] FigureNumbers check_table(const PredictiveCheck& check);

}  // namespace credence::report
