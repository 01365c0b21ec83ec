#pragma once
// What a study found, as plain data: reports render it, nothing else is needed to read it.
#include <credence/detail/predict/estimate.hpp>
#include <credence/study/metrics.hpp>
#include <cstdint>
#include <optional>

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

}  // namespace credence
