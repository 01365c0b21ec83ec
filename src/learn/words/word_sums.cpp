// Word totals: scattered additions in the order of the documents, which keeps them a stream, of
// whole counts to a table of small counters; or class by class, which keeps the table of a class in
// a near cache.
#include "learn/words/word_sums.hpp"

#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "learn/words/word_sums.cpp"
#include "base/targets.hpp"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "data/table/word_rows-inl.hpp"

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
  std::uint16_t* counters;  // laid out like counts, all 0 between calls; null: there are none
  std::uint16_t* steps;     // room for the counts of one document; null: there are no counters
};

// Largest count that goes to a counter.
constexpr double largest_step = 65535;

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
HWY_INLINE bool add_row(const WordRows& documents, const detail::Tile& tile, Index i, Index klass,
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

std::optional<Entry> add_documents(const WordRows& documents, const detail::Tile& tile,
                                   const SumTable& table) {
  const Index bound = bound_of(documents, table);
  for (Index i = 0; i < tile.size(); ++i)
    if (const Index klass = tile.classes[i];
        klass >= 0 && !add_row<Next::stored_behind>(documents, tile, i, klass, bound, table))
      return fault_of(documents, tile.rows[i], bound);
  return std::nullopt;
}

// The first fault in the order of the rows.
std::optional<Entry> first_fault_of(const WordRows& documents, const detail::Tile& tile,
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
bool add_by_class(const WordRows& documents, const detail::Tile& tile, const detail::ByClass& rows,
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

// Stores counts as numbers of 16 bits; false where one is negative, no whole number, above 65,535 or
// NaN.
HWY_INLINE bool pack_steps(const double* HWY_RESTRICT values, Index size,
                           std::uint16_t* HWY_RESTRICT steps) {
  Index i = 0;
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::ScalableTag<double> d;
  const hn::Rebind<std::int32_t, decltype(d)> whole;
  const hn::Rebind<std::uint16_t, decltype(d)> narrow;
  const Index lanes = static_cast<Index>(hn::Lanes(d));
  auto good = hn::Eq(hn::Zero(d), hn::Zero(d));
  auto bits = hn::Zero(whole);
  for (; i + lanes <= size; i += lanes) {
    const auto value = hn::LoadU(d, values + i);
    const auto rounded = hn::DemoteTo(whole, value);
    good = hn::And(good, hn::Eq(hn::PromoteTo(d, rounded), value));
    bits = hn::Or(bits, rounded);
    hn::StoreU(hn::DemoteTo(narrow, rounded), narrow, steps + i);
  }
  if (!hn::AllTrue(d, good) ||
      !hn::AllTrue(whole, hn::Eq(hn::ShiftRight<16>(bits), hn::Zero(whole))))
    return false;
#endif
  for (; i < size; ++i) {
    if (!(values[i] >= 0 && values[i] <= largest_step)) return false;
    steps[i] = static_cast<std::uint16_t>(values[i]);
    if (static_cast<double>(steps[i]) != values[i]) return false;
  }
  return true;
}

// Adds a document to the counters of its class; one that runs over leaves 2^16 in the total.
HWY_INLINE void count_document(const Document& document, const std::uint16_t* HWY_RESTRICT steps,
                               std::uint16_t* HWY_RESTRICT counters, double* HWY_RESTRICT totals) {
  constexpr Index ahead = 24;
  const auto count = [&](Index i) HWY_ATTR {
    const std::uint32_t word = document.words[i];
    const std::uint32_t next = std::uint32_t{counters[word]} + steps[i];
    counters[word] = static_cast<std::uint16_t>(next);
    if (next > 0xFFFF) [[unlikely]]
      totals[word] += 65536;
  };
  Index i = 0;
  for (; i + line_words <= document.size; i += line_words) {
    fetch(document.words + i, document.counts + i);
    const bool fetches = i + line_words + ahead <= document.size;
    for (Index k = i; k < i + line_words; ++k) {
      if (fetches) __builtin_prefetch(counters + document.words[k + ahead], 1);
      count(k);
    }
  }
  for (; i < document.size; ++i) count(i);
}

// Adds the counters to the totals and clears them: exact, for all are whole numbers below 2^53.
void empty_counters(const SumTable& table, Index classes) {
  for (Index i = 0; i < classes * table.stride; ++i) {
    table.counts[i] += static_cast<double>(table.counters[i]);
    table.counters[i] = 0;
  }
}

// Adds documents of weight 1 to counters, in the order of the rows, until one has a count that is
// not whole or too large, or a fault. Whole numbers have the same sums in any order. Returns how
// many rows were taken.
Index count_documents(const WordRows& documents, const detail::Tile& tile, const SumTable& table) {
  const Index bound = bound_of(documents, table);
  Index i = 0;
  for (; i < tile.size(); ++i) {
    const Index klass = tile.classes[i], row = tile.rows[i];
    if (klass < 0 || is_missing(documents, row)) continue;
    const Document document = document_at(documents, row);
    if (!all_below(document.words, document.size, bound) ||
        !pack_steps(document.counts, document.size, table.steps))
      break;
    table.documents[klass] += 1;
    count_document(document, table.steps, table.counters + klass * table.stride,
                   table.counts + klass * table.stride);
  }
  return i;
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
HWY_EXPORT(count_documents);
HWY_EXPORT(empty_counters);

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
  whole_ = true;
}

// What a tile holds, skipped rows aside.
struct WordSums::Content {
  Index values = 0;
  Index rows = 0;
  Index longest = 0;  // document, in values
};

// Nothing where it does not pay to treat a tile in another way than document by document: it does
// where the tables of doubles lie beyond the near caches and each of their places is met several
// times.
std::optional<WordSums::Content> WordSums::large(const WordRows& documents,
                                                 const detail::Tile& tile) const {
  constexpr Index near = 4 * 1024 * 1024 / sizeof(double);
  constexpr Index visits = 4;
  const Index places = stride_ * classes();
  if (places <= near || classes() < 2) return std::nullopt;
  Content content;
  for (Index i = 0; i < tile.size(); ++i) {
    if (tile.classes[i] < 0) continue;
    const std::uint64_t* const begin = documents.offsets + tile.rows[i];
    const auto size = static_cast<Index>(begin[1] - begin[0]);
    content.values += size;
    content.longest = std::max(content.longest, size);
    ++content.rows;
  }
  if (content.values < visits * places) return std::nullopt;
  return content;
}

// Whether to go class by class: documents are neither so short that fetching them from anywhere
// costs more than the table does, nor longer than can be fetched ahead.
bool WordSums::pays_by_class(const WordRows& documents, const detail::Tile& tile) const {
  constexpr Index shortest = 32;
  constexpr Index longest = 1024;
  const auto content = large(documents, tile);
  return content && content->values >= shortest * content->rows &&
         content->values <= longest * content->rows;
}

// Adds rows from the beginning of the tile on, while that may be done by counters; returns how many.
// Once there may be fractions, the order of all additions counts.
Index WordSums::add_counted(const WordRows& documents, const detail::Tile& tile) {
  Index taken = 0;
  const bool may = whole_ && documents.translate == nullptr && tile.weights == nullptr;
  if (const auto content = may ? large(documents, tile) : std::nullopt) {
    counters_.resize(counts_.size());
    std::vector<std::uint16_t> steps(static_cast<std::size_t>(content->longest));
    const SumTable table{counts_.data(),    stride_,          vocabulary_,
                         documents_.data(), counters_.data(), steps.data()};
    taken = HWY_DYNAMIC_DISPATCH(count_documents)(documents, tile, table);
    HWY_DYNAMIC_DISPATCH(empty_counters)(table, classes());
  }
  whole_ = whole_ && taken == tile.size();
  return taken;
}

std::optional<Entry> WordSums::add(const WordRows& documents, const detail::Tile& tile) {
  const Index taken = add_counted(documents, tile);
  const detail::Tile rest{.rows = tile.rows.part(taken, tile.size() - taken),
                          .classes = tile.classes + taken,
                          .weights = tile.weights};
  const SumTable table{counts_.data(), stride_, vocabulary_, documents_.data(), nullptr, nullptr};
  if (!pays_by_class(documents, rest))
    return HWY_DYNAMIC_DISPATCH(add_documents)(documents, rest, table);
  rows_by_class_.list(rest, classes());
  if (HWY_DYNAMIC_DISPATCH(add_by_class)(documents, rest, rows_by_class_, table))
    return std::nullopt;
  return HWY_DYNAMIC_DISPATCH(first_fault_of)(documents, rest, table);
}

void WordSums::merge(const WordSums& other) {
  assert(vocabulary_ == other.vocabulary_ && documents_.size() == other.documents_.size());
  whole_ = whole_ && other.whole_;
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
