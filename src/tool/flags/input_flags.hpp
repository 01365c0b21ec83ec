#pragma once
// The flags of what is read: where DATA are, the form of the file, the dialect of separated text.
#include <credence/data/form.hpp>

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "flags/flags.hpp"

namespace credence::tool {

/// What `--header` says of the first line.
struct Header {
  bool line = true;  ///< it holds names
  std::vector<std::string>
      names{};  ///< these are the names; none: those of the line, or c1, c2, ...
};

struct InputFlags {
  std::string data{};                ///< "-": standard input
  std::vector<std::string> files{};  ///< all DATA, of verbs that take several; `data` is the first
  std::string files_from{};          ///< a list of further ones
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::string> seen{};  ///< device and number
  std::optional<std::string> label_file{};
  std::optional<std::string> schema{};  ///< a file: what the columns are
  const Form* form = nullptr;           ///< null: the name of DATA says it
  ReadLimits limits{};
  std::optional<char> separator{};
  std::optional<std::optional<char>> quote{};  ///< of none: nothing stands around fields
  std::optional<Header> header{};
  bool trim = false;
  std::optional<char> comment{};
  std::vector<std::string> missing{};  ///< as they were written, in their order, "none" among them
  std::optional<char> decimal{};
  std::optional<std::uint64_t> chunk{};  ///< bytes in memory at a time, of verbs that read in parts
  bool labelled = true;                  ///< no flag: whether the verb needs the labels of the rows

  /// DATA and the file of labels; the flag of DATA.
  Flag& declare(Grammar& grammar);
  /// The same of verbs that take several files, folders, globs, and a list of files.
  Flag& declare_several(Grammar& grammar);
  /// `--chunk`, of verbs that take DATA table after table.
  void declare_chunk(Grammar& grammar);
  /// Adds what a word of DATA stands for.
  /// throws  UsageError for a file that is there already; as data_paths
  void add(const std::string& word);
  /// Returns whether DATA are more than one file.
  [[nodiscard]] bool is_several() const { return files.size() > 1; }
  /// How DATA are written; towards the end of a verb's help.
  void declare_dialect(Grammar& grammar);
};

/// Returns the form of DATA: what the flag says, or its name.
[[nodiscard]] const Form& form_of(const InputFlags& input);

/// Returns whether there is a file that begins with the name of the format of posterior files.
[[nodiscard]] bool names_posterior(const std::string& path);
/// Returns the same of DATA. Never where a flag says the form of DATA.
[[nodiscard]] bool is_posterior_file(const InputFlags& input);

/// Returns the missing-value strings that flags name, without the word none: "=none" is the text.
[[nodiscard]] std::vector<std::string> marks_named(const InputFlags& input);

/// Returns what the flags say of reading DATA.
/// in      missing: the missing-value strings of separated text;  label: what the labels are called that
///         rows of some forms bring
/// throws  UsageError for a character with two roles, flags that the form of DATA does not have, and a
///         posterior file in the place of rows
[[nodiscard]] ReadOptions read_options(const InputFlags& input, std::vector<std::string> missing,
                                       std::string label);

/// Returns the name of a file in messages.
[[nodiscard]] inline std::string name_of_file(const std::string& path) {
  return path == "-" ? "standard input" : path;
}

/// Returns the name of DATA in messages, as tables of several files have it: "a.csv and 2 more".
/// in      file: what one file is called
[[nodiscard]] std::string name_of_data(const InputFlags& input, const std::string& file);
[[nodiscard]] inline std::string name_of_data(const InputFlags& input) {
  return name_of_data(input, name_of_file(input.data));
}

}  // namespace credence::tool
