// Losses read from a table and weighed by probabilities.
#include <credence/predict/decide.hpp>

#include <algorithm>
#include <cmath>
#include <credence/base/error.hpp>
#include <credence/base/sum.hpp>
#include <credence/data/convert.hpp>
#include <credence/data/number.hpp>
#include <credence/detail/base/counted.hpp>

#include "base/check_argument.hpp"
#include "base/names.hpp"

namespace credence {
namespace {

constexpr std::string_view action_column = "action";
constexpr double largest_loss = 1e150;  // means of squares of losses are needed

void check_columns(const Table& table, const std::vector<std::string>& classes) {
  for (const Column& column : table.columns())
    if (column.name != action_column &&
        std::find(classes.begin(), classes.end(), column.name) == classes.end())
      throw Error(ErrorCode::schema, "a table of losses has the column " +
                                         detail::in_quotes(column.name) +
                                         ", which is no class of the classifier; name a class, or "
                                         "'action' for the column of actions");
}

std::vector<std::string> actions_of(const Table& table) {
  const Column& column = table.column(action_column);
  std::vector<std::string> actions;
  for (Index row = 0; row < table.rows(); ++row) {
    std::string action = as_written(column, row);
    if (std::find(actions.begin(), actions.end(), action) != actions.end())
      throw Error(ErrorCode::schema,
                  "a table of losses holds the action " + detail::in_quotes(action) +
                      " twice, again at " + table.place(column, row) + "; give each action one row",
                  table.where(column, row));
    actions.push_back(std::move(action));
  }
  if (actions.empty())
    throw Error(ErrorCode::domain, "a table of losses has no row; give one for each action");
  return actions;
}

// NaN is neither below nor above a number, so that it would decide.
void check_number(std::string_view function, double x) {
  detail::check_argument(!std::isnan(x), function, x, "a number");
}

}  // namespace

bool abstains(double probability, double threshold) {
  check_number("abstains", probability);
  check_number("abstains", threshold);
  return probability < threshold;
}

bool abstains(const Interval& probability, double threshold) {
  return abstains(probability.lower, threshold);
}

bool straddles(const Interval& probability, double threshold) {
  for (const double one : {probability.lower, probability.upper, threshold})
    check_number("straddles", one);
  return probability.lower < threshold && threshold < probability.upper;
}

LossTable loss_table(const Table& table, const std::vector<std::string>& classes) {
  check_columns(table, classes);
  LossTable loss{.actions = actions_of(table), .classes = classes};
  loss.losses.resize(loss.actions.size() * classes.size());
  for (std::size_t klass = 0; klass < classes.size(); ++klass) {
    const Column& column = table.column(classes[klass]);
    const RealColumn numbers = numbers_of(table, column);
    for (Index action = 0; action < table.rows(); ++action) {
      const double value = numbers.view()[action];
      if (!std::isfinite(value))
        throw Error(ErrorCode::domain,
                    "a loss must be a finite number: column " + detail::in_quotes(column.name) +
                        ", " + table.place(column, action) +
                        " holds none; give the loss of every action "
                        "for every class",
                    table.where(column, action));
      if (std::abs(value) > largest_loss)
        throw Error(ErrorCode::domain,
                    "a loss is at most 1e150 in size: column " + detail::in_quotes(column.name) +
                        ", " + table.place(column, action) + " holds " + to_text(value) +
                        "; divide all losses by a power of ten",
                    table.where(column, action));
      loss.losses[static_cast<std::size_t>(action) * classes.size() + klass] = value;
    }
  }
  return loss;
}

void check(const LossTable& loss) {
  const std::size_t needed = loss.actions.size() * loss.classes.size();
  if (loss.losses.size() != needed)
    throw Error(ErrorCode::shape,
                "losses of " + detail::counted(loss.actions.size(), "action", "actions") + " and " +
                    detail::counted(loss.classes.size(), "class", "classes") + " got " +
                    detail::counted(loss.losses.size(), "number", "numbers") +
                    "; give one for each action and class");
  for (std::size_t i = 0; i < needed; ++i) {
    const double value = loss.losses[i];
    if (std::abs(value) <= largest_loss) continue;  // false for NaN
    throw Error(ErrorCode::domain,
                "a loss must be a finite number of at most 1e150 in size: action " +
                    detail::in_quotes(loss.actions[i / loss.classes.size()]) + ", class " +
                    detail::in_quotes(loss.classes[i % loss.classes.size()]) + " has " +
                    to_text(value) + "; give the loss of every action for every class");
  }
}

std::vector<double> expected_losses(const LossTable& loss, std::span<const double> probabilities) {
  check(loss);
  if (probabilities.size() != loss.classes.size())
    throw Error(ErrorCode::shape,
                "losses of " + detail::counted(loss.classes.size(), "class", "classes") + " got " +
                    detail::counted(probabilities.size(), "probability", "probabilities") +
                    "; give one for each class");
  std::vector<double> expected;
  for (Index action = 0; action < std::ssize(loss.actions); ++action) {
    CompensatedSum sum;
    for (Index klass = 0; klass < std::ssize(loss.classes); ++klass)
      sum.add(loss.loss(action, klass) * probabilities[static_cast<std::size_t>(klass)]);
    expected.push_back(sum.value());
  }
  return expected;
}

Index least_loss(std::span<const double> expected_losses) {
  if (expected_losses.empty())
    throw Error(ErrorCode::shape, "no loss is the least of none; give one for each action");
  for (const double loss : expected_losses) check_number("least_loss", loss);
  return std::min_element(expected_losses.begin(), expected_losses.end()) - expected_losses.begin();
}

}  // namespace credence
