#pragma once
// A picture of points in letters and blanks.
#include <string>
#include <vector>

namespace credence::report {

/// Points that share a letter.
struct PlotSeries {
  char mark = '*';
  std::vector<double> x = {};
  std::vector<double> y = {};  ///< as many
};

/// A frame of blanks with axes on which points are letters; where different ones meet is a '+'.
///
///     TextPlot plot{.x_name = "training rows"};
///     plot.series.push_back({.mark = 'p', .x = {1, 2, 3}, .y = {0.5, 0.7, 0.8}});
///     plot.text();
struct TextPlot {
  std::string x_name = {};
  std::vector<PlotSeries> series = {};
  bool log_x = false;       ///< equal steps across are equal ratios; every x must be above 0
  std::size_t width = 72;   ///< places between the axes' ends
  std::size_t height = 16;  ///< lines likewise, every fifth with its number; the last, too

  /// Returns the picture, its lines ending in a new line; empty without a point. It spans at least
  /// `least_span` upwards (readable_range.hpp); points beyond are left out. Numbers must be finite.
  [[nodiscard]] std::string text() const;
};

}  // namespace credence::report
