#pragma once
// What the verbs read: tables, schemas and posterior files.
#include <credence/data/form.hpp>
#include <credence/learn/model_posterior.hpp>
#include <credence/learn/shards.hpp>

#include <optional>
#include <string>
#include <vector>

#include "console/console.hpp"
#include "flags/input_flags.hpp"

namespace credence::tool {

/// A table, the schema file that came with it, and the missing-value strings it was read with.
struct Data {
  Table table;
  std::optional<Schema> schema;
  std::vector<std::string> missing;
};

/// Throws UsageError for files of several formats, and for flags that have no place beside several.
void check_several(const InputFlags& input);

/// Returns the label's name: that of the flag, else of the schema file, else `label` where the data
/// bring labels without a name.
[[nodiscard]] std::optional<std::string> label_name(const InputFlags& input,
                                                    const std::optional<std::string>& label,
                                                    const std::optional<Schema>& schema);

/// What is known of the data that a model is to be made for before they are read: all but the
/// table. The missing-value strings are those of the schema file, else the default ones, and those that
/// flags add.
[[nodiscard]] Data describe_training_data(const InputFlags& input);

/// Reads the data that a model is to be made for.
/// in  label: what the flag says it is called
[[nodiscard]] Data read_training_data(const InputFlags& input,
                                      const std::optional<std::string>& label, Console& console);

/// Notes which columns of DATA have no name, and what separates the fields where that is no comma and
/// no flag says it.
void note_head(const InputFlags& input, const Table& table, Console& console);

/// Returns the missing-value strings of data for a posterior: those of the schema file, else those
/// that the posterior was fitted with, and those that flags add.
/// throws  Error{schema} when the schema file and the posterior read different features
[[nodiscard]] std::vector<std::string> missing_for(const Posterior<Model>& posterior,
                                                   const InputFlags& input);

/// Reads data for a posterior, whose label names that of the data.
/// throws  as missing_for
[[nodiscard]] Data read_data_for(const Posterior<Model>& posterior, const InputFlags& input,
                                 Console& console);

/// Returns the bytes of a file as read_until_nul does; where processes work together, those that the
/// first one reads.
[[nodiscard]] std::string read_by_first(const std::string& path, Console& console);

/// Loads a posterior file; "-" is standard input. Notes one that lacks some of its shards.
[[nodiscard]] Posterior<Model> load_posterior(const std::string& path, Console& console);

/// The same with the record of its rows.
[[nodiscard]] RecordedPosterior load_recorded(const std::string& path);
void note_partial(const Provenance& provenance, Console& console);

/// Drops the record of shards from a posterior whose rows are about to change, with a note: it would then
/// be no longer what tasks of that plan learn.
/// in      change: "rows are added"
void drop_shards(Provenance& provenance, std::string_view change, Console& console);

/// Returns the schema of a file, none without one.
[[nodiscard]] std::optional<Schema> schema_of_file(const std::optional<std::string>& path);

/// Returns the features that values of `--features` name: each is a feature, or a list of features.
/// in      posterior: the file of the posterior
/// throws  UsageError for one that its schema lacks
[[nodiscard]] std::vector<std::string> features_asked(const std::vector<std::string>& values,
                                                      const Schema& schema,
                                                      const std::string& posterior);

/// Returns the number of rows without a label.
[[nodiscard]] Index rows_without_label(const Table& table, const std::string& label);

}  // namespace credence::tool
