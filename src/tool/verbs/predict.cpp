// `credence predict`: labels and probabilities of rows.
#include <credence/predict/classifier.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "coefficient.hpp"
#include "complement.hpp"
#include "output.hpp"
#include "reading.hpp"
#include "row_notes.hpp"
#include "values.hpp"
#include "verbs.hpp"
#include "weight_flags.hpp"

namespace credence::tool {
namespace {

Layout layout_of(const PredictFlags& flags, const Table& table) {
  Layout layout{.kept = {},
                .groups = groups_asked(flags.decisions),
                .digits = flags.common.digits,
                .csv_safe = flags.csv_safe};
  for (const std::string& name : columns_of(flags.keep, table, "--keep"))
    layout.kept.push_back(table.find(name));
  return layout;
}

// A weighted sum of log densities is no log density of a row.
void check_evidence(const Layout& layout, const Posterior<Model>& posterior) {
  const auto& groups = layout.groups;
  if (posterior.feature_weights.any() &&
      std::find(groups.begin(), groups.end(), Group::log_evidence) != groups.end())
    throw UsageError(
        "column 'log_evidence' is of the model without feature weights; give '--feature-weights "
        "none' beside it");
}

// Why rows have no probabilities of their own.
std::string why_impossible(const Structure& structure) {
  return structure.kind == StructureKind::lookup ? "were never seen, and are undefined"
                                                 : "are impossible under every class";
}

void note_surprises(const Predictions& predictions, Estimator estimator, const Structure& structure,
                    Console& console) {
  const auto impossible =
      std::count(predictions.impossible.begin(), predictions.impossible.end(), true);
  if (impossible > 0)
    console.note(fmt::format(
        "{} of {} rows {} for estimator '{}': their label is the most "
        "frequent class, their probabilities are those of the classes",
        impossible, predictions.rows(), why_impossible(structure), to_string(estimator)));
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

// JSON has no formulas.
void refuse_csv_safe_json(const Grammar& grammar) {
  if (grammar.given("--csv-safe") && grammar.given("--format") &&
      grammar.find("--format")->values.back() == "json")
    throw UsageError(
        "flag '--csv-safe' has no meaning beside '--format json'; leave one of them out");
}

// Throws UsageError for densities of rows where whole rows are looked up, which have none.
void check_groups(const std::vector<Group>& groups, const Structure& structure) {
  if (structure.kind != StructureKind::lookup) return;
  for (const Group group : {Group::log_joint, Group::log_evidence})
    if (std::find(groups.begin(), groups.end(), group) != groups.end())
      throw UsageError(
          "flag '--columns' asks for log_joint or log_evidence, and structure 'lookup' has no "
          "density of rows; ask for probability or log_probability");
}

// Labels the rows of DATA as `predict(table)` does, and writes them.
template <class Predict>
void write_answers(const PredictFlags& flags, const Posterior<Model>& posterior, const Data& data,
                   Estimator estimator, Output& output, Console& console, Predict&& predict) {
  Timings& timings = console.timings();
  note_missing_words(data.table, posterior.model.schema(), flags.input, console);
  const Table& table = data.table;
  const Structure& structure = posterior.model.schema().structure;
  const Layout layout = layout_of(flags, table);
  check_evidence(layout, posterior);
  check_groups(layout.groups, structure);
  const std::vector<std::string>& classes = posterior.label.classes;
  Decisions decisions{.loss = loss_asked(flags.decisions.loss, classes)};
  // Names that clash are said before the work is done.
  static_cast<void>(column_names(layout, classes, decisions.loss.actions));
  const Predictions predictions = timings.time(Phase::score, [&] { return predict(table); });
  timings.time(Phase::score, [&] {
    decide(flags.decisions, layout.groups, posterior, table, predictions, decisions);
  });
  timings.time(Phase::write,
               [&] { write_predictions(output, predictions, decisions, layout, flags.rows()); });
  note_surprises(predictions, estimator, structure, console);
  note_abstained(decisions, console);
}

void note_rules(const LazyPredictions& answers, Console& console) {
  const auto with_rule = std::count_if(answers.antecedents.begin(), answers.antecedents.end(),
                                       [](const auto& conditions) { return !conditions.empty(); });
  console.note(
      fmt::format("{} of {} rows were classified by a rule of their own, {} naive Bayes "
                  "models in all",
                  with_rule, answers.antecedents.size(), answers.local_models));
}

// Lazy rules: DATA is the only word.
void predict_by_lazy_rules(const PredictFlags& flags, Console& console) {
  for (const Group group : groups_asked(flags.decisions))
    if (group == Group::interval || group == Group::log_odds_interval ||
        group == Group::log_evidence)
      throw UsageError(
          "flag '--columns' asks for an interval or log_evidence, which --structure lbr lacks");
  Output output(flags.common.out, flags.common.overwrite());
  const Estimator estimator = flags.estimator.estimator.value_or(Estimator::predictive);
  LazyTraining training = lazy_training(flags.lazy, flags.input, estimator, console);
  training.posterior.label.classes = training.rules.classes();
  InputFlags input = flags.input;
  input.data = flags.posterior.file;
  input.schema.reset();
  const Data data = read_data_for(training.posterior, input, console);
  write_answers(flags, training.posterior, data, estimator, output, console,
                [&](const Table& table) {
                  const BoundTable bound = credence::bind(training.posterior.model, table);
                  LazyPredictions answers = training.rules.predict(bound, all_rows(bound.rows));
                  note_rules(answers, console);
                  return std::move(answers.predictions);
                });
}

void run(const PredictFlags& flags, Console& console) {
  if (flags.lazy.asked) return predict_by_lazy_rules(flags, console);
  if (flags.complement) return predict_by_complement(flags, console);
  Output output(flags.common.out, flags.common.overwrite());
  const Posterior<Model> posterior = posterior_asked(flags.posterior, console);
  const Estimator estimator = estimator_to_predict(flags.estimator, posterior);
  const auto classifier = console.timings().time(
      Phase::estimate, [&] { return Classifier<Model>(posterior, estimator); });
  if (flags.with_coefficient) {
    check_documents(posterior.model.schema());
    check_densities(groups_asked(flags.decisions));
  }
  const Data data = read_data_for(posterior, flags.input, console);
  write_answers(flags, posterior, data, estimator, output, console, [&](const Table& table) {
    Predictions predictions = classifier.predict(table);
    if (flags.with_coefficient) add_coefficients(posterior, table, predictions, console);
    return predictions;
  });
}

}  // namespace

void PredictFlags::declare(Grammar& grammar) {
  posterior.declare(grammar);
  grammar.at("POSTERIOR").needed_unless("--train");
  input.declare(grammar).needed_unless("--train, beside which it is the only FILE");
  grammar.section(Section::options);
  decisions.declare_columns(grammar);
  grammar.values("--keep", keep, "NAME,...", "columns of DATA to copy in front; repeatable");
  grammar.on_off("--csv-safe", csv_safe,
                 "for spreadsheets: put ' before texts that begin with =, +, - or @");
  estimator.declare(grammar, "predictive");
  declare_like(grammar, estimator.like_scikit_learn, "compute what scikit-learn does");
  declare_without_weights(grammar, posterior.without_weights);
  grammar.value("--complement", complement, "plain|normalised",
                "labels by the rule of complement naive Bayes, for documents; its scores are no "
                "probabilities",
                complement_weights_of);
  posterior.declare_class_prior(grammar);
  decisions.declare(grammar);
  declare_coefficient(grammar, with_coefficient);
  lazy.declare(grammar);
  input.declare_dialect(grammar);
  common.declare(grammar, {Format::csv, Format::json});
  common.declare_digits(grammar);
  grammar.rule(refuse_beside_complement);
  grammar.rule(refuse_columns_as_file);
  grammar.rule(refuse_csv_safe_json);
  grammar.examples(
      "Examples:\n"
      "  credence predict patients.json today.csv -o answers.csv\n"
      "  credence predict patients.json today.csv --keep id --columns label,log_joint\n"
      "  credence predict patients.json today.csv --interval-mass 0.9 --abstain-below 0.8\n"
      "  credence predict --structure lbr --train patients.csv --label diagnosis today.csv\n"
      "  credence predict patients.json - --estimator maximum_likelihood < today.csv");
}

const Verb verbs::predict =
    verb<PredictFlags, run>("predict", "Predict the class of each row, with probabilities");

}  // namespace credence::tool
