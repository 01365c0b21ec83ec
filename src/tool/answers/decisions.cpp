// Flags to intervals, abstentions and actions.
#include "answers/decisions.hpp"

#include <credence/data/csv.hpp>
#include <credence/data/number.hpp>
#include <credence/predict/uncertainty.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "flags/study_flags.hpp"
#include "flags/values.hpp"
#include "process/faults.hpp"
#include "process/remedies.hpp"

namespace credence::tool {
namespace {

void require(bool given, std::string_view what, std::string_view needed) {
  if (!given) throw UsageError(fmt::format("{} needs {}; give both", what, needed));
}

IntervalOptions interval_options(const DecisionFlags& flags) {
  IntervalOptions asked;
  asked.mass = flags.interval.value_or(asked.mass);
  asked.draws = flags.draws.value_or(asked.draws);
  asked.seed = flags.seed.value_or(asked.seed);
  if (flags.seed && asked.draws == 0) asked.draws = default_draws;
  return asked;
}

void find_intervals(const DecisionFlags& flags, const Posterior<Model>& posterior,
                    const Table& table, const Predictions& predictions, Decisions& decisions) {
  const auto bound = credence::bind(posterior.model, table);
  decisions.log_odds = log_odds_intervals(beliefs(posterior), bound, RowSpan{.count = bound.rows},
                                          predictions.label, interval_options(flags));
  for (const Interval& log_odds : decisions.log_odds)
    decisions.intervals.push_back(probability_interval(log_odds));
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

// No flag of the dialect is for the file of losses, which the messages of reading would name.
void check_loss_cells(const Table& table, const std::vector<std::string>& classes) {
  for (const Column& column : table.columns()) {
    const bool is_action = column.name == "action";
    const bool is_class = std::find(classes.begin(), classes.end(), column.name) != classes.end();
    if (!is_action && !is_class) continue;
    for (Index row = 0; row < table.rows(); ++row) {
      const std::string cell = as_written(column, row);
      const bool is_missing = std::get<FileColumn>(column.cells).missing(row);
      if (is_action ? !is_missing : is_missing || to_number(cell).has_value()) continue;
      throw Error(
          is_action ? ErrorCode::schema : ErrorCode::parse,
          fmt::format("column '{}', {} holds '{}', {}", column.name, table.place(column, row), cell,
                      is_action ? "which names no action; give each action a name"
                                : "which is no loss; losses are finite numbers with a "
                                  "decimal point"),
          table.where(column, row));
    }
  }
}

}  // namespace

void declare_loss(Grammar& grammar, std::optional<std::string>& loss, std::string_view does) {
  grammar.file(
      "--loss", loss, "FILE",
      fmt::format("CSV of losses, a row for each action and a column for each class: {}", does));
}

void DecisionFlags::declare_columns(Grammar& grammar) {
  grammar.value("--columns", columns, "GROUP,...",
                "label, probability, log_probability, log_joint, impossible, log_evidence, "
                "interval, log_odds_interval, action, expected_loss [label,probability]",
                groups_of);
}

void DecisionFlags::declare(Grammar& grammar) {
  grammar.section(Section::decisions);
  grammar
      .value("--interval-mass", interval, "MASS",
             "add columns lower and upper: a credible interval of the label's probability that "
             "holds this much of the posterior [0.9]",
             mass_of)
      .formerly("--interval");
  grammar.value("--draws", draws, "N",
                "find the interval by N draws of all parameters [closed form for two classes, else "
                "1000]",
                Whole{.least = 1});
  declare_seed(grammar, seed, "draws");
  grammar.value("--abstain-below", abstain_below, "P",
                "no label where its probability (with --interval-mass: its lower end) is below",
                probability_of);
  declare_loss(grammar, loss, "adds the action of least expected loss");
}

std::vector<Group> groups_asked(const DecisionFlags& flags) {
  std::vector<Group> groups = flags.columns.value_or(std::vector{Group::label, Group::probability});
  const auto add = [&](Group group) {
    if (!holds(groups, group)) groups.push_back(group);
  };
  if (flags.interval && !has_interval(groups)) add(Group::interval);
  if (flags.loss) {
    add(Group::action);
    add(Group::expected_loss);
  }
  require(flags.loss || !(holds(groups, Group::action) || holds(groups, Group::expected_loss)),
          "an action or expected loss", "'--loss FILE'");
  require(has_interval(groups) || !(flags.draws || flags.seed), "flag '--draws' or '--seed'",
          "'--interval-mass MASS'");
  require(!flags.abstain_below || holds(groups, Group::label), "flag '--abstain-below'",
          "the group 'label' of '--columns'");
  return groups;
}

LossTable loss_asked(const std::optional<std::string>& loss,
                     const std::vector<std::string>& classes) {
  if (!loss) return {};
  return from_plain_csv([&] {
    const Table table = read_csv(*loss);
    check_loss_cells(table, classes);
    return loss_table(table, classes);
  });
}

void decide(const DecisionFlags& flags, const std::vector<Group>& groups,
            const Posterior<Model>& posterior, const Table& table, const Predictions& predictions,
            Decisions& decisions) {
  if (has_interval(groups)) find_intervals(flags, posterior, table, predictions, decisions);
  if (flags.abstain_below)
    decisions.abstained = abstained(*flags.abstain_below, predictions,
                                    flags.interval ? decisions.intervals : std::vector<Interval>{});
  if (flags.loss) weigh_losses(predictions, decisions);
}

}  // namespace credence::tool
