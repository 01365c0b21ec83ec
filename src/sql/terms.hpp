#pragma once
// What one feature adds to the log joints of a row, as SQL.
#include <credence/predict/estimates.hpp>

#include <string>
#include <vector>

#include "sql/rows.hpp"

namespace credence::sql {

/// A column of a query: an expression and its name.
struct NamedExpression {
  std::string name;
  std::string expression;
};

/// The parts of a query that one feature needs.
struct FeatureTerms {
  std::vector<NamedExpression> cells{};    ///< of the row as it lies there
  std::vector<NamedExpression> numbers{};  ///< made of these
  std::vector<NamedExpression> derived{};  ///< made of both
  std::string lookup{};              ///< a table of levels, "t3(level, j0, j1) AS (VALUES ..)"
  std::string join{};                ///< how the rows find their level in it
  std::vector<std::string> terms{};  ///< of each class; empty where nothing is added
};

/// Returns the terms of a feature.
/// in      table: of the family, under some estimator;  j: the feature's place in it;
///         log_class_probabilities: a class at -inf gets no term;  at: of the feature, for names
/// throws  Error{schema} naming the feature whose densities SQL cannot say
[[nodiscard]] FeatureTerms terms_of(const Rows& rows, const ColumnSchema& feature,
                                    const AnyTable& table, Index j,
                                    const std::vector<double>& log_class_probabilities,
                                    std::size_t at);

}  // namespace credence::sql
