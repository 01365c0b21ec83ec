#pragma once
// What is said of the rows of DATA: labels, and cells that a word marks as missing.
#include <credence/data/infer.hpp>

#include <string>
#include <string_view>
#include <vector>

#include "console/console.hpp"
#include "flags/input_flags.hpp"
#include "flags/model_flags.hpp"

namespace credence::tool {

/// Notes cells that were read as missing because of a word such as NA, and how many rows have no label.
/// Throws Error{schema} when none has one.
void note_rows(const Table& table, const Schema& schema, const InputFlags& input, Console& console);

/// The same of rows whose classes are to be told apart, and whether the label looks like a measurement.
/// Throws Error{schema} when there is one class alone, among the rows of positive weight.
void note_rows_to_study(const Table& table, const Schema& schema, const InputFlags& input,
                        const ModelFlags& flags, Console& console);

/// Part of that: notes a class that is called like the label, as lines that repeat a header give it.
void note_header_as_row(const std::string& label, const std::vector<std::string>& classes,
                        Console& console);

/// Part of that: notes a label that looks like a measurement.
void note_measurement(const std::string& label, const std::vector<std::string>& classes,
                      double rows, Console& console);

/// Rows, and those of them without a label.
struct SkippedRows {
  Index rows = 0;
  Index skipped = 0;
};

/// Part of note_rows: how many rows have no label. Throws Error{schema} when none has one.
void note_rows_without_label(SkippedRows counts, const std::string& label, const std::string& file,
                             Console& console);

/// Part of note_rows: cells that are missing because of a word that no flag names.
/// in      schema: of the model, whose missing-value strings hold
void note_missing_words(const Table& table, const Schema& schema, const InputFlags& input,
                        Console& console);
void note_missing_words(std::vector<MissingWord> found, const Schema& schema,
                        const InputFlags& input, Console& console);

/// Adds such words of one more table, or of others.
void add_missing_words(std::vector<MissingWord>& found, const Table& table, const Schema& schema);
void join_missing_words(std::vector<MissingWord>& found, std::vector<MissingWord> more);

/// Returns words as bytes for another process, and the words of such bytes.
[[nodiscard]] std::string packed_words(const std::vector<MissingWord>& words);
[[nodiscard]] std::vector<MissingWord> words_from(std::string_view packed);

/// Notes the columns of families without a prior, whose densities intervals take as certain.
void note_certain_columns(const Schema& schema, Console& console);

/// The rows of one table after another, until note_rows can be said of all.
class RowsSeen {
 public:
  /// in      schema: of the posterior that reads them
  void add(const Table& table, const Schema& schema);
  /// Adds the rows of all other processes, in the first one.
  void join_all(Ranks& ranks);
  /// As note_rows of all.
  void note(const Schema& schema, const InputFlags& input, Console& console) const;
  [[nodiscard]] Index all() const { return counts_.rows; }

 private:
  SkippedRows counts_;
  std::vector<MissingWord> missing_words_;
  std::string file_;
};

}  // namespace credence::tool
