#pragma once
// Learning a structure from rows: what needs to see them more than once.
#include <credence/learn/found_structure.hpp>
#include <credence/predict/estimator.hpp>

namespace credence {

/// A posterior of some rows, and the table as it reads it.
struct StructuredPosterior {
  Posterior<Model> posterior{};
  BoundTable bound{};
};

/// Whether the structure of a model needs rows to be seen more than once: edges of numbers that are
/// parents, the parents of kdb:K for K of 2 or more, features that leaving rows out selects, weights
/// that are stacked.
[[nodiscard]] bool is_found_in_rows(const Model& model);

/// Learns rows under the structure of a model, whatever has to be found for it. What was found stands
/// in the schema of the posterior, whose features may be fewer.
///
///     const Model model = with_structure(patients, {.kind = StructureKind::kdb, .most_parents = 2});
///     const auto [posterior, bound] = learn_structured(model, bind(patients, table), rows);
///
/// in      bound: of the same columns without a structure;  rows: positions in the table;
///         estimator: whose leave-one-out selects features and stacks weights;  classes: that there
///         are, whether rows have them or not
/// throws  as observe; Error{undefined} where leave-one-out is asked for and not defined
/// cost    one to four passes over the rows, and a leave-one-out scoring of each model or feature
[[nodiscard]] StructuredPosterior learn_structured(const Model& model, const BoundTable& bound,
                                                   std::span<const Index> rows,
                                                   Estimator estimator = Estimator::predictive,
                                                   std::span<const std::string> classes = {});

/// Learns all rows of a table in the same way.
///
///     const auto [posterior, bound] =
///         learn_structured(with_structure(model, {.kind = StructureKind::tan}), patients);
///     Classifier{posterior, Estimator::predictive};
///
/// in      table: must outlive what is bound;  weight: the column of row weights, empty for 1 each
/// throws  as bind, and as above
[[nodiscard]] StructuredPosterior learn_structured(const Model& model, const Table& table,
                                                   Estimator estimator = Estimator::predictive,
                                                   std::string_view weight = {});
/// A table that dies at the end of the expression cannot be bound: give it a name.
StructuredPosterior learn_structured(const Model& model, const Table&& table,
                                     Estimator estimator = Estimator::predictive,
                                     std::string_view weight = {}) = delete;

/// The weights of the models of an average under which the classes of the rows, each left out, have
/// the largest probability: at least 0, their sum 1. Naive Bayes stands in for a model where it does
/// not count for a row.
/// in      posterior: of aode or a2de, which has learned the rows
/// source  [smyth1999]; by expectation maximisation from equal weights
/// cost    one leave-one-out scoring of each model
[[nodiscard]] std::vector<double> stacked_weights(const Posterior<Model>& posterior,
                                                  Estimator estimator, const BoundTable& bound,
                                                  std::span<const Index> rows);

/// What leaving rows out says of the first features of kDB.
struct PrefixLoss {
  Index features = 0;
  Index most_parents = 0;
  double log_loss = 0;  ///< nats a row, each row left out

  friend bool operator==(const PrefixLoss&, const PrefixLoss&) = default;
};

/// The loss of every number of features of kDB, in its order, and of every number of parents up to
/// its own. The least is what `select` takes, of equals the one with fewer features, then with fewer
/// parents.
/// in      posterior: of kdb, which has learned the rows
/// source  [martinez2016], with the log loss in the place of its losses
/// cost    one leave-one-out scoring for each number of parents
[[nodiscard]] std::vector<PrefixLoss> prefix_losses(const Posterior<Model>& posterior,
                                                    Estimator estimator, const BoundTable& bound,
                                                    std::span<const Index> rows);

}  // namespace credence
