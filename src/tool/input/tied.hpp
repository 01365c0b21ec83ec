#pragma once
// `--tied` and `--covariance`: one block of all normal columns.
#include <credence/data/schema.hpp>
#include <credence/data/table.hpp>

#include "console/console.hpp"
#include "flags/model_flags.hpp"

namespace credence::tool {

/// Puts the columns of family normal into one block, the last of the schema: called tied, its
/// variances tied as the one flag says (free where it says `auto`), or called joint, with the full
/// covariance matrix that the other asks for. Nothing without either.
/// throws  UsageError for flags that exclude each other, and where there is no such column or one
///         has a prior
void tie_normal_columns(Schema& schema, const ModelFlags& flags, Console& console);

/// Where the flag says `auto`: ties that block as has most evidence under its prior, and notes it.
/// throws  Error{undefined} where no tying has an evidence
void settle_tying(Schema& schema, const ModelFlags& flags, const Table& table, Console& console);

}  // namespace credence::tool
