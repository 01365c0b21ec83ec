// Documents whose words stand at their places in a table, without those that do not occur. Included once for each instruction set.
// No #pragma once: foreach_target.h includes it again for the next set.
#if defined(CREDENCE_WORD_PACKED_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CREDENCE_WORD_PACKED_INL
#undef CREDENCE_WORD_PACKED_INL
#else
#define CREDENCE_WORD_PACKED_INL
#endif

#include <algorithm>
#include <vector>

#include "predict/words/word_block-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace document_kernels {

// Where a document stands among others.
struct PackedRun {
  Index first = 0;
  Index size = 0;
  bool reserved = false;  // whether one more word stands behind these: all that nobody knows
};

// Some documents one after another: places of words in the table, and counts above 0.
class PackedDocuments {
 public:
  explicit PackedDocuments(Index table_words) : beyond_(table_words) {}

  void clear() { size_ = 0; }

  // in  document: words of the vocabulary, and amounts
  PackedRun put(const Document& document, const WordRows& documents) {
    make_room(document.size + 1);
    PackedRun run{.first = size_};
    double unknown = 0;
    for (Index i = 0; i < document.size;) {
      i += put_known(document, i, documents.translate);
      const Index end = std::min(i + lanes, document.size);
      for (; i < end; ++i) unknown += put_one(document.words[i], document.counts[i], documents);
    }
    run.size = size_ - run.first;
    run.reserved = unknown > 0 && documents.reserved >= 0;
    if (run.reserved) put(documents.reserved, unknown);
    return run;
  }

  // Adds a document to the sums, a strip after another.
  template <class Scored>
  void add_to(Scored& scored, PackedRun run, RowSums sums) const {
    for (Index at = 0; at < run.size; at += strip_size)
      add_strip(scored, run.first + at, std::min(strip_size, run.size - at), sums);
    if (run.reserved) add_strip(scored, run.first + run.size, 1, sums);
  }

 private:
  using Tag = hn::ScalableTag<double>;
  static constexpr Index lanes = static_cast<Index>(hn::MaxLanes(Tag()));

  void make_room(Index more) {
    const auto needed = static_cast<std::size_t>(size_ + more);
    if (words_.size() >= needed) return;
    words_.resize(needed);
    counts_.resize(needed);
  }
  void put(Index place, double count) {
    words_[static_cast<std::size_t>(size_)] = static_cast<std::uint32_t>(std::min(place, beyond_));
    counts_[static_cast<std::size_t>(size_)] = count;
    ++size_;
  }
  // Returns the count of a word that nobody knows, else 0.
  double put_one(std::uint32_t word, double count, const WordRows& documents) {
    if (count == 0) return 0;
    const Index place = documents.translate == nullptr ? Index{word} : documents.translate[word];
    if (place < 0) return count;
    put(place, count);
    return 0;
  }
  // Puts words from `first` on as long as whole vectors of them are known and occur. Returns how many.
  Index put_known(const Document& document, Index first, const Index* places) {
    const Tag d;
    const hn::RebindToSigned<Tag> place_tag;
    const hn::RebindToUnsigned<Tag> wide_tag;
    const hn::Rebind<std::uint32_t, Tag> word_tag;
    const auto beyond = hn::Set(place_tag, beyond_);
    const Index start = size_;
    for (Index i = first; i + lanes <= document.size; i += lanes, size_ += lanes) {
      const auto count = hn::LoadU(d, document.counts + i);
      auto place =
          hn::BitCast(place_tag, hn::PromoteTo(wide_tag, hn::LoadU(word_tag, document.words + i)));
      if (places != nullptr) place = hn::GatherIndex(place_tag, places, place);
      const auto known = hn::Gt(place, hn::Set(place_tag, std::ptrdiff_t{-1}));
      const auto occurs = hn::RebindMask(place_tag, hn::Gt(count, hn::Zero(d)));
      if (!hn::AllTrue(place_tag, hn::And(known, occurs))) break;
      const auto bounded = hn::BitCast(wide_tag, hn::Min(place, beyond));
      hn::StoreU(hn::TruncateTo(word_tag, bounded), word_tag, words_.data() + size_);
      hn::StoreU(count, d, counts_.data() + size_);
    }
    return size_ - start;
  }

  // Words of later documents may be fetched meanwhile.
  template <class Scored>
  void add_strip(Scored& scored, Index first, Index size, RowSums sums) const {
    scored.add(words_.data() + first, counts_.data() + first, size, size_ - first, sums);
  }

  Index beyond_;  // the place of words that no class knows
  Index size_ = 0;
  std::vector<std::uint32_t> words_;
  std::vector<double> counts_;
};

}  // namespace document_kernels
}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#endif
