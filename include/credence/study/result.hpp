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

/// Several estimators side by side on the rows of one table.
struct Comparison {
  Index rows = 0;          ///< rows used: with a label and a positive weight
  Index skipped_rows = 0;  ///< rows without a label
  std::string label = {};
  std::vector<std::string> classes = {};
  std::vector<std::string> features = {};  ///< in the order of the schema
  std::vector<std::string> families = {};  ///< one per feature
  Index folds = 0;
  std::optional<std::uint64_t> seed = {};  ///< none where a column gave the folds
  std::vector<Result> results = {};     ///< by estimator: training, cross-validation, leave-one-out
  std::vector<std::string> notes = {};  ///< what a reader should know, a sentence each
  StudySeconds seconds = {};

  friend bool operator==(const Comparison&, const Comparison&) = default;
};

/// One posterior's classifiers on rows that it has not learned from, or on those that it has.
struct Evaluation {
  Index rows = 0;          ///< rows used: with a label and a positive weight
  Index skipped_rows = 0;  ///< rows without a label
  std::string label = {};
  std::vector<std::string> classes = {};
  std::vector<Result> results = {};  ///< by estimator: "test", or "training" and "leave_one_out"
  std::vector<std::string> notes = {};
  StudySeconds seconds = {};

  friend bool operator==(const Evaluation&, const Evaluation&) = default;
};

}  // namespace credence
