#pragma once
// Statements that count: sums of numbers by class in two levels, and sums by class and level.
#include <string>
#include <string_view>
#include <vector>

#include "sql/rows.hpp"

namespace credence::sql {

/// Sums of numbers of some features by class, as one statement. A mean comes first; sums of what lies
/// around it follow, so that no digits are lost where numbers are far from 0.
///
///     NumberStatement statement(rows);
///     statement.feature("height");
///     const std::string x = statement.number(rows.number("height", "normal"));
///     statement.line("", "count", statement.count(x));
class NumberStatement {
 public:
  explicit NumberStatement(const Rows& rows) : rows_(&rows) {}

  /// What follows belongs to this feature.
  void feature(const std::string& name) { feature_ = name; }
  /// A number of each row, NULL where it is missing or not accepted; its name in what follows.
  [[nodiscard]] std::string number(const NumberCell& cell);
  /// Another number made of these; its name in what follows.
  [[nodiscard]] std::string derived(const std::string& expression);
  /// A line for each class.
  void line(const std::string& level, std::string_view statistic, const std::string& aggregate);
  /// The mean of a number; its name in `around`, and a line.
  [[nodiscard]] std::string mean(const std::string& number, const std::string& level);
  /// No line for the last mean after all.
  void take_back() { lines_.pop_back(); }
  /// A line for each class, of an aggregate that may use means.
  void around(const std::string& level, std::string_view statistic, const std::string& aggregate);
  /// The line of refused cells of the feature.
  void refused();

  /// Aggregates.
  [[nodiscard]] std::string sum(const std::string& expression) const;
  [[nodiscard]] std::string count(const std::string& number) const;

  [[nodiscard]] bool full() const { return lines_.size() >= rows_->writer().width(); }
  [[nodiscard]] bool empty() const { return lines_.empty(); }
  [[nodiscard]] std::string text() const;

 private:
  struct Line {
    std::string feature;
    std::string level;
    std::string statistic;
    std::string value;  // the name of a column of `table`
    std::string_view table;
  };
  struct Named {
    std::string name;
    std::string expression;
  };
  std::string name(std::string_view kind) { return std::string(kind) + std::to_string(++names_); }
  [[nodiscard]] std::string lists(const std::vector<Named>& columns) const;

  const Rows* rows_;
  std::string feature_;
  std::size_t names_ = 0;
  std::vector<Named> raw_;      // of each row, as it lies there
  std::vector<Named> cells_;    // accepted numbers, and whether one was refused
  std::vector<Named> derived_;  // made of these
  std::vector<Named> one_;      // of each class
  std::vector<Named> two_;      // of each class, around means
  std::vector<std::string> refused_;
  std::vector<Line> lines_;
};

/// The weights of each level of a feature by class, as one statement.
/// in      cells: SELECT lists of `raw` and `cells` that make x (a text, or a number), r (1 where the
///         cell is refused) and what `lines` use
struct LevelStatement {
  struct Line {
    std::string_view statistic;
    std::string aggregate;
  };
  std::string feature;
  std::string raw;        ///< "..., ... AS v"
  std::string cells;      ///< "... AS x, ... AS r"
  std::string level;      ///< x as a text
  std::string_view name;  ///< of the statistic: "counts", "weights"
  std::vector<Line> lines{};

  [[nodiscard]] std::string text(const Rows& rows) const;
};

/// "label AS y, weight AS w": what every statement reads of a row.
[[nodiscard]] std::string class_and_weight(const Rows& rows);
/// A condition: the row has a class, and a weight above 0.
[[nodiscard]] std::string counts_row(const Rows& rows);
/// The weight of some rows.
[[nodiscard]] std::string weight_of(const Rows& rows, const std::string& expression);
/// One line of a result.
[[nodiscard]] std::string line_of(const Rows& rows, std::string_view feature,
                                  const std::string& klass, const std::string& level,
                                  std::string_view statistic, const std::string& value);

}  // namespace credence::sql
