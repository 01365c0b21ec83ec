// Points into a frame of letters.
#include "report/listing/text_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/listing/readable_range.hpp"
#include "report/listing/text_table.hpp"

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

std::vector<double> all_of(const std::vector<PlotSeries>& series,
                           std::vector<double> PlotSeries::*numbers) {
  std::vector<double> all;
  for (const PlotSeries& each : series)
    all.insert(all.end(), (each.*numbers).begin(), (each.*numbers).end());
  return all;
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
  const std::vector<double> x = all_of(series, &PlotSeries::x);
  if (x.empty()) return {};
  const auto [left, right] = std::minmax_element(x.begin(), x.end());
  const Range across{.low = *left, .high = *right, .log = log_x};
  const Interval shown = readable_range(all_of(series, &PlotSeries::y));
  const Range up{.low = shown.lower, .high = shown.upper};
  std::vector<std::string> lines(height, std::string(width, ' '));
  for (const PlotSeries& each : series)
    for (std::size_t i = 0; i < each.x.size(); ++i) {
      if (each.y[i] > up.high) continue;
      const std::size_t line = height - 1 - up.place(each.y[i], height);
      char& at = lines[line][across.place(each.x[i], width)];
      at = at == ' ' || at == each.mark ? each.mark : several;
    }
  std::string picture;
  for (std::size_t line = 0; line < height; ++line) {
    const double share = static_cast<double>(line) / static_cast<double>(height - 1);
    const bool named = line % 5 == 0 || line + 1 == height;
    const std::string name =
        named ? fmt::format("{:.3f}", std::lerp(up.high, up.low, share)) : std::string();
    std::string row = fmt::format("{:>8} |{}", name, lines[line]);
    row.erase(row.find_last_not_of(' ') + 1);
    picture += row + '\n';
  }
  const std::string margin(9, ' ');
  return picture + margin + '+' + std::string(width, '-') + '\n' + margin + ' ' +
         bottom_line(across, width, x_name);
}

}  // namespace credence::report
