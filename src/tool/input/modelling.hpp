#pragma once
// From data and flags to a model: inferred or from a schema file, then overridden.
#include <credence/study/suggest.hpp>

#include <string>
#include <vector>

#include "console/console.hpp"
#include "flags/model_flags.hpp"
#include "input/reading.hpp"

namespace credence::tool {

/// A model, and what is open in it.
struct ModelOfData {
  Model model;
  /// The columns whose family the evidence of all rows chose: a study chooses anew in every training
  /// part.
  std::vector<std::string> by_evidence = {};
  /// Those that flags or the schema ask for; the model has it where it is one, else none.
  std::vector<Structure> structures = {};
};

/// Returns the model that data and flags ask for. What was guessed, and which columns are not used,
/// is noted.
/// throws  UsageError for a flag that names an unknown column, family or prior; Error{schema} for a label
///         that is not in the data and for faults of the schema file
[[nodiscard]] ModelOfData make_model(const InputFlags& input, const ModelFlags& flags,
                                     const Data& data, Console& console);

/// DATA, and the model that they and the flags ask for.
struct Training {
  Data data;
  Model model;
  std::vector<std::string> by_evidence = {};  ///< as that of ModelOfData
  std::vector<Structure> structures = {};     ///< likewise
};

/// Reads the data and makes the model; throws as both.
[[nodiscard]] Training read_training(const InputFlags& input, const ModelFlags& flags,
                                     Console& console);

/// What to look for families by: label, columns left out and weights of the flags.
/// throws  UsageError for a flag that names an unknown column
[[nodiscard]] SuggestOptions suggest_options(const InputFlags& input, const ModelFlags& flags,
                                             const Data& data);

/// Throws UsageError naming the columns whose family scikit-learn lacks.
void check_like_scikit_learn(const Schema& schema, std::string_view flag = "--like scikit-learn");

/// Returns the columns whose family is guessed from the data: no flag and no schema file says it.
/// throws  as make_model
[[nodiscard]] std::vector<std::string> guessed_columns(const InputFlags& input,
                                                       const ModelFlags& flags, const Data& data);

/// Notes classes that a prior names and that are not there.
void note_unknown_classes(const Schema& schema, const std::vector<std::string>& classes,
                          Console& console);

/// Returns the columns of a table that neither stand in a schema nor are read by its features.
[[nodiscard]] std::vector<std::string> columns_beside(const Schema& schema, const Table& table);

/// Notes the columns of a table that the features of a schema do not read.
void note_unlisted(const Schema& schema, const Table& table, const std::vector<std::string>& known,
                   Console& console);

}  // namespace credence::tool
