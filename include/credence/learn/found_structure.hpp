#pragma once
// The structure that a posterior finds in its statistics, and structures of models.
#include <credence/learn/model_posterior.hpp>
#include <limits>
#include <string>
#include <vector>

namespace credence {

/// The model with another structure.
/// throws  Error{schema} naming every fault: an unknown feature, a block that is to be a parent or
///         to have one, a feature that is its own ancestor
[[nodiscard]] Model with_structure(const Model& model, Structure structure);

/// The model whose structure can be counted in one pass: columns of numbers that are parents get the
/// edges between which their values tell the classes apart, and kdb:K for K of 2 or more gets its
/// parents. A model that needs nothing comes back as it is.
/// in      bound: of this model without its structure, or any model of the same columns;  rows: that
///         may be looked at, positions in the table
/// throws  as observe
/// cost    one or two passes over the rows
[[nodiscard]] Model settle_structure(const Model& model, const BoundTable& bound,
                                     std::span<const Index> rows);

/// Whether `settle_structure` has something to find.
[[nodiscard]] bool needs_settling(const Model& model);

/// A feature and the parents that were found for it.
struct FoundParents {
  std::string feature{};
  std::vector<std::string> parents;  ///< empty: it depends on the class alone
  /// Log evidence gained by the parents against none, in nats; 0 without parents, NaN where it is
  /// undefined.
  double gain = 0;
  /// Mutual information of the feature and its first parent given the class, in nats; NaN without
  /// a parent and where one of the two is a number.
  double information = std::numeric_limits<double>::quiet_NaN();

  friend bool operator==(const FoundParents&, const FoundParents&) = default;
};

/// A model of an average: all features but its parents depend on them.
struct SuperParents {
  std::vector<std::string> parents;
  double log_evidence = 0;  ///< of the model, nats; NaN where it is undefined
  double weight = 1;        ///< in the average, before levels that were hardly seen are left out

  friend bool operator==(const SuperParents&, const SuperParents&) = default;
};

/// What a structure is for the data of a posterior.
struct FoundStructure {
  Structure asked{};
  std::vector<FoundParents> features;  ///< of trees and the like: one a feature, in schema order
  std::vector<SuperParents> models;    ///< of averages
  std::vector<std::string> notes;      ///< what a reader should know, a sentence each

  friend bool operator==(const FoundStructure&, const FoundStructure&) = default;
};

/// The structure that the statistics of a posterior give. It depends on them alone, so that folds,
/// merges and updates find their own.
/// throws  Error{undefined} where a tree is to be chosen by an evidence that does not exist
/// cost    pairs of features x levels x levels x classes
[[nodiscard]] FoundStructure found_structure(const Posterior<Model>& posterior);

/// The features in the order of kDB: what says most of the class first. By mutual information where
/// all have levels, else by the evidence that the class gains.
[[nodiscard]] std::vector<std::string> dependence_order(const Posterior<Model>& posterior);

/// Mutual information of two features of levels given the class, in nats, over the rows that have
/// both; plug-in.
/// throws  Error{schema} where the pair was not counted
[[nodiscard]] double conditional_information(const Posterior<Model>& posterior,
                                             std::string_view feature, std::string_view other);

}  // namespace credence
