// Axes, legends, rows and labels.
#include "report/drawing/plot.hpp"
#include "report/listing/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/text_places.hpp"

namespace credence::report {
namespace {

constexpr double legend_line = 18;
constexpr Index letters_of_row = 22;
constexpr Index most_letters_beside_points = 14;

std::vector<Tick> ticks_at_left(double top, double bottom, const Axis& axis) {
  const int most = static_cast<int>((bottom - top) / 36);
  return round_ticks(axis.lower, axis.upper, std::max(most, 2));
}

void draw_axis_left(Drawing& drawing, const AxisScale& up, const std::vector<Tick>& ticks,
                    double left, double right, std::string_view title) {
  for (const Tick& tick : ticks) {
    const double y = up(tick.at);
    drawing.line({left, y}, {right, y}, "grid");
    drawing.text({left - 6, y + 4}, tick.text, Anchor::end, "tick number");
  }
  if (!title.empty()) drawing.upward_text({12, 0.5 * (up.from() + up.to())}, title, "name");
}

}  // namespace

void draw_axis_below(Drawing& drawing, const AxisScale& across, double top, double bottom,
                     const Axis& axis) {
  const double length = across.to() - across.from();
  std::vector<Tick> ticks = axis.ticks;
  // Fewer where the numbers are too long to stand beside each other.
  for (int most = std::max(static_cast<int>(length / 50), 2); most >= 2 && axis.ticks.empty();
       --most) {
    ticks = round_ticks(across.lower(), across.upper(), most);
    double letters = 0;
    for (const Tick& tick : ticks) letters = std::max(letters, text_width(tick.text) + 10);
    if (letters * static_cast<double>(ticks.size()) <= length) break;
  }
  for (const Tick& tick : ticks) {
    const double x = across(tick.at);
    drawing.line({x, top}, {x, bottom}, "grid");
    const double farthest = drawing.width() - 0.5 * text_width(tick.text);
    drawing.text({std::min(x, farthest), bottom + 16}, tick.text, Anchor::middle, "tick number");
  }
  drawing.line({across.from(), bottom}, {across.to(), bottom}, "axis");
  drawing.text({0.5 * (across.from() + across.to()), bottom + 34}, axis.title, Anchor::middle,
               "name");
}

Plot make_plot(const Field& field, const Axis& x, const Axis& y) {
  const double right = field.width - field.right;
  const double bottom = field.height - field.bottom;
  const std::vector<Tick> ticks = ticks_at_left(field.top, bottom, y);
  double left = field.left;  // more where long numbers would run into the title
  for (const Tick& tick : ticks) left = std::max(left, text_width(tick.text) + 26);
  Plot plot{.drawing = Drawing(field.width, field.height),
            .across = AxisScale(x.lower, x.upper, left, right),
            .up = AxisScale(y.lower, y.upper, bottom, field.top)};
  draw_axis_left(plot.drawing, plot.up, ticks, left, right, y.title);
  draw_axis_below(plot.drawing, plot.across, field.top, bottom, x);
  return plot;
}

Legend::Legend(std::vector<std::string> names, double width, Index letters)
    : names_(std::move(names)) {
  double x = 0;
  for (std::string& name : names_) {
    name = shortened(name, letters);
    const double room = 46 + text_width(name);
    if (x > 0 && x + room > width) {
      x = 0;
      ++lines_;
    }
    places_.push_back({.x = x, .line = lines_ - 1});
    x += room;
  }
}

void Field::make_room(const Legend& legend) {
  top = legend.height() + 8;
  height += legend.height();
}

double Legend::height() const { return 8 + legend_line * lines_; }

void Legend::draw(Drawing& drawing, double left, LegendOf kind) const {
  const bool lines = kind == LegendOf::lines;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const Point at{left + places_[i].x, 12 + legend_line * places_[i].line};
    const auto own = static_cast<Index>(i);
    if (lines) drawing.line(at, {at.x + 24, at.y}, series_role(own) + " line");
    if (!lines) drawing.mark({at.x + 12, at.y}, own);
    drawing.text({at.x + (lines ? 29 : 20), at.y + 4}, names_[i], Anchor::start, "label");
  }
}

std::vector<std::string> class_names(std::string_view label, std::vector<std::string> classes) {
  for (std::string& klass : classes) klass = class_name(label, klass);
  return classes;
}

std::string short_class_name(std::string_view label, const std::vector<std::string>& classes,
                             std::size_t klass) {
  const bool fit = std::all_of(classes.begin(), classes.end(), [&](const std::string& each) {
    return places_of(class_name(label, each)) <=
           static_cast<std::size_t>(most_letters_beside_points);
  });
  return fit ? class_name(label, classes[klass]) : classes[klass];
}

std::vector<std::string> chosen_names(const std::vector<std::string>& names,
                                      const std::vector<std::string_view>& ranked,
                                      std::size_t most) {
  std::set<std::string_view> chosen;
  for (const std::string_view name : ranked)
    if (chosen.size() < most) chosen.insert(name);
  std::vector<std::string> shown;
  for (const std::string& name : names)
    if (chosen.contains(name)) shown.push_back(name);
  return shown;
}

RowPlot::RowPlot(const std::vector<std::string>& names, const Axis& axis, double row_height,
                 double above)
    : rows_(std::ssize(names)), row_height_(row_height), top_(10 + above), across_(0, 1, 0, 1) {
  constexpr double width = 460;
  double left = 40;
  for (const std::string& name : names)
    left = std::max(left, text_width(shortened(name, letters_of_row)) + 16);
  across_ = AxisScale(axis.lower, axis.upper, left, width - 18);
  drawing_ = Drawing(width, bottom() + (axis.title.empty() ? 24 : 44));
  draw_axis_below(drawing_, across_, top_, bottom(), axis);
  for (Index row = 0; row < rows_; ++row)
    drawing_.text({left - 8, y(row) + 4},
                  shortened(names[static_cast<std::size_t>(row)], letters_of_row), Anchor::end,
                  "label");
}

double RowPlot::y(Index row) const { return top_ + row_height_ * (static_cast<double>(row) + 0.5); }

double RowPlot::bottom() const { return top_ + row_height_ * static_cast<double>(rows_); }

void draw_whisker(Drawing& drawing, const AxisScale& across, double lower, double upper, double y,
                  Index series) {
  const std::string role = series_role(series) + " line thin";
  const double left = across(lower);
  const double right = across(upper);
  drawing.line({left, y}, {right, y}, role);
  for (const double x : {left, right}) drawing.line({x, y - 3}, {x, y + 3}, role);
}

void draw_labels(Drawing& drawing, std::vector<Label> labels, const AxisScale& across,
                 const AxisScale& up) {
  struct Room {
    double left, right, y;
  };
  constexpr double line = 13;
  std::vector<Room> taken;
  for (Label& label : labels) {
    label.text = shortened(label.text, most_letters_beside_points);
    const double half = 0.54 * text_width(label.text);  // of bold letters
    const double x = std::clamp(label.at.x, across.from() + half,
                                std::max(across.to() - half, across.from() + half));
    const double top = std::min(up.from(), up.to());
    for (int attempt = 0; attempt < 7; ++attempt) {
      const double y = std::max(
          label.at.y - 6 + line * ((attempt + 1) / 2) * (attempt % 2 == 0 ? 1 : -1), top + 10);
      const bool covered = std::any_of(taken.begin(), taken.end(), [&](const Room& room) {
        return x - half < room.right + 4 && x + half > room.left - 4 && std::abs(y - room.y) < line;
      });
      if (covered || y > std::max(up.from(), up.to()) - 3) continue;
      taken.push_back({.left = x - half, .right = x + half, .y = y});
      drawing.text({x, y}, label.text, Anchor::middle, series_role(label.series) + " halo");
      break;
    }
  }
}

}  // namespace credence::report
