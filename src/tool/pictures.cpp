// Pages and single figures beside the result of a verb.
#include "pictures.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

#include "faults.hpp"
#include "grammar.hpp"
#include "values.hpp"

namespace credence::tool {
namespace {

bool is_standard_output(const std::optional<std::string>& path) { return path == "-"; }

std::optional<Output> place(const std::optional<std::string>& path, const Options& options) {
  if (!path) return std::nullopt;
  return Output(path, options.force ? Overwrite::allow : Overwrite::refuse);
}

// Verbs whose CSV is their result, not the numbers of a figure.
bool has_csv_of_its_own(std::string_view verb) {
  return verb == "curve" || verb == "select" || verb == "check" || verb == "paired" ||
         verb == "sensitivity";
}

}  // namespace

bool has_pictures(std::string_view verb) {
  constexpr std::array<std::string_view, 10> verbs{"compare", "evaluate",   "describe", "explain",
                                                   "curve",   "select",     "report",   "check",
                                                   "paired",  "sensitivity"};
  return std::find(verbs.begin(), verbs.end(), verb) != verbs.end();
}

void add_pictures(CLI::App& verb, Options& options) {
  grammar::value(verb, "--html", options.html, "FILE",
                 "a page of figures, one file that loads nothing else, beside the result");
  grammar::value(verb, "--svg", options.svg, "FILE", "one figure as a picture, beside the result");
  grammar::value(verb, "--figure", options.figure, "NAME",
                 "the figure of --svg, and of --format csv: its numbers [the first]");
}

void grammar_of_report(CLI::App& verb, Options& options) {
  grammar::add_data(verb, options);
  grammar::value(verb, "--test", options.test, "FILE",
                 "rows that are not learned from, to test on, written as DATA are");
  grammar::values(verb, "--features", options.features, "NAME,NAME",
                  "the two features of the decision surface [the best two of numbers]");
  grammar::add_modelling(verb, options);
  grammar::add_weight(verb, options);
  grammar::value(verb, "--folds", options.folds, "K",
                 "number of folds of the cross-validation [10]");
  grammar::value(verb, "--seed", options.seed, "S", "the same seed gives the same folds [1]");
  grammar::value(verb, "--fold-column", options.fold_column, "NAME",
                 "take the folds from this column");
  grammar::add_estimator(verb, options, "predictive");
  grammar::value(
      verb, "--simulations", options.check.simulations, "N",
      "data sets that the data are set beside; 0: none [200, up to 250000 numbers and words]");
  add_pictures(verb, options);
  grammar::add_dialect(verb, options);
  grammar::add_common(verb, options, "html|json|csv");
  verb.footer(
      "Examples:\n"
      "  credence report iris.csv --label class -o iris.html\n"
      "  credence report train.csv --test test.csv --label income --features age,hours -o "
      "page.html\n"
      "  credence report iris.csv --label class --format json -o figures.json");
}

Pictures::Pictures(const Options& options)
    : html_(place(options.html, options)),
      svg_(place(options.svg, options)),
      figure_(options.figure),
      csv_(options.format == "csv" && !has_csv_of_its_own(options.verb)),
      instead_(is_standard_output(options.html) || is_standard_output(options.svg)) {
  if (is_standard_output(options.html) && is_standard_output(options.svg))
    throw UsageError(
        "flags '--html' and '--svg' both write to standard output; give one of them a file");
  if (figure_ && !svg_ && !csv_)
    throw UsageError(
        "flag '--figure' chooses what --svg or --format csv show; give one of them beside it");
}

Figure Pictures::chosen(const Page& page) const {
  std::vector<Figure> figures = figures_of(page);
  if (figures.empty()) throw UsageError("there is no figure to show");
  if (!figure_) return std::move(figures.front());
  std::vector<std::string> names;
  for (Figure& figure : figures) {
    if (figure.name == *figure_) return std::move(figure);
    names.push_back(figure.name);
  }
  throw UsageError(fmt::format("flag '--figure' is '{}', which is none; the figures are {}",
                               *figure_, quoted_names(names, 40)));
}

void Pictures::write(const Page& page) {
  if (svg_) {
    const Figure figure = chosen(page);
    write_text(*svg_, to_svg(figure));
  }
  if (html_) write_text(*html_, to_html(page));
}

std::string Pictures::csv(const Page& page) const { return to_csv(chosen(page).numbers); }

}  // namespace credence::tool
