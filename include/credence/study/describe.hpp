#pragma once
// A posterior spelled out: prior, statistics and the four estimates of every feature and class; and in
// brief, what it has learned from.
#include <array>
#include <credence/data/schema.hpp>
#include <credence/detail/learn/prior_search.hpp>
#include <credence/detail/learn/tying.hpp>
#include <credence/learn/found_structure.hpp>
#include <credence/learn/model_posterior.hpp>
#include <credence/predict/estimator.hpp>
#include <credence/select/relevance.hpp>
#include <credence/study/result.hpp>
#include <optional>

namespace credence {

/// Named numbers, or why there are none.
struct Parameters {
  Fields fields = {};
  std::string undefined = {};  ///< empty where they exist

  friend bool operator==(const Parameters&, const Parameters&) = default;
};

namespace detail {
/// Returns the fields that `make` gives, or the message of the Error{undefined} that it throws.
template <class Make>
[[nodiscard]] Parameters fields_or_why(Make&& make) {
  try {
    return {.fields = make(), .undefined = {}};
  } catch (const Error& error) {
    if (error.code() != ErrorCode::undefined) throw;
    return {.fields = {}, .undefined = error.what()};
  }
}
}  // namespace detail

/// One entry for each of all_estimators, in their order.
using EstimateParameters = std::array<Parameters, all_estimators.size()>;

/// The ends of the credible intervals of named parameters, or why there are none. Both have the names
/// of a plug-in estimate; lists have one entry per level.
struct IntervalFields {
  Fields lower = {};
  Fields upper = {};
  std::string undefined = {};  ///< empty where they exist

  friend bool operator==(const IntervalFields&, const IntervalFields&) = default;
};

/// What to say of a posterior.
struct DescribeOptions {
  double mass = 0.9;                       ///< of the credible intervals, between 0 and 1
  std::vector<std::string> features = {};  ///< those to describe; empty: all
  /// Cells of features given levels of their parents: where a structure has more, none is described.
  Index most_contexts = 24;

  friend bool operator==(const DescribeOptions&, const DescribeOptions&) = default;
};

/// What is known of one feature in one class.
struct CellDescription {
  std::string klass = {};
  /// "auto", "mean=40,n=5, the rest auto": what stands behind the numbers; empty where they are given.
  std::string prior_word = {};
  Parameters prior = {};
  Fields statistics = {};
  Parameters posterior = {};
  IntervalFields interval = {};  ///< of the parameters of the likelihood, given the data
  EstimateParameters estimates = {};

  friend bool operator==(const CellDescription&, const CellDescription&) = default;
};

/// What is known of one feature. Lists of numbers have one entry per level, and one more at the end
/// where a place is kept for unseen levels.
struct FeatureDescription {
  std::string name = {};
  std::string family = {};
  std::vector<std::string> levels;
  bool reserved = false;
  std::optional<PriorSearch> prior_search;       ///< where the data of each class gave the prior
  std::vector<CellDescription> cells;            ///< one per class
  std::optional<Tying> tied;                     ///< of a tied block, whose levels are its columns
  Covariance covariance = Covariance::diagonal;  ///< of such a block
  std::vector<TyingEvidence> tyings;   ///< of a tied block: each tying that has an evidence
  std::optional<Relevance> relevance;  ///< what the evidence says of its dependence on them

  friend bool operator==(const FeatureDescription&, const FeatureDescription&) = default;
};

/// What is known of the classes before the features of a row are seen.
struct LabelDescription {
  std::string name = {};
  std::vector<std::string> classes;
  std::vector<double> counts;  ///< weight of the rows of each class
  ClassPrior prior = {};
  EstimateParameters estimates = {};  ///< "probabilities": one per class

  friend bool operator==(const LabelDescription&, const LabelDescription&) = default;
};

/// How often levels of parents were seen.
struct LevelRows {
  std::vector<std::string> levels = {};  ///< one a parent; "missing" for a cell without
  double rows = 0;

  friend bool operator==(const LevelRows&, const LevelRows&) = default;
};

/// What is known of features given levels of their parents. The names of classes are those of the
/// label.
struct ContextDescription {
  std::vector<std::string> parents;
  LevelRows level = {};
  std::vector<FeatureDescription> features;

  friend bool operator==(const ContextDescription&, const ContextDescription&) = default;
};

/// Which features depend on which, and what is known of those that do.
struct StructureDescription {
  FoundStructure found = {};
  std::vector<std::vector<LevelRows>> levels;  ///< of averages: of the parents of each model
  std::vector<ContextDescription> contexts;    ///< none where there are more than are asked for
  Index context_cells = 0;  ///< features x levels of their parents: how many there are
  Index distinct_rows = 0;  ///< where rows are looked up

  friend bool operator==(const StructureDescription&, const StructureDescription&) = default;
};

/// The label, the features and their cells, as numbers to read.
struct Description {
  double mass = 0.9;  ///< how much of the posterior each credible interval holds
  LabelDescription label = {};
  std::vector<FeatureDescription> features;       ///< in the order of the schema
  std::optional<StructureDescription> structure;  ///< none for naive Bayes
  std::optional<double> log_evidence;             ///< nats
  std::string log_evidence_undefined = {};        ///< why there is none
  FeatureWeights feature_weights = {};            ///< of its classifiers, where it has some
  Discount discount = {};                         ///< of its past, where it has one
  std::vector<FittedParameters> fits;             ///< one a plug-in estimator

  friend bool operator==(const Description&, const Description&) = default;
};

/// One feature: its family, and a first idea of its values over all classes.
struct FeatureOverview {
  std::string feature = {};
  std::string family = {};
  std::string prior = {};           ///< the word of its schema; empty for numbers
  double rows = 0;                  ///< weight of the rows with a value
  std::optional<double> mean = {};  ///< of numbers; of their logarithms where the family has those
  std::optional<double> deviation = {};  ///< likewise; over n
  Index levels = 0;                      ///< of categories, words, or columns of a tied block

  friend bool operator==(const FeatureOverview&, const FeatureOverview&) = default;
};

/// Rows, classes and features of what a posterior has learned.
struct Overview {
  double rows = 0;  ///< weight of the labelled rows
  std::string label = {};
  std::vector<std::string> classes;
  std::vector<double> class_rows;
  std::vector<FeatureOverview> features;  ///< in the order of the schema

  friend bool operator==(const Overview&, const Overview&) = default;
};

/// What a posterior has learned from, feature by feature; no row is read.
/// cost    features x classes x levels
[[nodiscard]] Overview overview(const Posterior<Model>& posterior);

/// Returns the names of the features of a model, in the order of its schema.
[[nodiscard]] std::vector<std::string> feature_names(const Schema& schema);

/// Prior, statistics, posterior, credible intervals and the four estimates of everything that a
/// posterior knows; of features that depend on others also given the levels of their parents.
/// throws  Error{shape} for a prior with another number of weights than there are levels;
///         Error{domain} for a mass that is not between 0 and 1, Error{schema} for a feature that the
///         model does not have
/// cost    features x classes x levels, as often as parents have levels
[[nodiscard]] Description describe(const Posterior<Model>& posterior,
                                   const DescribeOptions& options = {});

}  // namespace credence
