#include <credence/report/page.hpp>

#include <doctest/doctest.h>

#include "support/has.hpp"
#include "support/markup.hpp"
#include "support/plain_text.hpp"

using namespace credence;
using testing::has;

namespace {

Page sample_page() {
  Figure figure{.name = "one",
                .title = testing::hostile_name,
                .caption = "A caption.",
                .drawing = Drawing(100, 50),
                .numbers = {.columns = {"x"}, .rows = {}}};
  figure.drawing.mark({10, 10}, 0);
  for (int i = 0; i < 100; ++i) figure.numbers.rows.push_back({static_cast<double>(i)});
  Section section{.heading = testing::hostile_name,
                  .paragraphs = {testing::hostile_name},
                  .points = {"a point", testing::hostile_name},
                  .figures = {figure, figure}};
  section.tables.push_back({.title = testing::hostile_name,
                            .numbers = {.columns = {testing::hostile_name, "y"},
                                        .rows = {{testing::hostile_name, 0.25}}}});
  return {.title = testing::hostile_name, .lead = "lead", .sections = {section, section}};
}

}  // namespace

TEST_CASE("a page is well-formed whatever its texts hold") {
  const testing::Markup markup = testing::markup_of(to_html(sample_page()));

  CHECK(markup.fault == "");
  CHECK(markup.count("figure") == 4);
  CHECK(markup.count("svg") == 4);
  CHECK(markup.count("figcaption") == 4);
  CHECK(markup.count("h2") == 2);
  CHECK(markup.count("b") == 0);
  CHECK(markup.count("script") == 0);
}

TEST_CASE("no text on a page holds control characters, and the lines of a message run on") {
  const std::string& name = testing::terminal_name;
  Page page{.title = name, .lead = name};
  Figure figure{.name = name, .title = name, .caption = name, .drawing = Drawing(100, 50)};
  figure.drawing.text({10, 10}, name, Anchor::middle, "label");
  figure.numbers = {.columns = {name}, .rows = {{name}}};
  page.sections.push_back({.heading = name,
                           .paragraphs = {name},
                           .points = {"first line\nsecond " + name},
                           .tables = {{.title = name, .numbers = figure.numbers}},
                           .figures = {figure}});
  page.sections.push_back(page.sections.front());

  for (const std::string& document : {to_html(page), to_svg(figure)}) {
    CHECK(testing::not_plain(document) == "");
    CHECK(testing::markup_of(document).fault == "");
    CHECK(testing::markup_of(document).says(testing::terminal_shown));
  }
  CHECK(testing::markup_of(to_html(page)).says("first line; second " + testing::terminal_shown));
}

TEST_CASE("the lines of a list in a message are told apart on a page") {
  const Page page{.sections = {{.points = {"undefined for 2 cells:\n  x: no data\n  y: no data"}}}};

  CHECK(testing::markup_of(to_html(page)).says("undefined for 2 cells: x: no data; y: no data"));
}

TEST_CASE("a page has boxes, folded details and a footer") {
  Page page = sample_page();
  page.footer = "Made by " + testing::hostile_name;
  page.sections[0].boxed = true;
  page.sections[1].details = {"the rest", testing::hostile_name};

  const std::string html = to_html(page);

  const testing::Markup markup = testing::markup_of(html);
  CHECK(markup.fault == "");
  CHECK(markup.count("b") == 0);
  CHECK(has(html, "<section id=\"section-1\" class=\"box\">"));
  CHECK(has(html, "<section id=\"section-2\">"));
  CHECK(markup.says("the rest"));
  CHECK(markup.count("details") == 5);  // one, and those of the numbers of four figures
  CHECK(has(html, "<footer><p>Made by "));
}

TEST_CASE("a page loads nothing and forbids itself to") {
  const std::string html = to_html(sample_page());

  for (const testing::Markup markup = testing::markup_of(html);
       const std::string& attribute : markup.attributes) {
    CAPTURE(attribute);
    CHECK_FALSE(attribute.starts_with("src="));
    if (attribute.starts_with("href="))
      CHECK((attribute.starts_with("href=#") || attribute == "href=data:,"));
  }
  CHECK(has(html, "default-src 'none'"));
  CHECK_FALSE(has(html, "@import"));
  CHECK_FALSE(has(html, "url("));
}

TEST_CASE("a page has colours for light and dark, and rules for paper") {
  const std::string html = to_html(sample_page());

  CHECK(has(html, "@media screen and (prefers-color-scheme:dark)"));
  CHECK(has(html, "@media print"));
}

TEST_CASE("long tables are cut and say so") {
  const testing::Markup markup = testing::markup_of(to_html(sample_page()));

  CHECK(markup.says("The first 60 of 100 rows."));
}

TEST_CASE("an empty page is a page, and the figures of one stand in their order") {
  CHECK(testing::markup_of(to_html({.title = "empty"})).fault == "");
  CHECK(figures_of(sample_page()).size() == 4);
  CHECK(to_html(sample_page()) == to_html(sample_page()));
}

TEST_CASE("the numbers of figures are said to stand in JSON and CSV, those of tables are not") {
  Page page = sample_page();
  const std::string elsewhere = "The first 60 of 100 rows. JSON and CSV have them all.";
  CHECK(testing::markup_of(to_html(page)).says(elsewhere));
  for (Section& section : page.sections) {
    section.tables[0].numbers = section.figures[0].numbers;
    section.figures.clear();
  }

  CHECK(testing::markup_of(to_html(page)).says("The first 60 of 100 rows."));
  CHECK_FALSE(testing::markup_of(to_html(page)).says(elsewhere));
}
