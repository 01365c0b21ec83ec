// `credence evaluate`: a posterior, or a logistic regression, on rows whose classes are known.
#include <credence/study/evaluate.hpp>

#include <array>

#include "answers/decisions.hpp"
#include "answers/twin.hpp"
#include "console/pictures.hpp"
#include "fit/rank_rows.hpp"
#include "flags/values.hpp"
#include "input/chunks.hpp"
#include "input/estimator_flags.hpp"
#include "input/posterior_flags.hpp"
#include "input/reading.hpp"
#include "input/row_notes.hpp"
#include "input/weight_flags.hpp"
#include "process/faults.hpp"
#include "process/remedies.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace of_evaluate {
namespace {

struct Flags {
  PosteriorFlags posterior;
  InputFlags input;
  EstimatorFlags estimator;
  std::optional<ComplementWeights> complement;
  std::optional<std::string> weight;
  std::optional<std::string> loss;  ///< a file
  bool leave_one_out = false;       ///< DATA are the rows that the posterior has learned
  PictureFlags pictures;
  CommonFlags common;

  void declare(Grammar& grammar) {
    posterior.declare(grammar);
    input.declare_several(grammar);
    grammar.section(Section::options);
    estimator.declare(grammar, "all four");
    declare_like(grammar, estimator.like_scikit_learn, "compute what scikit-learn does");
    declare_complement(grammar, complement,
                       "add the rule of complement naive Bayes, for documents: labels, no "
                       "probabilities");
    declare_without_weights(grammar, posterior.without_weights);
    posterior.declare_class_prior(grammar);
    declare_weight(grammar, weight);
    grammar.section(Section::options);
    grammar.on_off("--leave-one-out", leave_one_out,
                   "DATA are the training rows of POSTERIOR: each is scored without itself");
    declare_loss(grammar, loss, "reports what the actions of least expected loss cost");
    input.declare_dialect(grammar);
    input.declare_chunk(grammar);
    pictures.declare(grammar, CsvOf::either);
    common.declare(grammar, {Format::text, Format::json, Format::csv});
    common.declare_digits(grammar);
    grammar.rule([](const Grammar& given) {
      if (given.given("--chunk") && given.given("--leave-one-out"))
        throw UsageError(
            "flag '--chunk' has no place beside '--leave-one-out', which needs all rows at once; "
            "leave one of them out");
      if (given.given("--complement") && given.given("--leave-one-out"))
        throw UsageError(
            "flag '--complement' has no place beside '--leave-one-out': the rule does not forget "
            "rows one by one; credence compare has it in cross-validation");
    });
    grammar.examples(
        "Examples:\n"
        "  credence evaluate patients.json test.csv\n"
        "  credence evaluate patients.json test.csv --estimator predictive --format json\n"
        "  credence evaluate patients.json test.csv --loss losses.csv\n"
        "  credence evaluate patients.json patients.csv --leave-one-out");
  }
};

void check_twin_flags(const Flags& flags) {
  refuse_for_twin(std::array{GivenFlag{flags.estimator.estimator.has_value(), "--estimator"},
                             GivenFlag{flags.estimator.like_scikit_learn, "--like"},
                             GivenFlag{flags.posterior.class_prior.has_value(), "--class-prior"},
                             GivenFlag{flags.posterior.without_weights, "--feature-weights"},
                             GivenFlag{flags.complement.has_value(), "--complement"}});
  if (flags.leave_one_out)
    throw UsageError(
        "flag '--leave-one-out' has no meaning for a logistic regression, which does not forget "
        "rows one by one; 'credence compare --twin' has it in cross-validation");
}

EvaluateOptions options_of(const Flags& flags, const FittedModel& fitted) {
  EvaluateOptions options{.weight = flags.weight.value_or(std::string()),
                          .complement = flags.complement};
  if (flags.loss) options.loss = loss_asked(flags.loss, fitted.posterior.label.classes);
  if (fitted.twin) return options;
  if (const auto asked = estimator_asked(flags.estimator, fitted.posterior))
    options.estimators = {*asked};
  return options;
}

// Leaving rows out one by one asks for all of them at once: their weights must be those learned.
Evaluation evaluated_whole(const Flags& flags, const FittedModel& fitted,
                           const EvaluateOptions& options, Console& console) {
  const Posterior<Model>& posterior = fitted.posterior;
  const Data data = read_data_for(posterior, flags.input, console);
  if (flags.weight) check_weight(data.table, *flags.weight, posterior.model.schema());
  note_rows(data.table, posterior.model.schema(), flags.input, console);
  return evaluate_learned(posterior, data.table, options);
}

Evaluator evaluator_of(const FittedModel& fitted, const EvaluateOptions& options) {
  return fitted.twin ? Evaluator(*fitted.twin, options) : Evaluator(fitted.posterior, options);
}

Evaluation evaluated(const Flags& flags, const FittedModel& fitted, const EvaluateOptions& options,
                     Console& console) {
  const Schema& schema = fitted.posterior.model.schema();
  Evaluator evaluator = evaluator_of(fitted, options);
  RowsSeen rows;
  for_tables_of(fitted.posterior, flags.input, flags.common.quiet, console,
                [&](const Table& table) {
                  if (flags.weight) check_weight(table, *flags.weight, schema);
                  rows.add(table, schema);
                  evaluator.add(table);
                });
  rows.note(schema, flags.input, console);
  return std::move(evaluator).evaluation();
}

// The same by all processes: each scores its rows, and the first one adds them up in their order.
Evaluation evaluated_by_ranks(const Flags& flags, const FittedModel& fitted,
                              const EvaluateOptions& options, Console& console) {
  const Schema& schema = fitted.posterior.model.schema();
  Evaluator evaluator = evaluator_of(fitted, options);
  Timings& timings = console.timings();
  RowsSeen rows;
  std::vector<std::string> scored;
  const auto restart = [&] {
    rows = {};
    scored.clear();
  };
  for_tables_of_rank(fitted.posterior, flags.input, console, restart, [&](const Table& table) {
    if (flags.weight) check_weight(table, *flags.weight, schema);
    rows.add(table, schema);
    timings.time(Phase::score, [&] { scored.push_back(evaluator.scored(table)); });
  });
  rows.join_all(console.ranks());
  timings.time(Phase::merge, [&] {
    console.ranks().gather(
        [&](const TakePiece& give) {
          for (const std::string& part : scored) give(part);
        },
        [&](std::string_view part) { evaluator.add_scored(part); });
  });
  if (!console.ranks().is_first()) return {};
  rows.note(schema, flags.input, console);
  return std::move(evaluator).evaluation();
}

std::string_view needs_all_rows(const Flags& flags) {
  if (flags.leave_one_out) return "--leave-one-out";
  return flags.complement ? "--complement" : "";
}

// What may make probabilities better are flags of another verb.
void name_flags_of_fit(std::vector<std::string>& notes) {
  constexpr std::string_view better = "probabilities better: ";
  put_flags(notes);
  for (std::string& note : notes)
    if (const auto at = note.find(std::string(better) + "--"); at != std::string::npos)
      note.insert(at + better.size(), "fit with ");
}

void run(const Flags& flags, Console& console) {
  const bool together = works_together(flags.input, needs_all_rows(flags), console);
  const bool is_first = console.ranks().is_first();
  if (!together && !is_first) return;
  std::optional<Results<Evaluation>> results;
  if (is_first) results.emplace(flags.common, flags.pictures);
  Timings& timings = console.timings();
  const FittedModel fitted = fitted_model(flags.posterior, console);
  if (fitted.twin) check_twin_flags(flags);
  const EvaluateOptions options = options_of(flags, fitted);
  const auto evaluate_rows = together              ? evaluated_by_ranks
                             : flags.leave_one_out ? evaluated_whole
                                                   : evaluated;
  Evaluation evaluation = evaluate_rows(flags, fitted, options, console);
  if (!is_first) return;
  if (!together) timings.add(evaluation.seconds);
  name_flags_of_fit(evaluation.notes);
  timings.time(Phase::write, [&] { results->write(evaluation); });
}

}  // namespace
}  // namespace of_evaluate

const Verb verbs::evaluate = verb<of_evaluate::Flags, of_evaluate::run, RunBy::all_ranks>(
    "evaluate", "Measure accuracy and log loss on labelled rows");

}  // namespace credence::tool
