#pragma once
// A figure: a drawing, what it says in words, and its numbers.
#include <credence/report/drawing.hpp>
#include <string>
#include <variant>
#include <vector>

namespace credence {

/// The numbers behind a figure, as rows under named columns. A number that does not exist is NaN.
struct FigureNumbers {
  using Cell = std::variant<std::string, double>;

  std::vector<std::string> columns = {};
  std::vector<std::vector<Cell>> rows = {};

  friend bool operator==(const FigureNumbers&, const FigureNumbers&) = default;
};

/// A drawing, its caption and its numbers.
struct Figure {
  std::string name = {};     ///< by which it is asked for: "accuracy", "density of age"
  std::string title = {};    ///< one line
  std::string caption = {};  ///< what is shown and how to read it, in sentences
  Drawing drawing = {};
  FigureNumbers numbers = {};

  friend bool operator==(const Figure&, const Figure&) = default;
};

/// Returns a picture that stands alone: light or dark as its viewer asks, legible in grey.
[[nodiscard]] std::string to_svg(const Figure& figure);

/// Returns the numbers as CSV (RFC 4180), with a header; a number that does not exist is an empty
/// field, infinities are inf and -inf, others the shortest text that reads back exactly.
/// in  digits: significant digits, 1 to 17, of numbers that are not whole; 0: all of them
[[nodiscard]] std::string to_csv(const FigureNumbers& numbers, int digits = 0);

/// Returns one object with `schema_version` and `figures`: `figure`, `title`, `caption`, `columns`
/// and `rows`; null for a number that does not exist, "inf" and "-inf" for infinities.
/// throws  Error{schema} for a name that is not UTF-8, which JSON cannot hold
[[nodiscard]] std::string to_json(const std::vector<Figure>& figures);

namespace detail {
/// Returns the picture as a part of a page, whose style sheet has `figure_style`.
/// in  identifier: unique on the page, a word of ours
[[nodiscard]] std::string inline_svg(const Figure& figure, std::string_view identifier);

/// Returns how the roles of drawings look: rules of CSS.
[[nodiscard]] std::string figure_style();
}  // namespace detail

}  // namespace credence
