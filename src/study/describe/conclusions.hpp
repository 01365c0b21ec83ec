#pragma once
// What a report comes to.
#include <credence/study/data_report.hpp>

namespace credence::detail {

/// Looks for families of more evidence for the misfits.
/// in  schema: of the model that was checked;  weight: the column of row weights, empty for 1 each
void add_better_families(const Table& table, const Schema& schema, const std::string& weight,
                         std::vector<Misfit>& misfits);

/// All conclusions but the misfits, which are there already.
void add_conclusions(DataReport& report);

}  // namespace credence::detail
