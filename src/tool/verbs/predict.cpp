// `credence predict`: labels and probabilities of rows.
#include <credence/detail/base/parcel.hpp>
#include <credence/predict/classifier.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "chunks.hpp"
#include "coefficient.hpp"
#include "complement.hpp"
#include "output.hpp"
#include "rank_rows.hpp"
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

  /// Adds those of all other processes, in the first one.
  void join_all(Ranks& ranks) {
    detail::Parcel own;
    for (const Index count : {rows, impossible, unseen_cells, abstained})
      own.put(static_cast<std::uint64_t>(count));
    own.put(packed_words(missing_words));
    std::vector<std::string> all = ranks.exchange(own.packed());
    for (std::size_t rank = 1; ranks.is_first() && rank < all.size(); ++rank) {
      detail::Parcel other(std::move(all[rank]));
      for (Index* count : {&rows, &impossible, &unseen_cells, &abstained})
        *count += static_cast<Index>(other.number());
      join_missing_words(missing_words, words_from(other.text()));
    }
  }
  void add(const Predictions& predictions, const Decisions& decisions) {
    rows += predictions.rows();
    impossible += std::count(predictions.impossible.begin(), predictions.impossible.end(), true);
    unseen_cells += predictions.unseen_cells;
    abstained += std::count(decisions.abstained.begin(), decisions.abstained.end(), true);
  }
};

void note(const Surprises& found, Estimator estimator, const Structure& structure,
          const std::string& unseen, Console& console) {
  if (found.impossible > 0)
    console.note(
        fmt::format("{} of {} rows {} for estimator '{}': their label is the most "
                    "frequent class, their probabilities are those of the classes",
                    found.impossible, found.rows, why_impossible(structure), to_string(estimator)));
  if (found.unseen_cells > 0)
    console.note(fmt::format("{} cells or words hold a category that the training data lack; {}",
                             found.unseen_cells, unseen));
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
      grammar.first_given({"--complement", "--structure", "--train", "--label-file", "--chunk"});
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

// Writes the labels of the rows of one table after another.
class Answers {
 public:
  /// in      unseen: what becomes of cells whose category was not learned
  Answers(const PredictFlags& flags, const Posterior<Model>& posterior, Output& output,
          Console& console,
          std::string unseen = "each was treated as its column's `unseen` policy says")
      : flags_(flags),
        posterior_(posterior),
        output_(output),
        console_(console),
        unseen_(std::move(unseen)) {
    output_.hold();
  }

  /// Other answers stand in front of these.
  void begin_behind_others() { begins_ = false; }
  /// Begins anew.
  void clear() {
    output_.clear();
    surprises_ = {};
    begins_ = true;
  }
  /// Puts the answers of all processes one behind the other, in the first one.
  void join_all() {
    Ranks& ranks = console_.ranks();
    surprises_.join_all(ranks);
    console_.timings().time(Phase::merge, [&] {
      ranks.gather(
          [&](const TakePiece& give) {
            if (!ranks.is_first()) output_.read(give);
          },
          [&](std::string_view bytes) { output_.write(bytes); });
    });
  }
  /// Labels the rows of a table as `predict(table)` does.
  template <class Predict>
  void add(const Table& table, Predict&& predict) {
    Timings& timings = console_.timings();
    const Layout layout = checked_layout(table);
    Decisions decisions{.loss = losses(layout)};
    const Predictions predictions = timings.time(Phase::score, [&] { return predict(table); });
    timings.time(Phase::score, [&] {
      decide(flags_.decisions, layout.groups, posterior_, table, predictions, decisions);
    });
    timings.time(Phase::write, [&] {
      write_predictions(output_, predictions, decisions, layout, flags_.rows());
    });
    begins_ = false;
    add_missing_words(surprises_.missing_words, table, posterior_.model.schema());
    surprises_.add(predictions, decisions);
  }
  /// Ends the result. `say` notes what is to be said before the rest of what was found.
  template <class Say>
  void end(Estimator estimator, Say&& say) {
    if (!console_.ranks().is_first()) return;
    console_.timings().time(Phase::write, [&] {
      end_predictions(output_, flags_.rows());
      output_.finish();
    });
    note_missing_words(surprises_.missing_words, flags_.input, console_);
    say();
    note(surprises_, estimator, posterior_.model.schema().structure, unseen_, console_);
  }

 private:
  [[nodiscard]] Layout checked_layout(const Table& table) const {
    Layout layout = layout_of(flags_, table);
    layout.begins = begins_;
    check_evidence(layout, posterior_);
    check_groups(layout.groups, posterior_.model.schema().structure);
    return layout;
  }
  // Names that clash are said before the work is done.
  [[nodiscard]] const LossTable& losses(const Layout& layout) {
    const std::vector<std::string>& classes = posterior_.label.classes;
    if (!losses_) losses_ = loss_asked(flags_.decisions.loss, classes);
    static_cast<void>(column_names(layout, classes, losses_->actions));
    return *losses_;
  }

  const PredictFlags& flags_;
  const Posterior<Model>& posterior_;
  Output& output_;
  Console& console_;
  std::string unseen_;
  std::optional<LossTable> losses_;
  Surprises surprises_;
  bool begins_ = true;
};

// Labels the rows of one shard: the files of all, one behind the other, are that of one process.
template <class Predict>
void answer_shard(const PredictFlags& flags, const Posterior<Model>& posterior, Console& console,
                  Answers& answers, Predict&& predict) {
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
  while (console.timings().time(Phase::read, [&] { return reader.next(table); }))
    with_rows_of(reader, [&] { answers.add(table, predict); });
}

// The rows of all shards, each process its own; the first one writes the names of the columns.
template <class Predict>
void answer_by_ranks(const Posterior<Model>& posterior, const InputFlags& input, Console& console,
                     Answers& answers, Predict&& predict) {
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
            Console& console, Answers& answers, Predict&& predict) {
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
  Index models = 0;

  void add(const LazyPredictions& answers) {
    rows += std::ssize(answers.antecedents);
    with_rule += std::count_if(answers.antecedents.begin(), answers.antecedents.end(),
                               [](const auto& conditions) { return !conditions.empty(); });
    models += answers.local_models;
  }
  void note(Console& console) const {
    console.note(
        fmt::format("{} of {} rows were classified by a rule of their own, {} naive Bayes "
                    "models in all",
                    with_rule, rows, models));
  }
};

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
  LazyCounts counts;
  Answers answers(flags, training.posterior, output, console);
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
  Answers answers(flags, fitted.posterior, output, console, "they add nothing to the log odds");
  answer(flags, fitted.posterior, flags.input, console, answers,
         [&](const Table& table) { return credence::predict(*fitted.twin, table); });
  answers.end(Estimator::predictive, [] {});
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
  Answers answers(flags, posterior, output, console);
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
