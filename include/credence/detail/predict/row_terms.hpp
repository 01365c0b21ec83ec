#pragma once
// One row, term by term: what each cell, or word, adds to the log joint of each class.
#include <credence/data/schema.hpp>
#include <credence/data/table.hpp>
#include <credence/density/count.hpp>
#include <credence/density/dirichlet.hpp>
#include <credence/detail/family/term_moments.hpp>
#include <credence/predict/explain.hpp>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace credence::detail {

/// A cell of a table, as a feature reads it.
struct CellPlace {
  const Table* table = nullptr;
  const ColumnSchema* column = nullptr;
  Index row = 0;
};

/// The moments of the log odds of two classes, given by their positions. It sees the beliefs that it
/// was made of.
using PairMoments = std::function<TermMoments(std::size_t klass, std::size_t against)>;

/// A line before it is known which classes it compares.
struct RowTerm {
  ExplanationLine line{};
  std::vector<double> of_class = {};      ///< nats; 0 for a class whose cells are not evaluated
  std::vector<TermMoments> moments = {};  ///< one for each class; empty: not known
  PairMoments of_pair{};                  ///< in their place where classes may share parameters
  std::vector<bool> silent = {};  ///< of each class whether its cell is not evaluated; empty: none
};

/// All terms of one row.
struct RowTerms {
  std::string label{};
  std::vector<std::string> classes;
  std::vector<double> log_class_probabilities;
  Index most_frequent = 0;
  Index row = 0;
  std::vector<RowTerm> terms;
  /// One for each class, of all features together: the words of a document are not independent.
  std::vector<TermMoments> moments;
  std::vector<PairMoments> of_pair;  ///< to be added to them: features whose classes may share
  bool has_moments = true;

  [[nodiscard]] bool evaluated(std::size_t klass) const {
    return log_class_probabilities[klass] != -std::numeric_limits<double>::infinity();
  }
};

/// What was written in the cell; a count over an exposure as "3 / 2".
[[nodiscard]] std::string value_of(const CellPlace& place);

/// Adds a term that is 0 for all classes, and says why.
void add_silent(RowTerms& row, const CellPlace& place, LineKind kind, std::string value,
                std::string note);

/// "free, prize": words that the model does not know, which share one reserved place.
[[nodiscard]] std::string joined(std::span<const std::string_view> words);

/// Returns the numbers without all but one.
[[nodiscard]] std::vector<double> only(const std::vector<double>& numbers, std::size_t j);

/// The moments of the terms that stand at `first` and after it, for one class. Where there is a
/// length, word k stands for the logarithm of a Gamma variate and the length for that of their sum,
/// whose ratio is the probability of the word.
void add_word_moments(RowTerms& row, std::size_t first, const Dirichlet& believed,
                      const WordCounts& document);

}  // namespace credence::detail
