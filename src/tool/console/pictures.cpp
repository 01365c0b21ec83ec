// Pages and single figures beside the result of a verb.
#include "console/pictures.hpp"

#include <fmt/format.h>

#include "flags/values.hpp"
#include "process/faults.hpp"

namespace credence::tool {
namespace {

bool is_standard_output(const std::optional<std::string>& path) { return path == "-"; }

std::optional<Output> place(const std::optional<std::string>& path, const CommonFlags& common) {
  if (!path) return std::nullopt;
  return Output(path, common.overwrite());
}

const char* figure_help(CsvOf csv) {
  switch (csv) {
    case CsvOf::result:
      return "the figure of --svg [the first]";
    case CsvOf::figure:
      return "the figure of --svg, and of --format csv: its numbers [the first]";
    case CsvOf::either:
      return "the figure of --svg; with --format csv: its numbers in the place of the results "
             "[the first, as a picture]";
  }
  return "";
}

// Whether the numbers of a figure are the CSV.
bool is_csv_of_figure(const PictureFlags& flags, const CommonFlags& common, CsvOf csv) {
  return common.format == Format::csv &&
         (csv == CsvOf::figure || (csv == CsvOf::either && flags.figure));
}

}  // namespace

void PictureFlags::declare(Grammar& grammar, CsvOf csv_of) {
  csv = csv_of;
  grammar.section(Section::figures);
  grammar
      .value("--html", html, "FILE",
             "a page of figures, one file that loads nothing else, beside the result")
      .is_written();
  grammar.value("--svg", svg, "FILE", "one figure as a picture, beside the result").is_written();
  grammar.value("--figure", figure, "NAME", figure_help(csv));
}

Pictures::Pictures(const PictureFlags& flags, const CommonFlags& common, CsvOf csv)
    : html_(place(flags.html, common)),
      svg_(place(flags.svg, common)),
      figure_(flags.figure),
      digits_(common.digits),
      csv_(is_csv_of_figure(flags, common, csv)),
      instead_((is_standard_output(flags.html) || is_standard_output(flags.svg)) && !common.out) {
  const auto refuse_both = [](const auto& a, std::string_view one, const auto& b,
                              std::string_view other) {
    if (is_standard_output(a) && is_standard_output(b))
      throw UsageError(
          fmt::format("flags '{}' and '{}' both write to standard output; give one of them a file",
                      one, other));
  };
  refuse_both(flags.html, "--html", flags.svg, "--svg");
  refuse_both(flags.html, "--html", common.out, "-o");
  refuse_both(flags.svg, "--svg", common.out, "-o");
  if (figure_ && !svg_ && !csv_)
    throw UsageError(csv == CsvOf::result
                         ? "flag '--figure' chooses what --svg shows; give --svg FILE beside it"
                         : "flag '--figure' chooses what --svg or --format csv show; give one of "
                           "them beside it");
}

Figure Pictures::chosen(const Page& page) const {
  std::vector<Figure> figures = figures_of(page);
  if (figures.empty()) throw UsageError("there is no figure to show");
  if (!figure_) return std::move(figures.front());
  std::vector<std::string> names;
  for (Figure& figure : figures) {
    // As it is, or as messages and pages show it where it holds a line feed.
    if (figure.name == *figure_ || printable(figure.name) == *figure_) return std::move(figure);
    names.push_back(figure.name);
  }
  throw UsageError(fmt::format("flag '--figure' is '{}', which is none; the figures are {}",
                               *figure_, quoted_names(names, 40)));
}

void Pictures::write(const Page& page) {
  // A figure that is not there is told before anything is written.
  std::optional<Figure> figure;
  if (svg_ || csv_) figure = chosen(page);
  if (svg_) write_text(*svg_, to_svg(*figure));
  if (html_) write_text(*html_, to_html(page));
}

std::string Pictures::csv(const Page& page) const { return to_csv(chosen(page).numbers, digits_); }

}  // namespace credence::tool
