#pragma once
// `--tied`: one block of all normal columns.
#include <credence/data/schema.hpp>

#include "console.hpp"
#include "options.hpp"

namespace credence::tool {

/// Puts the columns of family normal into one block called tied whose variances are tied as the flag
/// says; nothing without the flag.
/// throws  UsageError for another word, and where there is no such column or one has a prior
void tie_normal_columns(Schema& schema, const Options& options, Console& console);

}  // namespace credence::tool
