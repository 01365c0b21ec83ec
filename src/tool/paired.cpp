// `credence paired`: two classifiers on the same folds.
#include <credence/report/paired_comparison.hpp>
#include <credence/study/compare_paired.hpp>
#include <credence/study/twin.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "faults.hpp"
#include "modelling.hpp"
#include "output.hpp"
#include "pictures.hpp"
#include "studies.hpp"
#include "values.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace {

constexpr std::uint64_t most_repeats = 10'000;

// What makes a classifier of a model.
Contender contender_of(const std::optional<std::string>& word, std::string_view flag,
                       const Options& options, const Model& model) {
  Contender contender{.model = model};
  if (!word) return contender;
  if (*word == twin_name) {
    contender.twin = logistic_options(options);
    return contender;
  }
  const std::optional<Estimator> named = estimator_named(*word);
  if (!named) {
    std::vector<std::string> names;
    for (const Estimator estimator : all_estimators) names.emplace_back(to_string(estimator));
    names.emplace_back(to_string(Estimator::scikit_learn));
    names.emplace_back(twin_name);
    throw UsageError(fmt::format("flag '{}' has the unknown value '{}'; choose {}", flag, *word,
                                 quoted_names(names)));
  }
  contender.estimator = *named;
  if (*named == Estimator::scikit_learn) check_like_scikit_learn(model.schema());
  return contender;
}

PairedOptions asked_of(const Options& options) {
  const CompareOptions folds = study_of(options);
  PairedOptions asked{.folds = folds.folds,
                      .seed = folds.seed,
                      .fold_column = folds.fold_column,
                      .weight = folds.weight};
  const PairedFlags& flags = options.paired;
  if (options.fold_column && options.repeats)
    throw UsageError(
        "flag '--fold-column' takes the folds from the data, so --repeat has no meaning beside it; "
        "leave one of them away");
  if (options.repeats) {
    const std::uint64_t repeats = whole_number_of(*options.repeats, "--repeat", 1);
    if (repeats > most_repeats)
      throw UsageError(
          fmt::format("flag '--repeat' is {}; give at most {}", repeats, most_repeats));
    asked.repeats = static_cast<Index>(repeats);
  }
  if (flags.measure) {
    check_choice(*flags.measure, "--measure", {"accuracy", "log_loss", "brier"});
    asked.measure = *paired_measure_named(*flags.measure);
  }
  if (flags.rope) asked.rope = number_of(*flags.rope, "--rope");
  if (!(asked.rope >= 0))
    throw UsageError(fmt::format("flag '--rope' is {}; give a number of at least 0", *flags.rope));
  if (options.interval) asked.mass = mass_of(*options.interval, "--interval");
  return asked;
}

// Flags of the second take the place of those of both, for the same column.
void replace(std::vector<std::string>& values, const std::vector<std::string>& others, char mark) {
  const auto name_of = [mark](const std::string& value) {
    return value.substr(0, value.rfind(mark));
  };
  std::erase_if(values, [&](const std::string& value) {
    return std::any_of(others.begin(), others.end(),
                       [&](const std::string& other) { return name_of(other) == name_of(value); });
  });
  values.insert(values.end(), others.begin(), others.end());
}

bool differs(const PairedFlags& flags) {
  return flags.schema || flags.class_prior || flags.tied || !flags.columns.empty() ||
         !flags.drop.empty() || !flags.priors.empty();
}

Options options_of_second(const Options& options) {
  Options second = options;
  const PairedFlags& flags = options.paired;
  if (flags.schema) second.schema = flags.schema;
  if (flags.class_prior) second.class_prior = flags.class_prior;
  if (flags.tied) second.tied = flags.tied;
  replace(second.columns, flags.columns, '=');
  replace(second.priors, flags.priors, ':');
  for (const std::string& name : flags.drop) {
    // What is dropped has no family or prior of its own any more.
    std::erase_if(second.columns,
                  [&](const std::string& it) { return it.starts_with(name + "="); });
    std::erase_if(second.priors, [&](const std::string& it) { return it.starts_with(name + ":"); });
    second.drop.push_back(name);
  }
  return second;
}

Model second_model(const Options& options, const Model& first, Data& data, Console& console) {
  if (!differs(options.paired)) return first;
  const Options second = options_of_second(options);
  if (options.paired.schema) {
    Data described = describe_training_data(second);
    if (described.missing != data.missing)
      throw UsageError(
          "flag '--second-schema' names other marks of missing cells than the first reads the data "
          "with; give both schemas the same, or --missing");
    data.schema = std::move(described.schema);
  }
  console.note("the second classifier:");
  return make_model(second, data, console);
}

std::string written(const PairedComparison& comparison, const std::string& format) {
  if (format == "json") return to_json(comparison);
  return format == "csv" ? to_csv(comparison) : to_text(comparison);
}

}  // namespace

void paired(const Options& options, Console& console) {
  Output output(options.out, options.force ? Overwrite::allow : Overwrite::refuse);
  Pictures pictures(options);
  const PairedOptions asked = asked_of(options);
  Timings& timings = console.timings();
  Data data = timings.time(Phase::read, [&] { return read_training_data(options); });
  const Model model = timings.time(Phase::read, [&] { return make_model(options, data, console); });
  const Model other = second_model(options, model, data, console);
  const PairedFlags& flags = options.paired;
  const Contender first = contender_of(flags.first, "--first", options, model);
  const Contender second = contender_of(flags.second, "--second", options, other);
  if (options.ridge && !first.twin && !second.twin)
    throw UsageError(
        "flag '--ridge' is for logistic regression; give --second logistic_regression beside it");
  note_rows_without_label(data.table, model.schema().label, console);
  const PairedComparison found =
      timings.time(Phase::score, [&] { return compare_paired(first, second, data.table, asked); });
  timings.time(Phase::write, [&] {
    if (pictures.asked()) pictures.write(page_of(found));
    if (!pictures.instead()) write_text(output, written(found, options.format));
  });
}

}  // namespace credence::tool
