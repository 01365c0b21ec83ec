// `credence compare`: the main job.
#include <credence/report/json.hpp>
#include <credence/report/text.hpp>
#include <credence/study/compare.hpp>

#include "modelling.hpp"
#include "output.hpp"
#include "values.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace {

CompareOptions study_of(const Options& options) {
  if (options.fold_column && (options.folds || options.seed))
    throw UsageError(
        "flag '--fold-column' takes the folds from the data, so --folds and --seed have no meaning "
        "beside it; leave one of them away");
  CompareOptions study;
  if (options.folds)
    study.folds = static_cast<Index>(whole_number_of(*options.folds, "--folds", 2));
  if (options.seed) study.seed = whole_number_of(*options.seed, "--seed", 0);
  study.fold_column = options.fold_column.value_or(std::string());
  study.weight = options.weight.value_or(std::string());
  study.like_scikit_learn = options.like.has_value();
  return study;
}

}  // namespace

void compare(const Options& options, Console& console) {
  Output output(options.out, options.force ? Overwrite::allow : Overwrite::refuse);
  const CompareOptions study = study_of(options);
  Timings& timings = console.timings();
  const Data data = timings.time(Phase::read, [&] { return read_training_data(options); });
  const Model model = timings.time(Phase::read, [&] { return make_model(options, data, console); });
  note_rows_without_label(data.table, model.schema().label, console);
  const Comparison comparison = credence::compare(model, data.table, study);
  timings.add(comparison.seconds);
  note_unknown_classes(model.schema(), comparison.classes, console);
  timings.time(Phase::write, [&] {
    write_text(output, options.format == "json" ? to_json(comparison) : to_text(comparison));
  });
}

}  // namespace credence::tool
