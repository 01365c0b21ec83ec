#pragma once
// A small drawing layer: from numbers to places on paper, and marks on it as SVG text, without any
// styling of their own.
#include <credence/base/index.hpp>
#include <span>
#include <string>
#include <string_view>
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
///     drawing.marks();    // <line .../><text ...>a &lt; b</text>
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

/// Returns how wide a text is, about, in the letters of figures; its escapes count.
[[nodiscard]] double text_width(std::string_view text);

/// Returns a printable text of at most `letters` characters; a longer one is cut and ends in an
/// ellipsis.
[[nodiscard]] std::string shortened(std::string_view name, Index letters);

}  // namespace credence
