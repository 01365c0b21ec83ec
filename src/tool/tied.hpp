#pragma once
// `--tied`: one block of all normal columns.
#include <credence/data/schema.hpp>
#include <credence/data/table.hpp>

#include "console.hpp"
#include "options.hpp"

namespace credence::tool {

/// Puts the columns of family normal into one block called tied, the last of the schema, whose
/// variances are tied as the flag says, free where it says `auto`; nothing without the flag.
/// throws  UsageError for another word, and where there is no such column or one has a prior
void tie_normal_columns(Schema& schema, const Options& options, Console& console);

/// Where the flag says `auto`: ties that block as has most evidence under its prior, and notes it.
/// throws  Error{undefined} where no tying has an evidence
void settle_tying(Schema& schema, const Options& options, const Table& table, Console& console);

}  // namespace credence::tool
