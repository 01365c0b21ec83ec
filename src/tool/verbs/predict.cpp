// `credence predict`: labels and probabilities of rows.
#include <credence/predict/classifier.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "coefficient.hpp"
#include "complement.hpp"
#include "output.hpp"
#include "reading.hpp"
#include "row_notes.hpp"
#include "shards.hpp"
#include "twin.hpp"
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

// What is said of the rows once all of them are answered.
struct Surprises {
  Index rows = 0;
  Index impossible = 0;
  Index unseen_cells = 0;
  Index abstained = 0;
  std::vector<MissingWord> missing_words{};

  void add(const Predictions& predictions, const Decisions& decisions) {
    rows += predictions.rows();
    impossible += std::count(predictions.impossible.begin(), predictions.impossible.end(), true);
    unseen_cells += predictions.unseen_cells;
    abstained += std::count(decisions.abstained.begin(), decisions.abstained.end(), true);
  }
};

void note(const Surprises& found, Estimator estimator, const Structure& structure,
          Console& console) {
  if (found.impossible > 0)
    console.note(
        fmt::format("{} of {} rows {} for estimator '{}': their label is the most "
                    "frequent class, their probabilities are those of the classes",
                    found.impossible, found.rows, why_impossible(structure), to_string(estimator)));
  if (found.unseen_cells > 0)
    console.note(
        fmt::format("{} cells or words hold a category that the training data lack; each "
                    "was treated as its column's `unseen` policy says",
                    found.unseen_cells));
  if (found.abstained > 0)
    console.note(
        fmt::format("{} of {} rows are too unsure for '--abstain-below': they have no label",
                    found.abstained, found.rows));
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

// Answers of shards stand one behind the other.
void refuse_beside_shard(const Grammar& grammar) {
  if (!grammar.given("--shard")) return;
  const std::string_view flag =
      grammar.first_given({"--complement", "--structure", "--train", "--label-file"});
  if (!flag.empty())
    throw UsageError(
        fmt::format("flag '{}' has no place beside '--shard'; leave one of them out", flag));
  if (grammar.given("--format") && grammar.find("--format")->values.back() == "json")
    throw UsageError(
        "flag '--shard' writes lines of CSV, and '--format json' is one list; leave one of them "
        "out");
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

// Labels the rows of a table as `predict(table)` does, and writes them behind those before.
template <class Predict>
void append_answers(const PredictFlags& flags, const Posterior<Model>& posterior,
                    const Table& table, bool header, Output& output, Timings& timings,
                    Surprises& surprises, Predict&& predict) {
  Layout layout = layout_of(flags, table);
  layout.header = header;
  check_evidence(layout, posterior);
  check_groups(layout.groups, posterior.model.schema().structure);
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
  add_missing_words(surprises.missing_words, table, posterior.model.schema());
  surprises.add(predictions, decisions);
}

// Labels the rows of DATA, and writes them.
template <class Predict>
void write_answers(const PredictFlags& flags, const Posterior<Model>& posterior, const Data& data,
                   Estimator estimator, Output& output, Console& console, Predict&& predict) {
  note_missing_words(data.table, posterior.model.schema(), flags.input, console);
  Surprises surprises;
  append_answers(flags, posterior, data.table, true, output, console.timings(), surprises, predict);
  output.finish();
  note(surprises, estimator, posterior.model.schema().structure, console);
}

// Labels the rows of one shard: the files of all, one behind the other, are that of one process.
template <class Predict>
void write_answers_of_shard(const PredictFlags& flags, const Posterior<Model>& posterior,
                            Estimator estimator, Output& output, Console& console,
                            Predict&& predict) {
  check_several(flags.input);
  const std::vector<DataFile> files = files_to_cut(flags.input);
  const Form& form = form_of(flags.input);
  const ReadOptions options =
      read_options(flags.input, missing_for(posterior, flags.input), posterior.label.name);
  Surprises surprises;
  const auto append = [&](const Table& table, bool header) {
    append_answers(flags, posterior, table, header, output, console.timings(), surprises, predict);
  };
  Table table;
  if (flags.shard->number == 1) {
    ShardReader first_rows(files, Shard{}, form, options, 1);
    if (first_rows.next(table)) append(table.select({}), true);
  }
  ShardReader reader(files, *flags.shard, form, options);
  while (console.timings().time(Phase::read, [&] { return reader.next(table); }))
    with_rows_of(reader, [&] { append(table, false); });
  output.finish();
  note_missing_words(surprises.missing_words, flags.input, console);
  note(surprises, estimator, posterior.model.schema().structure, console);
}

// One shard, or all of DATA.
template <class Predict>
void answer(const PredictFlags& flags, const Posterior<Model>& posterior, Estimator estimator,
            Output& output, Console& console, Predict&& predict) {
  if (flags.shard)
    return write_answers_of_shard(flags, posterior, estimator, output, console, predict);
  const Data data = read_data_for(posterior, flags.input, console);
  write_answers(flags, posterior, data, estimator, output, console, predict);
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
  input.files = {input.data};
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

// Logistic regression: levels that it does not know have no policy.
void predict_by_twin(const PredictFlags& flags, const FittedModel& fitted, Output& output,
                     Console& console) {
  check_twin_flags(flags);
  answer(flags, fitted.posterior, Estimator::predictive, output, console, [&](const Table& table) {
    Predictions answers = credence::predict(*fitted.twin, table);
    if (answers.unseen_cells > 0)
      console.note(
          fmt::format("{} cells or words hold a category that the training data lack; they add "
                      "nothing to the log odds",
                      answers.unseen_cells));
    answers.unseen_cells = 0;
    return answers;
  });
}

// Intervals are those of the posterior, of which a family without a prior has none.
void note_intervals(const PredictFlags& flags, const Schema& schema, Console& console) {
  const std::vector<Group> groups = groups_asked(flags.decisions);
  const auto has = [&](Group group) {
    return std::find(groups.begin(), groups.end(), group) != groups.end();
  };
  if (has(Group::interval) || has(Group::log_odds_interval)) note_certain_columns(schema, console);
}

void run(const PredictFlags& flags, Console& console) {
  if (flags.lazy.asked) return predict_by_lazy_rules(flags, console);
  if (flags.complement) return predict_by_complement(flags, console);
  Output output(flags.common.out, flags.common.overwrite());
  const FittedModel fitted = fitted_model(flags.posterior, console);
  if (fitted.twin) return predict_by_twin(flags, fitted, output, console);
  const Posterior<Model>& posterior = fitted.posterior;
  const Estimator estimator = estimator_to_predict(flags.estimator, posterior);
  const auto classifier = console.timings().time(
      Phase::estimate, [&] { return Classifier<Model>(posterior, estimator); });
  if (flags.with_coefficient) {
    check_documents(posterior.model.schema());
    check_densities(groups_asked(flags.decisions));
  }
  answer(flags, posterior, estimator, output, console, [&](const Table& table) {
    Predictions predictions = classifier.predict(table);
    if (flags.with_coefficient) add_coefficients(posterior, table, predictions, console);
    return predictions;
  });
  note_intervals(flags, posterior.model.schema(), console);
}

}  // namespace

void PredictFlags::declare(Grammar& grammar) {
  posterior.declare(grammar);
  grammar.at("POSTERIOR").needed_unless("--train");
  input.declare_several(grammar).needed_unless(
      "--files-from or --train, beside which it is the only FILE");
  grammar.section(Section::options);
  declare_shard(grammar, shard,
                "answer the rows of shard I of N alone, from 1: the outputs of all, one behind the "
                "other, are that of one run");
  decisions.declare_columns(grammar);
  grammar.values("--keep", keep, "NAME,...", "columns of DATA to copy in front; repeatable");
  grammar.on_off("--csv-safe", csv_safe,
                 "for spreadsheets: put ' before texts that begin with =, +, - or @");
  estimator.declare(grammar, "predictive");
  declare_like(grammar, estimator.like_scikit_learn, "compute what scikit-learn does");
  declare_without_weights(grammar, posterior.without_weights);
  declare_complement(grammar, complement,
                     "labels by the rule of complement naive Bayes, for documents; its scores are "
                     "no probabilities");
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
  grammar.rule(refuse_beside_shard);
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
