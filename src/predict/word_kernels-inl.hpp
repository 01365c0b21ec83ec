// Tiles of documents, eight rows and one block of classes at a time. Included once for each
// instruction set.
// No #pragma once: foreach_target.h includes it again for the next set.
#if defined(CREDENCE_WORD_KERNELS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CREDENCE_WORD_KERNELS_INL
#undef CREDENCE_WORD_KERNELS_INL
#else
#define CREDENCE_WORD_KERNELS_INL
#endif

#include "predict/word_compound-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace document_kernels {

// A document of plain multinomial densities for a block of classes.
class PlainDocument {
 public:
  PlainDocument(const detail::WordTable& table, const ClassBlock& block)
      : table_(table), block_(block) {}

  void add(const std::uint32_t* words, const double* counts, Index size, Index ahead,
           RowSums sums) {
    block_.add_words(table_.logs + block_.first, table_.stride, words, counts, size, ahead, sums);
  }
  void finish(RowSums) const {}

 private:
  const detail::WordTable& table_;
  const ClassBlock& block_;
};

class CompoundDocumentOfBlock {
 public:
  CompoundDocumentOfBlock(const detail::WordTable& table, const ClassBlock& block)
      : block_(block), document_(table, block.first, block.classes) {}

  void add(const std::uint32_t* words, const double* counts, Index size, Index, RowSums sums) {
    document_.add(words, counts, size, block_.add_words, sums);
  }
  void finish(RowSums sums) const { document_.finish(sums); }

 private:
  const ClassBlock& block_;
  CompoundDocument document_;
};

// Some words of a document with their places in the table and counts above 0.
class Packed {
 public:
  explicit Packed(Index table_words) : beyond_(table_words) {}

  [[nodiscard]] bool full() const { return size_ == strip_size; }
  void put(Index place, double count) {
    words_[static_cast<std::size_t>(size_)] = static_cast<std::uint32_t>(std::min(place, beyond_));
    counts_[static_cast<std::size_t>(size_)] = count;
    ++size_;
  }
  template <class Scored>
  void flush(Scored& document, RowSums sums) {
    if (size_ == 0) return;
    document.add(words_.data(), counts_.data(), size_, size_, sums);
    size_ = 0;
  }

 private:
  Index beyond_;  // the place of words that no class knows
  Index size_ = 0;
  std::array<std::uint32_t, static_cast<std::size_t>(strip_size)> words_;
  std::array<double, static_cast<std::size_t>(strip_size)> counts_;
};

// Documents as they are stored, for one block of classes.
template <class Scored>
class DocumentRows {
 public:
  DocumentRows(const detail::WordTable& table, const WordRows& documents, const RowSpan& rows)
      : table_(table),
        documents_(documents),
        rows_(rows),
        bound_(documents.translate == nullptr ? std::min(documents.vocabulary, table.words)
                                              : documents.vocabulary) {}

  // Adds row i of the tile to the sums.
  std::optional<Entry> add(Index i, const ClassBlock& block, RowSums sums) const {
    const Index row = rows_[i];
    if (is_missing(documents_, row)) return std::nullopt;
    const Document document = document_at(documents_, row);
    const bool known = all_below(document.words, document.size, bound_);
    if constexpr (std::is_same_v<Scored, PlainDocument>) {
      const double least = table_.impossible ? std::numeric_limits<double>::denorm_min() : 0;
      if (known && documents_.translate == nullptr &&
          within(document.counts, document.size, least)) {
        add_as_stored(row, document, block, sums);
        return std::nullopt;
      }
    }
    if (!known || !all_amounts(document.counts, document.size)) {
      const Index fault = first_fault(document, documents_.vocabulary);
      if (fault < document.size) return Entry{.row = row, .column = document.words[fault]};
      if (any_nan(document.counts, document.size)) return std::nullopt;
    }
    add_packed(document, block, sums);
    return std::nullopt;
  }

 private:
  void add_as_stored(Index row, const Document& document, const ClassBlock& block,
                     RowSums sums) const {
    Scored scored(table_, block);
    // What follows in memory is the next document of the tile, whose words may be fetched already.
    const Index end = rows_.list == nullptr ? rows_.first + rows_.count : row + 1;
    const auto ahead = static_cast<Index>(documents_.offsets[end] - documents_.offsets[row]);
    for (Index at = 0; at < document.size; at += strip_size)
      scored.add(document.words + at, document.counts + at,
                 std::min(strip_size, document.size - at), ahead - at, sums);
  }

  void add_packed(const Document& document, const ClassBlock& block, RowSums sums) const {
    Scored scored(table_, block);
    Packed packed(table_.words);
    double unknown = 0;
    for (Index i = 0; i < document.size; ++i) {
      if (document.counts[i] == 0) continue;
      const double count = document.counts[i];
      const Index word = document.words[i];
      const Index place = documents_.translate == nullptr ? word : documents_.translate[word];
      if (place < 0) {
        unknown += count;
        continue;
      }
      packed.put(place, count);
      if (packed.full()) packed.flush(scored, sums);
    }
    packed.flush(scored, sums);
    if (unknown > 0 && documents_.reserved >= 0) {
      packed.put(documents_.reserved, unknown);
      packed.flush(scored, sums);
    }
    scored.finish(sums);
  }

  const detail::WordTable& table_;
  const WordRows& documents_;
  const RowSpan& rows_;
  Index bound_;
};

template <class Scored>
std::optional<Entry> score_documents_as(const detail::WordTable& table, const WordRows& documents,
                                        const RowSpan& rows, const ScoreTile& tile) {
  const DocumentRows<Scored> source(table, documents, rows);
  const Index units = table.stride / unit;
  const Index blocks = ClassBlock::count(units);
  for (Index first = 0; first < rows.count; first += group_rows) {
    for (Index k = 0; k < blocks; ++k) {
      const ClassBlock block = ClassBlock::at(k, blocks, units);
      GroupSums sums(tile);
      for (Index i = 0; i < std::min(group_rows, rows.count - first); ++i)
        if (const auto fault = source.add(first + i, block, sums.row(i))) return fault;
      sums.add_to(tile, first, block);
    }
  }
  return std::nullopt;
}

inline std::optional<Entry> score_documents(const detail::WordTable& table,
                                            const WordRows& documents, const RowSpan& rows,
                                            const ScoreTile& tile) {
  if (table.weights == nullptr)
    return score_documents_as<PlainDocument>(table, documents, rows, tile);
  return score_documents_as<CompoundDocumentOfBlock>(table, documents, rows, tile);
}

}  // namespace document_kernels
}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#endif
