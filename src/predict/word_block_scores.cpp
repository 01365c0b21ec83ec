// Log joints of documents, a feature of a block after another.

#include "predict/word_block_scores.hpp"
namespace credence::detail {

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
    WordRows documents = cells.features[j].documents();
    if (!slots[j].same) {
      documents.translate = slots[j].of.data();
      documents.reserved = slots[j].reserved;
    }
    if (const auto fault = features_[j].add(documents, rows, tile))
      return Entry{.row = fault->row, .column = static_cast<Index>(j)};
  }
  return std::nullopt;
}

}  // namespace credence::detail
