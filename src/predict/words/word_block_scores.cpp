// Log joints of documents, a feature of a block after another.

#include "predict/words/word_block_scores.hpp"
namespace credence::detail {
namespace {

// Documents with the places of their words.
WordRows documents_of(const WordBlockScores::Cells& cells, std::span<const Slots> slots,
                      std::size_t feature) {
  WordRows documents = cells.features[feature].documents();
  if (!slots[feature].same) {
    documents.translate = slots[feature].of.data();
    documents.reserved = slots[feature].reserved;
  }
  return documents;
}

}  // namespace

WordBlockScores::WordBlockScores(const Table& table,
                                 std::span<const double> log_class_probabilities) {
  const std::vector<bool> live = live_classes(log_class_probabilities);
  table.visit([&]<class Density>(const std::vector<Density>& densities) {
    for (std::size_t first = 0; first < densities.size(); first += live.size())
      features_.emplace_back(std::span<const Density>(densities).subspan(first, live.size()), live);
  });
}

std::optional<Entry> WordBlockScores::add(const Table&, const Cells& cells,
                                          std::span<const Slots> slots, RowSpan rows,
                                          ScoreTile& tile) const {
  for (std::size_t j = 0; j < features_.size(); ++j) {
    if (const auto fault = features_[j].add(documents_of(cells, slots, j), rows, tile))
      return Entry{.row = fault->row, .column = static_cast<Index>(j)};
  }
  return std::nullopt;
}

std::unique_ptr<LabelFinder> WordBlockScores::label_finder(
    const Cells& cells, std::span<const Slots> slots, RowSpan rows,
    std::span<const double> log_class_probabilities) const {
  if (features_.size() != 1) return nullptr;
  return features_.front().label_finder(documents_of(cells, slots, 0), rows,
                                        log_class_probabilities);
}

}  // namespace credence::detail
