#pragma once
// Words of texts, counted fold by fold: what all folds but one hold is the count of all less that of
// one.
#include <credence/family/dirichlet_multinomial.hpp>
#include <credence/learn/model_posterior.hpp>
#include <credence/learn/typed_block.hpp>

#include <span>
#include <vector>

namespace credence::detail {

/// The texts of posteriors that folds have taught. Each fold's words have places in one vocabulary,
/// so that no lists of words are merged for a training part. Whole counts are subtracted exactly; a
/// word that no other fold holds leaves the vocabulary with its fold.
class CountedWords {
 public:
  CountedWords() = default;
  /// Takes the blocks of texts out of the folds' posteriors and leaves empty ones in their place;
  /// nothing of blocks with counts that are not whole, or kept as exact sums.
  /// in      start: what the folds have learned from;  parts: one posterior for each fold
  /// cost    a merge of the folds' lists of words
  CountedWords(const Posterior<Model>& start, std::span<Posterior<Model>> parts);

  [[nodiscard]] bool empty() const { return texts_.empty(); }

  /// Puts in the texts of all folds but one.
  /// in      fold: whose rows are left out; -1 for none;  posterior: has the empty blocks
  void merge_into(Index fold, Posterior<Model>& posterior) const;

 private:
  using Family = DirichletMultinomial;

  // A feature of one block, and what stands where in its vocabulary.
  struct Text {
    std::size_t block = 0;
    Index feature = 0;
    std::vector<std::string> words = {};              // of all folds, sorted
    std::vector<WordTotals> all = {};                 // of each class
    std::vector<Index> holders = {};                  // of each word, how many folds hold it
    std::vector<std::vector<Index>> places = {};      // of each fold's words
    std::vector<std::vector<WordTotals>> folds = {};  // folds x classes
  };

  [[nodiscard]] static Text text_of(std::size_t block, Index feature,
                                    std::span<const Posterior<Model>> parts);
  static void merge_text(const Text& text, Index fold, Block<Family>& block);

  std::vector<Text> texts_;
};

}  // namespace credence::detail
