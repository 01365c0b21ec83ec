#pragma once
// Aligned columns of text.
#include <credence/base/error.hpp>
#include <credence/base/index.hpp>
#include <credence/detail/base/counted.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace credence::report {

/// Rows of cells; each column is as wide as its widest cell. Columns are two blanks apart, the
/// first `left_columns` flush left, the others flush right. Nothing trails. Cells are
/// made printable. Headings that are wider than their cells are broken at blanks where lines would
/// not fit.
class TextTable {
 public:
  explicit TextTable(std::size_t left_columns) : left_columns_(left_columns) {}

  void add(std::vector<std::string> row);
  /// Adds the first row, which is above the others.
  void add_headings(std::vector<std::string> headings);
  /// Takes out the column under a heading.
  void leave_out(std::string_view heading);
  /// in  indent: blanks before every line
  [[nodiscard]] std::string text(std::size_t indent = 0) const;

 private:
  std::size_t left_columns_;
  bool has_headings_ = false;
  std::vector<std::vector<std::string>> rows_;
};

/// Returns whether all lines are shorter than 120 columns.
[[nodiscard]] bool fits(std::string_view text);

/// The fewest letters that names are shortened to.
inline constexpr Index least_letters = 8;

/// Returns the text for as many letters of names as its lines have room for.
/// in  most: letters;  text_of: of a number of letters, more of which make no line shorter
template <class TextOf>
[[nodiscard]] std::string fitted(const TextOf& text_of, Index most = 100) {
  Index least = least_letters;
  std::string text = text_of(most);
  if (fits(text)) return text;
  while (most - least > 1) {
    const Index middle = (least + most) / 2;
    (fits(text_of(middle)) ? least : most) = middle;
  }
  return text_of(least);
}

/// A name from the data, or a sentence that holds one, on one line.
using credence::printable;

/// What is told in several lines, and of a list of cells, which is then said, the first.
[[nodiscard]] std::string on_one_line(const std::string& why);

/// "a, b, c", cut after `shown` names to "a, b, ... 7 more".
[[nodiscard]] std::string listed(const std::vector<std::string>& names, std::size_t shown = 12);

/// Returns a word of estimators or sets of rows as prose has it: "maximum a posteriori",
/// "cross-validation". What it does not know keeps its letters, with blanks for underscores.
[[nodiscard]] std::string in_words(std::string_view name);

/// Returns a class with the name of the label: "Survived = 1"; the class alone where no label is
/// given.
[[nodiscard]] std::string class_name(std::string_view label, std::string_view klass);

/// Six significant digits.
[[nodiscard]] std::string short_number(double value);

/// A number of rows, which is a sum of weights: whole, or six significant digits.
[[nodiscard]] std::string count_text(double rows);

using detail::counted;

/// "label L with 2 classes: a, b", on a line.
[[nodiscard]] std::string label_text(const std::string& label,
                                     const std::vector<std::string>& classes);

/// " of whole groups (patient)"; nothing without a column of groups.
[[nodiscard]] std::string whole_groups_text(const std::string& column);

/// What to know, a line each under a heading; nothing without notes.
[[nodiscard]] std::string notes_text(const std::vector<std::string>& notes);

}  // namespace credence::report
