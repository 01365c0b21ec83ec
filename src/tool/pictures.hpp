#pragma once
// The flags of figures, and where figures go beside the result of a verb.
#include <credence/report/json.hpp>
#include <credence/report/pages.hpp>
#include <credence/report/text.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "options.hpp"
#include "output.hpp"

namespace CLI {
class App;
}

namespace credence::tool {

/// Whether a verb has figures to show.
[[nodiscard]] bool has_pictures(std::string_view verb);

void add_pictures(CLI::App& verb, Options& options);
void grammar_of_report(CLI::App& verb, Options& options);

/// Where figures go. Made before the work begins, as Output is.
class Pictures {
 public:
  /// throws  Error{io} as Output; UsageError for more than one result on standard output
  explicit Pictures(const Options& options);

  /// Whether a page is needed.
  [[nodiscard]] bool asked() const { return html_ || svg_ || csv_; }
  /// Whether a page or figure takes the place of the result on standard output.
  [[nodiscard]] bool instead() const { return instead_; }
  /// Writes the page and the figure that were asked for.
  /// throws  UsageError naming the figures there are
  void write(const Page& page);
  /// The numbers of the figure that was asked for, or of the first, as CSV; throws as write.
  [[nodiscard]] std::string csv(const Page& page) const;

 private:
  [[nodiscard]] Figure chosen(const Page& page) const;

  std::optional<Output> html_;
  std::optional<Output> svg_;
  std::optional<std::string> figure_;
  bool csv_ = false;
  bool instead_ = false;
};

/// Writes a study as text, JSON or CSV, and its figures where they are asked for.
/// in   page: makes the page of the study; called only where one is needed
template <class Study, class MakePage>
void write_study(const Study& study, const Options& options, Output& output, Pictures& pictures,
                 MakePage&& page) {
  const std::optional<Page> made = pictures.asked() ? std::optional(page()) : std::nullopt;
  if (made) pictures.write(*made);
  if (pictures.instead()) return;
  if (options.format == "csv")
    write_text(output, pictures.csv(*made));
  else
    write_text(output, options.format == "json" ? to_json(study) : to_text(study));
}

}  // namespace credence::tool
