#pragma once
// How a classifier does with the first K features of a ranking, for every K: plain data.
#include <credence/study/result.hpp>

namespace credence {

/// The classifier of the first features of a ranking.
struct SelectionPoint {
  Index features = 0;      ///< how many
  std::string added = {};  ///< the last of them; empty where every fold has a ranking of its own
  std::optional<Metrics> metrics = {};        ///< none where an estimate is undefined
  std::optional<double> standard_error = {};  ///< of the log loss, over rows
  std::vector<UndefinedInFold> undefined = {};

  friend bool operator==(const SelectionPoint&, const SelectionPoint&) = default;
};

/// How many features to take.
enum class SelectionRule {
  one_standard_error,  ///< the fewest whose log loss is within a standard error of the smallest
  best,                ///< those of the smallest log loss; the fewest of equals
};

/// "one_standard_error" or "best".
[[nodiscard]] std::string_view to_string(SelectionRule rule);

/// The rule of that name; none when there is no such.
[[nodiscard]] std::optional<SelectionRule> selection_rule_named(std::string_view name);

/// What the number of features costs and brings.
struct SelectionCurve {
  std::string on = {};       ///< "cross_validation" or "leave_one_out"
  bool ranked_anew = false;  ///< the ranking never saw the rows that it is judged by
  std::string estimator = {};
  Index folds = 0;  ///< 0 for leave-one-out
  std::optional<std::uint64_t> seed =
      {};  ///< none where a column gave the folds, or there are none
  SelectionRule rule = SelectionRule::one_standard_error;
  std::vector<SelectionPoint> points = {};  ///< from no feature on, ascending
  std::optional<Index> chosen = {};  ///< how many features the rule takes; none without metrics

  friend bool operator==(const SelectionCurve&, const SelectionCurve&) = default;
};

/// The numbers of features to try: every one up to 200, then in steps of a twentieth, and all.
[[nodiscard]] std::vector<Index> selection_sizes(Index features);

/// How many features a rule takes.
/// out   none where no point has a finite log loss
[[nodiscard]] std::optional<Index> chosen_by(SelectionRule rule,
                                             std::span<const SelectionPoint> points);

}  // namespace credence
