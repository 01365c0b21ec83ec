#include <credence/report/page.hpp>

#include "report/drawing/plot.hpp"
#include "report/pages/page_style.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace credence {
namespace {

constexpr std::size_t most_rows = 60;
constexpr double least_width = 300;  // of a caption below a narrow drawing

std::string element(std::string_view name, std::string_view content) {
  return fmt::format("<{0}>{1}</{0}>\n", name, escaped(content));
}

// The lines of a message, such as one that collects several, run on in a paragraph.
std::string run_on(std::string_view lines) {
  std::string text;
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(line.size() + 1, lines.size()));
    const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
    if (!text.empty()) text += text.back() == ':' ? " " : "; ";
    text += line.substr(begin);
  }
  return text;
}

bool is_number(const FigureNumbers& numbers, std::size_t column) {
  return !numbers.rows.empty() && std::holds_alternative<double>(numbers.rows.front()[column]);
}

std::string cell_text(const FigureNumbers::Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell)) return *text;
  const double value = std::get<double>(cell);
  // Counts are whole and exact, measures have as many digits as anybody reads.
  if (std::floor(value) == value && std::abs(value) < 1e12) return fmt::format("{:.0f}", value);
  const double size = std::abs(value);
  if (std::isnan(value)) return {};
  if (size >= 1e7 || size < 1e-3) return fmt::format("{:.4g}", value);
  return fmt::format("{:.{}f}", value, size < 10 ? 4 : size < 1000 ? 2 : 1);
}

std::string head_of(const FigureNumbers& numbers) {
  std::string html = "<thead><tr>";
  for (std::size_t column = 0; column < numbers.columns.size(); ++column)
    html += fmt::format("<th scope=\"col\"{}>{}</th>",
                        is_number(numbers, column) ? " class=\"number\"" : "",
                        escaped(numbers.columns[column]));
  return html + "</tr></thead>\n";
}

// in  title: empty for the numbers of a figure, which other forms of the result hold
std::string table(const FigureNumbers& numbers, const std::string& title) {
  std::string html = "<div class=\"wide\"><table>\n";
  if (!title.empty()) html += element("caption", title);
  html += head_of(numbers) + "<tbody>\n";
  for (std::size_t i = 0; i < numbers.rows.size() && i < most_rows; ++i) {
    html += "<tr>";
    for (const FigureNumbers::Cell& cell : numbers.rows[i])
      html += fmt::format("<td{}>{}</td>",
                          std::holds_alternative<double>(cell) ? " class=\"number\"" : "",
                          escaped(cell_text(cell)));
    html += "</tr>\n";
  }
  html += "</tbody></table></div>\n";
  if (numbers.rows.size() > most_rows)
    html += fmt::format("<p class=\"note\">The first {} of {} rows.{}</p>\n", most_rows,
                        numbers.rows.size(), title.empty() ? " JSON and CSV have them all." : "");
  return html;
}

std::string figure_html(const Figure& figure, std::size_t number) {
  const std::string identifier = fmt::format("figure-{}", number);
  std::string html = fmt::format("<figure id=\"{}\" style=\"width:{}px\">\n", identifier,
                                 std::max(figure.drawing.width(), least_width)) +
                     element("h3", figure.title);
  if (figure.drawing.width() > 0) html += detail::inline_svg(figure, identifier);
  html += element("figcaption", figure.caption);
  if (!figure.numbers.rows.empty())
    html += "<details><summary>Numbers</summary>\n" + table(figure.numbers, {}) + "</details>\n";
  return html + "</figure>\n";
}

std::string list(const std::vector<std::string>& points) {
  if (points.empty()) return {};
  std::string html = "<ul class=\"points\">\n";
  for (const std::string& point : points) html += element("li", run_on(point));
  return html + "</ul>\n";
}

std::string section_html(const Section& section, std::size_t position, std::size_t& figures) {
  std::string html = fmt::format("<section id=\"section-{}\"{}>\n", position,
                                 section.boxed ? " class=\"box\"" : "") +
                     element("h2", section.heading);
  for (const std::string& paragraph : section.paragraphs) html += element("p", run_on(paragraph));
  html += list(section.points);
  for (const PageTable& each : section.tables) html += table(each.numbers, each.title);
  if (!section.figures.empty()) html += "<div class=\"figures\">\n";
  for (const Figure& figure : section.figures) html += figure_html(figure, ++figures);
  if (!section.figures.empty()) html += "</div>\n";
  if (!section.details.empty())
    html += "<details><summary>Details</summary>\n" + list(section.details) + "</details>\n";
  return html + "</section>\n";
}

std::string head_html(const Page& page) {
  return "<head>\n<meta charset=\"utf-8\"/>\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
         "img-src data:; style-src 'unsafe-inline'\"/>\n"
         "<link rel=\"icon\" href=\"data:,\"/>\n" +
         element("title", page.title) + "<style>\n" + std::string(report::page_style()) +
         detail::figure_style() + "</style>\n</head>\n";
}

std::string navigation(const Page& page) {
  if (page.sections.size() < 2) return {};
  std::string html = "<nav aria-label=\"Sections\"><ul>\n";
  for (std::size_t i = 0; i < page.sections.size(); ++i)
    html += fmt::format("<li><a href=\"#section-{}\">{}</a></li>\n", i + 1,
                        escaped(page.sections[i].heading));
  return html + "</ul></nav>\n";
}

}  // namespace

std::string to_html(const Page& page) {
  std::string html =
      "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n" +
      head_html(page) + "<body>\n<header>\n" + element("h1", page.title);
  if (!page.lead.empty()) html += fmt::format("<p class=\"lead\">{}</p>\n", escaped(page.lead));
  html += navigation(page) + "</header>\n<main>\n";
  std::size_t figures = 0;
  for (std::size_t i = 0; i < page.sections.size(); ++i)
    html += section_html(page.sections[i], i + 1, figures);
  return html + "</main>\n<footer>" +
         element("p", page.footer.empty() ? "Made by credence." : page.footer) +
         "</footer>\n</body>\n</html>\n";
}

std::vector<Figure> figures_of(const Page& page) {
  std::vector<Figure> figures;
  for (const Section& section : page.sections)
    figures.insert(figures.end(), section.figures.begin(), section.figures.end());
  return figures;
}

}  // namespace credence
