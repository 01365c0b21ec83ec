// Tiles of documents and of count columns, eight rows and one block of classes at a time. Included
// once for each instruction set.
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
template <class Scored, class Count>
class DocumentRows {
 public:
  DocumentRows(const detail::WordTable& table, const WordRows<Count>& documents,
               const RowSpan& rows)
      : table_(table),
        documents_(documents),
        rows_(rows),
        bound_(documents.translate == nullptr ? std::min(documents.vocabulary, table.words)
                                              : documents.vocabulary) {}

  // Adds row i of the tile to the sums.
  std::optional<Entry> add(Index i, const ClassBlock& block, RowSums sums) const {
    const Index row = rows_[i];
    if (is_missing(documents_, row)) return std::nullopt;
    const Document<Count> document = document_at(documents_, row);
    const bool known = all_below(document.words, document.size, bound_);
    if constexpr (std::is_same_v<Scored, PlainDocument> && std::is_same_v<Count, double>) {
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
  void add_as_stored(Index row, const Document<double>& document, const ClassBlock& block,
                     RowSums sums) const {
    Scored scored(table_, block);
    // What follows in memory is the next document of the tile, whose words may be fetched already.
    const Index end = rows_.list == nullptr ? rows_.first + rows_.count : row + 1;
    const auto ahead = static_cast<Index>(documents_.offsets[end] - documents_.offsets[row]);
    for (Index at = 0; at < document.size; at += strip_size)
      scored.add(document.words + at, document.counts + at,
                 std::min(strip_size, document.size - at), ahead - at, sums);
  }

  void add_packed(const Document<Count>& document, const ClassBlock& block, RowSums sums) const {
    Scored scored(table_, block);
    Packed packed(table_.words);
    double unknown = 0;
    for (Index i = 0; i < document.size; ++i) {
      if (document.counts[i] == 0) continue;
      const auto count = static_cast<double>(document.counts[i]);
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
  const WordRows<Count>& documents_;
  const RowSpan& rows_;
  Index bound_;
};

template <class Scored, class Count>
std::optional<Entry> score_documents_as(const detail::WordTable& table,
                                        const WordRows<Count>& documents, const RowSpan& rows,
                                        const ScoreTile& tile) {
  const DocumentRows<Scored, Count> source(table, documents, rows);
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

template <class Count>
std::optional<Entry> score_documents(const detail::WordTable& table,
                                     const WordRows<Count>& documents, const RowSpan& rows,
                                     const ScoreTile& tile) {
  if (table.weights == nullptr)
    return score_documents_as<PlainDocument>(table, documents, rows, tile);
  return score_documents_as<CompoundDocumentOfBlock>(table, documents, rows, tile);
}

// Rows of count columns as documents of the words that occur.
template <class Scored, class T>
void score_as_documents(const detail::WordTable& table, CountGroup<T>& group, Index width,
                        const bool* take, Index count, const ClassBlock& block, GroupSums& sums) {
  for (Index i = 0; i < count; ++i) {
    if (!take[i]) continue;
    Scored scored(table, block);
    Packed packed(table.words);
    for (Index first = 0; first < width; first += CountRows::strip) {
      const Index columns = group.hold(first);
      for (Index j = 0; j < columns; ++j)
        if (const double value = group.row(i)[j]; value > 0) packed.put(first + j, value);
      packed.flush(scored, sums.row(i));
    }
    scored.finish(sums.row(i));
  }
}

// Rows of count columns as products with the table, where no logarithm is infinite.
template <class T>
void score_as_products(const detail::WordTable& table, CountGroup<T>& group, Index width,
                       const bool* take, Index count, const ClassBlock& block, GroupSums& sums) {
  for (Index first = 0; first < width; first += CountRows::strip) {
    const Index columns = group.hold(first);
    // Few at a time where no digit may be lost.
    const Index together = sums.row(0).lost == nullptr ? columns : terms_together;
    for (Index j = 0; j < columns; j += together) {
      const double* const logs = table.logs + (first + j) * table.stride + block.first;
      const Index some = std::min(together, columns - j);
      Index i = 0;
      for (; i + block.more <= count; i += block.more)
        block.add_more_counts(logs, table.stride, group.row(i) + j, CountRows::strip, some,
                              sums.row(i), most_classes);
      for (; i < count; ++i)
        block.add_counts(logs, table.stride, group.row(i) + j, CountRows::strip, some, sums.row(i),
                         most_classes);
    }
  }
  for (Index i = 0; i < count; ++i)
    if (!take[i]) sums.clear(i);
}

template <class T>
std::optional<Entry> score_columns(const detail::WordTable& table, const Panel<T>& panel,
                                   const RowSpan& rows, const ScoreTile& tile) {
  CountGroup<T> group(panel, panel.row_major());
  const bool products =
      table.weights == nullptr && !table.impossible && panel.width() <= table.words;
  const auto score = products                   ? score_as_products<T>
                     : table.weights == nullptr ? score_as_documents<PlainDocument, T>
                                                : score_as_documents<CompoundDocumentOfBlock, T>;
  const Index units = table.stride / unit;
  const Index blocks = ClassBlock::count(units);
  std::array<bool, group_rows> take;
  for (Index first = 0; first < rows.count; first += group_rows) {
    const Index count = std::min(group_rows, rows.count - first);
    if (const auto fault = group.choose(rows.part(first, count), take.data())) return fault;
    for (Index k = 0; k < blocks; ++k) {
      const ClassBlock block = ClassBlock::at(k, blocks, units);
      GroupSums sums(tile);
      score(table, group, panel.width(), take.data(), count, block, sums);
      sums.add_to(tile, first, block);
    }
  }
  return std::nullopt;
}

}  // namespace document_kernels
}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#endif
