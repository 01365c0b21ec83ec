#pragma once
// What a study found, as plain data: reports render it, nothing else is needed to read it.
#include <credence/detail/predict/estimate.hpp>
#include <credence/study/metrics.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace credence {

/// An estimate that does not exist, and in which fold (from 1; 0 outside cross-validation).
struct UndefinedInFold {
  UndefinedCell cell = {};
  Index fold = 0;

  friend bool operator==(const UndefinedInFold&, const UndefinedInFold&) = default;
};

/// How long the parts of a study took, in seconds.
struct StudySeconds {
  double observe = 0;
  double estimate = 0;
  double score = 0;

  /// How long it took is no part of what was found: any two are equal.
  friend bool operator==(const StudySeconds&, const StudySeconds&) { return true; }
};

/// How one estimator did on one set of rows.
struct Result {
  std::string estimator = {};
  std::string on = {};  ///< "training", "cross_validation", "leave_one_out", "test"; more may
                        ///< come
  std::optional<Metrics> metrics = {};          ///< none where an estimate is undefined
  std::optional<Confusion> confusion = {};      ///< likewise
  std::optional<Calibration> calibration = {};  ///< likewise
  Index unseen_cells = 0;  ///< cells (words) of categories that were not learned
  std::vector<UndefinedInFold> undefined = {};

  friend bool operator==(const Result&, const Result&) = default;
};

/// The estimator of results that answer the class probabilities alone, whatever a row holds.
inline constexpr std::string_view baseline_name = "baseline";

/// Returns the rows that results are judged by: "test", "cross_validation" or "leave_one_out", the
/// first of them that has metrics; else those of the first result.
[[nodiscard]] std::string judged_on(std::span<const Result> results);

/// Returns the result of an estimator on a set of rows; null where there is none.
[[nodiscard]] const Result* find_result(std::span<const Result> results, std::string_view estimator,
                                        std::string_view on);

/// Returns the result of least log loss on a set of rows, the baseline aside; of equal ones the
/// posterior predictive, of infinite ones the most accurate. Null where no estimate is defined.
[[nodiscard]] const Result* best_result(std::span<const Result> results, std::string_view on);

}  // namespace credence
