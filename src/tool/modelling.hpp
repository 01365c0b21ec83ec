#pragma once
// From data and flags to a model: inferred or from a schema file, then overridden.
#include <credence/data/infer.hpp>
#include <credence/study/suggest.hpp>

#include <string>
#include <vector>

#include "console.hpp"
#include "model_flags.hpp"
#include "reading.hpp"

namespace credence::tool {

/// The model that data and flags ask for. What was guessed, and which columns are not used, is
/// noted.
/// throws  UsageError for a flag that names an unknown column or family, or a prior that there is
///         not; Error{schema} for a label that is not in the data and for faults of the schema file
[[nodiscard]] Model make_model(const InputFlags& input, const ModelFlags& flags, const Data& data,
                               Console& console);

/// DATA, and the model that they and the flags ask for.
struct Training {
  Data data;
  Model model;
};

/// Reads the data and makes the model; throws as both.
[[nodiscard]] Training read_training(const InputFlags& input, const ModelFlags& flags,
                                     Console& console);

/// What to look for families by: label, columns left out and weights of the flags.
/// throws  UsageError for a flag that names an unknown column
[[nodiscard]] SuggestOptions suggest_options(const InputFlags& input, const ModelFlags& flags,
                                             const Data& data);

/// Throws UsageError naming the columns whose family scikit-learn lacks.
void check_like_scikit_learn(const Schema& schema);

/// The columns whose family is guessed from the data: no flag and no schema file says it.
/// throws  as make_model
[[nodiscard]] std::vector<std::string> guessed_columns(const InputFlags& input,
                                                       const ModelFlags& flags, const Data& data);

/// Notes cells that were read as missing because of a word such as NA, and how many rows have no label.
/// Throws Error{schema} when none has one.
void note_rows(const Table& table, const Schema& schema, const InputFlags& input, Console& console);

/// The same of rows whose classes are to be told apart, and whether the label looks like a measurement.
/// Throws Error{schema} when there is one class alone, among the rows of positive weight.
void note_rows_to_study(const Table& table, const Schema& schema, const InputFlags& input,
                        const ModelFlags& flags, Console& console);

/// Parts of these: a label that looks like a measurement, cells that are missing because of a word
/// that no flag names, and rows without a label.
void note_measurement(const std::string& label, const std::vector<std::string>& classes,
                      double rows, Console& console);
void note_missing_words(const std::vector<MissingWord>& found, const InputFlags& input,
                        Console& console);
struct SkippedRows {
  Index rows = 0;
  Index skipped = 0;
};
void note_rows_without_label(SkippedRows counts, const std::string& label, const std::string& file,
                             Console& console);

/// "1 row", "2 rows".
[[nodiscard]] std::string counted(Index count, const char* one, const char* many);

/// Notes classes that a prior names and that are not there.
void note_unknown_classes(const Schema& schema, const std::vector<std::string>& classes,
                          Console& console);

/// Notes the columns of a table that the features of a schema do not read.
void note_unlisted(const Schema& schema, const Table& table, const std::vector<std::string>& known,
                   Console& console);

}  // namespace credence::tool
