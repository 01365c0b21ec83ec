// `credence curve`: estimators over sizes of the training set.
#include <credence/report/curve.hpp>
#include <credence/report/curve_figures.hpp>
#include <credence/study/learning_curve.hpp>

#include <fmt/format.h>

#include <cmath>

#include "estimators.hpp"
#include "interruption.hpp"
#include "modelling.hpp"
#include "output.hpp"
#include "pictures.hpp"
#include "progress.hpp"
#include "simulated_curve.hpp"
#include "studies.hpp"
#include "values.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace {

constexpr std::uint64_t most_sizes = 100'000;
constexpr std::uint64_t most_repeats = 1'000'000;

[[noreturn]] void bad_sizes(const std::string& text, std::string_view flag) {
  throw UsageError(fmt::format(
      "flag '{}' is '{}'; write a list 'SIZE,...', or 'FROM:TO:COUNT' with a COUNT of 2 to {}",
      flag, text, most_sizes));
}

// FROM:TO:COUNT, both ends among them.
std::vector<double> evenly_spread(const std::string& text, std::string_view flag) {
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

void put_sizes(const Options& options, CurveOptions& study) {
  if (options.test_sizes && options.training_sizes)
    throw UsageError("flags '--test-sizes' and '--sizes' exclude each other; give one of them");
  if (options.training_sizes)
    study.training_sizes = whole_sizes_of(*options.training_sizes, "--sizes");
  else
    study.test_sizes = sizes_of(options.test_sizes.value_or("0.1:0.9:9"), "--test-sizes");
  for (const double size : study.test_sizes)
    if (!(size > 0) || (size >= 1 && size != std::floor(size)))
      throw UsageError(fmt::format(
          "flag '--test-sizes' is '{}'; give shares between 0 and 1, or whole numbers of rows",
          *options.test_sizes));
}

CurveOptions curve_options_of(const Options& options) {
  CurveOptions study;
  put_sizes(options, study);
  if (options.repeats) {
    const std::uint64_t repeats = whole_number_of(*options.repeats, "--repeat", 1);
    if (repeats > most_repeats)
      throw UsageError(
          fmt::format("flag '--repeat' is {}; give at most {}", repeats, most_repeats));
    study.repeats = static_cast<Index>(repeats);
  }
  if (options.seed) study.seed = whole_number_of(*options.seed, "--seed", 0);
  if (options.independent) study.splits = CurveSplits::independent;
  study.stratified = options.stratified;
  if (options.estimator) study.estimators = estimators_of(*options.estimator);
  if (options.like) study.estimators.push_back(Estimator::scikit_learn);
  study.twin = twin_of(options);
  if (options.runs && options.format == "text")
    throw UsageError("flag '--runs' is for --format json and --format csv; choose one of them");
  return study;
}

std::string written(const LearningCurve& curve, const Options& options) {
  const CurveRuns runs = options.runs ? CurveRuns::write : CurveRuns::leave_out;
  if (options.format == "csv") return to_csv(curve, runs);
  return options.format == "json" ? to_json(curve, runs) : to_text(curve);
}

void note_stop(const LearningCurve& curve, Console& console) {
  if (curve.complete) return;
  console.note(fmt::format("stopped: {} of {} repeats are finished and written",
                           curve.points.front().repeats, curve.repeats));
}

// Where a curve goes.
struct Results {
  Output output;
  Pictures pictures;

  explicit Results(const Options& options)
      : output(options.out, options.force ? Overwrite::allow : Overwrite::refuse),
        pictures(options) {}
  void write(const LearningCurve& curve, const Options& options) {
    if (pictures.asked()) pictures.write(page_of(curve));
    if (!pictures.instead()) write_text(output, written(curve, options));
  }
};

// What is finished is written, whether the work came to its end or was interrupted.
template <class Work>
void find_and_write(const Options& options, const CurveOptions& study, Results& results,
                    Console& console, Work work) {
  CurveProgress progress;
  const Interruption interruption(progress.stop);
  const LearningCurve found = [&] {
    const ProgressBar bar(progress.repeats_done, study.repeats, "repeats", options.quiet);
    return work(progress);
  }();
  Timings& timings = console.timings();
  timings.add(found.seconds);
  note_stop(found, console);
  timings.time(Phase::write, [&] { results.write(found, options); });
  if (!interruption.happened()) return;
  console.finish(options.timings);
  Interruption::die();
}

}  // namespace

void curve(const Options& options, Console& console) {
  check_simulation(options);
  Results results(options);
  const CurveOptions study = curve_options_of(options);
  if (options.simulate) {
    const SimulatedCurveOptions asked = simulation_of_curve(options, study);
    const Estimates truth = truth_of_curve(options, study.seed, console);
    if (options.like) check_like_scikit_learn(truth.model.schema());
    find_and_write(options, study, results, console, [&](CurveProgress& progress) {
      return simulated_curve(truth, asked, &progress);
    });
    return;
  }
  Timings& timings = console.timings();
  const Data data = timings.time(Phase::read, [&] { return read_training_data(options); });
  const Model model = timings.time(Phase::read, [&] { return make_model(options, data, console); });
  note_rows_without_label(data.table, model.schema().label, console);
  find_and_write(options, study, results, console, [&](CurveProgress& progress) {
    const LearningCurve found = learning_curve(model, data.table, study, &progress);
    note_unknown_classes(model.schema(), found.classes, console);
    return found;
  });
}

}  // namespace credence::tool
