// `credence curve`: estimators over sizes of the training set.
#include <credence/data/csv.hpp>
#include <credence/report/figures.hpp>
#include <credence/report/text.hpp>
#include <credence/study/learning_curve.hpp>

#include <fmt/format.h>

#include <cmath>

#include "console/output.hpp"
#include "console/pictures.hpp"
#include "flags/study_flags.hpp"
#include "flags/values.hpp"
#include "input/estimator_flags.hpp"
#include "input/modelling.hpp"
#include "input/row_notes.hpp"
#include "input/simulated_curve.hpp"
#include "input/weight_flags.hpp"
#include "process/interruption.hpp"
#include "process/progress.hpp"
#include "process/remedies.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace of_curve {
namespace {

constexpr std::uint64_t most_sizes = 100'000;

[[noreturn]] void bad_sizes(const std::string& text, std::string_view flag) {
  throw UsageError(fmt::format(
      "flag '{}' is '{}'; write a list 'SIZE,...', or 'FROM:TO:COUNT' with a COUNT of 2 to {}",
      flag, text, most_sizes));
}

// FROM:TO:COUNT, both ends among them.
std::vector<double> evenly_spread(const std::string& text, std::string_view flag) {
  if (std::count(text.begin(), text.end(), ':') != 2) bad_sizes(text, flag);
  const auto [ends, count_text] = split_at_last(text, ':', flag, "FROM:TO:COUNT");
  const auto [from_text, to_text] = split_at_last(ends, ':', flag, "FROM:TO:COUNT");
  const double from = number_of(from_text, flag);
  const double to = number_of(to_text, flag);
  const std::uint64_t count = whole_number_of(count_text, flag, 2);
  if (count > most_sizes) bad_sizes(text, flag);
  std::vector<double> sizes;
  for (std::uint64_t i = 0; i < count; ++i)
    sizes.push_back(std::lerp(from, to, static_cast<double>(i) / static_cast<double>(count - 1)));
  return sizes;
}

std::vector<double> sizes_of(const std::string& text, std::string_view flag) {
  if (text.find(':') != std::string::npos) return evenly_spread(text, flag);
  std::vector<double> sizes;
  for (const std::string& size : list_of(text, flag)) sizes.push_back(number_of(size, flag));
  if (sizes.empty() || sizes.size() > most_sizes) bad_sizes(text, flag);
  return sizes;
}

// Between FROM and TO the nearest whole numbers.
std::vector<Index> whole_sizes_of(const std::string& text, std::string_view flag) {
  const bool spread = text.find(':') != std::string::npos;
  std::vector<Index> sizes;
  for (const double size : sizes_of(text, flag)) {
    const double whole = std::round(size);
    if (!(whole >= 1) || whole > 1e15 || (!spread && whole != size))
      throw UsageError(
          fmt::format("flag '{}' is '{}'; give whole numbers of at least 1", flag, text));
    if (sizes.empty() || sizes.back() != static_cast<Index>(whole))
      sizes.push_back(static_cast<Index>(whole));
  }
  return sizes;
}

std::vector<double> test_sizes_of(const std::string& text, std::string_view flag) {
  std::vector<double> sizes = sizes_of(text, flag);
  for (const double size : sizes)
    if (!(size > 0) || (size >= 1 && size != std::floor(size)))
      throw UsageError(fmt::format(
          "flag '{}' is '{}'; give shares between 0 and 1, or whole numbers of rows", flag, text));
  return sizes;
}

// Given splits bring their sizes and their number.
void check_splits(const Grammar& grammar) {
  if (!grammar.given("--splits")) return;
  const std::string_view flag = grammar.first_given(
      {"--sizes", "--test-sizes", "--repeat", "--independent", "--stratified", "--simulate"});
  if (!flag.empty())
    throw UsageError(
        fmt::format("flag '{}' has no meaning beside '--splits', which gives the splits; leave one "
                    "of them out",
                    flag));
  if (grammar.given("--seed") && !asks_for_weights(grammar))
    throw UsageError(
        "flag '--seed' has no meaning beside '--splits', which gives the splits, unless "
        "--feature-weights draws subsets; leave it out");
}

// The splits of a file for so many rows.
std::vector<GivenSplit> given_splits(const std::string& file, const Table& data) {
  const Table table = from_plain_csv([&] { return read_csv(file); });
  if (table.rows() != data.rows())
    throw Error(ErrorCode::shape,
                fmt::format("'{}' has {} and the data have {}; give each row of the data a "
                            "line",
                            file, counted(table.rows(), "row", "rows"), data.rows()));
  return splits_of(table);
}

struct Flags {
  InputFlags input;
  CurveOptions asked;
  bool independent = false;           ///< splits of every size of their own
  std::optional<std::string> splits;  ///< a file of them
  bool runs = false;                  ///< single repeats are written
  TwinFlags twin;
  std::optional<ComplementWeights> complement;
  WeightFlags weights;
  SimulatedCurveFlags simulation;
  ModelFlags model;
  PictureFlags pictures;
  CommonFlags common;

  void declare(Grammar& grammar) {
    input.declare(grammar).needed_unless("--simulate");
    grammar.section(Section::options);
    declare_splits(grammar);
    declare_estimators(grammar, asked.estimators);
    declare_like(grammar, model, "add scikit-learn's estimates");
    twin.declare(grammar);
    declare_complement(grammar, complement,
                       "add points of the rule of complement naive Bayes, where all columns are "
                       "documents: labels, no probabilities");
    weights.declare(grammar,
                    "add points with feature weights, found anew from the training rows of every "
                    "split: each, common, or the best of N random subsets");
    grammar.section(Section::output);
    grammar.on_off("--each-repeat", runs, "in JSON and CSV: every single repeat")
        .formerly("--runs");
    simulation.declare(grammar);
    model.declare(grammar);
    declare_weight(grammar, model.weight);
    model.structure.declare(grammar, TakesStructures::one_or_lazy);
    pictures.declare(grammar, CsvOf::result);
    input.declare_dialect(grammar);
    common.declare(grammar, {Format::text, Format::json, Format::csv});
    common.declare_digits(grammar);
    grammar.rule(check_simulation);
    grammar.examples(
        "Examples:\n"
        "  credence curve iris.csv --label class\n"
        "  credence curve seeds.csv --label class --test-sizes 0.01:0.98:100 --format csv -o "
        "curve.csv\n"
        "  credence curve iris.csv --label class --sizes 10,20,50 --estimator predictive --repeat "
        "1000\n"
        "  credence curve seeds.csv --label class --splits splits.csv\n"
        "  credence curve --simulate --parameters truth.json --sizes 4,10,100,1000");
  }

  void declare_splits(Grammar& grammar) {
    grammar.value("--sizes", asked.training_sizes, "FROM:TO:COUNT|ROWS,...",
                  "numbers of training rows; the others are test rows [5, 10, 20, 50, ... up to "
                  "four fifths of the rows]",
                  whole_sizes_of);
    grammar.value("--test-sizes", asked.test_sizes, "FROM:TO:COUNT|SIZE,...",
                  "in the place of --sizes: proportions of test rows, or their numbers",
                  test_sizes_of);
    grammar.value("--repeat", asked.repeats, "N", "random splits of the rows at each size [100]",
                  Whole{.least = 1, .most = 1'000'000});
    declare_seed(grammar, asked.seed, "splits");
    grammar.on_off("--independent", independent,
                   "draw every split anew; else a larger training set holds the smaller ones");
    grammar.on_off("--stratified", asked.stratified,
                   "keep the shares of the classes in every training set");
    grammar.file("--splits", splits, "FILE",
                 "these splits in the place of random ones: CSV with a column for each split and a "
                 "line for each row of DATA, which holds train, test or nothing");
    grammar.rule(check_splits);
    grammar.on_off(
        "--decompose", asked.decompose,
        "find the bias and the variance of each error and Brier score; with --simulate the "
        "noise, too");
    grammar.on_off(
        "--on-training", asked.on_training,
        "score every training set on itself, too: the gap to the test rows is overfitting");
  }
};

CurveOptions study_of(const Flags& flags) {
  CurveOptions study = flags.asked;
  if (!study.test_sizes.empty() && !study.training_sizes.empty())
    throw UsageError("flags '--test-sizes' and '--sizes' exclude each other; give one of them");
  study.weight = flags.model.weights();
  if (flags.independent) study.splits = CurveSplits::independent;
  if (flags.model.like_scikit_learn) study.estimators.push_back(Estimator::scikit_learn);
  study.twin = twin_of(flags.twin);
  study.complement = flags.complement;
  study.feature_weights = flags.weights.options(study.seed);
  if (flags.weights.any() && flags.simulation.simulate)
    throw UsageError(
        "flags '--feature-weights' and '--simulate' exclude each other; give one of them");
  if (flags.runs && flags.common.format == Format::text)
    throw UsageError(
        "flag '--each-repeat' is for --format json and --format csv; choose one of them");
  return study;
}

std::string written(const LearningCurve& curve, const Flags& flags) {
  const CurveRuns runs = flags.runs ? CurveRuns::write : CurveRuns::leave_out;
  if (flags.common.format == Format::csv) return to_csv(curve, runs, flags.common.digits);
  if (flags.common.format == Format::text)
    return with_wrapped_sentences(with_flags(to_text(curve)));
  return rounded_json(to_json(curve, runs), flags.common.digits);
}

void note_stop(const LearningCurve& curve, Console& console) {
  if (curve.complete) return;
  console.note(fmt::format("stopped: {} of {} finished and written", curve.points.front().repeats,
                           counted(curve.repeats, "repeat is", "repeats are")));
}

// Where a curve goes.
struct CurveResults {
  Output output;
  Pictures pictures;

  explicit CurveResults(const Flags& flags)
      : output(flags.common.out, flags.common.overwrite()),
        pictures(flags.pictures, flags.common, CsvOf::result) {}
  void write(const LearningCurve& curve, const Flags& flags) {
    if (pictures.asked()) pictures.write(page_of(curve));
    if (!pictures.instead()) write_text(output, written(curve, flags));
  }
};

// What is finished is written, whether the work came to its end or was interrupted.
template <class Work>
void find_and_write(const Flags& flags, const CurveOptions& study, CurveResults& results,
                    Console& console, Work work) {
  CurveProgress progress;
  const Interruption interruption(progress.stop);
  const LearningCurve found = [&] {
    const ProgressBar bar(progress.repeats_done, study.repeats, "repeats", flags.common.quiet);
    return work(progress);
  }();
  Timings& timings = console.timings();
  timings.add(found.seconds);
  note_stop(found, console);
  timings.time(Phase::write, [&] { results.write(found, flags); });
  if (!interruption.happened()) return;
  console.finish(flags.common.timings);
  Interruption::die();
}

void run(const Flags& flags, Console& console) {
  CurveResults results(flags);
  CurveOptions study = study_of(flags);
  if (flags.simulation.simulate) {
    if (!flags.model.structure.named.empty())
      throw UsageError(
          "flag '--structure' has no place beside --simulate, whose rows come from naive Bayes; "
          "write them with 'credence simulate' and give them as DATA");
    const SimulatedCurveOptions asked = simulation_of_curve(flags.simulation, study);
    const Estimates truth =
        truth_of_curve(flags.simulation, flags.input.schema, study.seed, console);
    flags.simulation.sizes.check(truth.model.schema());
    if (flags.model.like_scikit_learn) check_like_scikit_learn(truth.model.schema());
    find_and_write(flags, study, results, console, [&](CurveProgress& progress) {
      return simulated_curve(truth, asked, &progress);
    });
    return;
  }
  const Training training = read_training(flags.input, flags.model, console);
  study.by_evidence = training.by_evidence;
  study.lazy_rules = flags.model.structure.lazy();
  if (flags.splits) {
    study.given = given_splits(*flags.splits, training.data.table);
    study.repeats = std::ssize(study.given);
  }
  const Schema& schema = training.model.schema();
  note_rows_to_study(training.data.table, schema, flags.input, flags.model, console);
  find_and_write(flags, study, results, console, [&](CurveProgress& progress) {
    const LearningCurve found =
        learning_curve(training.model, training.data.table, study, &progress);
    note_unknown_classes(schema, found.classes, console);
    return found;
  });
}

}  // namespace
}  // namespace of_curve

const Verb verbs::curve = verb<of_curve::Flags, of_curve::run>(
    "curve", "Show learning curves: the estimators by number of training rows");

}  // namespace credence::tool
