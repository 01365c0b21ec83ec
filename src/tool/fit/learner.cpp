// Tables into a posterior, one after another.
#include "fit/learner.hpp"

#include <credence/study/describe.hpp>
#include <credence/study/structured.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "input/row_notes.hpp"
#include "process/faults.hpp"

namespace credence::tool {
namespace {

// What was rounded once cannot become exact. A posterior that is exact stays so without the flag.
void check_exact(const FitFlags& flags, const Posterior<Model>& posterior) {
  if (flags.exact && posterior.summation != Summation::exact)
    throw UsageError(fmt::format(
        "flag '--exact' has no place here: posterior '{}' was not fitted exactly; fit all rows "
        "again with --exact, or leave it out",
        flags.update.value_or("")));
  if (posterior.summation != Summation::exact) return;
  for (const auto& [flag, factor] :
       {std::pair("--discount", flags.discount), std::pair("--discount-rows", flags.discount_rows)})
    if (factor)
      throw UsageError(fmt::format(
          "flag '{}' has no place here: posterior '{}' was fitted with --exact, and its sums hold "
          "whole rows; fit the rows again without --exact",
          flag, flags.update.value_or("")));
}

// A posterior of sources stays one: rows without a name would belong to none.
void add_source(const FitFlags& flags, Provenance& provenance) {
  std::vector<std::string>& sources = provenance.sources;
  const std::string posterior = flags.update.value_or("");
  if (!flags.shards.source) {
    if (!sources.empty())
      throw UsageError(fmt::format(
          "posterior '{}' holds named sources: name DATA with --source, too", posterior));
    return;
  }
  if (flags.update && sources.empty())
    throw UsageError(fmt::format(
        "flag '--source' has no place here: nobody can say which sources posterior '{}' holds; "
        "leave it out, or fit all rows under names",
        posterior));
  const auto at = std::lower_bound(sources.begin(), sources.end(), *flags.shards.source);
  if (at != sources.end() && *at == *flags.shards.source)
    throw Error(ErrorCode::version,
                fmt::format("source '{}' is in '{}' already: its rows would count twice; name "
                            "other rows by another name",
                            *at, posterior),
                {.file = posterior});
  sources.insert(at, *flags.shards.source);
}

Index feature_count(const Posterior<Model>& posterior) {
  return std::ssize(feature_names(posterior.model.schema()));
}

}  // namespace

void check_update(const FitFlags& flags, const RecordedPosterior& recorded) {
  check_exact(flags, recorded.posterior);
  Provenance provenance = recorded.provenance;
  add_source(flags, provenance);
}

Learner::Learner(Posterior<Model> posterior, const FitFlags& flags, Provenance provenance)
    : posterior_(std::move(posterior)),
      provenance_(std::move(provenance)),
      input_(flags.input),
      weight_(flags.model.weights()),
      discount_rows_(flags.discount_rows) {
  check_exact(flags, posterior_);
  add_source(flags, provenance_);
  if (flags.discount) discount(posterior_, *flags.discount);
  posterior_.like_scikit_learn = posterior_.like_scikit_learn || flags.model.like_scikit_learn;
}

void Learner::learn(const Table& table) {
  static_cast<void>(table.column(posterior_.label.name));
  learn(credence::bind(posterior_.model, table, weight_));
}

void Learner::learn(BoundTable bound) {
  const Table& table = *bound.table;
  count(bound);
  if (discount_rows_)
    observe_by_row(posterior_, std::move(bound), *discount_rows_);
  else
    observe(posterior_, bound, RowSpan{.count = bound.rows}, work_);
  add_missing_words(missing_words_, table, posterior_.model.schema());
  file_ = table.file();
}

void Learner::add_counts(const RowCounts& counts, const std::vector<MissingWord>& missing_words,
                         const std::string& file) {
  counts_.rows += counts.rows;
  counts_.without_label += counts.without_label;
  counts_.weightless += counts.weightless;
  join_missing_words(missing_words_, missing_words);
  if (file_.empty()) file_ = file;
}

void Learner::find_weights(const Table& table, const WeightFlags& weights, Estimator estimator) {
  if (!weights.any()) return;
  posterior_ =
      with_feature_weights(std::move(posterior_), estimator, table, weights.options(), weight_);
}

void Learner::find_structure(const Table& table, Console& console) {
  const Model& model = posterior_.model;
  if (!is_found_in_rows(model)) return;
  if (posterior_.summation == Summation::exact)
    throw UsageError(
        "flag '--exact' has no place beside --average stacked and --select, which see rows one by "
        "one; leave one of them out");
  const Index before = feature_count(posterior_);
  const std::string name = name_of(model.schema().structure);
  const BoundTable bound = credence::bind(with_structure(model, {}), table, weight_);
  posterior_ = learn_structured(model, bound, all_rows(bound.rows), Estimator::predictive,
                                posterior_.label.classes)
                   .posterior;
  const Index kept = feature_count(posterior_);
  if (kept < before)
    console.note(
        fmt::format("structure '{}': leave-one-out keeps {} of {} features", name, kept, before));
}

void Learner::count(const BoundTable& bound) {
  counts_.rows += bound.rows;
  for (std::size_t row = 0; row < bound.label.codes.size(); ++row) {
    if (bound.label.codes[row] == missing_code)
      ++counts_.without_label;
    else if (!bound.weights.empty() && bound.weights[row] == 0)
      ++counts_.weightless;
  }
}

void Learner::note_rows(Console& console) const {
  const Index rows = counts_.weightless;
  note_missing_words(missing_words_, posterior_.model.schema(), input_, console);
  note_rows_without_label({.rows = counts_.rows, .skipped = counts_.without_label},
                          posterior_.label.name, name_of_data(input_, file_), console);
  if (rows > 0)
    console.note(fmt::format("{} of weight 0 {} skipped", counted(rows, "row", "rows"),
                             rows == 1 ? "was" : "were"));
}

}  // namespace credence::tool
