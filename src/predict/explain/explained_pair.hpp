#pragma once
// Two classes of a row whose terms are known, line by line.
#include <credence/detail/predict/row_terms.hpp>
#include <credence/predict/uncertainty.hpp>
#include <optional>
#include <vector>

namespace credence::detail {

/// Two classes by their positions.
struct ClassPair {
  std::size_t klass = 0;
  std::size_t against = 0;
};

/// The log joint of each class.
[[nodiscard]] std::vector<double> log_joints(const RowTerms& row);

/// throws  Error{domain} for a mass that is none;  Error{undefined} where there is one class only
void check_question(const RowTerms& row, const ExplainOptions& options);

/// The classes asked for, or the most probable ones.
/// throws  Error{domain} for an unknown class, and for one against itself
[[nodiscard]] ClassPair pair_of(const RowTerms& row, const std::vector<double>& joints,
                                const ExplainOptions& options);

/// throws  Error{undefined} where both classes are impossible
void check_possible(const RowTerms& row, const std::vector<double>& joints, ClassPair pair);

/// Whether both classes have a probability, so that their cells are looked at.
[[nodiscard]] bool evaluated(const RowTerms& row, ClassPair pair);

/// An explanation that has its first line: that of the classes.
[[nodiscard]] Explanation started(const RowTerms& row, ClassPair pair);

/// What a term says of two classes.
/// in  z: standard deviations of an interval; none: no interval
[[nodiscard]] ExplanationLine line_of(const RowTerm& term, ClassPair pair, bool evaluated,
                                      std::optional<double> z);

/// Explains a row whose log joints are the sums of its terms.
/// in  beliefs: of the classes; null without intervals
[[nodiscard]] Explanation explanation_of(const RowTerms& row, const ExplainOptions& options,
                                         const ClassBeliefs* beliefs);

/// Adds the terms of the features of tables, in the order of the schema.
/// in  bound: of the tables' model;  beliefs: null without intervals
/// out  the name of the feature of each term that was added, as the schema has it
std::vector<std::string> add_terms(RowTerms& terms, const Estimates& tables,
                                   const BoundTable& bound, Index row, const Beliefs* beliefs);

/// The terms of a row before any feature is looked at.
[[nodiscard]] RowTerms blank_terms(const Estimates& estimates, Index row);

}  // namespace credence::detail
