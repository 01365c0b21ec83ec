// How drawings look: colours for light and dark, dashes and letters.
#include <credence/report/figure.hpp>

#include <fmt/format.h>

#include <array>

namespace credence {
namespace {

struct Ink {
  const char* light;
  const char* dark;
};

// Told apart without colour vision: lightness differs from neighbour to neighbour, and each series has
// a dash and a shape of its own besides. Every one stands out from its paper by at least 3 to 1.
constexpr std::array<Ink, distinct_series> series{{{"#0067a5", "#56b4e9"},
                                                   {"#c94f00", "#f28e4b"},
                                                   {"#00805a", "#2bc493"},
                                                   {"#a2428a", "#df9ccb"},
                                                   {"#8a6100", "#edb33f"},
                                                   {"#2f86c6", "#9cc9f0"},
                                                   {"#5f5f66", "#b8b8c0"},
                                                   {"#8a2b2b", "#e58a8a"}}};
constexpr std::array<const char*, distinct_series> dashes{"none", "7 4",         "2 3", "10 3 2 3",
                                                          "12 5", "5 2 2 2 2 2", "1 4", "4 2"};
static_assert(std::size(series) == distinct_series);

constexpr const char* common =
    ".figure{font-family:system-ui,-apple-system,\"Segoe UI\",\"DejaVu Sans\",sans-serif;"
    "font-size:12px}\n"
    ".figure .line,.figure .axis,.figure .grid,.figure .guide{fill:none}\n"
    ".figure .line{stroke-width:1.9;stroke-linejoin:round}\n"
    ".figure .thin{stroke-width:1.3}\n"
    ".figure .axis{stroke-width:1}\n"
    ".figure .grid{stroke-width:1}\n"
    ".figure .guide{stroke-width:1.2;stroke-dasharray:4 4}\n"
    ".figure .band{fill-opacity:.18}\n"
    ".figure .faint{fill-opacity:.06}\n"
    ".figure .edge{stroke-width:.9;stroke-opacity:.6}\n"
    ".figure .bar{fill-opacity:.32}\n"
    ".figure .cell{shape-rendering:crispEdges}\n"
    ".figure .mark{stroke-width:.9;paint-order:stroke}\n"
    ".figure .tick,.figure .small{font-size:11px}\n"
    ".figure .title{font-size:14px;font-weight:600}\n"
    ".figure .number{font-variant-numeric:tabular-nums}\n"
    ".figure .halo{paint-order:stroke;stroke-width:3.5;stroke-linejoin:round;font-weight:600}\n";

// The colours of one appearance, each rule within `scope`.
std::string colours(bool dark) {
  const auto of = [&](const Ink& ink) { return dark ? ink.dark : ink.light; };
  const char* paper = of({"#ffffff", "#15171c"});
  const char* ink = of({"#1c1d21", "#e9eaed"});
  const char* muted = of({"#565a62", "#a9aeb8"});
  const char* faint = of({"#e4e6ea", "#2e323a"});
  std::string rules = fmt::format(
      ".figure text{{fill:{1}}}\n.figure .paper{{fill:{0}}}\n.figure .axis{{stroke:{2}}}\n"
      ".figure .grid{{stroke:{3}}}\n.figure .guide{{stroke:{2}}}\n"
      ".figure .tick,.figure .name,.figure .small{{fill:{2}}}\n.figure .mark,.figure .halo"
      "{{stroke:{0}}}\n.figure .plain{{stroke:{1}}}\n.figure .neutral{{fill:{2}}}\n"
      ".figure .strip{{fill:{3}}}\n.figure .frame{{fill:none;stroke:{3}}}\n",
      paper, ink, muted, faint);
  for (std::size_t i = 0; i < series.size(); ++i)
    rules += fmt::format(
        ".figure .s{0}.line{{stroke:{1}}}\n.figure .s{0}.band,.figure .s{0}.bar,.figure .s{0}.cell,"
        ".figure .s{0}.mark,.figure text.s{0}{{fill:{1}}}\n",
        i, of(series[i]));
  return rules;
}

}  // namespace

std::string detail::figure_style() {
  std::string rules = common;
  for (std::size_t i = 0; i < dashes.size(); ++i)
    rules += fmt::format(".figure .s{}.line{{stroke-dasharray:{}}}\n", i, dashes[i]);
  rules += ".figure .thin.line{stroke-dasharray:none}\n";
  return rules + colours(false) + "@media screen and (prefers-color-scheme:dark){\n" +
         colours(true) + "}\n";
}

}  // namespace credence
