#pragma once
// A page of figures: one HTML file that needs nothing else.
#include <credence/report/figure.hpp>

namespace credence {

/// A table on a page.
struct PageTable {
  std::string title = {};
  FigureNumbers numbers = {};

  friend bool operator==(const PageTable&, const PageTable&) = default;
};

/// A part of a page under a heading.
struct Section {
  std::string heading = {};
  std::vector<std::string> paragraphs = {};
  std::vector<std::string> points = {};  ///< a list, an entry each
  std::vector<PageTable> tables = {};
  std::vector<Figure> figures = {};
  std::vector<std::string> details = {};  ///< a list below the figures, folded until it is opened
  bool boxed = false;                     ///< set apart from the rest of the page

  friend bool operator==(const Section&, const Section&) = default;
};

/// What a page shows, from top to bottom.
struct Page {
  std::string title = {};
  std::string lead = {};  ///< a sentence below the title
  std::vector<Section> sections = {};
  std::string footer = {};  ///< below all of it: where the page comes from

  friend bool operator==(const Page&, const Page&) = default;
};

/// Returns one HTML document that loads nothing: no script, no font, no picture from elsewhere; its
/// own policy forbids it. It follows the system's light or dark setting and prints in light mode.
/// Beside each figure stand its numbers, the first 60 rows of them. It is well-formed XML, too. All
/// texts are escaped.
[[nodiscard]] std::string to_html(const Page& page);

/// Returns the figures of all sections, in their order.
[[nodiscard]] std::vector<Figure> figures_of(const Page& page);

}  // namespace credence
