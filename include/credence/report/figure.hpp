#pragma once
// A figure: a drawing, what it says in words, and its numbers.
#include <credence/base/index.hpp>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace credence {

/// Maps numbers to places along one direction of a drawing.
///
///     const AxisScale across(0, 50, 60, 400);
///     across(25);    // 230
class AxisScale {
 public:
  /// Numbers from `lower` to `upper` take the places from `from` to `to`. Equal ends, and ends that
  /// are no finite numbers, are moved apart, so that every scale has a length.
  AxisScale(double lower, double upper, double from, double to);

  /// Returns the place of a number; numbers beyond the ends take the place of the end, NaN that of
  /// the lower one.
  [[nodiscard]] double operator()(double value) const;
  [[nodiscard]] double lower() const { return lower_; }
  [[nodiscard]] double upper() const { return upper_; }
  [[nodiscard]] double from() const { return from_; }
  [[nodiscard]] double to() const { return to_; }

 private:
  double lower_;
  double upper_;
  double from_;
  double to_;
};

/// A number on an axis, and how it is written there.
struct Tick {
  double at = 0;
  std::string text = {};

  friend bool operator==(const Tick&, const Tick&) = default;
};

/// Round numbers (1, 2 or 5 times a power of ten apart) between two ends, at most `most` of them,
/// all written with the same number of decimals; powers of ten where decimals would be too long.
/// in   most: at least 2
[[nodiscard]] std::vector<Tick> round_ticks(double lower, double upper, int most);

/// A place on a drawing; x grows to the right, y downwards.
struct Point {
  double x = 0;
  double y = 0;

  friend bool operator==(const Point&, const Point&) = default;
};

/// Where a text stands from its point.
enum class Anchor { start, middle, end };

/// How many series of marks can be told apart by colour, dash and shape; more repeat them.
inline constexpr Index distinct_series = 8;

/// Marks on paper. Each has a role, the class that a style sheet colours: fixed words such as
/// "axis", never data. Texts are data: they are escaped. Coordinates have two decimals, so that the
/// same marks are the same bytes; a mark with a coordinate that is no number is left out.
///
///     Drawing drawing(200, 100);
///     drawing.line({0, 90}, {200, 90}, "axis");
///     drawing.text({100, 50}, "a < b", Anchor::middle, "label");
///     drawing.marks();    // <path .../><text ...>a &lt; b</text>
class Drawing {
 public:
  Drawing() = default;
  Drawing(double width, double height) : width_(width), height_(height) {}

  [[nodiscard]] double width() const { return width_; }
  [[nodiscard]] double height() const { return height_; }
  /// Returns all marks, in the order in which they were made.
  [[nodiscard]] const std::string& marks() const { return marks_; }

  void line(Point from, Point to, std::string_view role);
  /// A line through points; it breaks where one of them is no number.
  void path(std::span<const Point> points, std::string_view role);
  /// What a closed line through points goes around; nothing where one of them is no number.
  void area(std::span<const Point> points, std::string_view role);
  /// The rectangle between two corners. in  opacity: 0 to 1
  void box(Point from, Point to, std::string_view role, double opacity = 1);
  /// The shape of a series: circle, square, triangle, diamond, ...
  void mark(Point at, Index series, double size = 4);
  /// in   text: shown as it is, in UTF-8; what XML cannot hold becomes U+FFFD
  void text(Point at, std::string_view text, Anchor anchor, std::string_view role);
  /// A text that reads upwards.
  void upward_text(Point at, std::string_view text, std::string_view role);

  friend bool operator==(const Drawing&, const Drawing&) = default;

 private:
  void write_text(Point at, std::string_view text, std::string_view anchor, std::string_view more,
                  std::string_view role);

  double width_ = 0;
  double height_ = 0;
  std::string marks_;
};

/// Returns the roles of a series: "s0", "s1", ..., repeating after distinct_series.
[[nodiscard]] std::string series_role(Index series);

/// Returns a text as XML and HTML can hold it, in contents and between quotes. What printable
/// escapes is shown as it writes it.
[[nodiscard]] std::string escaped(std::string_view text);

/// Returns how wide a text is, about, in the letters of figures; its escapes count. Wide letters,
/// as those of Chinese, take two places, and marks on letters none.
[[nodiscard]] double text_width(std::string_view text);

/// Returns a printable text of at most `letters` places; a longer one is cut and ends in an ellipsis.
[[nodiscard]] std::string shortened(std::string_view name, Index letters);

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
