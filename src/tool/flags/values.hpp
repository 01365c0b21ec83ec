#pragma once
// The values of flags, from text. Every fault is a UsageError that names the flag.
#include <credence/data/schema.hpp>
#include <credence/data/table.hpp>

#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace credence::tool {

/// Returns a comma-separated list; an entry that holds a comma is quoted as in a CSV file.
[[nodiscard]] std::vector<std::string> list_of(const std::string& text, std::string_view flag);

/// Returns the names that values of a repeatable flag hold: each value is one, as `is_name` knows, or a list.
[[nodiscard]] std::vector<std::string> names_in(
    const std::vector<std::string>& values, std::string_view flag,
    const std::function<bool(const std::string&)>& is_name);

/// Returns one character that ends no line.
[[nodiscard]] char character_of(std::string_view text, std::string_view flag);

/// Returns a whole number of at least `least`.
[[nodiscard]] std::uint64_t whole_number_of(std::string_view text, std::string_view flag,
                                            std::uint64_t least);

/// Reads a whole number between two; an Index holds it unless more are allowed.
struct Whole {
  std::uint64_t least = 0;
  std::uint64_t most = std::numeric_limits<std::int64_t>::max();
  std::uint64_t operator()(std::string_view text, std::string_view flag) const;
};

/// Returns a finite number.
[[nodiscard]] double number_of(std::string_view text, std::string_view flag);

/// Returns a number between 0 and 1, neither of them.
[[nodiscard]] double open_probability_of(std::string_view text, std::string_view flag);
/// Returns the mass of an interval, which is such a number.
[[nodiscard]] double mass_of(std::string_view text, std::string_view flag);

/// Returns a finite number above 0.
[[nodiscard]] double positive_of(std::string_view text, std::string_view flag);

/// Returns a probability, from 0 to 1.
[[nodiscard]] double probability_of(std::string_view text, std::string_view flag);

/// Returns a factor by which weights fall: a number above 0 and at most 1.
[[nodiscard]] double discount_of(std::string_view text, std::string_view flag);

/// Returns a finite number of at least 0.
[[nodiscard]] double not_negative_of(std::string_view text, std::string_view flag);

/// Returns the place of `text` among the words. Throws unless it is one of them.
[[nodiscard]] std::size_t choice_of(std::string_view text, std::string_view flag,
                                    const std::vector<std::string>& words);

/// Reads one of several words, each of which stands for a value.
template <class T>
struct Choice {
  std::vector<std::pair<std::string, T>> meanings;

  T operator()(std::string_view text, std::string_view flag) const {
    return meanings[choice_of(text, flag, words())].second;
  }

  [[nodiscard]] std::vector<std::string> words() const {
    std::vector<std::string> all;
    for (const auto& meaning : meanings) all.push_back(meaning.first);
    return all;
  }

  /// "a|b|c".
  [[nodiscard]] std::string form() const {
    std::string all;
    for (const auto& meaning : meanings) all += (all.empty() ? "" : "|") + meaning.first;
    return all;
  }
};

/// Returns the text before and after the last `mark`; `form` shows what the value should look like.
[[nodiscard]] std::pair<std::string, std::string> split_at_last(const std::string& text, char mark,
                                                                std::string_view flag,
                                                                std::string_view form);

/// Returns a prior: a word, or `key=value,...`; a list is written `weights=1,2,3`.
[[nodiscard]] PriorSpec prior_of(const std::string& text, std::string_view flag);

/// Returns a class prior: `uniform`, `frequencies`, `each=1`, `weights=1,2` or `given=a:0.2,b:0.8`.
[[nodiscard]] ClassPrior class_prior_of(const std::string& text, std::string_view flag);

/// Throws unless the table has the column.
void check_column(const Table& table, const std::string& name, std::string_view flag);
/// The same of the column of row weights that --weight names.
/// throws  UsageError for one that the table lacks, for the label, and for a column that a feature reads
void check_weight(const Table& table, const std::string& name, const Schema& schema);
/// The same without a table, for columns of a database.
/// in      feature: what a column that a feature reads is called, and the remedy
void check_weight(const std::string& name, const Schema& schema, std::string_view feature);

/// Returns the columns that a repeatable flag names: each value is a column, or a list of columns.
[[nodiscard]] std::vector<std::string> columns_of(const std::vector<std::string>& values,
                                                  const Table& table, std::string_view flag);

/// Returns a name for a block: this one, or the first of "tied_2", ... that nothing else is called.
[[nodiscard]] std::string free_name(const Schema& schema, const std::string& base);

/// "'a', 'b' and 3 more": names for messages.
[[nodiscard]] std::string quoted_names(const std::vector<std::string>& names,
                                       std::size_t shown = 20);

/// A word of other programs, and the name for it here.
using ElsewhereName = std::pair<std::string_view, std::string_view>;

/// "; did you mean '--label'?" for a word of other programs whose name here is one of `names`; nothing
/// for any other.
[[nodiscard]] std::string meant_elsewhere(std::string_view word,
                                          std::span<const ElsewhereName> elsewhere,
                                          const std::vector<std::string>& names);

/// "; did you mean 'Fare'?" for a name that none of `names` is, or all of them where none is near:
/// "; the columns are 'Age', 'Fare'".
[[nodiscard]] std::string meant_or_listed(std::string_view name, std::string_view introduced,
                                          const std::vector<std::string>& names);

/// Returns the names of a table's columns.
[[nodiscard]] std::vector<std::string> names_of(const Table& table);

}  // namespace credence::tool
