// `credence predict`: labels and probabilities of rows.
#include <credence/predict/classifier.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "answers/coefficient.hpp"
#include "answers/complement.hpp"
#include "answers/row_answers.hpp"
#include "answers/twin.hpp"
#include "console/output.hpp"
#include "fit/rank_rows.hpp"
#include "fit/shards.hpp"
#include "input/chunks.hpp"
#include "input/reading.hpp"
#include "input/row_notes.hpp"
#include "input/weight_flags.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace {

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
      grammar.first_given({"--complement", "--structure", "--train", "--label-file", "--chunk"});
  if (!flag.empty())
    throw UsageError(
        fmt::format("flag '{}' has no place beside '--shard'; leave one of them out", flag));
  if (grammar.given("--format") && grammar.find("--format")->values.back() == "json")
    throw UsageError(
        "flag '--shard' writes lines of CSV, and '--format json' is one list; leave one of them "
        "out");
}

// Labels the rows of one shard: the files of all, one behind the other, are that of one process.
template <class Predict>
void answer_shard(const PredictFlags& flags, const Posterior<Model>& posterior, Console& console,
                  RowAnswers& answers, Predict&& predict) {
  check_several(flags.input);
  const std::vector<DataFile> files = files_to_cut(flags.input);
  const Form& form = form_of(flags.input);
  const ReadOptions options =
      read_options(flags.input, missing_for(posterior, flags.input), posterior.label.name);
  Table table;
  if (flags.shard->number == 1) {
    ShardReader first_rows(files, Shard{}, form, options, 1);
    if (first_rows.next(table)) answers.add(table.select({}), predict);
  } else {
    answers.begin_behind_others();
  }
  ShardReader reader(files, *flags.shard, form, options);
  with_shard_alone(*flags.shard, [&] {
    while (console.timings().time(Phase::read, [&] { return reader.next(table); }))
      use_in_parts(
          table, posterior.label.size(), [&] { return reader.first_row(); },
          [&](const Table& part) { answers.add(part, predict); });
  });
}

// The rows of all shards, each process its own; the first one writes the names of the columns.
template <class Predict>
void answer_by_ranks(const Posterior<Model>& posterior, const InputFlags& input, Console& console,
                     RowAnswers& answers, Predict&& predict) {
  const auto restart = [&] {
    answers.clear();
    if (!console.ranks().is_first()) return answers.begin_behind_others();
    const ReadOptions options =
        read_options(input, missing_for(posterior, input), posterior.label.name);
    ShardReader first_rows(files_to_cut(input), Shard{}, form_of(input), options, 1);
    if (Table table; first_rows.next(table)) answers.add(table.select({}), predict);
  };
  for_tables_of_rank(posterior, input, console, restart,
                     [&](const Table& table) { answers.add(table, predict); });
  answers.join_all();
}

// What needs all rows in one process, or one list of them; empty for nothing.
std::string_view needs_one_process(const PredictFlags& flags) {
  if (flags.lazy.asked) return "--structure lbr";
  if (flags.complement) return "--complement";
  if (flags.shard) return "--shard";
  return flags.rows() == RowFormat::json ? "--format json" : "";
}

// One shard, or all of DATA, which may be others than those of the flags.
template <class Predict>
void answer(const PredictFlags& flags, const Posterior<Model>& posterior, const InputFlags& input,
            Console& console, RowAnswers& answers, Predict&& predict) {
  if (console.ranks().is_together())
    return answer_by_ranks(posterior, input, console, answers, predict);
  if (flags.shard) return answer_shard(flags, posterior, console, answers, predict);
  for_tables_of(posterior, input, flags.common.quiet, console,
                [&](const Table& table) { answers.add(table, predict); });
}

// Rows that lazy rules have answered, and how.
struct LazyCounts {
  Index rows = 0;
  Index with_rule = 0;
  std::set<std::string> models = {};  // by their conditions

  void add(const LazyPredictions& answers) {
    rows += std::ssize(answers.antecedents);
    with_rule += std::count_if(answers.antecedents.begin(), answers.antecedents.end(),
                               [](const auto& conditions) { return !conditions.empty(); });
    for (const auto& conditions : answers.antecedents) {
      std::string name;
      for (const LazyCondition& condition : conditions)
        name += condition.column + '\0' + condition.level + '\0';
      models.insert(std::move(name));
    }
  }
  void note(Console& console) const {
    console.note(fmt::format("{} of {} classified by a rule of their own, {} in all", with_rule,
                             counted(rows, "row was", "rows were"),
                             counted(models.size(), "naive Bayes model", "naive Bayes models")));
  }
};

// Lazy rules: DATA is the only word.
void predict_by_lazy_rules(const PredictFlags& flags, Console& console) {
  const std::vector<Group> groups = groups_asked(flags.decisions);
  if (has_interval(groups) || holds(groups, Group::log_evidence))
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
  LazyCounts counts;
  RowAnswers answers(flags, training.posterior, output, console);
  answer(flags, training.posterior, input, console, answers, [&](const Table& table) {
    const BoundTable bound = credence::bind(training.posterior.model, table);
    LazyPredictions predictions = training.rules.predict(bound, all_rows(bound.rows));
    counts.add(predictions);
    return std::move(predictions.predictions);
  });
  answers.end(estimator, [&] { counts.note(console); });
}

// Logistic regression: levels that it does not know have no policy.
void predict_by_twin(const PredictFlags& flags, const FittedModel& fitted, Output& output,
                     Console& console) {
  check_twin_flags(flags);
  RowAnswers answers(flags, fitted.posterior, output, console,
                     "such cells add nothing to the log odds");
  answer(flags, fitted.posterior, flags.input, console, answers,
         [&](const Table& table) { return credence::predict(*fitted.twin, table); });
  answers.end(Estimator::predictive, [] {});
}

// Intervals are those of the posterior, of which a family without a prior has none.
void note_intervals(const PredictFlags& flags, const Schema& schema, Console& console) {
  if (has_interval(groups_asked(flags.decisions))) note_certain_columns(schema, console);
}

void run(const PredictFlags& flags, Console& console) {
  const bool together = works_together(flags.input, needs_one_process(flags), console);
  const bool is_first = console.ranks().is_first();
  if (!together && !is_first) return;
  if (flags.lazy.asked) return predict_by_lazy_rules(flags, console);
  if (flags.complement) return predict_by_complement(flags, console);
  Output output(is_first ? flags.common.out : std::nullopt, flags.common.overwrite());
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
  RowAnswers answers(flags, posterior, output, console);
  answer(flags, posterior, flags.input, console, answers, [&](const Table& table) {
    Predictions predictions = classifier.predict(table);
    if (flags.with_coefficient) add_coefficients(posterior, table, predictions);
    return predictions;
  });
  answers.end(estimator, [&] {
    if (flags.with_coefficient) note_coefficients(console);
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
  input.declare_chunk(grammar);
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

const Verb verbs::predict = verb<PredictFlags, run, RunBy::all_ranks>(
    "predict", "Predict the class of each row, with probabilities");

}  // namespace credence::tool
