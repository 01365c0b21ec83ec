// Folds that are read, and pairs of levels and words that are subtracted.
#include "study/folds/learned_folds.hpp"

#include <optional>

namespace credence::detail {
namespace {

// Counts of pairs for each fold and for all; none where contexts are learned in another way.
std::vector<PairCounts> no_pairs_yet(const Study& study, std::size_t folds) {
  constexpr std::size_t most_bytes = std::size_t{1} << 28;
  const std::optional<PairCounts> one = PairCounts::of(study.start, study.bound, study.bound.rows);
  if (!one || one->bytes() * (folds + 1) > most_bytes) return {};
  return std::vector<PairCounts>(folds + 1, *one);
}

}  // namespace

LearnedFolds::LearnedFolds(const Study& study, std::span<const LabelledRows> folds)
    : study_(study), parts_(folds.size(), study.start), pairs_(no_pairs_yet(study, folds.size())) {
  for (std::size_t fold = 0; fold < folds.size(); ++fold) {
    const std::vector<Index>& rows = folds[fold].rows;
    if (!pairs_.empty()) parts_[fold].contexts = {};
    observe(parts_[fold], study.bound, rows);
    if (pairs_.empty()) continue;
    pairs_[fold].add(study.bound, {.count = std::ssize(rows), .list = rows.data()});
    pairs_.back().merge(pairs_[fold]);
  }
  words_ = CountedWords(study.start, parts_);
}

Posterior<Model> LearnedFolds::completed(Posterior<Model> posterior, Index fold) const {
  words_.merge_into(fold, posterior);
  if (pairs_.empty()) return posterior;
  posterior.contexts = study_.start.contexts;
  PairCounts pairs = pairs_.back();
  if (fold >= 0) pairs.take_back(pairs_[static_cast<std::size_t>(fold)]);
  pairs.merge_into(study_.bound, posterior);
  return posterior;
}

}  // namespace credence::detail
