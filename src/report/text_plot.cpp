// Points into a frame of letters.
#include "report/text_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/text_table.hpp"

namespace credence::report {
namespace {

constexpr char several = '+';

struct Range {
  double low = 0;
  double high = 0;
  bool log = false;

  // Which of `places` steps from low to high a value falls on.
  [[nodiscard]] std::size_t place(double value, std::size_t places) const {
    if (!(high > low)) return places / 2;
    const double share =
        log ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
    return static_cast<std::size_t>(std::lround(share * static_cast<double>(places - 1)));
  }
};

Range range_of(const std::vector<PlotSeries>& series, std::vector<double> PlotSeries::*numbers) {
  Range range;
  bool first = true;
  for (const PlotSeries& each : series)
    for (const double value : each.*numbers) {
      range.low = first ? value : std::min(range.low, value);
      range.high = first ? value : std::max(range.high, value);
      first = false;
    }
  return range;
}

std::string bottom_line(const Range& x, std::size_t width, const std::string& name) {
  const std::string left = short_number(x.low);
  const std::string right = short_number(x.high);
  const std::size_t used = left.size() + name.size() + right.size();
  const std::size_t blanks = width > used + 2 ? width - used : 2;
  return left + std::string(blanks / 2, ' ') + name + std::string(blanks - blanks / 2, ' ') +
         right + '\n';
}

}  // namespace

std::string TextPlot::text() const {
  const bool empty = std::all_of(series.begin(), series.end(),
                                 [](const PlotSeries& each) { return each.x.empty(); });
  if (empty) return {};
  Range across = range_of(series, &PlotSeries::x);
  across.log = log_x;
  const Range up = range_of(series, &PlotSeries::y);
  std::vector<std::string> lines(height, std::string(width, ' '));
  for (const PlotSeries& each : series)
    for (std::size_t i = 0; i < each.x.size(); ++i) {
      const std::size_t line = height - 1 - up.place(each.y[i], height);
      char& at = lines[line][across.place(each.x[i], width)];
      at = at == ' ' || at == each.mark ? each.mark : several;
    }
  std::string picture;
  for (std::size_t line = 0; line < height; ++line) {
    const bool named = line == 0 || line + 1 == height;
    const std::string name =
        named ? fmt::format("{:.3f}", line == 0 ? up.high : up.low) : std::string();
    std::string row = fmt::format("{:>8} |{}", name, lines[line]);
    row.erase(row.find_last_not_of(' ') + 1);
    picture += row + '\n';
  }
  const std::string margin(9, ' ');
  return picture + margin + '+' + std::string(width, '-') + '\n' + margin + ' ' +
         bottom_line(across, width, x_name);
}

}  // namespace credence::report
