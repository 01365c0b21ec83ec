#pragma once
// Predictions as rows of CSV or objects of JSON, one for each row of the data.
#include <credence/data/table.hpp>
#include <credence/predict/decide.hpp>
#include <credence/predict/prediction.hpp>

#include <string>
#include <string_view>
#include <vector>

#include "console/output.hpp"

namespace credence::tool {

/// What is written of a prediction: one column, or one for each class or action.
enum class Group {
  label,
  probability,
  log_probability,
  log_joint,
  impossible,
  log_evidence,
  interval,
  log_odds_interval,
  action,
  expected_loss
};

/// Returns whether a group is among others; so are intervals of any kind, and densities of rows.
[[nodiscard]] bool holds(const std::vector<Group>& groups, Group group);
[[nodiscard]] bool has_interval(const std::vector<Group>& groups);
[[nodiscard]] bool has_density(const std::vector<Group>& groups);

/// What was made of predictions, as far as it was asked for.
struct Decisions {
  std::vector<Interval> log_odds{};   ///< intervals: of the label against all other classes
  std::vector<Interval> intervals{};  ///< of the label's probability
  std::vector<bool> abstained{};      ///< rows whose label is withheld
  LossTable loss{};
  std::vector<double> expected_losses{};  ///< rows x actions, row-major
  std::vector<Index> actions{};           ///< of least expected loss
};

/// The columns of the result, in order.
struct Layout {
  std::vector<const Column*> kept;  ///< columns of the data, copied in front as they were written
  std::vector<Group> groups;
  int digits = 0;  ///< significant digits of numbers; 0: the shortest text that reads back exactly
  bool begins = true;     ///< no rows were written before: the names of the columns, or '[', come
  bool csv_safe = false;  ///< a text that a spreadsheet would take for a formula begins with '
};

/// Returns the groups that a flag names. Throws UsageError for an unknown or repeated one.
[[nodiscard]] std::vector<Group> groups_of(const std::string& text, std::string_view flag);

/// Returns whether a text is a list that groups_of takes.
[[nodiscard]] bool are_groups(const std::string& text);

/// Returns the names of the columns: those of the data, `label`, `probability:CLASS`, ...,
/// `impossible`, `lower` and `upper` for an interval, `expected_loss:ACTION`.
/// throws  UsageError when a kept column has the name of another
[[nodiscard]] std::vector<std::string> column_names(const Layout& layout,
                                                    const std::vector<std::string>& classes,
                                                    const std::vector<std::string>& actions);

enum class RowFormat { csv, json };

/// Writes every row; tables may follow one another.
void write_predictions(Output& output, const Predictions& predictions, const Decisions& decisions,
                       const Layout& layout, RowFormat format);
/// Writes what stands behind the last row.
void end_predictions(Output& output, RowFormat format);

}  // namespace credence::tool
