// Word totals: scattered additions in the order of the documents, which keeps them a stream, or
// class by class, which keeps the table of a class in a near cache.
#include "learn/word_sums.hpp"

#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "learn/word_sums.cpp"
#include "base/targets.hpp"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "data/word_rows-inl.hpp"

#ifndef CREDENCE_WORD_SUMS_TYPES
#define CREDENCE_WORD_SUMS_TYPES
namespace credence {
namespace {

static_assert(largest_amount == detail::largest_count);

// Where the sums of one WordSums are.
struct SumTable {
  double* counts;  // classes x words
  Index stride;    // from one class to the next
  Index vocabulary;
  double* documents;
};

}  // namespace
}  // namespace credence
#endif

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace {
namespace HWY_NAMESPACE {

using namespace credence::HWY_NAMESPACE::document_kernels;

// Words of a cache line.
constexpr Index line_words = 16;

// Fetches what the documents behind this one store. They are looked over before they are added, and
// the caches would not have them yet.
HWY_INLINE void fetch(const std::uint32_t* words, const double* counts) {
  constexpr Index ahead = 192;
  __builtin_prefetch(words + ahead);
  constexpr auto step = static_cast<Index>(64 / sizeof(double));
  for (Index i = 0; i < line_words; i += step) __builtin_prefetch(counts + ahead + i);
}

// Which documents come next: those stored behind, or others, which are fetched by name.
enum class Next { stored_behind, named };

template <Next next>
void add_document(const Document& document, const Index* translate, double weight,
                  double* HWY_RESTRICT totals) {
  if (translate == nullptr) {
    Index i = 0;
    for (; i + line_words <= document.size; i += line_words) {
      if constexpr (next == Next::stored_behind) fetch(document.words + i, document.counts + i);
      for (Index k = i; k < i + line_words; ++k)
        totals[document.words[k]] += weight * document.counts[k];
    }
    for (; i < document.size; ++i) totals[document.words[i]] += weight * document.counts[i];
    return;
  }
  for (Index i = 0; i < document.size; ++i) {
    const Index word = translate[document.words[i]];
    if (word >= 0) totals[word] += weight * document.counts[i];
  }
}

// Words of the data stand below it.
Index bound_of(const WordRows& documents, const SumTable& table) {
  return documents.translate != nullptr ? documents.vocabulary
                                        : std::min(documents.vocabulary, table.vocabulary);
}

enum class Finding { good, left_out, faulty };

HWY_INLINE Finding looked_over(const Document& document, Index bound) {
  if (all_below(document.words, document.size, bound) &&
      all_amounts(document.counts, document.size))
    return Finding::good;
  if (first_fault(document, bound) < document.size) return Finding::faulty;
  return any_nan(document.counts, document.size) ? Finding::left_out : Finding::good;
}

// Adds row i of a tile to its class, unless it is missing. False where it is faulty.
template <Next next>
HWY_INLINE bool add_row(const WordRows& documents, const Tile& tile, Index i, Index klass,
                        Index bound, const SumTable& table) {
  const Index row = tile.rows[i];
  if (is_missing(documents, row)) return true;
  const Document document = document_at(documents, row);
  const Finding finding = looked_over(document, bound);
  if (finding != Finding::good) return finding == Finding::left_out;
  table.documents[klass] += tile.weight(i);
  add_document<next>(document, documents.translate, tile.weight(i),
                     table.counts + klass * table.stride);
  return true;
}

std::optional<Entry> fault_of(const WordRows& documents, Index row, Index bound) {
  if (is_missing(documents, row)) return std::nullopt;
  const Document document = document_at(documents, row);
  const Index fault = first_fault(document, bound);
  if (fault == document.size) return std::nullopt;
  return Entry{.row = row, .column = document.words[fault]};
}

std::optional<Entry> add_documents(const WordRows& documents, const Tile& tile,
                                   const SumTable& table) {
  const Index bound = bound_of(documents, table);
  for (Index i = 0; i < tile.size(); ++i)
    if (const Index klass = tile.classes[i];
        klass >= 0 && !add_row<Next::stored_behind>(documents, tile, i, klass, bound, table))
      return fault_of(documents, tile.rows[i], bound);
  return std::nullopt;
}

// The first fault in the order of the rows.
std::optional<Entry> first_fault_of(const WordRows& documents, const Tile& tile,
                                    const SumTable& table) {
  const Index bound = bound_of(documents, table);
  for (Index i = 0; i < tile.size(); ++i)
    if (tile.classes[i] >= 0)
      if (const auto fault = fault_of(documents, tile.rows[i], bound)) return fault;
  return std::nullopt;
}

// Fetches values that may begin anywhere in a line, into the second cache: the first waits
// for too few lines at a time.
template <class T>
HWY_INLINE void fetch_all(const T* values, Index size) {
  constexpr auto line = static_cast<Index>(64 / sizeof(T));
  for (Index i = 0; i < size; i += line) __builtin_prefetch(values + i, 0, 2);
  if (size > 0) __builtin_prefetch(values + size - 1, 0, 2);
}

// False where a document is faulty. Rows of a class are added in their order, so that the sums have
// the same bits as row by row.
bool add_by_class(const WordRows& documents, const Tile& tile, const detail::ByClass& rows,
                  const SumTable& table) {
  constexpr Index ahead = 8;
  const Index bound = bound_of(documents, table);
  const Index last = std::ssize(rows.entries) - 1;
  const auto entry = [&](Index place) {
    return rows.entries[static_cast<std::size_t>(std::min(place, last))];
  };
  for (Index klass = 0; klass < std::ssize(rows.begins) - 1; ++klass) {
    const auto at = rows.begins.begin() + klass;
    for (Index place = at[0]; place < at[1]; ++place) {
      __builtin_prefetch(documents.offsets + tile.rows[entry(place + 2 * ahead)]);
      const Document coming = document_at(documents, tile.rows[entry(place + ahead)]);
      fetch_all(coming.words, coming.size);
      fetch_all(coming.counts, coming.size);
      if (!add_row<Next::named>(documents, tile, entry(place), klass, bound, table)) return false;
    }
  }
  return true;
}

}  // namespace HWY_NAMESPACE
}  // namespace
}  // namespace credence
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace credence {
namespace {

HWY_EXPORT(add_documents);
HWY_EXPORT(add_by_class);
HWY_EXPORT(first_fault_of);

// An odd number of cache lines, so that the common words of different classes, which often stand
// first, do not compete for the same places of a cache.
Index spread(Index words) {
  constexpr Index line = 8;
  return ((words + line - 1) / line | 1) * line;
}

}  // namespace

void WordSums::reset(Index vocabulary, Index classes) {
  assert(vocabulary >= 0 && classes >= 0);
  vocabulary_ = vocabulary;
  stride_ = spread(vocabulary);
  counts_.assign(static_cast<std::size_t>(stride_ * classes), 0);
  documents_.assign(static_cast<std::size_t>(classes), 0);
}

// Whether to go through a tile class by class: where the table of all classes lies beyond the near
// caches and each of its places is met several times, by documents that are neither so short that
// fetching them from anywhere costs more than the table does, nor longer than can be fetched ahead.
bool WordSums::pays_by_class(const WordRows& documents, const Tile& tile) const {
  constexpr Index near = 4 * 1024 * 1024 / sizeof(double);
  constexpr Index visits = 4;
  constexpr Index shortest = 32;
  constexpr Index longest = 1024;
  const Index places = stride_ * classes();
  if (places <= near || classes() < 2) return false;
  Index values = 0;
  Index rows = 0;
  for (Index i = 0; i < tile.size(); ++i) {
    if (tile.classes[i] < 0) continue;
    const std::uint64_t* const begin = documents.offsets + tile.rows[i];
    values += static_cast<Index>(begin[1] - begin[0]);
    ++rows;
  }
  return values >= visits * places && values >= shortest * rows && values <= longest * rows;
}

std::optional<Entry> WordSums::add(const WordRows& documents, const Tile& tile) {
  const SumTable table{counts_.data(), stride_, vocabulary_, documents_.data()};
  if (!pays_by_class(documents, tile))
    return HWY_DYNAMIC_DISPATCH(add_documents)(documents, tile, table);
  rows_by_class_.list(tile, classes());
  if (HWY_DYNAMIC_DISPATCH(add_by_class)(documents, tile, rows_by_class_, table))
    return std::nullopt;
  return HWY_DYNAMIC_DISPATCH(first_fault_of)(documents, tile, table);
}

void WordSums::merge(const WordSums& other) {
  assert(vocabulary_ == other.vocabulary_ && documents_.size() == other.documents_.size());
  for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
  for (std::size_t klass = 0; klass < documents_.size(); ++klass)
    documents_[klass] += other.documents_[klass];
}

WordTotals WordSums::totals(Index klass) const {
  const std::span<const double> seen = counts(klass);
  WordTotals result;
  result.counts.assign(seen.begin(), seen.end());
  result.documents = documents(klass);
  return result;
}

}  // namespace credence
#endif
