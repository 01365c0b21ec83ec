#pragma once
// The estimators side by side: on the rows they learned from, in cross-validation, and leaving one
// row out.
#include <credence/data/table.hpp>
#include <credence/detail/base/callable.hpp>
#include <credence/learn/found_structure.hpp>
#include <credence/predict/complement.hpp>
#include <credence/predict/logistic_regression.hpp>
#include <credence/study/feature_weights.hpp>
#include <credence/study/result.hpp>
#include <cstdint>

namespace credence {

/// A structure that was compared with others.
struct ComparedStructure {
  std::string structure = {};
  FoundStructure found = {};  ///< of all rows; without features and models for naive Bayes
  /// Of labels and features together, over all rows, in nats; none where it is undefined. It is of all
  /// columns, and says little about which structure tells the classes apart best.
  std::optional<double> log_evidence;
  /// Share of the rows of cross-validation whose whole row stood in the training part, of look-up.
  std::optional<double> rows_seen_before;
  StudySeconds seconds = {};

  friend bool operator==(const ComparedStructure&, const ComparedStructure&) = default;
};

/// Several estimators side by side on the rows of one table.
struct Comparison {
  Index rows = 0;          ///< rows used: with a label and a positive weight
  Index skipped_rows = 0;  ///< rows without a label
  std::string label = {};
  std::vector<std::string> classes;
  std::vector<std::string> features;  ///< in the order of the schema
  std::vector<std::string> families;  ///< one per feature
  Index folds = 0;
  std::optional<std::uint64_t> seed;  ///< none where a column gave the folds
  std::string group_column = {};      ///< whose groups the folds do not divide; empty: none
  std::vector<Result> results;        ///< by estimator, the baseline last: training,
                                      ///< cross-validation, leave-one-out
  std::vector<std::string> notes;     ///< what a reader should know, a sentence each
  /// Where the log loss of the posterior predictive is above the baseline's, weights that were not
  /// asked for; none where they are expensive to find.
  FeatureWeights advised_weights = {};
  StudySeconds seconds = {};
  std::vector<ComparedStructure> structures =
      {};                              ///< where several, or one but naive Bayes, are asked
  std::vector<FittedParameters> fits;  ///< of naive Bayes: one a plug-in estimator
  std::optional<double> log_evidence;  ///< of naive Bayes, over all rows; none where undefined
  /// Sum of the log multinomial coefficients of all documents, which log likelihoods and log evidences
  /// of this comparison include; none where they leave it out.
  std::optional<double> log_coefficient;

  friend bool operator==(const Comparison&, const Comparison&) = default;
};

/// Options of a comparison.
struct CompareOptions {
  Index folds = 10;
  std::uint64_t seed = 1;        ///< of the random assignment of rows to folds
  std::string fold_column = {};  ///< takes the folds from this column instead, one for each value
  FoldValues fold_values = FoldValues::folds;  ///< groups: `folds` folds of whole groups instead
  std::string weight = {};       ///< column of row weights; empty: 1 each
  std::vector<Estimator> estimators{all_estimators.begin(), all_estimators.end()};
  bool like_scikit_learn = false;            ///< adds a row for scikit-learn's estimates
  std::optional<LogisticOptions> twin = {};  ///< adds rows for logistic regression (twin.hpp)
  /// Adds rows for the rule of complement naive Bayes, called "complement", where all features are
  /// documents; of naive Bayes alone. It is not left to forget rows one by one.
  std::optional<ComplementWeights> complement = {};
  /// Columns whose family the evidence chooses, anew in every training part (study/suggest.hpp); the
  /// family that the model gives them is ignored.
  std::vector<std::string> by_evidence = {};
  /// Structures to compare, in this order; empty: that of the model.
  std::vector<Structure> structures = {};
  /// Adds lazy Bayesian rules (study/lazy_rules.hpp), called "lbr", after the structures; alone where
  /// `structures` is empty. They are not left to forget rows one by one.
  bool lazy_rules = false;
  /// Adds the multinomial coefficients of documents to log likelihoods and log evidences
  /// (learn/evidence.hpp).
  bool with_coefficient = false;
  /// Adds rows for each estimator with feature weights, found anew in every training part.
  FeatureWeightOptions feature_weights = {.kind = FeatureWeighting::none};

  friend bool operator==(const CompareOptions&, const CompareOptions&) = default;
};

/// Compares the estimators on the training rows, in cross-validation, stratified unless each value
/// of a column is a fold, and leaving one row out. The rows are read once: the posterior of a fold
/// is the merge of the statistics of the others. Metrics are pooled over the rows of all folds.
/// Columns of folds and weights are no features. An estimate that is undefined is a result, not an
/// error. Families by evidence are chosen by the rows that a fold learns from; leave-one-out and
/// logistic regression keep those of all rows, which the result lists.
/// throws  as bind and observe; Error{schema} when no row has a label; Error{domain} for fewer than
///         2 folds or more than rows or groups; Error{schema} for a family without a counterpart in
///         scikit-learn, and for features that are no documents where the complement rule is asked
///         for; Error{undefined} for it where no structure is naive
/// cost    one pass over the data, three merges per fold, then scoring: 3 x estimators x rows x
///         features x classes
[[nodiscard]] Comparison compare(const Model& model, const Table& table,
                                 const CompareOptions& options = {});

/// One of several processes that compare together. Each has all rows, learns all folds, and finds
/// some of the results: those of one classifier on one set of rows are found by one process, as if
/// it were alone.
struct ComparisonShare {
  Index part = 0;   ///< of this process, from 0
  Index parts = 1;  ///< how many processes there are
  /// Returns the bytes that each process gives, by part; all of them call it equally often. Not needed
  /// for one part.
  detail::Callable<std::vector<std::string>(const std::string& bytes)> exchange = {};
};

/// The same by several processes, which call it with equal arguments but for their parts.
/// out     in part 0 what one process finds, bit for bit, but for the seconds, which are its own; in the
///         others nothing but their seconds. Lazy rules are scored by part 0 alone
/// throws  as compare, and what `exchange` throws; a process that fails leaves the others in their next
///         exchange
/// cost    passes, merges and what folds choose for themselves as in one process; of scoring the share
///         of a process
[[nodiscard]] Comparison compare(const Model& model, const Table& table,
                                 const CompareOptions& options, const ComparisonShare& share);

/// For each row its fold, 0 to folds - 1; -1 for a row without a class. Every class is spread over
/// the folds as evenly as can be, and so are the rows as a whole; the same seed gives the same
/// folds, and rows without a class change nothing.
/// in      labels: position of the class of each row, -1 for none
/// throws  Error{domain} when folds < 2 or more than there are rows with a class
[[nodiscard]] std::vector<Index> stratified_folds(std::span<const Index> labels, Index classes,
                                                  Index folds, std::uint64_t seed);

/// For each row its fold, 0 to folds - 1, such that no group of rows is divided; -1 for a row
/// without a class. For rows that belong together, such as those of one patient: a model that was
/// trained on some of them would be tested on what it has seen.
/// The folds have nearly the same size, and each class is spread over them, as far as whole groups
/// allow: the largest groups come first, and each goes to the fold where it adds least to
/// Pearson's statistics of classes and sizes, which sum (rows - expected)^2 / total over folds and
/// classes, and over folds. The seed orders groups of equal weight. Neither the order of rows nor
/// rows without a class change anything.
///
///     stratified_group_folds(groups_of_column(table, "patient"), labels, 2, 10, 1);
///
/// in      groups: one number for each row, equal within a group;  labels: as stratified_folds
/// throws  Error{domain} when folds < 2 or more than there are groups with a row that has a class;
///         Error{shape} where groups and labels differ in length
/// cost    sorts the rows; groups x folds x classes of a group
/// source  after StratifiedGroupKFold of scikit-learn, which takes groups by the deviation of their
///         class counts, so that large groups of balanced classes come last, and folds by the mean
///         deviation of the shares of the classes
[[nodiscard]] std::vector<Index> stratified_group_folds(std::span<const Index> groups,
                                                        std::span<const Index> labels,
                                                        Index classes, Index folds,
                                                        std::uint64_t seed);

/// Returns the group of each row that a column of the table gives: each distinct value is one, and
/// they count from 0 in sorted order.
/// throws  Error{schema} when the column is not there, or with the place of a missing value
[[nodiscard]] std::vector<Index> groups_of_column(const Table& table, std::string_view column);

/// Returns the folds that a column of the table gives: each distinct value is one, in sorted order.
/// throws  Error{schema} when the column is not there, with the place of a missing value, or when
///         it holds fewer than two values
[[nodiscard]] std::vector<Index> folds_of_column(const Table& table, std::string_view column);

}  // namespace credence
