#pragma once
// What tokens say of one word against all others. Included by
// detail/select/block_relevance.hpp alone.
#include <credence/density/dirichlet.hpp>
#include <credence/family/dirichlet_multinomial.hpp>
#include <credence/select/relevance.hpp>
#include <span>
#include <vector>

namespace credence::detail {

/// What the tokens of each class say of one word against all others.
class WordSplit {
 public:
  /// in  prior: one for all classes;  cells: one for each class
  WordSplit(const Dirichlet& prior, std::span<const WordTotals> cells);

  /// Puts the evidences of a word into a relevance. Under a Dirichlet prior one probability against
  /// the rest has a Beta prior, so that these are exact.
  void measure(Index word, Relevance& relevance) const;

 private:
  const Dirichlet& prior_;
  std::span<const WordTotals> cells_;
  double weight_ = 0;           // of the prior
  std::vector<double> totals_;  // of each class
};

}  // namespace credence::detail
