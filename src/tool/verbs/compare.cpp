// `credence compare`: the main job.
#include <credence/study/compare.hpp>

#include <algorithm>
#include <optional>

#include "answers/coefficient.hpp"
#include "console/pictures.hpp"
#include "fit/rank_rows.hpp"
#include "fit/shards.hpp"
#include "flags/input_flags.hpp"
#include "flags/study_flags.hpp"
#include "input/estimator_flags.hpp"
#include "input/families_by_evidence.hpp"
#include "input/modelling.hpp"
#include "input/row_notes.hpp"
#include "input/weight_flags.hpp"
#include "process/faults.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace of_compare {
namespace {

struct Flags {
  InputFlags input;
  ModelFlags model;
  std::vector<Estimator> estimators = CompareOptions{}.estimators;
  FoldFlags folds;
  TwinFlags twin;
  std::optional<ComplementWeights> complement;
  WeightFlags weights;
  bool with_coefficient = false;
  PictureFlags pictures;
  CommonFlags common;

  void declare(Grammar& grammar) {
    input.declare_several(grammar);
    model.declare(grammar);
    declare_weight(grammar, model.weight);
    model.structure.declare(grammar, TakesStructures::several);
    folds.declare(grammar, model);
    declare_estimators(grammar, estimators);
    declare_like(grammar, model, "add a row for scikit-learn's estimates");
    twin.declare(grammar);
    declare_complement(grammar, complement,
                       "add rows for the rule of complement naive Bayes, where all columns are "
                       "documents: labels, no probabilities");
    weights.declare(grammar,
                    "add rows with feature weights, found anew in every training part: each, "
                    "common, or the best of N random subsets");
    declare_coefficient(grammar, with_coefficient);
    input.declare_dialect(grammar);
    pictures.declare(grammar, CsvOf::either);
    common.declare(grammar, {Format::text, Format::json, Format::csv});
    common.declare_digits(grammar);
    grammar.examples(
        "Examples:\n"
        "  credence compare iris.csv --label class\n"
        "  credence compare sms.tsv --label class --column text=multinomial --quote none\n"
        "  credence compare iris.csv --label class --structure naive,tan,aode\n"
        "  credence compare people.csv --label income --drop id --folds 5 --format json");
  }
};

CompareOptions options_asked(const Flags& flags) {
  CompareOptions study = study_of(flags.folds, flags.model);
  study.estimators = flags.estimators;
  study.twin = twin_of(flags.twin);
  study.complement = flags.complement;
  study.feature_weights = flags.weights.options(study.seed);
  study.with_coefficient = flags.with_coefficient;
  study.lazy_rules = flags.model.structure.lazy();
  return study;
}

// What only one process can read; empty for nothing.
std::string_view read_once(const InputFlags& input) {
  return std::count(input.files.begin(), input.files.end(), "-") > 0 ? "-" : "";
}

// The part of this process; the whole where it is alone.
ComparisonShare share_of(bool together, Ranks& ranks) {
  if (!together) return {};
  return {.part = ranks.rank(), .parts = ranks.size(), .exchange = [&](const std::string& bytes) {
            return ranks.exchange(bytes);
          }};
}

void run(const Flags& flags, Console& console) {
  const bool together = works_together(flags.input, read_once(flags.input), console);
  const bool is_first = console.ranks().is_first();
  if (!together && !is_first) return;
  std::optional<Results<Comparison>> results;
  if (is_first) results.emplace(flags.common, flags.pictures);
  CompareOptions study = options_asked(flags);
  if (together) check_same_files(files_to_cut(flags.input), console.ranks());
  const auto [data, model, open, structures] = read_training(flags.input, flags.model, console);
  if (flags.with_coefficient) check_documents(model.schema());
  if (flags.with_coefficient && study.lazy_rules)
    throw UsageError(
        "flag '--with-coefficient' has no meaning beside --structure lbr, which has no density of "
        "rows; leave one of them out");
  study.by_evidence = open;
  study.structures = structures;
  note_rows_to_study(data.table, model.schema(), flags.input, flags.model, console);
  Comparison comparison = compare(model, data.table, study, share_of(together, console.ranks()));
  Timings& timings = console.timings();
  timings.add(comparison.seconds);
  if (!is_first) return;
  leave_out_taken(comparison.notes, flags.model, flags.input.schema.has_value());
  note_unknown_classes(model.schema(), comparison.classes, console);
  timings.time(Phase::write, [&] { results->write(comparison); });
}

}  // namespace
}  // namespace of_compare

const Verb verbs::compare = verb<of_compare::Flags, of_compare::run, RunBy::all_ranks>(
    "compare", "Compare the estimators by cross-validation and leave-one-out");

}  // namespace credence::tool
