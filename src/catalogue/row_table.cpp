// Rows of a type of one's own as columns.
#include <credence/catalogue/row_table.hpp>

#include <credence/detail/catalogue/rows.hpp>
#include <cstdint>
#include <memory>

namespace credence {

void RowTable::add(std::string name, Index levels, Strided<Code> codes) {
  CodeView view{.levels = detail::numbered_levels(name, levels), .codes = codes};
  table_.add(std::move(name), std::move(view));
}

void RowTable::add(std::string name, Index levels, std::vector<Code> codes) {
  CodeColumn cells{.levels = detail::numbered_levels(name, levels), .codes = std::move(codes)};
  table_.add(Column{.name = std::move(name), .cells = std::move(cells)});
}

void RowTable::add(std::string name, Index words, std::span<const WordCounts* const> documents) {
  struct Documents {
    std::vector<std::uint64_t> offsets{0};
    std::vector<std::uint32_t> words;
    std::vector<double> counts;
  };
  const auto owned = std::make_shared<Documents>();
  for (const WordCounts* document : documents) {
    for (const WordCount& entry : *document) {
      owned->words.push_back(entry.word);
      owned->counts.push_back(entry.count);
    }
    owned->offsets.push_back(owned->words.size());
  }
  DocumentView view{.vocabulary = detail::numbered_words(name, words),
                    .offsets = owned->offsets.data(),
                    .words = owned->words.data(),
                    .counts = owned->counts.data(),
                    .rows = std::ssize(documents)};
  table_.add(std::move(name), std::move(view));
  keep(owned);
}

}  // namespace credence
