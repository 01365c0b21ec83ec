// Aligned columns of text.
#include "report/listing/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/text_places.hpp"

namespace credence::report {
namespace {

using RowOfTexts = std::vector<std::string>;

// How wide the cells of each column are, from this row on.
std::vector<std::size_t> widths_of(const std::vector<RowOfTexts>& rows, std::size_t first = 0) {
  std::vector<std::size_t> widths;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    widths.resize(std::max(widths.size(), rows[row].size()));
    for (std::size_t column = 0; row >= first && column < rows[row].size(); ++column)
      widths[column] = std::max(widths[column], places_of(rows[row][column]));
  }
  return widths;
}

// The words of a heading in lines of so many columns, or as wide as a word.
RowOfTexts filled(const RowOfTexts& words, std::size_t width) {
  RowOfTexts lines{words.front()};
  for (std::size_t i = 1; i < words.size(); ++i)
    if (places_of(lines.back()) + 1 + places_of(words[i]) <= width)
      lines.back() += ' ' + words[i];
    else
      lines.push_back(words[i]);
  return lines;
}

// The lines of a heading, so many at most, and no wider than these and its cells make it.
RowOfTexts broken(const std::string& heading, std::size_t width, std::size_t most_lines) {
  RowOfTexts words{""};
  for (const char letter : heading)
    if (letter == ' ')
      words.emplace_back();
    else
      words.back() += letter;
  RowOfTexts lines = filled(words, width);
  while (lines.size() > most_lines) lines = filled(words, ++width);
  return lines;
}

// The rows below headings of so many lines at most.
std::vector<RowOfTexts> with_broken_headings(const std::vector<RowOfTexts>& rows,
                                             std::size_t most_lines) {
  const std::vector<std::size_t> widths = widths_of(rows, 1);
  const RowOfTexts& headings = rows.front();
  std::vector<RowOfTexts> all;
  for (std::size_t column = 0; column < headings.size(); ++column) {
    const RowOfTexts lines = broken(headings[column], widths[column], most_lines);
    if (lines.size() > all.size())
      all.insert(all.begin(), lines.size() - all.size(), RowOfTexts(headings.size()));
    for (std::size_t i = 0; i < lines.size(); ++i)
      all[all.size() - lines.size() + i][column] = lines[i];
  }
  all.insert(all.end(), rows.begin() + 1, rows.end());
  return all;
}

std::string aligned(const std::vector<RowOfTexts>& rows, std::size_t left_columns,
                    std::size_t indent) {
  const std::vector<std::size_t> widths = widths_of(rows);
  std::string text;
  for (const auto& row : rows) {
    std::string line(indent, ' ');
    for (std::size_t column = 0; column < row.size(); ++column) {
      const std::string padding(widths[column] - places_of(row[column]), ' ');
      if (column > 0) line += "  ";
      line += column < left_columns ? row[column] + padding : padding + row[column];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

}  // namespace

void TextTable::add(std::vector<std::string> row) {
  for (std::string& cell : row) cell = printable(cell);
  rows_.push_back(std::move(row));
}

void TextTable::add_headings(std::vector<std::string> headings) {
  add(std::move(headings));
  has_headings_ = true;
}

void TextTable::leave_out(std::string_view heading) {
  const auto column =
      std::find(rows_.front().begin(), rows_.front().end(), heading) - rows_.front().begin();
  for (auto& row : rows_) row.erase(row.begin() + column);
  if (column < static_cast<std::ptrdiff_t>(left_columns_)) --left_columns_;
}

std::string TextTable::text(std::size_t indent) const {
  constexpr std::size_t most_lines = 3;
  std::string text = aligned(rows_, left_columns_, indent);
  if (has_headings_)
    for (std::size_t lines = 2; !fits(text) && lines <= most_lines; ++lines)
      text = aligned(with_broken_headings(rows_, lines), left_columns_, indent);
  return text;
}

bool fits(std::string_view text) {
  constexpr std::size_t most_places = 119;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (places_of(text.substr(0, end)) > most_places) return false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return true;
}

std::string in_words(std::string_view name) {
  using Pair = std::pair<std::string_view, std::string_view>;
  constexpr std::array words{Pair{"predictive", "posterior predictive"},
                             Pair{"baseline", "class frequencies"},
                             Pair{"cross_validation", "cross-validation"},
                             Pair{"leave_one_out", "leave-one-out"},
                             Pair{"scikit_learn", "scikit-learn"},
                             Pair{"training", "training rows"},
                             Pair{"test", "test rows"}};
  for (const auto& [word, plain] : words)
    if (name == word) return std::string(plain);
  const std::size_t prefix = name.find(": ");  // "first: predictive"
  if (prefix != std::string_view::npos)
    return std::string(name.substr(0, prefix + 2)) + in_words(name.substr(prefix + 2));
  const std::size_t weights = name.find(" (");  // "predictive (weights each)"
  if (weights != std::string_view::npos)
    return in_words(name.substr(0, weights)) + std::string(name.substr(weights));
  std::string plain(name);
  std::replace(plain.begin(), plain.end(), '_', ' ');
  return plain;
}

std::string class_name(std::string_view label, std::string_view klass) {
  return label.empty() ? std::string(klass) : fmt::format("{} = {}", label, klass);
}

std::string listed(const std::vector<std::string>& names, std::size_t shown) {
  std::string text;
  const bool cut = names.size() > shown + 1;
  for (std::size_t i = 0; i < (cut ? shown : names.size()); ++i)
    text += (i == 0 ? "" : ", ") + printable(names[i]);
  return cut ? fmt::format("{}, ... {} more", text, names.size() - shown) : text;
}

std::string short_number(double value) { return fmt::format("{:.6g}", value); }

std::string count_text(double rows) {
  constexpr double six_digits = 1e5;  // from here on a whole number has as many
  const double whole = std::round(rows);
  return rows == whole || rows >= six_digits ? fmt::format("{:.10g}", whole) : short_number(rows);
}

std::string label_text(const std::string& label, const std::vector<std::string>& classes) {
  return fmt::format("label {} with {}: {}\n", printable(label),
                     counted(std::ssize(classes), "class", "classes"), listed(classes));
}

std::string whole_groups_text(const std::string& column) {
  return column.empty() ? std::string() : " of whole groups (" + printable(column) + ')';
}

std::string on_one_line(const std::string& why) {
  constexpr std::string_view several = " cells:";
  const std::size_t end = why.find('\n');
  if (end == std::string::npos) return why;
  std::string head = why.substr(0, end);
  if (head.ends_with(several)) head.replace(head.size() - 1, 1, ", the first of");
  const std::size_t cell = why.find_first_not_of(" \n", end);
  return cell == std::string::npos ? head
                                   : head + " " + why.substr(cell, why.find('\n', cell) - cell);
}

std::string notes_text(const std::vector<std::string>& notes) {
  if (notes.empty()) return {};
  std::string text = "\nnotes\n";
  for (const std::string& note : notes) text += "- " + printable(note) + '\n';
  return text;
}

}  // namespace credence::report
