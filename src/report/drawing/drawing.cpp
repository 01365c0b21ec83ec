// The marks of a drawing as SVG text.
#include <credence/report/figure.hpp>

#include <credence/base/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/text_places.hpp"

namespace credence {
namespace {

constexpr double letter_width = 6.9;  // of 12 units high letters, on average
constexpr std::string_view ellipsis = "\xE2\x80\xA6";

bool is_place(Point at) { return std::isfinite(at.x) && std::isfinite(at.y); }

// Two decimals, without those that say nothing.
std::string coordinate(double value) {
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string pair(Point at) { return coordinate(at.x) + ' ' + coordinate(at.y); }

std::string shape(std::span<const Point> corners) {
  std::string text;
  for (const Point& corner : corners) text += (text.empty() ? 'M' : 'L') + pair(corner);
  return text + 'Z';
}

std::string polygon(Point at, double size, std::span<const Point> corners) {
  std::vector<Point> placed;
  for (const Point& corner : corners)
    placed.push_back({at.x + size * corner.x, at.y + size * corner.y});
  return shape(placed);
}

std::string circle(Point at, double size) {
  return fmt::format("M{0} {1}a{2} {2} 0 1 0 {3} 0a{2} {2} 0 1 0 -{3} 0Z", coordinate(at.x - size),
                     coordinate(at.y), coordinate(size), coordinate(2 * size));
}

// The outline of the shape of a series, about as large as a circle of that radius.
std::string outline(Point at, Index series, double size) {
  using P = Point;
  switch (series % distinct_series) {
    case 1:
      return polygon(at, 0.9 * size, std::array{P{-1, -1}, P{1, -1}, P{1, 1}, P{-1, 1}});
    case 2:
      return polygon(at, 1.2 * size, std::array{P{0, -1}, P{0.95, 0.75}, P{-0.95, 0.75}});
    case 3:
      return polygon(at, 1.25 * size, std::array{P{0, -1}, P{1, 0}, P{0, 1}, P{-1, 0}});
    case 4:
      return polygon(at, 1.2 * size, std::array{P{0, 1}, P{0.95, -0.75}, P{-0.95, -0.75}});
    case 5:
      return polygon(at, 1.1 * size,
                     std::array{P{-0.35, -1}, P{0.35, -1}, P{0.35, -0.35}, P{1, -0.35}, P{1, 0.35},
                                P{0.35, 0.35}, P{0.35, 1}, P{-0.35, 1}, P{-0.35, 0.35}, P{-1, 0.35},
                                P{-1, -0.35}, P{-0.35, -0.35}});
    case 6:
      return polygon(at, size,
                     std::array{P{-1.3, -0.55}, P{1.3, -0.55}, P{1.3, 0.55}, P{-1.3, 0.55}});
    case 7:
      return polygon(at, size,
                     std::array{P{-0.55, -1.3}, P{0.55, -1.3}, P{0.55, 1.3}, P{-0.55, 1.3}});
    default:
      return circle(at, size);
  }
}

std::string_view entity(char letter) {
  switch (letter) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return {};
  }
}

}  // namespace

void Drawing::line(Point from, Point to, std::string_view role) {
  const std::array ends{from, to};
  path(ends, role);
}

void Drawing::path(std::span<const Point> points, std::string_view role) {
  std::string steps;
  bool on = false;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool now = is_place(points[i]);
    const bool alone = !on && (i + 1 == points.size() || !is_place(points[i + 1]));
    if (now && !alone) steps += (on ? 'L' : 'M') + pair(points[i]);
    on = now && !alone;
  }
  if (!steps.empty()) marks_ += fmt::format("<path class=\"{}\" d=\"{}\"/>\n", role, steps);
}

void Drawing::area(std::span<const Point> points, std::string_view role) {
  if (points.empty() || !std::all_of(points.begin(), points.end(), is_place)) return;
  marks_ += fmt::format("<path class=\"{}\" d=\"{}\"/>\n", role, shape(points));
}

void Drawing::box(Point from, Point to, std::string_view role, double opacity) {
  if (!is_place(from) || !is_place(to)) return;
  const std::string faint =
      opacity < 1 ? fmt::format(" fill-opacity=\"{}\"", coordinate(opacity)) : std::string();
  marks_ +=
      fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}/>\n", role,
                  coordinate(std::min(from.x, to.x)), coordinate(std::min(from.y, to.y)),
                  coordinate(std::abs(to.x - from.x)), coordinate(std::abs(to.y - from.y)), faint);
}

void Drawing::mark(Point at, Index series, double size) {
  if (!is_place(at)) return;
  marks_ += fmt::format("<path class=\"mark {}\" d=\"{}\"/>\n", series_role(series),
                        outline(at, series, size));
}

void Drawing::text(Point at, std::string_view text, Anchor anchor, std::string_view role) {
  constexpr std::array words{"start", "middle", "end"};
  write_text(at, text, words[static_cast<std::size_t>(anchor)], {}, role);
}

void Drawing::upward_text(Point at, std::string_view text, std::string_view role) {
  write_text(at, text, "middle", fmt::format(" transform=\"rotate(-90 {})\"", pair(at)), role);
}

void Drawing::write_text(Point at, std::string_view text, std::string_view anchor,
                         std::string_view more, std::string_view role) {
  if (!is_place(at)) return;
  marks_ += fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\" text-anchor=\"{}\"{}>{}</text>\n",
                        role, coordinate(at.x), coordinate(at.y), anchor, more, escaped(text));
}

std::string series_role(Index series) { return fmt::format("s{}", series % distinct_series); }

std::string escaped(std::string_view text) {
  std::string all;
  for (const char letter : printable(text)) {
    const std::string_view name = entity(letter);
    all += name.empty() ? std::string_view(&letter, 1) : name;
  }
  return all;
}

double text_width(std::string_view text) {
  return letter_width * static_cast<double>(places_of(printable(text)));
}

std::string shortened(std::string_view name, Index letters) {
  std::string text = printable(name);
  const auto room = static_cast<std::size_t>(std::max<Index>(letters, 1));
  if (places_of(text) <= room) return text;
  return std::string(beginning(text, room - 1)) + std::string(ellipsis);
}

}  // namespace credence
