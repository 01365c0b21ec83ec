// `credence select`: which features say most of the class, and how many are enough.
#include <credence/report/ranked_features.hpp>
#include <credence/report/selection_figures.hpp>
#include <credence/study/feature_selection.hpp>

#include <fmt/format.h>

#include "estimators.hpp"
#include "faults.hpp"
#include "modelling.hpp"
#include "pictures.hpp"
#include "posterior_output.hpp"
#include "values.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace {

// Throws unless a flag that says how something is done is given beside that which has it done.
void check_beside(bool given, std::string_view flag, bool has_use, std::string_view beside) {
  if (given && !has_use)
    throw UsageError(fmt::format("flag '{}' has a meaning only beside {}", flag, beside));
}

void check_flags(const Options& options) {
  const SelectFlags& flags = options.select;
  const bool conditional = flags.by == "conditional";
  const bool in_folds = flags.choose == "cross_validation";
  check_beside(flags.criterion.has_value(), "--criterion", conditional, "--by conditional");
  check_beside(flags.bins.has_value(), "--bins", conditional, "--by conditional");
  check_beside(flags.rule.has_value(), "--rule", flags.choose.has_value(), "--choose");
  check_beside(options.folds.has_value(), "--folds", in_folds, "--choose cross_validation");
  check_beside(options.fold_column.has_value(), "--fold-column", in_folds,
               "--choose cross_validation");
  if (options.fold_column && options.folds)
    throw UsageError(
        "flag '--fold-column' takes the folds from the data, so --folds has no meaning beside it; "
        "leave one of them away");
  if (options.out == "-")
    throw UsageError(
        "flag '-o' is the file of the posterior, and standard output takes the ranking; give a "
        "file");
}

void take_ranking(const Options& options, FeatureSelectionOptions& asked) {
  const SelectFlags& flags = options.select;
  const auto check = [](const std::optional<std::string>& word, std::string_view flag,
                        std::initializer_list<std::string_view> words) {
    if (word) check_choice(*word, flag, words);
  };
  check(flags.by, "--by", {"mutual_information", "evidence", "conditional"});
  check(flags.criterion, "--criterion", {"jmi", "mrmr", "cmim"});
  check(flags.choose, "--choose", {"leave_one_out", "cross_validation"});
  check(flags.rule, "--rule", {"one_standard_error", "best"});
  if (flags.by) asked.by = *rank_by_named(*flags.by);
  if (flags.criterion) asked.conditional.criterion = *criterion_named(*flags.criterion);
  if (flags.bins)
    asked.conditional.bins = static_cast<Index>(whole_number_of(*flags.bins, "--bins", 2));
  if (flags.top) asked.most = static_cast<Index>(whole_number_of(*flags.top, "--top", 0));
  if (flags.rule) asked.rule = *selection_rule_named(*flags.rule);
  if (flags.choose)
    asked.choose =
        *flags.choose == "leave_one_out" ? ChooseBy::leave_one_out : ChooseBy::cross_validation;
}

FeatureSelectionOptions asked_of(const Options& options) {
  FeatureSelectionOptions asked;
  take_ranking(options, asked);
  check_flags(options);
  InformationOptions& information = asked.information;
  if (const auto estimator = estimator_asked(options, {})) information.estimator = *estimator;
  if (options.interval) information.mass = mass_of(*options.interval, "--interval");
  if (options.draws)
    information.draws = static_cast<Index>(whole_number_of(*options.draws, "--draws", 0));
  if (options.folds)
    asked.folds = static_cast<Index>(whole_number_of(*options.folds, "--folds", 2));
  if (options.seed) asked.seed = whole_number_of(*options.seed, "--seed", 0);
  information.seed = asked.seed;
  asked.fold_column = options.fold_column.value_or(std::string());
  asked.weight = options.weight.value_or(std::string());
  return asked;
}

std::string written(const RankedFeatures& ranked, const std::string& format) {
  if (format == "json") return to_json(ranked);
  return format == "csv" ? to_csv(ranked) : to_text(ranked);
}

}  // namespace

void select(const Options& options, Console& console) {
  const FeatureSelectionOptions asked = asked_of(options);
  Pictures pictures(options);
  std::optional<Output> file;
  if (options.out) file.emplace(options.out, options.force ? Overwrite::allow : Overwrite::refuse);
  Timings& timings = console.timings();
  const Data data = timings.time(Phase::read, [&] { return read_training_data(options); });
  const Model model = timings.time(Phase::read, [&] { return make_model(options, data, console); });
  note_rows_without_label(data.table, model.schema().label, console);
  const auto selection =
      timings.time(Phase::observe, [&] { return select_features(model, data.table, asked); });
  note_unknown_classes(model.schema(), selection.ranked.classes, console);
  const RankedFeatures ranked =
      in_unit(selection.ranked, options.select.bits ? LogUnit::bits : LogUnit::nats);
  timings.time(Phase::write, [&] {
    if (pictures.asked()) pictures.write(page_of(ranked));
    Output output(std::nullopt, Overwrite::refuse);
    if (!pictures.instead()) write_text(output, written(ranked, options.format));
    if (file) write_posterior(*file, options, selection.posterior);
  });
  if (file)
    console.note(fmt::format("{} kept of {}", counted(ranked.kept, "feature", "features"),
                             ranked.features.size()));
}

}  // namespace credence::tool
