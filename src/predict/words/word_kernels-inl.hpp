// Tiles of documents, eight rows and one block of classes at a time. Included once for each
// instruction set.
// No #pragma once: foreach_target.h includes it again for the next set.
#if defined(CREDENCE_WORD_KERNELS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CREDENCE_WORD_KERNELS_INL
#undef CREDENCE_WORD_KERNELS_INL
#else
#define CREDENCE_WORD_KERNELS_INL
#endif

#include "predict/words/word_compound-inl.hpp"
#include "predict/words/word_packed-inl.hpp"

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

  void add(const std::uint32_t* words, const double* counts, Index size, Index ahead,
           RowSums sums) {
    document_.add(words, counts, size, ahead, block_.add_words, sums);
  }
  void finish(RowSums sums) const { document_.finish(sums); }

 private:
  const ClassBlock& block_;
  CompoundDocument document_;
};

// A row of a group: how it is scored.
struct GroupRow {
  enum class Way { not_at_all, as_stored, packed };
  Way way = Way::not_at_all;
  PackedRun run = {};  // where it is packed
};

// Documents, a group of rows at a time: they are looked over and packed once for all blocks of classes.
template <class Scored>
class DocumentRows {
 public:
  DocumentRows(const detail::WordTable& table, const WordRows& documents, const RowSpan& rows)
      : table_(table),
        documents_(documents),
        rows_(rows),
        bound_(documents.translate == nullptr ? std::min(documents.vocabulary, table.words)
                                              : documents.vocabulary),
        packed_(table.words) {}

  // Takes rows of the tile from `first` on.
  std::optional<Entry> start(Index first, Index count) {
    packed_.clear();
    first_ = first;
    for (Index i = 0; i < count; ++i)
      if (const auto fault = prepare(rows_[first + i], group_[static_cast<std::size_t>(i)]))
        return fault;
    return std::nullopt;
  }
  // Adds row i of the group to the sums.
  void add(Index i, const ClassBlock& block, RowSums sums) const {
    const GroupRow& row = group_[static_cast<std::size_t>(i)];
    if (row.way == GroupRow::Way::not_at_all) return;
    Scored scored(table_, block);
    if (row.way == GroupRow::Way::as_stored)
      add_as_stored(rows_[first_ + i], scored, sums);
    else
      packed_.add_to(scored, row.run, sums);
    scored.finish(sums);
  }

 private:
  std::optional<Entry> prepare(Index row, GroupRow& to) {
    to.way = GroupRow::Way::not_at_all;
    if (is_missing(documents_, row)) return std::nullopt;
    const Document document = document_at(documents_, row);
    if (rows_.list == nullptr) fetch_behind(document);
    const bool known = all_below(document.words, document.size, bound_);
    // Words that do not occur are left out under compound densities, and where one may be impossible.
    const bool occurring = table_.impossible || table_.weights != nullptr;
    const double least = occurring ? std::numeric_limits<double>::denorm_min() : 0;
    if (known && documents_.translate == nullptr && within(document.counts, document.size, least)) {
      to.way = GroupRow::Way::as_stored;
      return std::nullopt;
    }
    if (!known || !all_amounts(document.counts, document.size)) {
      const Index fault = first_fault(document, documents_.vocabulary);
      if (fault < document.size) return Entry{.row = row, .column = document.words[fault]};
      if (any_nan(document.counts, document.size)) return std::nullopt;
    }
    to = {.way = GroupRow::Way::packed, .run = packed_.put(document, documents_)};
    return std::nullopt;
  }

  void add_as_stored(Index row, Scored& scored, RowSums sums) const {
    const Document document = document_at(documents_, row);
    // What follows in memory is the next document of the tile, whose words may be fetched already.
    const Index end = rows_.list == nullptr ? rows_.first + rows_.count : row + 1;
    const auto ahead = static_cast<Index>(documents_.offsets[end] - documents_.offsets[row]);
    for (Index at = 0; at < document.size; at += strip_size)
      scored.add(document.words + at, document.counts + at,
                 std::min(strip_size, document.size - at), ahead - at, sums);
  }

  const detail::WordTable& table_;
  const WordRows& documents_;
  const RowSpan& rows_;
  Index bound_;
  PackedDocuments packed_;
  Index first_ = 0;
  std::array<GroupRow, static_cast<std::size_t>(group_rows)> group_;
};

template <class Scored>
std::optional<Entry> score_documents_as(const detail::WordTable& table, const WordRows& documents,
                                        const RowSpan& rows, const ScoreTile& tile) {
  DocumentRows<Scored> source(table, documents, rows);
  const Index units = table.stride / unit;
  const Index blocks = ClassBlock::count(units);
  for (Index first = 0; first < rows.count; first += group_rows) {
    const Index count = std::min(group_rows, rows.count - first);
    if (const auto fault = source.start(first, count)) return fault;
    for (Index k = 0; k < blocks; ++k) {
      const ClassBlock block = ClassBlock::at(k, blocks, units);
      GroupSums sums(tile);
      for (Index i = 0; i < count; ++i) source.add(i, block, sums.row(i));
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
