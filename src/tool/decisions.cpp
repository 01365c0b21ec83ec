// Flags to intervals, abstentions and actions.
#include "decisions.hpp"

#include <credence/data/csv.hpp>
#include <credence/learn/posterior_priors.hpp>
#include <credence/predict/uncertainty.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "faults.hpp"
#include "reading.hpp"
#include "values.hpp"

namespace credence::tool {
namespace {

bool holds(const std::vector<Group>& groups, Group group) {
  return std::find(groups.begin(), groups.end(), group) != groups.end();
}

bool has_interval(const std::vector<Group>& groups) {
  return holds(groups, Group::interval) || holds(groups, Group::log_odds_interval);
}

void require(bool given, std::string_view what, std::string_view needed) {
  if (!given) throw UsageError(fmt::format("{} needs {}; give both", what, needed));
}

IntervalOptions interval_options(const Options& options) {
  IntervalOptions asked;
  if (options.interval) asked.mass = mass_of(*options.interval, "--interval");
  if (options.draws)
    asked.draws = static_cast<Index>(whole_number_of(*options.draws, "--draws", 1));
  if (options.seed) asked.seed = whole_number_of(*options.seed, "--seed", 0);
  if (options.seed && asked.draws == 0) asked.draws = default_draws;
  return asked;
}

void find_intervals(const Options& options, const Posterior<Model>& posterior, const Table& table,
                    const Predictions& predictions, Decisions& decisions) {
  const auto bound = credence::bind(posterior.model, table);
  decisions.log_odds = log_odds_intervals(beliefs(posterior), bound, RowSpan{.count = bound.rows},
                                          predictions.label, interval_options(options));
  for (const Interval& log_odds : decisions.log_odds)
    decisions.intervals.push_back(probability_interval(log_odds));
}

double threshold_of(const std::string& text) {
  const double threshold = number_of(text, "--abstain-below");
  if (threshold >= 0 && threshold <= 1) return threshold;
  throw UsageError(
      fmt::format("flag '--abstain-below' is {}; give a probability between 0 and 1", text));
}

std::vector<bool> abstained(double threshold, const Predictions& predictions,
                            const std::vector<Interval>& intervals) {
  std::vector<bool> all;
  for (Index row = 0; row < predictions.rows(); ++row) {
    const auto at = static_cast<std::size_t>(row);
    all.push_back(intervals.empty()
                      ? abstains(predictions.probability(row, predictions.label[at]), threshold)
                      : abstains(intervals[at], threshold));
  }
  return all;
}

void weigh_losses(const Predictions& predictions, Decisions& decisions) {
  std::vector<double> probabilities(predictions.classes.size());
  for (Index row = 0; row < predictions.rows(); ++row) {
    for (std::size_t klass = 0; klass < probabilities.size(); ++klass)
      probabilities[klass] = predictions.probability(row, static_cast<Index>(klass));
    const std::vector<double> expected = expected_losses(decisions.loss, probabilities);
    decisions.actions.push_back(least_loss(expected));
    decisions.expected_losses.insert(decisions.expected_losses.end(), expected.begin(),
                                     expected.end());
  }
}

}  // namespace

Posterior<Model> posterior_asked(const Options& options) {
  Posterior<Model> posterior = load_posterior(options.posteriors.front());
  if (!options.class_prior) return posterior;
  const ClassPrior prior = class_prior_of(*options.class_prior, "--class-prior");
  try {
    return with_class_prior(std::move(posterior), prior);
  } catch (const Error& error) {
    throw UsageError(fmt::format("flag '--class-prior' does not fit: {}", error.what()));
  }
}

std::vector<Group> groups_asked(const Options& options) {
  std::vector<Group> groups = groups_of(options.output.value_or("label,probability"));
  // Faults of these flags are said before the work is done.
  static_cast<void>(interval_options(options));
  if (options.abstain_below) static_cast<void>(threshold_of(*options.abstain_below));
  const auto add = [&](Group group) {
    if (!holds(groups, group)) groups.push_back(group);
  };
  if (options.interval && !has_interval(groups)) add(Group::interval);
  if (options.loss) {
    add(Group::action);
    add(Group::expected_loss);
  }
  require(options.loss || !(holds(groups, Group::action) || holds(groups, Group::expected_loss)),
          "an action or expected loss", "'--loss FILE'");
  require(has_interval(groups) || !(options.draws || options.seed), "flag '--draws' or '--seed'",
          "'--interval MASS'");
  return groups;
}

LossTable loss_asked(const Options& options, const std::vector<std::string>& classes) {
  if (!options.loss) return {};
  return loss_table(read_csv(*options.loss), classes);
}

void decide(const Options& options, const std::vector<Group>& groups,
            const Posterior<Model>& posterior, const Table& table, const Predictions& predictions,
            Decisions& decisions) {
  if (has_interval(groups)) find_intervals(options, posterior, table, predictions, decisions);
  if (options.abstain_below)
    decisions.abstained =
        abstained(threshold_of(*options.abstain_below), predictions, decisions.intervals);
  if (options.loss) weigh_losses(predictions, decisions);
}

}  // namespace credence::tool
