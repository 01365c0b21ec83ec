// `credence fit`: data to a posterior file.
#include <credence/study/describe.hpp>

#include <fmt/format.h>

#include "answers/twin.hpp"
#include "console/update_lock.hpp"
#include "fit/from_statistics.hpp"
#include "fit/learner.hpp"
#include "fit/rank_rows.hpp"
#include "fit/shards.hpp"
#include "fit/stream.hpp"
#include "flags/values.hpp"
#include "input/estimator_flags.hpp"
#include "input/modelling.hpp"
#include "input/posterior_output.hpp"
#include "input/row_notes.hpp"
#include "input/structures.hpp"
#include "verbs.hpp"

namespace credence::tool {
namespace {

Overwrite overwrite_of(const FitFlags& flags) {
  const bool in_place = flags.update && replaces(*flags.update, flags.common.out);
  return flags.common.force || in_place ? Overwrite::allow : Overwrite::refuse;
}

void check_discount_flags(const Grammar& grammar) {
  const std::string_view flag = grammar.first_given({"--discount", "--discount-rows"});
  if (flag.empty()) return;
  if (grammar.given("--discount") && grammar.given("--discount-rows"))
    throw UsageError(
        "flags '--discount' and '--discount-rows' exclude each other; give one of them");
  if (!grammar.given("--update"))
    throw UsageError(fmt::format(
        "flag '{}' makes a past count less that is there with --update alone; give both or none",
        flag));
  if (grammar.given("--exact"))
    throw UsageError(fmt::format(
        "flag '{}' has no place beside --exact, whose sums hold whole rows; leave one of them out",
        flag));
}

void check_rules(const Grammar& grammar) {
  check_discount_flags(grammar);
  if (grammar.given("--chunk") && !grammar.given("--stream"))
    throw UsageError("flag '--chunk' is the length of a part of --stream; give both or none");
  if (grammar.given("--stream") && asks_for_weights(grammar))
    throw UsageError(
        "flag '--feature-weights' needs all rows at once and has no place beside --stream; fit "
        "without --stream, or leave it out");
  if (grammar.given("--estimator") && !asks_for_weights(grammar))
    throw UsageError(
        "flag '--estimator' says for which estimator feature weights are found; give "
        "--feature-weights beside it");
  if (!grammar.given("--update")) return;
  std::string_view flag =
      grammar.first_given({"--label", "--schema", "--column", "--families", "--drop", "--prior",
                           "--class-prior", "--tied", "--words", "--covariance", "--like"});
  for (const std::string& name : structure_flag_names())
    if (flag.empty() && grammar.given(name)) flag = name;
  if (!flag.empty())
    throw UsageError(
        fmt::format("flag '{}' has no place beside --update: the schema and the priors "
                    "are those of the posterior; leave it out",
                    flag));
}

std::string weights_note(const FeatureWeights& weights, Index learned) {
  const std::string from =
      weights.rows == learned
          ? counted(weights.rows, "row", "rows")
          : fmt::format("a sample of {} of the {}", weights.rows, counted(learned, "row", "rows"));
  return fmt::format(
      "feature weights for {} found from {}: their leave-one-out log loss falls from {:.4f} to "
      "{:.4f}; credence compare --feature-weights {} says what it is on rows they have not seen",
      weights.estimator, from, weights.log_loss_before, weights.log_loss_after,
      weights.kind == FeatureWeighting::subset ? "subsets:1000" : to_string(weights.kind));
}

void summarise(const Learner& learner, Console& console) {
  const Posterior<Model>& posterior = learner.posterior();
  const Schema& schema = posterior.model.schema();
  note_unknown_classes(schema, posterior.label.classes, console);
  console.note(fmt::format("trained on {}; the posterior has {} and {}",
                           counted(learner.counts().learned(), "row", "rows"),
                           counted(posterior.label.size(), "class", "classes"),
                           counted(std::ssize(feature_names(schema)), "feature", "features")));
  note_measurement(schema.label, posterior.label.classes,
                   static_cast<double>(learner.counts().learned()), console);
  if (const FeatureWeights& weights = posterior.feature_weights; weights.any())
    console.note(weights_note(weights, learner.counts().learned()));
  note_fit(posterior, console);
}

void find_weights(const FitFlags& flags, const Table& table, Learner& learner, Timings& timings) {
  const Estimator likely =
      learner.posterior().like_scikit_learn ? Estimator::scikit_learn : Estimator::predictive;
  timings.time(Phase::estimate, [&] {
    learner.find_weights(table, flags.weights, flags.estimator.estimator.value_or(likely));
  });
}

Learner updated(const FitFlags& flags, Console& console) {
  Timings& timings = console.timings();
  RecordedPosterior recorded =
      timings.time(Phase::read, [&] { return load_recorded(*flags.update); });
  check_update(flags, recorded);
  auto& [posterior, provenance] = recorded;
  drop_shards(provenance, "rows are added", console);
  const Data data = read_data_for(posterior, flags.input, console);
  note_unlisted_beside(posterior, data.table, flags.model.weight, console);
  note_update(flags, posterior, console);
  Learner learner(std::move(posterior), flags, std::move(provenance));
  timings.time(Phase::observe, [&] { learner.learn(data.table); });
  check_levels(learner.posterior(), flags.input.limits, data.table.file());
  find_weights(flags, data.table, learner, timings);
  return learner;
}

Learner fitted(const FitFlags& flags, Console& console) {
  const Training training = read_training(flags.input, flags.model, console);
  const Model model = console.timings().time(Phase::observe, [&] {
    return settled(training.model, training.data.table, flags.model, console);
  });
  Timings& timings = console.timings();
  const Table& table = training.data.table;
  static_cast<void>(table.column(model.schema().label));
  // Before a posterior of many contexts takes memory: binding says where that is too much.
  BoundTable bound = timings.time(
      Phase::observe, [&] { return credence::bind(model, table, flags.model.weights()); });
  Learner learner(empty_posterior(model, flags.summation()), flags);
  timings.time(Phase::observe, [&] {
    learner.learn(std::move(bound));
    learner.find_structure(table, console);
  });
  find_weights(flags, table, learner, timings);
  return learner;
}

Learner learner_of(const FitFlags& flags, Console& console) {
  if (flags.stream || streams_by_itself(flags)) return learned_from_stream(flags, console);
  return flags.update ? updated(flags, console) : fitted(flags, console);
}

// Throws Error{schema} for rows of which none has a class and a weight.
void check_learned(const Posterior<Model>& posterior, const InputFlags& input) {
  if (posterior.label.counts.count() == 0)
    throw Error(
        ErrorCode::schema,
        fmt::format("no row of '{}' can be used: label '{}' is missing, or the weight is 0, "
                    "throughout; give rows with a label",
                    name_of_data(input), posterior.label.name));
}

// What asks for all rows of DATA in the first of the processes that share a run; empty for nothing.
std::string_view needs_all_rows(const FitFlags& flags) {
  if (flags.twin.twin) return "--twin";
  if (flags.from_statistics) return "--from-statistics";
  if (flags.update) return "--update";
  if (flags.shards.source) return "--source";
  if (flags.shards.shard) return "--shard";
  if (flags.weights.any()) return "--feature-weights";
  if (const std::string_view flag = flag_for_all_rows(flags.model); !flag.empty()) return flag;
  return flags.input.schema && !is_said_beforehand(flags) ? "--schema" : "";
}

void fit_by_all_ranks(const FitFlags& flags, Console& console) {
  if (!flags.input.schema)
    throw UsageError(
        "flag '--schema' is needed under MPI, so that all ranks have the same families; 'credence "
        "schema' makes one");
  refuse_lazy_rules(flags.model.structure, "fit");
  fit_shards(flags, console);
}

void run(const FitFlags& flags, Console& console) {
  if (const Ranks& ranks = console.ranks(); ranks.any()) {
    if (works_together(flags.input, needs_all_rows(flags), console))
      return fit_by_all_ranks(flags, console);
    if (!ranks.is_first()) return;
  }
  if (flags.twin.twin) return fit_twin(flags, console);
  if (flags.from_statistics) return fit_from_statistics(flags, console);
  refuse_lazy_rules(flags.model.structure, "fit");
  check_stream_flags(flags);
  if (flags.shards.any()) return fit_shards(flags, console);
  Output output(flags.common.out, overwrite_of(flags));
  const auto lock =
      flags.update ? lock_if_replaced(*flags.update, flags.common.out, console) : nullptr;
  const Learner learner = learner_of(flags, console);
  learner.note_rows(console);
  check_learned(learner.posterior(), flags.input);
  note_structure(learner.posterior(), console);
  if (lock) lock->check_unchanged();
  console.timings().time(Phase::write, [&] {
    write_posterior(output, flags.common, flags.form,
                    {.posterior = learner.posterior(), .provenance = learner.provenance()});
  });
  summarise(learner, console);
}

}  // namespace

void FitFlags::declare(Grammar& grammar) {
  input.declare_several(grammar).needed_unless("--files-from or --from-statistics");
  grammar.section(Section::options);
  grammar
      .file("--update", update, "POSTERIOR",
            "add DATA to this posterior; schema and priors are its own")
      .may_be_replaced();
  grammar.value("--discount", discount, "FACTOR",
                "make all that POSTERIOR has seen count less before DATA are added: weights are "
                "multiplied by FACTOR, above 0 and at most 1",
                discount_of);
  grammar.value("--discount-rows", discount_rows, "FACTOR",
                "do so before each row of DATA: its order then matters", discount_of);
  grammar.on_off("--stream", stream,
                 "learn from a file of any length, part by part; families come from --schema or "
                 "the first 10,000 rows");
  grammar.on_off("--exact", exact,
                 "add up without rounding: any order or parts of the rows give the same bits, and "
                 "'credence forget' can take rows back");
  declare_from_statistics(grammar, from_statistics);
  grammar.value("--chunk", input.chunk, "BYTES", "how long a part of --stream is [4194304]",
                Whole{.least = 1});
  shards.declare(grammar);
  model.declare(grammar);
  grammar.at("--label").needed_unless("--schema, --label-file or --update");
  declare_weight(grammar, model.weight);
  model.structure.declare(grammar, TakesStructures::one);
  declare_like(grammar, model, "predict and evaluate will compute what scikit-learn does");
  weights.declare(grammar,
                  "find weights of the features by leave-one-out, which predict then uses: one "
                  "for each, a common one, or the best of N random subsets");
  estimator.declare(grammar, "predictive");
  twin.declare(grammar,
               "train logistic regression on these columns instead of naive Bayes: FILE holds its "
               "weights, which predict, evaluate and describe read");
  input.declare_dialect(grammar);
  form.declare(grammar);
  common.declare(grammar, {Format::text, Format::json}, "an error")
      .needed("-o FILE for the posterior ('-' is standard output)");
  grammar.rule(refuse_beside_twin);
  grammar.rule(check_rules);
  grammar.rule(check_shard_flags);
  grammar.examples(
      "Examples:\n"
      "  credence fit patients.csv --label diagnosis -o patients.json\n"
      "  credence fit patients.csv --label diagnosis --column visits=poisson \\\n"
      "    --prior smoker:ones=2,zeros=8 -o patients.json\n"
      "  credence fit patients.csv --label diagnosis --structure tan -o patients.json\n"
      "  credence fit patients.csv --label diagnosis --twin -o logistic.json\n"
      "  credence fit --update patients.json more.csv -o patients.json\n"
      "  credence fit --update patients.json week.csv --discount 0.98 -o patients.json\n"
      "  credence fit visits.csv.gz --stream --label outcome -o visits.json\n"
      "  credence fit 'visits/*.csv' --schema s.json --exact --shard 3/64 -o d/3.bin\n"
      "  credence fit 'visits/*.csv' --schema s.json --exact --shard-files d -o visits.json\n"
      "  credence fit rows.npy --label-file classes.npy -o rows.json");
}

const Verb verbs::fit = verb<FitFlags, run, RunBy::all_ranks>(
    "fit", "Train a model on data, or update one with more rows");

}  // namespace credence::tool
