#pragma once
// The label: its classes, how many rows each has, and the distribution of their frequencies.
#include <credence/base/error.hpp>
#include <credence/base/index.hpp>
#include <credence/data/schema.hpp>
#include <credence/family/dirichlet_categorical.hpp>
#include <span>

namespace credence {

/// The label is one more Dirichlet-categorical column, whose levels are the classes.
struct LabelColumn {
  std::string name{};
  std::vector<std::string> classes;
  bool listed = false;  ///< the schema lists the classes: no others join
  ClassPrior prior{};
  CategoricalCounts counts{};
  ExactStatistics<CategoricalCounts> exact{};  ///< what the counts are rounded from, where kept

  [[nodiscard]] Index size() const { return static_cast<Index>(classes.size()); }
  friend bool operator==(const LabelColumn&, const LabelColumn&) = default;
};

/// Returns the class with the most weight; the earlier one of equals.
[[nodiscard]] Index most_frequent_class(const LabelColumn& label);

/// Returns whether an unknown class yet may join: the classes are not listed, and the class prior
/// has a number for it or needs none.
[[nodiscard]] bool may_join(const LabelColumn& label, std::string_view klass);

namespace detail {
/// Error{schema}: a class that may not join, and where it was found (nothing: unknown).
[[nodiscard]] Error class_cannot_join(const LabelColumn& label, std::string_view klass,
                                      const std::string& place = {}, Location where = {});
/// The position of a class by name; throws Error{schema} naming the classes there are.
[[nodiscard]] Index class_position(std::span<const std::string> classes, std::string_view klass);
}  // namespace detail

/// Lets classes join, in sorted order; `to[i]` is where class i of before went.
/// throws  Error{schema} for a class that may not
[[nodiscard]] std::vector<Index> join_classes(LabelColumn& label,
                                              std::span<const std::string> more);

/// Returns the Dirichlet prior of a label whose class prior is learned.
/// throws  Error{shape} when it has weights for another number of classes;  Error{domain} where its
///         weights and the counts sum to more than a double holds
[[nodiscard]] Dirichlet dirichlet_of(const LabelColumn& label);

/// Returns the fixed probabilities of a label whose class prior is uniform or given, in class
/// order.
/// throws  Error{schema} when a class has no given probability
[[nodiscard]] std::vector<double> fixed_probabilities(const LabelColumn& label);

/// Returns the log evidence of the labels seen, in nats.
/// throws  Error{undefined} for `frequencies`, which is no prior, or an evidence beyond the range
///         of double;  Error{domain} for such a count;  as dirichlet_of and fixed_probabilities
[[nodiscard]] double log_evidence(const LabelColumn& label);

}  // namespace credence
