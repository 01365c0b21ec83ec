#pragma once
// Is the assumption of naive Bayes true? For each pair of columns, whether they depend on each other
// within the classes.
#include <credence/base/interval.hpp>
#include <credence/learn/model_posterior.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace credence {

/// How two columns are compared with independent ones.
enum class PairTest {
  table,    ///< two columns of levels: one table of probabilities, or two lists of them
  normals,  ///< two columns of numbers: a full covariance matrix, or a diagonal one
  levels,   ///< numbers, or another column, given levels: a distribution for each level, or one
};

/// "table", "normals" or "levels".
[[nodiscard]] std::string_view to_string(PairTest test);

/// What the rows of one class say of two columns.
struct PairDependence {
  std::string first = {};   ///< in the order of the schema
  std::string second = {};  ///< likewise
  std::string klass = {};
  PairTest test = PairTest::table;  ///< what was compared with what
  double rows = 0;                  ///< weight of those that lack neither cell
  /// Mutual information of the two, given the class, in nats: what naive Bayes takes for 0. Its
  /// posterior mean and the interval under the model in which they depend on each other.
  double information = 0;
  std::optional<Interval> interval;  ///< none of a sparse table, whose spread is not known
  /// Of dependent against independent columns, nats; above 0 where the rows say that they depend.
  double log_bayes_factor = 0;
  double probability = 0;  ///< that they depend, given the rows and how many pairs are looked at

  friend bool operator==(const PairDependence&, const PairDependence&) = default;
};

/// Two columns that were not compared, and why.
struct PairNotTested {
  std::string first = {};
  std::string second = {};
  std::string why = {};

  friend bool operator==(const PairNotTested&, const PairNotTested&) = default;
};

/// How pairs are compared, and from when on they are said to depend.
struct DependenceOptions {
  double mass = 0.9;  ///< of the credible intervals, between 0 and 1
  /// That no pair depends in any class, before the data, in (0, 1): each test then has the prior
  /// probability of independence that makes this so were they independent of each other.
  double prior_of_none = 0.5;
  double threshold =
      0.95;           ///< the probability above which two columns are said to depend; in (0, 1)
  Index draws = 400;  ///< of the parameters, where the information has no closed form; >= 20
  std::uint64_t seed = 1;  ///< of the draws

  friend bool operator==(const DependenceOptions&, const DependenceOptions&) = default;
};

/// The pairs of columns of a model and what the data say of each, class by class.
struct DependenceCheck {
  DependenceOptions options = {};
  Index rows = 0;
  Index skipped_rows = 0;  ///< without a label
  std::string label = {};
  std::vector<std::string> classes;
  std::vector<std::string> features;      ///< the columns of the pairs, in the order of the schema
  double prior_probability = 0;           ///< of each test, that the two depend
  std::vector<PairDependence> pairs;      ///< the largest log Bayes factor first
  std::vector<PairNotTested> not_tested;  ///< pairs that were not compared, and why
  std::vector<std::string> notes;

  /// Whether a pair is said to depend: its probability is above the threshold.
  [[nodiscard]] bool depends(const PairDependence& pair) const {
    return pair.probability > options.threshold;
  }
  friend bool operator==(const DependenceCheck&, const DependenceCheck&) = default;
};

/// Returns a sentence on the pairs that depend on each other: "'age' and 'num_dependents' depend on each
/// other within class 'good' (log Bayes factor 22.1)"; the first `most` of them, and how many more
/// there are. Empty where none does.
[[nodiscard]] std::vector<std::string> sentences_on(const DependenceCheck& check, Index most);

/// Compares every two columns of the model within each class of the labelled rows. Columns of levels
/// are `bernoulli` and `categorical` ones; columns of numbers are `normal` ones and those of blocks,
/// and `lognormal` ones by their logarithms. Any single column is compared with one of levels. Texts,
/// blocks of words, columns of more than 1000 levels, and pairs of other families are not compared.
/// in      weight: the column of row weights, empty for none
/// throws  as bind; Error{domain} for an option out of range; Error{schema} when no row has a label;
///         Error{limit} where the counts of every two columns of levels would take more than 1 GB
/// cost    pairs x rows, and draws x integrals for each pair of numbers and levels
/// source  [raftery1995], [scott2010] for many tests;
///         docs/explanation/dependence.md
[[nodiscard]] DependenceCheck dependence_check(const Model& model, const Table& table,
                                               const DependenceOptions& options = {},
                                               std::string_view weight = {});

}  // namespace credence
