#pragma once
// A family for each column, chosen by evidence.
#include <credence/data/table.hpp>
#include <credence/study/suggestion.hpp>

namespace credence {

struct SuggestOptions {
  std::string label = {};
  std::vector<std::string> columns = {};  ///< those to choose for; empty: all
  std::vector<std::string> drop = {};     ///< columns to leave out
  std::string weight = {};                ///< column of row weights, left out; empty: 1 each
  double prior_probability = 0.5;         ///< that a column depends on the class, before the data
};

/// For each column the log evidence of every family that admits its cells, given the label, under
/// the family's default prior; the family of the largest; and whether the column depends on the
/// class at all. Admissible are
///   numbers of only 0 and 1       bernoulli, categorical
///   whole numbers of at least 0   poisson, geometric
///   whole numbers                 normal; lognormal when above 0; categorical up to 30 of them
///   other numbers                 normal; lognormal when above 0; exponential when at least 0
///   categories, documents         categorical; multinomial
/// A normal or lognormal density of whole numbers counts as the probability of a cell of width 1;
/// where its spread in a class is below half a cell it is none, and the entry says so. Constant
/// columns and identifiers get no family, and the reason (data/infer.hpp). Of equal evidences the
/// family that comes first in shipped_families() is chosen.
/// throws  Error{schema} for a column that is not there, or no row with a label; Error{parse} for a
///         cell that is no number in a column of numbers; Error{domain} for a bad weight or prior
///         probability
/// cost    one pass over the cells to look at them, and one for each family
/// source  docs/explanation/evidence.md
[[nodiscard]] Suggestions suggest(const Table& table, const SuggestOptions& options);

}  // namespace credence
