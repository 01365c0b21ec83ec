// `credence predict`: labels and probabilities of rows.
#include <credence/predict/classifier.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "complement.hpp"
#include "output.hpp"
#include "reading.hpp"
#include "row_notes.hpp"
#include "values.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace {

Layout layout_of(const PredictFlags& flags, const Table& table) {
  Layout layout{.kept = {}, .groups = groups_asked(flags.decisions), .digits = flags.common.digits};
  for (const std::string& name : columns_of(flags.keep, table, "--keep"))
    layout.kept.push_back(table.find(name));
  return layout;
}

void note_surprises(const Predictions& predictions, Estimator estimator, Console& console) {
  const auto impossible =
      std::count(predictions.impossible.begin(), predictions.impossible.end(), true);
  if (impossible > 0)
    console.note(
        fmt::format("{} of {} rows are impossible under every class for estimator '{}': their "
                    "label is the most "
                    "frequent class, their probabilities are those of the classes",
                    impossible, predictions.rows(), to_string(estimator)));
  if (predictions.unseen_cells > 0)
    console.note(
        fmt::format("{} cells or words hold a category that the training data lack; each "
                    "was treated as its column's `unseen` policy says",
                    predictions.unseen_cells));
}

void note_abstained(const Decisions& decisions, Console& console) {
  const auto abstained = std::count(decisions.abstained.begin(), decisions.abstained.end(), true);
  if (abstained > 0)
    console.note(
        fmt::format("{} of {} rows are too unsure for '--abstain-below': they have no label",
                    abstained, decisions.abstained.size()));
}

// `--output` was the flag of the columns: a file called label,probability is hardly meant.
void refuse_columns_as_file(const Grammar& grammar) {
  const Flag& file = *grammar.find("--output");
  if (file.values.empty() || !are_groups(file.values.front())) return;
  throw UsageError(
      fmt::format("flag '--output' names the file of the result, and '{0}' are columns: choose "
                  "them with '--columns {0}'",
                  file.values.front()));
}

void run(const PredictFlags& flags, Console& console) {
  if (flags.complement) return predict_by_complement(flags, console);
  Output output(flags.common.out, flags.common.overwrite());
  Timings& timings = console.timings();
  const Posterior<Model> posterior = posterior_asked(flags.posterior, console);
  const Estimator estimator =
      estimator_asked(flags.estimator, posterior).value_or(Estimator::predictive);
  const auto classifier =
      timings.time(Phase::estimate, [&] { return Classifier<Model>(posterior, estimator); });
  const Data data = read_data_for(posterior, flags.input, console);
  note_missing_words(data.table, posterior.model.schema(), flags.input, console);
  const Table& table = data.table;
  const Layout layout = layout_of(flags, table);
  Decisions decisions{.loss = loss_asked(flags.decisions, classifier.classes())};
  // Names that clash are said before the work is done.
  static_cast<void>(column_names(layout, classifier.classes(), decisions.loss.actions));
  const Predictions predictions =
      timings.time(Phase::score, [&] { return classifier.predict(table); });
  timings.time(Phase::score, [&] {
    decide(flags.decisions, layout.groups, posterior, table, predictions, decisions);
  });
  timings.time(Phase::write,
               [&] { write_predictions(output, predictions, decisions, layout, flags.rows()); });
  note_surprises(predictions, estimator, console);
  note_abstained(decisions, console);
}

}  // namespace

void PredictFlags::declare(Grammar& grammar) {
  posterior.declare(grammar);
  input.declare(grammar);
  grammar.section(Section::options);
  decisions.declare_columns(grammar);
  grammar.values("--keep", keep, "NAME,...", "columns of DATA to copy in front; repeatable");
  estimator.declare(grammar, "predictive");
  declare_like(grammar, estimator.like_scikit_learn, "compute what scikit-learn does");
  grammar.value("--complement", complement, "plain|normalised",
                "labels by the rule of complement naive Bayes, for documents; its scores are no "
                "probabilities",
                complement_weights_of);
  posterior.declare_class_prior(grammar);
  decisions.declare(grammar);
  input.declare_dialect(grammar);
  common.declare(grammar, {Format::csv, Format::json});
  common.declare_digits(grammar);
  grammar.rule(refuse_beside_complement);
  grammar.rule(refuse_columns_as_file);
  grammar.examples(
      "Examples:\n"
      "  credence predict patients.json today.csv -o answers.csv\n"
      "  credence predict patients.json today.csv --keep id --columns label,log_joint\n"
      "  credence predict patients.json today.csv --interval-mass 0.9 --abstain-below 0.8\n"
      "  credence predict patients.json - --estimator maximum_likelihood < today.csv");
}

const Verb verbs::predict =
    verb<PredictFlags, run>("predict", "Predict the class of each row, with probabilities");

}  // namespace credence::tool
