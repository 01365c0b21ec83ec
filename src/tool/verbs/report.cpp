// `credence report`: a page of figures from data.
#include <credence/detail/base/same_file.hpp>
#include <credence/study/data_report.hpp>
#include <credence/study/decision_surface.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>

#include "console/output.hpp"
#include "console/pictures.hpp"
#include "flags/study_flags.hpp"
#include "flags/values.hpp"
#include "input/estimator_flags.hpp"
#include "input/families_by_evidence.hpp"
#include "input/modelling.hpp"
#include "input/row_notes.hpp"
#include "input/weight_flags.hpp"
#include "process/faults.hpp"
#include "process/origin.hpp"
#include "process/remedies.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace of_report {
namespace {

Index simulations_of(const std::string& text, std::string_view flag) {
  const std::uint64_t count = whole_number_of(text, flag, 0);
  if (count != 0 && (count < 200 || count > 1000000))
    throw UsageError(
        fmt::format("flag '{}' is {}; give 200 to 1000000, or 0 for no check", flag, count));
  return static_cast<Index>(count);
}

struct Flags {
  InputFlags input;
  std::optional<std::string> test;    ///< a file of rows that are not learned from
  std::vector<std::string> features;  ///< of the decision surface
  ModelFlags model;
  FoldFlags folds;
  EstimatorFlags estimator;
  WeightFlags weights;
  std::optional<Index> simulations;
  PictureFlags pictures;
  CommonFlags common;

  void declare(Grammar& grammar) {
    input.declare(grammar);
    grammar.section(Section::options);
    grammar.file("--test", test, "FILE", "test rows, in a file like DATA");
    grammar.values("--features", features, "NAME,NAME",
                   "the two features of the decision surface [the best two of numbers]");
    model.declare(grammar);
    declare_weight(grammar, model.weight);
    model.structure.declare(grammar, TakesStructures::one);
    folds.declare(grammar, model);
    estimator.declare(grammar, "predictive");
    weights.declare(grammar,
                    "add results with feature weights, found anew in every training part, and "
                    "their figure: each, common, or the best of N random subsets");
    grammar.section(Section::options);
    grammar.value("--simulations", simulations, "N",
                  "data sets simulated for the posterior predictive check, of all rows; 0: none "
                  "[1000, of a part of the rows where there are many]",
                  simulations_of);
    pictures.declare(grammar);
    input.declare_dialect(grammar);
    common.declare(grammar, {Format::html, Format::json, Format::csv});
    common.declare_digits(grammar);
    grammar.examples(
        "Examples:\n"
        "  credence report iris.csv --label class -o iris.html\n"
        "  credence report train.csv --test test.csv --label income --features age,hours -o "
        "page.html\n"
        "  credence report iris.csv --label class --format json -o figures.json");
  }
};

// Two features of numbers, each value one of them or a list.
std::vector<std::string> surface_asked(const std::vector<std::string>& values,
                                       const Schema& schema) {
  if (values.empty()) return {};
  const std::vector<std::string> known = features_of_surfaces(schema);
  const auto is_known = [&](const std::string& name) {
    return std::find(known.begin(), known.end(), name) != known.end();
  };
  std::vector<std::string> asked = names_in(values, "--features", is_known);
  for (const std::string& name : asked)
    if (!is_known(name))
      throw UsageError(fmt::format(
          "flag '--features' names '{}', which is no feature of numbers; choose from {}", name,
          quoted_names(known)));
  if (asked.size() != 2 || asked[0] == asked[1])
    throw UsageError("flag '--features' needs two different features, as in --features age,hours");
  return asked;
}

std::optional<Data> read_test(const Flags& flags, Console& console) {
  if (!flags.test) return std::nullopt;
  if (detail::is_same_file(*flags.test, flags.input.data))
    throw UsageError(fmt::format(
        "flag '--test' names the file of the training rows, '{}'; give rows that are not learned "
        "from",
        *flags.test));
  InputFlags of_test = flags.input;
  of_test.data = *flags.test;
  of_test.label_file.reset();
  return read_training_data(of_test, flags.model.label, console);
}

DataReportOptions asked_of(const Flags& flags) {
  DataReportOptions asked{.comparison = study_of(flags.folds, flags.model),
                          .estimator = flags.estimator.estimator.value_or(Estimator::predictive)};
  asked.comparison.feature_weights = flags.weights.options(asked.comparison.seed);
  if (!flags.simulations) return asked;
  asked.simulations = *flags.simulations;
  // Asked for in numbers, a check is made of any amount of data.
  asked.most_drawn = std::numeric_limits<double>::infinity();
  return asked;
}

// "titanic.html" for data/titanic.csv.gz.
std::string page_name(const std::string& data) {
  namespace fs = std::filesystem;
  fs::path name = fs::path(data).filename();
  if (name.extension() == ".gz" || name.extension() == ".zst") name = name.stem();
  return (name.has_stem() ? name.stem().string() : "report") + ".html";
}

// Without a flag a page goes to a file that is named as the data are; one that --html names is enough.
std::optional<std::string> place_of(const Flags& flags) {
  const bool elsewhere = flags.common.format != Format::html || flags.pictures.html.has_value() ||
                         flags.pictures.svg == "-";
  if (flags.common.out || elsewhere) return flags.common.out;
  if (flags.input.data == "-")
    throw UsageError(
        "a report of standard input needs a file: give -o FILE ('-' is standard output)");
  return page_name(flags.input.data);
}

void write_report(const Flags& flags, const DataReport& report, Output& output,
                  Pictures& pictures) {
  Page page = page_of(report);
  for (credence::Section& section : page.sections) {
    put_flags(section.points);
    put_flags(section.details);
  }
  pictures.write(page);
  if (pictures.instead()) return;
  const CommonFlags& common = flags.common;
  if (common.format == Format::csv)
    write_text(output, pictures.csv(page));
  else if (common.format == Format::json)
    write_text(output, rounded_json(to_json(report), common.digits));
  else if (!flags.pictures.html || common.out)
    write_text(output, to_html(page));
}

// What is wrong with the test rows alone is told with remedies that help there.
DataReport report_of(const Model& model, const Data& data, const Data* test,
                     const DataReportOptions& asked) {
  try {
    return data_report(model, data.table, test != nullptr ? &test->table : nullptr, asked);
  } catch (const Error& error) {
    if (test == nullptr || error.where().file != test->table.file()) throw;
    throw Error(error.code(), beside_training_rows(error.what()), error.where());
  }
}

void run(const Flags& flags, Console& console) {
  refuse_lazy_rules(flags.model.structure, "report");
  const std::optional<std::string> place = place_of(flags);
  Output output(place, flags.common.overwrite());
  Pictures pictures(flags.pictures, flags.common, CsvOf::figure);
  DataReportOptions asked = asked_of(flags);
  Timings& timings = console.timings();
  const Data data = timings.time(
      Phase::read, [&] { return read_training_data(flags.input, flags.model.label, console); });
  const std::optional<Data> test =
      timings.time(Phase::read, [&] { return read_test(flags, console); });
  const ModelOfData made = timings.time(
      Phase::read, [&] { return make_model(flags.input, flags.model, data, console); });
  const Model& model = made.model;
  asked.comparison.by_evidence = made.by_evidence;
  asked.surface = surface_asked(flags.features, model.schema());
  note_rows_to_study(data.table, model.schema(), flags.input, flags.model, console);
  DataReport found = timings.time(
      Phase::score, [&] { return report_of(model, data, test ? &*test : nullptr, asked); });
  put_flags(found.omitted);
  leave_out_taken(found.comparison.notes, flags.model, flags.input.schema.has_value());
  if (found.test) put_flags(found.test->notes);
  add_origin(console.words(), found);
  timings.time(Phase::write, [&] { write_report(flags, found, output, pictures); });
  if (place && !flags.common.out)
    console.note(fmt::format("the report is in '{}'; open it in a browser", *place));
}

}  // namespace
}  // namespace of_report

const Verb verbs::report = verb<of_report::Flags, of_report::run>(
    "report", "Write an HTML report: data, estimators, calibration, features");

}  // namespace credence::tool
