// `credence predict --complement`: labels by the rule of complement naive Bayes.
#include "complement.hpp"

#include <credence/predict/complement.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "decisions.hpp"
#include "faults.hpp"
#include "output.hpp"
#include "reading.hpp"
#include "values.hpp"

namespace credence::tool {
namespace {

ComplementWeights weights_of(const std::string& word) {
  if (word == "plain") return ComplementWeights::plain;
  if (word == "normalised") return ComplementWeights::normalised;
  throw UsageError(
      fmt::format("flag '--complement' holds '{}'; it takes 'plain' or 'normalised'", word));
}

// What only a probability of classes could answer.
void check_flags(const Options& options) {
  const auto refuse = [](bool given, std::string_view flag) {
    if (given)
      throw UsageError(fmt::format(
          "flag '{}' has no meaning beside '--complement', whose scores are no probabilities",
          flag));
  };
  refuse(options.estimator.has_value(), "--estimator");
  refuse(options.like.has_value(), "--like");
  refuse(options.class_prior.has_value(), "--class-prior");
  refuse(options.interval.has_value(), "--interval");
  refuse(options.draws.has_value(), "--draws");
  refuse(options.seed.has_value(), "--seed");
  refuse(options.abstain_below.has_value(), "--abstain-below");
  refuse(options.loss.has_value(), "--loss");
}

std::vector<Group> groups_allowed(const Options& options) {
  std::vector<Group> groups = groups_of(options.output.value_or("label"));
  for (const Group group : groups)
    if (group != Group::label && group != Group::log_joint)
      throw UsageError(
          "flag '--output' beside '--complement' takes 'label' and 'log_joint', which then holds "
          "the "
          "scores; the rule has no probabilities");
  return groups;
}

}  // namespace

void predict_by_complement(const Options& options, Console& console) {
  check_flags(options);
  const ComplementWeights weights = weights_of(*options.complement);
  Layout layout{.kept = {}, .groups = groups_allowed(options)};
  Output output(options.out, options.force ? Overwrite::allow : Overwrite::refuse);
  Timings& timings = console.timings();
  const Posterior<Model> posterior =
      timings.time(Phase::read, [&] { return posterior_asked(options); });
  const auto rule =
      timings.time(Phase::estimate, [&] { return ComplementClassifier(posterior, weights); });
  const Data data = timings.time(Phase::read, [&] { return read_data_for(posterior, options); });
  for (const std::string& name : columns_of(options.keep, data.table, "--keep"))
    layout.kept.push_back(data.table.find(name));
  static_cast<void>(column_names(layout, rule.classes(), {}));
  const Predictions predictions = timings.time(Phase::score, [&] {
    const auto bound = bind(posterior.model, data.table);
    return rule.predict(bound, {.count = bound.rows});
  });
  const RowFormat format = options.format == "json" ? RowFormat::json : RowFormat::csv;
  timings.time(Phase::write, [&] { write_predictions(output, predictions, {}, layout, format); });
  if (predictions.unseen_cells > 0)
    console.note(
        fmt::format("{} words are none that the posterior knows; each was treated as its "
                    "column's `unseen` policy says",
                    predictions.unseen_cells));
}

}  // namespace credence::tool
