#pragma once
// Families that the evidence chooses: of the columns that a flag names, or of all others.
#include <credence/study/suggest.hpp>

#include <string>
#include <vector>

#include "console/console.hpp"
#include "flags/model_flags.hpp"
#include "input/reading.hpp"

namespace credence::tool {

/// Throws UsageError for flags beside `--families auto` that leave evidence nothing to choose.
void check_families(const ModelFlags& flags, const Data& data);

/// Leaves out of what notes advise the flags that are given already, or that those given exclude.
void leave_out_taken(std::vector<std::string>& notes, const ModelFlags& flags, bool has_schema);

/// Gives the columns whose family is `auto` the one with the largest evidence, and says which; under
/// `--families auto` also those that have none yet, but for columns with a prior of their own.
/// in      asked: the label, and what is no feature
/// out     what was found, of each column that evidence chose for
/// throws  UsageError for an unknown column; as suggest
[[nodiscard]] std::vector<Suggestion> settle_by_evidence(std::vector<FamilyFlag>& families,
                                                         SuggestOptions asked,
                                                         const ModelFlags& flags,
                                                         const Table& table, Console& console);

/// Returns the columns of a schema that are still as evidence chose: in no block, with no prior of
/// their own.
[[nodiscard]] std::vector<std::string> still_chosen(const Schema& schema,
                                                    const std::vector<Suggestion>& settled);

}  // namespace credence::tool
