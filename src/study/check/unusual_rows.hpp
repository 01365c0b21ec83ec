#pragma once
// Rows that are unlike the others of their class.
#include <credence/study/data_report.hpp>

namespace credence::detail {

/// Puts the rows with an unusually low leave-one-out log density in their class into the conclusions,
/// the furthest first. Texts are left out of the density, which falls with their length; a missing
/// cell counts as a typical one. Every feature is taken alone, whatever it depends on beside the class.
/// Finds none where some estimate is undefined.
/// in      weight: the column of row weights, empty for 1 each
/// cost    one leave-one-out scoring of each feature
/// source  docs/explanation/reports.md
void add_unusual_rows(const Posterior<Model>& posterior, const Table& table,
                      const std::string& weight, Conclusions& found);

}  // namespace credence::detail
