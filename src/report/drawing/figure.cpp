#include <credence/report/figure.hpp>

#include <credence/data/csv.hpp>
#include <credence/data/number.hpp>
#include <credence/detail/base/rounded.hpp>

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

namespace credence {
namespace {

std::string number_text(double value, int digits) {
  if (std::isnan(value)) return {};
  constexpr double exact = 9007199254740992;  // 2^53: counts are written without an exponent
  if (std::trunc(value) == value && std::abs(value) < exact)
    return std::to_string(static_cast<std::int64_t>(value));
  return digits == 0 ? to_text(value) : detail::rounded(value, digits);
}

std::string field(const FigureNumbers::Cell& cell, int digits) {
  const auto* text = std::get_if<std::string>(&cell);
  return text != nullptr ? csv_field(*text) : number_text(std::get<double>(cell), digits);
}

// in  above: room over the drawing
std::string opening(const Figure& figure, double above, std::string_view identifier,
                    std::string_view more) {
  return fmt::format(
      "<svg class=\"figure\" viewBox=\"0 {6} {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" "
      "aria-labelledby=\"{2}-title {2}-text\"{3}>\n<title id=\"{2}-title\">{4}</title>\n"
      "<desc id=\"{2}-text\">{5}</desc>\n",
      figure.drawing.width(), figure.drawing.height() + above, identifier, more,
      escaped(figure.title), escaped(figure.caption), above > 0 ? -above : 0);
}

}  // namespace

std::string to_svg(const Figure& figure) {
  // Pages write the title as a heading; a picture on its own bears it.
  constexpr double title_room = 28;
  Drawing paper(figure.drawing.width(), figure.drawing.height());
  paper.box({0, -title_room}, {paper.width(), paper.height()}, "paper");
  paper.text({0.5 * paper.width(), -9}, figure.title, Anchor::middle, "title");
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" +
         opening(figure, title_room, "figure", " xmlns=\"http://www.w3.org/2000/svg\"") +
         "<style>\n" + detail::figure_style() + "</style>\n" + paper.marks() +
         figure.drawing.marks() + "</svg>\n";
}

std::string detail::inline_svg(const Figure& figure, std::string_view identifier) {
  return opening(figure, 0, identifier, {}) + figure.drawing.marks() + "</svg>\n";
}

std::string to_csv(const FigureNumbers& numbers, int digits) {
  std::string text;
  for (std::size_t column = 0; column < numbers.columns.size(); ++column)
    text += (column == 0 ? "" : ",") + csv_field(numbers.columns[column]);
  text += '\n';
  for (const auto& row : numbers.rows) {
    for (std::size_t column = 0; column < row.size(); ++column)
      text += (column == 0 ? "" : ",") + field(row[column], digits);
    text += '\n';
  }
  return text;
}

}  // namespace credence
