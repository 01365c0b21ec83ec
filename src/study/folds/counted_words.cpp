// Whole counts of words: added up over the folds, and subtracted fold by fold.
#include "study/folds/counted_words.hpp"

#include <credence/data/levels.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace credence::detail {
namespace {

using WordBlock = Block<DirichletMultinomial>;

bool is_whole(double count) {
  constexpr double most = 9007199254740992.0;  // 2^53: sums below it are exact
  return count <= most && count == std::floor(count);
}

bool are_whole(const WordTotals& seen) {
  return is_whole(seen.documents) &&
         std::all_of(seen.counts.begin(), seen.counts.end(), is_whole) &&
         is_whole(std::accumulate(seen.counts.begin(), seen.counts.end(), 0.0));
}

// Whether sums of the cells of a block over all folds are exact in any order.
bool has_whole_counts(std::span<const Posterior<Model>> parts, std::size_t block) {
  std::vector<double> documents;
  for (const Posterior<Model>& part : parts) {
    const WordBlock& words = typed<DirichletMultinomial>(*part.blocks[block]);
    if (!words.exact.empty() || !std::all_of(words.cells.begin(), words.cells.end(), are_whole))
      return false;
    for (const WordTotals& cell : words.cells)
      documents.push_back(cell.documents +
                          std::accumulate(cell.counts.begin(), cell.counts.end(), 0.0));
  }
  return is_whole(std::accumulate(documents.begin(), documents.end(), 0.0));
}

// The words that any of the folds holds: halves are merged, so that few lists are long.
std::vector<std::string> words_of_all(std::span<const Posterior<Model>> parts, std::size_t block,
                                      Index feature) {
  if (parts.size() == 1) return parts.front().blocks[block]->feature(feature).levels;
  const std::size_t half = parts.size() / 2;
  return merged_levels(words_of_all(parts.first(half), block, feature),
                       words_of_all(parts.subspan(half), block, feature));
}

// The words that some fold but one holds, as positions among all.
std::vector<Index> words_without(std::span<const Index> holders, std::span<const Index> of_fold) {
  std::vector<Index> others(holders.begin(), holders.end());
  for (const Index word : of_fold) --others[static_cast<std::size_t>(word)];
  std::vector<Index> kept;
  kept.reserve(others.size());
  for (Index word = 0; word < std::ssize(others); ++word)
    if (others[static_cast<std::size_t>(word)] > 0) kept.push_back(word);
  return kept;
}

std::vector<std::string> words_at(std::span<const std::string> words,
                                  std::span<const Index> positions) {
  std::vector<std::string> found;
  found.reserve(positions.size());
  for (const Index at : positions) found.push_back(words[static_cast<std::size_t>(at)]);
  return found;
}

// Numbers without the one text that stood among them are in another order: that of their values.
void sort_words(std::vector<std::string>& words, std::vector<Index>& positions) {
  if (are_sorted_levels(words)) return;
  const std::vector<std::string> sorted = sorted_levels(words);
  const std::vector<Index> order = positions_in(sorted, words);
  std::vector<Index> moved;
  for (const Index at : order) moved.push_back(positions[static_cast<std::size_t>(at)]);
  words = sorted;
  positions = std::move(moved);
}

// What all folds have counted, at some positions, less what one has.
WordTotals counted_without(WordTotals all, const WordTotals* fold, std::span<const Index> of_fold,
                           std::span<const Index> kept) {
  if (fold != nullptr) {
    all.documents -= fold->documents;
    for (std::size_t i = 0; i < of_fold.size(); ++i)
      all.counts[static_cast<std::size_t>(of_fold[i])] -= fold->counts[i];
  }
  WordTotals left{.counts = {}, .documents = all.documents};
  left.counts.reserve(kept.size());
  for (const Index word : kept) left.counts.push_back(all.counts[static_cast<std::size_t>(word)]);
  return left;
}

}  // namespace

CountedWords::CountedWords(const Posterior<Model>& start, std::span<Posterior<Model>> parts) {
  for (std::size_t b = 0; b < start.blocks.size(); ++b) {
    if (typed_if<Family>(*start.blocks[b]) == nullptr || !has_whole_counts(parts, b)) continue;
    for (Index j = 0; j < start.blocks[b]->size(); ++j) texts_.push_back(text_of(b, j, parts));
    for (Posterior<Model>& part : parts) part.blocks[b] = start.blocks[b];
  }
}

CountedWords::Text CountedWords::text_of(std::size_t block, Index feature,
                                         std::span<const Posterior<Model>> parts) {
  Text text{.block = block, .feature = feature, .words = words_of_all(parts, block, feature)};
  const WordTotals none{.counts = std::vector<double>(text.words.size())};
  text.all.assign(static_cast<std::size_t>(parts.front().label.size()), none);
  text.holders.assign(text.words.size(), 0);
  for (const Posterior<Model>& part : parts) {
    const Block<Family>& words = typed<Family>(*part.blocks[block]);
    const auto cells = cells_of(words, feature);
    const auto& places =
        text.places.emplace_back(positions_in(words.feature(feature).levels, text.words));
    text.folds.emplace_back(cells.begin(), cells.end());
    for (const Index word : places) ++text.holders[static_cast<std::size_t>(word)];
    for (std::size_t klass = 0; klass < cells.size(); ++klass) {
      text.all[klass].documents += cells[klass].documents;
      for (std::size_t i = 0; i < places.size(); ++i)
        text.all[klass].counts[static_cast<std::size_t>(places[i])] += cells[klass].counts[i];
    }
  }
  return text;
}

void CountedWords::merge_text(const Text& text, Index fold, Block<Family>& block) {
  const auto at = static_cast<std::size_t>(std::max<Index>(fold, 0));
  const std::span<const Index> of_fold =
      fold < 0 ? std::span<const Index>() : std::span<const Index>(text.places[at]);
  std::vector<Index> kept = words_without(text.holders, of_fold);
  std::vector<std::string> words = words_at(text.words, kept);
  sort_words(words, kept);
  block.feature(text.feature).levels = std::move(words);
  for (std::size_t klass = 0; klass < text.all.size(); ++klass)
    block.cell(text.feature, static_cast<Index>(klass)) = counted_without(
        text.all[klass], fold < 0 ? nullptr : &text.folds[at][klass], of_fold, kept);
}

void CountedWords::merge_into(Index fold, Posterior<Model>& posterior) const {
  for (const Text& text : texts_)
    merge_text(text, fold, typed<Family>(*posterior.blocks[text.block]));
}

}  // namespace credence::detail
