#pragma once
// `credence fit --stream`: a posterior from a file that is longer than memory, or from a pipe.
#include "fit/learner.hpp"

namespace credence::tool {

/// How much of DATA is learned at a time. Short, so that a part stays in the cache from the file to the
/// sums; long enough for the blocks of some threads.
inline constexpr std::uint64_t stream_part_bytes = std::uint64_t{1} << 22;

/// Throws UsageError for flags that do not go with --stream, where it is given.
void check_stream_flags(const FitFlags& flags);

/// Throws UsageError for a structure that needs all rows at once, beside flags that give parts of them;
/// Error{limit} for one whose contexts take too much memory with the first rows.
void check_one_pass(const Model& model, const Table& rows, const ModelFlags& asked,
                    std::string_view flags);

/// Notes the columns that the features of a posterior do not read.
/// throws  UsageError for a --weight that the table lacks
void note_unlisted_beside(const Posterior<Model>& posterior, const Table& table,
                          const std::optional<std::string>& weight, Console& console);

/// Notes what becomes of the weights and the past of a posterior that more rows are added to.
void note_update(const FitFlags& flags, const Posterior<Model>& posterior, Console& console);

/// Returns the flag that asks for all rows at once, so that no part of them can be learned first; empty
/// where there is none.
[[nodiscard]] std::string_view flag_for_all_rows(const ModelFlags& flags);

/// Returns whether a schema file says what the columns are, and nothing asks for all rows at once.
/// throws  Error as the reader of the schema file
[[nodiscard]] bool is_said_beforehand(const FitFlags& flags);

/// Returns whether DATA are read as under --stream although the flag is not given: a schema file or
/// the posterior says what the columns are, nothing asks for all rows at once, and DATA are longer
/// than a part.
/// throws  Error as the reader of the schema file
[[nodiscard]] bool streams_by_itself(const FitFlags& flags);

/// What a posterior learns from DATA, read and learned part after part. Families come from the
/// flags, the posterior or the schema file, else from the first 10,000 rows.
/// throws  Error{schema}, Error{parse} or Error{domain} with the place of the first cell that
///         contradicts what was guessed from those rows
[[nodiscard]] Learner learned_from_stream(const FitFlags& flags, Console& console);

}  // namespace credence::tool
