#pragma once
// What studies found as pages.
#include <credence/report/figures.hpp>
#include <credence/report/page.hpp>

namespace credence {

struct DataReport;  // study/data_report.hpp, which is slow to compile

/// Metrics, accuracy and log loss with intervals, calibration, confusion, notes.
[[nodiscard]] Page page_of(const Comparison& comparison);
[[nodiscard]] Page page_of(const Evaluation& evaluation);

/// One row's waterfall, with its lines as a table.
[[nodiscard]] Page page_of(const Explanation& explanation);

/// What is believed of cells of a posterior.
/// in  label, file: what the posterior is of
[[nodiscard]] Page page_of(const std::vector<CellPicture>& cells, const std::string& label);

/// What the data are, how estimators do, which features matter, what was learned of them, and which
/// class wins where.
[[nodiscard]] Page page_of(const DataReport& report);

}  // namespace credence
