#pragma once
// What figures share: a field between two axes, rows beside an axis, legends.
#include <credence/report/figure.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace credence::report {

/// The opacity of a cell that is full: letters on it stand out by 5 to 1, light and dark.
constexpr double fullest_cell = 0.5;

/// The ends of an axis and what it counts.
struct Axis {
  double lower = 0;
  double upper = 1;
  std::string title = {};
  std::vector<Tick> ticks = {};  ///< round numbers where there are none
};

/// A field between an axis below and one at its left.
struct Plot {
  Drawing drawing;
  AxisScale across;
  AxisScale up;

  [[nodiscard]] Point at(double x, double y) const { return {across(x), up(y)}; }
};

class Legend;

/// A figure with room around its field.
struct Field {
  double width = 460;
  double height = 280;
  double left = 52;
  double right = 14;
  double top = 14;
  double bottom = 44;

  /// Makes the figure higher, so that a legend stands above the field.
  void make_room(const Legend& legend);
};

/// Returns a field with its axes, ticks and grid; marks come on top of them.
[[nodiscard]] Plot make_plot(const Field& field, const Axis& x, const Axis& y);

/// What the series of a legend are drawn as.
enum class LegendOf { lines, shapes };

/// The names of series, each beside its dash and shape, in lines from the left.
class Legend {
 public:
  /// in  letters: of a name that are shown
  Legend(std::vector<std::string> names, double width, Index letters = 22);

  /// Returns the room it needs at the top of a figure.
  [[nodiscard]] double height() const;
  void draw(Drawing& drawing, double left, LegendOf kind) const;

 private:
  struct Place {
    double x = 0;
    int line = 0;
  };
  std::vector<std::string> names_;
  std::vector<Place> places_;
  int lines_ = 1;
};

/// Rows with a name each at the left, and an axis below them.
class RowPlot {
 public:
  /// in  names: one for each row; long ones are cut;  above: room for a legend
  RowPlot(const std::vector<std::string>& names, const Axis& axis, double row_height = 22,
          double above = 0);

  [[nodiscard]] Drawing& drawing() { return drawing_; }
  [[nodiscard]] double x(double value) const { return across_(value); }
  /// Returns the middle of a row.
  [[nodiscard]] double y(Index row) const;
  [[nodiscard]] double top() const { return top_; }
  [[nodiscard]] double bottom() const;
  [[nodiscard]] const AxisScale& across() const { return across_; }

 private:
  Index rows_;
  double row_height_;
  double top_;
  AxisScale across_;
  Drawing drawing_;
};

/// An axis below a field, with a grid over it.
void draw_axis_below(Drawing& drawing, const AxisScale& across, double top, double bottom,
                     const Axis& axis);

/// A whisker from one number to another with small ends, of one series.
void draw_whisker(Drawing& drawing, const AxisScale& across, double lower, double upper, double y,
                  Index series);

/// Classes as the legends of figures name them.
[[nodiscard]] std::vector<std::string> class_names(std::string_view label,
                                                   std::vector<std::string> classes);

/// Returns a class as it stands beside a point, where there is little room: with the name of the
/// label if that fits for every class.
[[nodiscard]] std::string short_class_name(std::string_view label,
                                           const std::vector<std::string>& classes,
                                           std::size_t klass);

/// Returns those of `names`, in their order, that are among the first `most` different ones of `ranked`.
[[nodiscard]] std::vector<std::string> chosen_names(const std::vector<std::string>& names,
                                                    const std::vector<std::string_view>& ranked,
                                                    std::size_t most);

/// Texts of series beside points, moved apart so that none covers another; those without room are
/// left out.
struct Label {
  Point at = {};
  std::string text = {};
  Index series = 0;
};
void draw_labels(Drawing& drawing, std::vector<Label> labels, const AxisScale& across,
                 const AxisScale& up);

}  // namespace credence::report
