// One document under compound (Dirichlet-multinomial) densities. Included once for each instruction
// set.
// No #pragma once: foreach_target.h includes it again for the next set.
#if defined(CREDENCE_WORD_COMPOUND_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CREDENCE_WORD_COMPOUND_INL
#undef CREDENCE_WORD_COMPOUND_INL
#else
#define CREDENCE_WORD_COMPOUND_INL
#endif

#include <algorithm>
#include <bit>

#include "predict/words/word_products-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace document_kernels {

// A document of compound densities for a block of classes that begins at `first`.
class CompoundDocument {
 public:
  CompoundDocument(const detail::WordTable& table, Index first, Index classes)
      : table_(table), first_(first), classes_(classes), products_(classes) {}

  // Adds words, at most strip_size, whose counts are above 0; of `ahead` the rows may be fetched.
  template <class AddWords>
  void add(const std::uint32_t* words, const double* counts, Index size, Index ahead,
           AddWords add_words_to, RowSums sums) {
    few_ = repeated_ = 0;
    double tokens = 0;
    for (Index i = 0; i < size;) {
      i += put_whole(words + i, counts + i, size - i, tokens);
      const Index end = std::min(i + class_lanes, size);
      for (; i < end; ++i) {
        tokens += counts[i];
        if (!put(words[i], counts[i])) add_ratio(words[i], counts[i], sums);
      }
    }
    tokens_.add(tokens);
    // The first factor of each word comes from the table of logarithms.
    const bool all = few_ == size;
    add_words_to(table_.logs + first_, table_.stride, all ? words : words_.data(), ones().data(),
                 few_, all ? ahead : few_, sums);
    products_.multiply(table_.weights + first_, table_.stride, repeats_.data(), repeated_);
  }
  // Subtracts what the length of the document has to say.
  void finish(RowSums sums) const {
    products_.add_logarithms(sums);
    const double tokens = tokens_.value();
    if (tokens == 0) return;
    const double* const met = length_met(tokens);
    for (Index at = 0; at < classes_; at += class_lanes) {
      const ClassVector ratio = met != nullptr ? hn::Load(ClassTag(), met + at)
                                               : length_ratio(table_, first_ + at, tokens);
      sums.add(at, hn::Neg(ratio));
    }
  }
  // ln(Gamma(x + tokens) / Gamma(x)), x being the totals of some classes.
  static ClassVector length_ratio(const detail::WordTable& table, Index first, double tokens) {
    const ClassTag d;
    const double* const totals = table.totals + first;
    const ClassVector x = hn::Load(d, totals);
    const Index factors = factors_of(tokens, most_factors);
    if (table.moderate && factors > 0) return hn::Log(d, hn::Mul(x, product_behind(x, factors)));
    if (table.many && tokens >= least_step) return stirling_ratio(x, hn::Set(d, tokens));
    if (!table.moderate || tokens < detail::stirling_start) return plain_ratio(totals, tokens);
    return hn::Add(hn::Log(d, hn::Mul(x, product_behind(x, most_factors))),
                   behind_eight(x, tokens));
  }

 private:
  using Ones = std::array<double, static_cast<std::size_t>(strip_size)>;

  static const Ones& ones() {
    static constexpr Ones values = [] {
      Ones all{};
      for (double& one : all) one = 1;
      return all;
    }();
    return values;
  }
  // Puts words as long as whole vectors of them have counts that are products of factors, and
  // adds these to `tokens`. Returns how many.
  Index put_whole(const std::uint32_t* words, const double* counts, Index size, double& tokens) {
    if (!table_.moderate) return 0;
    const ClassTag d;
    const hn::Rebind<std::uint32_t, ClassTag> word_tag;
    const ClassVector one = hn::Set(d, 1.0), most = hn::Set(d, static_cast<double>(most_repeated));
    ClassVector sum = hn::Zero(d);
    Index i = 0;
    for (; i + class_lanes <= size; i += class_lanes) {
      const ClassVector count = hn::LoadU(d, counts + i);
      const auto whole = hn::And(hn::Eq(hn::Round(count), count),
                                 hn::And(hn::Ge(count, one), hn::Le(count, most)));
      if (!hn::AllTrue(d, whole)) break;
      sum = hn::Add(sum, count);
      hn::StoreU(hn::LoadU(word_tag, words + i), word_tag, words_.data() + few_ + i);
      const auto more = hn::Gt(count, one);
      if (!hn::AllFalse(d, more)) put_repeated(words + i, counts + i, more);
    }
    few_ += i;
    tokens += hn::GetLane(hn::SumOfLanes(d, sum));
    return i;
  }
  // Puts those of a vector of words that occur more than once.
  void put_repeated(const std::uint32_t* words, const double* counts, hn::Mask<ClassTag> more) {
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(ClassTag(), more, bits);
    for (unsigned left = bits[0]; left != 0; left &= left - 1) {
      const int i = std::countr_zero(left);
      repeats_[static_cast<std::size_t>(repeated_++)] = {.word = words[i],
                                                         .count = static_cast<Index>(counts[i])};
    }
  }
  // Puts a word where its count is a product of factors.
  bool put(std::uint32_t word, double count) {
    const Index factors = factors_of(count, most_repeated);
    if (factors == 0 || (factors > 1 && !table_.moderate)) return false;
    words_[static_cast<std::size_t>(few_++)] = word;
    if (factors > 1)
      repeats_[static_cast<std::size_t>(repeated_++)] = {.word = word, .count = factors};
    return true;
  }
  const double* weights(std::uint32_t word) const {
    return table_.weights + Index{word} * table_.stride + first_;
  }

  void add_ratio(std::uint32_t word, double count, RowSums sums) {
    const ClassTag d;
    const double* const logs = table_.logs + Index{word} * table_.stride + first_;
    for (Index at = 0; at < classes_; at += class_lanes) {
      const ClassVector log = hn::Load(d, logs + at);
      const ClassVector ratio = word_ratio(weights(word) + at, log, count);
      const auto impossible = hn::Eq(log, hn::Set(d, -detail::infinity));
      const ClassVector term = hn::IfThenElse(impossible, log, ratio);
      sums.add(at, term);
    }
  }
  ClassVector word_ratio(const double* weights, ClassVector log, double count) const {
    const ClassTag d;
    if (!table_.moderate || count < detail::stirling_start) return plain_ratio(weights, count);
    const ClassVector x = hn::Load(d, weights);
    const ClassVector log_product = hn::Log(d, product_behind(x, most_factors));
    return hn::Add(hn::Add(log, log_product), behind_eight(x, count));
  }
  // What a table holds of a length; null: nothing.
  const double* length_met(double tokens) const {
    if (table_.lengths == nullptr || tokens > static_cast<double>(detail::most_length))
      return nullptr;
    const auto whole = static_cast<Index>(tokens);
    if (static_cast<double>(whole) != tokens) return nullptr;
    return table_.lengths + whole * table_.stride + first_;
  }
  // ln(Gamma(x + count) / Gamma(x + 8)), count >= 8
  static ClassVector behind_eight(ClassVector x, double count) {
    const ClassTag d;
    constexpr auto eight = static_cast<double>(most_factors);
    return stirling_ratio(hn::Add(x, hn::Set(d, eight)), hn::Set(d, count - eight));
  }
  static ClassVector plain_ratio(const double* from, double count) {
    alignas(64) std::array<double, static_cast<std::size_t>(class_lanes)> ratio;
    for (Index i = 0; i < class_lanes; ++i)
      ratio[static_cast<std::size_t>(i)] = log_gamma_ratio(from[i], count);
    return hn::Load(ClassTag(), ratio.data());
  }

  const detail::WordTable& table_;
  Index first_;
  Index classes_;
  Products products_;
  CompensatedSum tokens_;
  Index few_ = 0;  // words of the strip whose logarithms are added
  Index repeated_ = 0;
  std::array<std::uint32_t, static_cast<std::size_t>(strip_size)> words_;
  std::array<Repeated, static_cast<std::size_t>(strip_size)> repeats_;
};

// Fills a table of what lengths take from the classes, 0 to most_length tokens x stride.
inline void fill_lengths(const detail::WordTable& table, double* lengths) {
  const ClassTag d;
  std::fill_n(lengths, table.stride, 0.0);
  for (Index tokens = 1; tokens <= detail::most_length; ++tokens)
    for (Index at = 0; at < table.stride; at += class_lanes)
      hn::Store(CompoundDocument::length_ratio(table, at, static_cast<double>(tokens)), d,
                lengths + tokens * table.stride + at);
}

}  // namespace document_kernels
}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#endif
