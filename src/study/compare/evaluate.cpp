#include <credence/study/evaluate.hpp>

#include <credence/detail/base/counted.hpp>
#include <credence/detail/base/stopwatch.hpp>
#include <credence/learn/posterior_priors.hpp>

#include "base/moved_from.hpp"
#include "base/names.hpp"
#include "study/compare/complement_results.hpp"
#include "study/compare/notes.hpp"
#include "study/compare/scored_rows.hpp"
#include "study/folds/tallies.hpp"

#include <algorithm>
#include <utility>

namespace credence {
namespace {

Posterior<Model> without_weights(Posterior<Model> posterior) {
  posterior.feature_weights = {};
  return posterior;
}

// Whether an estimator has weights of its own beside the bare classifier.
bool is_weighted(const Posterior<Model>& posterior, Estimator estimator) {
  return posterior.feature_weights.estimator == to_string(estimator);
}

// Evaluations rank their rows; comparisons would keep as many numbers for each estimator and set.
detail::Tally ranked_tally(const std::optional<LossTable>& loss) {
  return {.roc = RocScores(), .loss = loss ? &*loss : nullptr};
}

// Throws unless losses, where there are any, are of the label's classes in their order.
void check_losses(const std::optional<LossTable>& loss, const LabelColumn& label) {
  if (!loss) return;
  if (loss->classes == label.classes) return check(*loss);
  const auto differ = std::mismatch(label.classes.begin(), label.classes.end(),
                                    loss->classes.begin(), loss->classes.end());
  const auto at = static_cast<std::size_t>(differ.first - label.classes.begin());
  const auto class_of = [&](const std::vector<std::string>& classes) {
    return at < classes.size() ? detail::in_quotes(classes[at]) : std::string("none");
  };
  throw Error(ErrorCode::schema,
              "class " + std::to_string(at + 1) + " of the losses is " + class_of(loss->classes) +
                  ", that of label " + detail::in_quotes(label.name) + " is " +
                  class_of(label.classes) + "; give losses of these classes in their order");
}

// Throws where the complement rule is asked for, and says why there is none.
void refuse_complement(const EvaluateOptions& options, std::string_view why) {
  if (options.complement)
    throw Error(ErrorCode::schema, std::string(why) + "; evaluate without that rule");
}

// What has learned nothing but the classes of a logistic regression.
Posterior<Model> start_of(const LogisticTwin& twin, const FamilySet& families) {
  const std::vector<std::string>& classes = twin.regression.classes;
  if (twin.class_counts.size() != classes.size())
    throw Error(ErrorCode::shape,
                "a logistic regression of " + detail::counted(classes.size(), "class", "classes") +
                    " has " +
                    detail::counted(twin.class_counts.size(), "class count", "class counts") +
                    "; give it one for each class");
  Posterior<Model> start = empty_posterior(Model(twin.schema, families));
  start.label.classes = classes;
  start.label.counts.counts = twin.class_counts;
  return start;
}

// Names the structure of the posterior beside each estimator.
void name_structure(const Structure& structure, Evaluation& evaluation) {
  if (structure == Structure{}) return;
  for (Result& result : evaluation.results)
    if (result.estimator != baseline_name) result.structure = name_of(structure);
}

}  // namespace

struct Evaluator::State {
  // What one classifier says of the rows.
  struct ScoredRows {
    std::string_view name;
    FeatureWeighting weights;
    detail::RowScorer scorer;
    detail::Tally tally;
  };

  const Posterior<Model>& posterior;
  const EvaluateOptions options;
  const LogisticTwin* twin = nullptr;               // in the place of estimators
  std::unique_ptr<const Posterior<Model>> start{};  // of a twin: its columns and class counts
  Posterior<Model>
      found{};  // with numbers in the place of empirical-Bayes priors, where there are any
  Posterior<Model> bare{};  // without feature weights, where there are any
  std::vector<ScoredRows> scored{};
  detail::LabelTally labels{};  // of the complement rule
  detail::Tally baseline{};
  Evaluation evaluation{};
  Index table_rows = 0;
  bool is_prepared = false;
  std::string file{};

  [[nodiscard]] const Posterior<Model>& ready() const {
    return has_empirical_prior(posterior) ? found : posterior;
  }

  // What the rows are scored by, once the first of them are known to be in order.
  void prepare() {
    if (std::exchange(is_prepared, true)) return;
    baseline = ranked_tally(options.loss);
    if (twin != nullptr)
      scored.push_back({.name = twin_name,
                        .weights = FeatureWeighting::none,
                        .scorer = {posterior, *twin},
                        .tally = ranked_tally(options.loss)});
    else
      prepare_estimators();
  }

  void prepare_estimators() {
    if (has_empirical_prior(posterior)) found = detail::with_numbers(posterior);
    const bool has_weights = ready().feature_weights.any();
    if (has_weights) bare = without_weights(ready());
    const auto add = [&](const Posterior<Model>& of, Estimator estimator) {
      scored.push_back({.name = to_string(estimator),
                        .weights = of.feature_weights.kind,
                        .scorer = {of, estimator},
                        .tally = ranked_tally(options.loss)});
    };
    for (const Estimator estimator : options.estimators) {
      add(has_weights ? bare : ready(), estimator);
      if (is_weighted(ready(), estimator)) add(ready(), estimator);
    }
  }

  void add(const Table& table) {
    const detail::RowsToScore asked =
        detail::rows_to_score(posterior, table, options.weight, evaluation);
    prepare();
    table_rows += table.rows();
    file = table.file();
    if (asked.rows.rows.empty()) return;
    detail::score_baseline(posterior.label, asked.rows, baseline);
    for (ScoredRows& each : scored) each.scorer.add(asked.bound, asked.rows, each.tally);
    if (options.complement && labels.undefined.empty())
      detail::score_complement(ready(), *options.complement, asked.bound, asked.rows, 0, labels);
  }

  [[nodiscard]] std::string scored_rows(const Table& table) {
    Evaluation counts;
    const detail::RowsToScore asked =
        detail::rows_to_score(posterior, table, options.weight, counts);
    prepare();
    detail::add(evaluation.seconds, counts.seconds);
    detail::Parcel parcel;
    for (const Index count : {table.rows(), counts.rows, counts.skipped_rows})
      parcel.put(static_cast<std::uint64_t>(count));
    parcel.put(table.file());
    detail::put(asked.rows, parcel);
    for (ScoredRows& each : scored) {
      detail::Parcel parts;
      each.tally.take = [&](const Predictions& predictions, const detail::LabelledRows& rows) {
        detail::put(predictions, parts);
        detail::put(rows, parts);
      };
      if (!asked.rows.rows.empty()) each.scorer.add(asked.bound, asked.rows, each.tally);
      each.tally.take = nullptr;
      parcel.put(parts.packed());
    }
    if (options.complement && !asked.rows.rows.empty()) {
      const Stopwatch watch(labels.seconds.score);
      detail::put(
          detail::labels_by_complement(ready(), *options.complement, asked.bound, asked.rows.rows),
          parcel);
    }
    return parcel.packed();
  }

  void add_scored(detail::Parcel parcel) {
    prepare();
    table_rows += static_cast<Index>(parcel.number());
    evaluation.rows += static_cast<Index>(parcel.number());
    evaluation.skipped_rows += static_cast<Index>(parcel.number());
    evaluation.label = posterior.label.name;
    evaluation.classes = posterior.label.classes;
    file = parcel.text();
    const detail::LabelledRows rows = detail::taken_rows(parcel);
    if (rows.rows.empty()) return;
    detail::score_baseline(posterior.label, rows, baseline);
    for (ScoredRows& each : scored) {
      detail::Parcel parts{std::string(parcel.text())};
      if (parts.is_done()) each.scorer.note_undefined(each.tally);
      while (!parts.is_done()) {
        const Predictions predictions = detail::taken_predictions(evaluation.classes, parts);
        each.scorer.add_scored(predictions, detail::taken_rows(parts), each.tally);
      }
    }
    if (options.complement && labels.undefined.empty())
      detail::add(detail::taken_labels(evaluation.classes.size(), rows.rows.size(), parcel),
                  posterior.label, rows, 0, labels);
  }

  void add_results() {
    const Result beside = detail::baseline_result("test", std::move(baseline));
    for (ScoredRows& each : scored) {
      detail::add(evaluation.seconds, each.tally.seconds);
      evaluation.results.push_back(
          detail::result_of(each.name, "test", std::move(each.tally), beside));
      evaluation.results.back().feature_weights = each.weights;
    }
    if (options.complement) {
      detail::add(evaluation.seconds, labels.seconds);
      evaluation.results.push_back(detail::complement_result("test", std::move(labels)));
    }
    evaluation.results.push_back(beside);
  }
};

Evaluator::Evaluator(const Posterior<Model>& posterior, EvaluateOptions options)
    : state_(new State{.posterior = posterior, .options = std::move(options)}) {
  check_losses(state_->options.loss, posterior.label);
}
Evaluator::Evaluator(const LogisticTwin& twin, EvaluateOptions options, const FamilySet& families) {
  refuse_complement(options, "a logistic regression has no rule of complement naive Bayes");
  auto start = std::make_unique<const Posterior<Model>>(start_of(twin, families));
  check_losses(options.loss, start->label);
  state_.reset(new State{.posterior = *start, .options = std::move(options), .twin = &twin});
  state_->start = std::move(start);
}
Evaluator::Evaluator(Evaluator&&) noexcept = default;
Evaluator& Evaluator::operator=(Evaluator&&) noexcept = default;
Evaluator::~Evaluator() = default;

void Evaluator::add(const Table& table) { detail::behind(state_, "the evaluator").add(table); }

std::string Evaluator::scored(const Table& table) {
  return detail::behind(state_, "the evaluator").scored_rows(table);
}

void Evaluator::add_scored(std::string_view scored) {
  detail::behind(state_, "the evaluator").add_scored(detail::Parcel(std::string(scored)));
}

Evaluation Evaluator::evaluation() && {
  State& state = detail::behind(state_, "the evaluator");
  if (state.evaluation.rows == 0)
    detail::no_labelled_row(Table(state.file), state.posterior.label.name);
  state.add_results();
  name_structure(state.posterior.model.schema().structure, state.evaluation);
  state.evaluation.notes = notes_on(state.evaluation, state.posterior.model, state.table_rows);
  return std::move(state.evaluation);
}

Evaluation evaluate(const Posterior<Model>& posterior, const Table& table,
                    const EvaluateOptions& options) {
  Evaluator evaluator(posterior, options);
  evaluator.add(table);
  return std::move(evaluator).evaluation();
}

Evaluation evaluate(const LogisticTwin& twin, const Table& table, const EvaluateOptions& options,
                    const FamilySet& families) {
  Evaluator evaluator(twin, options, families);
  evaluator.add(table);
  return std::move(evaluator).evaluation();
}

Evaluation evaluate_learned(const Posterior<Model>& posterior, const Table& table,
                            const EvaluateOptions& options) {
  refuse_complement(options, "the rule of complement naive Bayes does not forget rows one by one");
  check_losses(options.loss, posterior.label);
  Evaluation evaluation;
  const auto [bound, rows] = detail::rows_to_score(posterior, table, options.weight, evaluation);
  if (rows.rows.empty()) detail::no_labelled_row(table, posterior.label.name);
  detail::check_learned(posterior.label, rows, table);
  auto of_baseline =
      detail::score_baseline_learned(posterior.label, rows, ranked_tally(options.loss));
  const Result training = detail::baseline_result("training", std::move(of_baseline.training));
  const Result left_out = detail::baseline_result("leave_one_out", std::move(of_baseline.left_out));
  const Posterior<Model> bare = without_weights(posterior);
  const std::span<const Estimator> estimators = options.estimators;
  auto learned = detail::score_learned(bare, estimators, bound, rows, ranked_tally(options.loss));
  const auto add = [&](Estimator estimator, FeatureWeighting weights, detail::LearnedTallies& of) {
    const auto put = [&](const Result& baseline, detail::Tally& tally) {
      detail::add(evaluation.seconds, tally.seconds);
      evaluation.results.push_back(
          detail::result_of(to_string(estimator), baseline.on, std::move(tally), baseline));
      evaluation.results.back().feature_weights = weights;
    };
    put(training, of.training);
    put(left_out, of.left_out);
  };
  for (std::size_t e = 0; e < estimators.size(); ++e) {
    add(estimators[e], FeatureWeighting::none, learned[e]);
    if (!is_weighted(posterior, estimators[e])) continue;
    auto weighted = detail::score_learned(posterior, estimators.subspan(e, 1), bound, rows,
                                          ranked_tally(options.loss));
    add(estimators[e], posterior.feature_weights.kind, weighted.front());
  }
  evaluation.results.push_back(training);
  evaluation.results.push_back(left_out);
  name_structure(posterior.model.schema().structure, evaluation);
  evaluation.notes = notes_on(evaluation, posterior.model, table.rows());
  return evaluation;
}

}  // namespace credence
