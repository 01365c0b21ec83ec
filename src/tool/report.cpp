// `credence report`: a page of figures from data.
#include <credence/study/data_report.hpp>
#include <credence/study/decision_surfaces.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "faults.hpp"
#include "modelling.hpp"
#include "output.hpp"
#include "pictures.hpp"
#include "studies.hpp"
#include "values.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace {

// Two features of numbers, each value one of them or a list.
std::vector<std::string> surface_asked(const Options& options, const Schema& schema) {
  if (options.features.empty()) return {};
  const std::vector<std::string> known = features_of_surfaces(schema);
  std::vector<std::string> asked;
  for (const std::string& value : options.features)
    for (std::string& name : std::find(known.begin(), known.end(), value) != known.end()
                                 ? std::vector{value}
                                 : list_of(value, "--features"))
      asked.push_back(std::move(name));
  for (const std::string& name : asked)
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw UsageError(fmt::format(
          "flag '--features' names '{}', which is no feature of numbers; choose from {}", name,
          quoted_names(known)));
  if (asked.size() != 2 || asked[0] == asked[1])
    throw UsageError("flag '--features' needs two different features, as in --features age,hours");
  return asked;
}

Estimator estimator_of(const Options& options) {
  if (!options.estimator) return Estimator::predictive;
  const std::optional<Estimator> named = estimator_named(*options.estimator);
  if (named && *named != Estimator::scikit_learn) return *named;
  throw UsageError(fmt::format(
      "flag '--estimator' is '{}'; choose from 'maximum_likelihood', 'maximum_a_posteriori', "
      "'posterior_mean', 'predictive'",
      *options.estimator));
}

std::optional<Data> read_test(const Options& options) {
  if (!options.test) return std::nullopt;
  Options of_test = options;
  of_test.data = *options.test;
  of_test.label_file.reset();
  of_test.input_format.reset();
  return read_training_data(of_test);
}

// Asked for in numbers, a check is made of any amount of data.
void take_simulations(const Options& options, DataReportOptions& asked) {
  if (!options.check.simulations) return;
  const std::uint64_t count = whole_number_of(*options.check.simulations, "--simulations", 0);
  if (count != 0 && (count < 200 || count > 1000000))
    throw UsageError(
        fmt::format("flag '--simulations' is {}; give 200 to 1000000, or 0 for no check", count));
  asked.simulations = static_cast<Index>(count);
  asked.most_drawn = std::numeric_limits<double>::infinity();
}

}  // namespace

void report(const Options& options, Console& console) {
  Output output(options.out, options.force ? Overwrite::allow : Overwrite::refuse);
  Pictures pictures(options);
  DataReportOptions asked{.comparison = study_of(options), .estimator = estimator_of(options)};
  take_simulations(options, asked);
  Timings& timings = console.timings();
  const Data data = timings.time(Phase::read, [&] { return read_training_data(options); });
  const std::optional<Data> test = timings.time(Phase::read, [&] { return read_test(options); });
  const Model model = timings.time(Phase::read, [&] { return make_model(options, data, console); });
  asked.surface = surface_asked(options, model.schema());
  note_rows_without_label(data.table, model.schema().label, console);
  const DataReport found = timings.time(Phase::score, [&] {
    return data_report(model, data.table, test ? &test->table : nullptr, asked);
  });
  timings.time(Phase::write, [&] {
    const Page page = page_of(found);
    pictures.write(page);
    if (pictures.instead()) return;
    if (options.format == "csv")
      write_text(output, pictures.csv(page));
    else
      write_text(output, options.format == "json" ? to_json(figures_of(page)) : to_html(page));
  });
}

}  // namespace credence::tool
