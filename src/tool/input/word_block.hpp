#pragma once
// `--words`: one block of columns that count words.
#include <credence/data/schema.hpp>
#include <credence/data/table.hpp>

#include "console/console.hpp"
#include "flags/model_flags.hpp"

namespace credence::tool {

/// Returns the columns that the flag names; for `*` all that are not taken.
/// in      taken: the label, and what other flags name
/// throws  UsageError for a column that is not in the table or taken
[[nodiscard]] std::vector<std::string> word_columns(const ModelFlags& flags,
                                                    const std::vector<std::string>& taken,
                                                    const Table& table);

/// Puts these columns into one block of family multinomial, the last of the schema, called words.
/// Nothing without columns.
void make_word_block(Schema& schema, std::vector<std::string> columns, Console& console);

}  // namespace credence::tool
