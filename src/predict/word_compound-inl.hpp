// One document under compound (Dirichlet-multinomial) densities. Included once for each instruction
// set.
// No #pragma once: foreach_target.h includes it again for the next set.
#if defined(CREDENCE_WORD_COMPOUND_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CREDENCE_WORD_COMPOUND_INL
#undef CREDENCE_WORD_COMPOUND_INL
#else
#define CREDENCE_WORD_COMPOUND_INL
#endif

#include "predict/word_block-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace document_kernels {

// Counts up to this many are products of as many factors.
constexpr Index most_factors = 8;

// How many factors a count stands for; 0: it is no whole number, or too large.
HWY_INLINE Index factors_of(double count) {
  if (!(count <= static_cast<double>(most_factors))) return 0;
  const auto whole = static_cast<Index>(count);
  return static_cast<double>(whole) == count ? whole : 0;
}

// Products of weights, one a class, that cannot overflow: mantissa x 2^exponent.
class Products {
 public:
  explicit Products(Index classes) : classes_(classes) {
    std::fill_n(mantissa_.begin(), classes, 1.0);
    std::fill_n(exponent_.begin(), classes, 0.0);
  }
  // Multiplies by (x + 1) ... (x + count - 1), x being the weights of a word.
  void multiply(const double* weights, Index count) {
    const ClassTag d;
    for (Index at = 0; at < classes_; at += class_lanes) {
      const ClassVector factor = product_behind(hn::Load(d, weights + at), count);
      normalise(hn::Mul(hn::Load(d, mantissa_.data() + at), factor), at);
    }
    empty_ = false;
  }
  void add_logarithms(RowSums sums) const {
    if (empty_) return;
    const ClassTag d;
    const ClassVector ln2 = hn::Set(d, std::numbers::ln2);
    for (Index at = 0; at < classes_; at += class_lanes) {
      const ClassVector whole = hn::Mul(hn::Load(d, exponent_.data() + at), ln2);
      const ClassVector log = hn::Add(whole, hn::Log(d, hn::Load(d, mantissa_.data() + at)));
      sums.add(at, log);
    }
  }

 private:
  // A positive double is 2^(bits >> 52, less 1023) times a mantissa in [1, 2). The exponent becomes
  // a double by standing in the last bits of 2^52.
  void normalise(ClassVector product, Index at) {
    const ClassTag d;
    const hn::RebindToUnsigned<ClassTag> bits_tag;
    constexpr double two_52 = 4503599627370496.0;
    const auto bits = hn::BitCast(bits_tag, product);
    const auto shifted =
        hn::Or(hn::ShiftRight<52>(bits), hn::BitCast(bits_tag, hn::Set(d, two_52)));
    const ClassVector exponent = hn::Sub(hn::BitCast(d, shifted), hn::Set(d, two_52 + 1023));
    const auto fraction = hn::And(bits, hn::Set(bits_tag, (std::uint64_t{1} << 52) - 1));
    const auto mantissa = hn::Or(fraction, hn::BitCast(bits_tag, hn::Set(d, 1.0)));
    hn::Store(hn::BitCast(d, mantissa), d, mantissa_.data() + at);
    hn::Store(hn::Add(hn::Load(d, exponent_.data() + at), exponent), d, exponent_.data() + at);
  }

  Index classes_;
  bool empty_ = true;
  alignas(64) BlockSums mantissa_;
  alignas(64) BlockSums exponent_;
};

// A document of compound densities for a block of classes that begins at `first`.
class CompoundDocument {
 public:
  CompoundDocument(const detail::WordTable& table, Index first, Index classes)
      : table_(table), first_(first), classes_(classes), products_(classes) {}

  // Adds words, at most strip_size, whose counts are above 0; of `ahead` the rows may be fetched.
  template <class AddWords>
  void add(const std::uint32_t* words, const double* counts, Index size, Index ahead,
           AddWords add_words_to, RowSums sums) {
    double tokens = 0;
    Index few = 0;
    for (Index i = 0; i < size; ++i) {
      tokens += counts[i];
      const Index factors = factors_of(counts[i]);
      if (factors == 1 || (factors > 1 && table_.moderate)) {
        words_[static_cast<std::size_t>(few++)] = words[i];
        if (factors > 1) products_.multiply(weights(words[i]), factors);
      } else {
        add_ratio(words[i], counts[i], sums);
      }
    }
    tokens_.add(tokens);
    // The first factor of each word comes from the table of logarithms.
    const bool all = few == size;
    add_words_to(table_.logs + first_, table_.stride, all ? words : words_.data(), ones().data(),
                 few, all ? ahead : few, sums);
  }
  // Subtracts what the length of the document has to say.
  void finish(RowSums sums) const {
    products_.add_logarithms(sums);
    const double tokens = tokens_.value();
    if (tokens == 0) return;
    for (Index at = 0; at < classes_; at += class_lanes) {
      const ClassVector ratio = length_ratio(table_.totals + first_ + at, tokens);
      sums.add(at, hn::Neg(ratio));
    }
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
  ClassVector length_ratio(const double* totals, double tokens) const {
    const ClassTag d;
    const ClassVector x = hn::Load(d, totals);
    const Index factors = factors_of(tokens);
    if (table_.moderate && factors > 0) return hn::Log(d, hn::Mul(x, product_behind(x, factors)));
    if (table_.many) return stirling_ratio(x, hn::Set(d, tokens));
    if (!table_.moderate || tokens < detail::stirling_start) return plain_ratio(totals, tokens);
    return hn::Add(hn::Log(d, hn::Mul(x, product_behind(x, most_factors))),
                   behind_eight(x, tokens));
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
  std::array<std::uint32_t, static_cast<std::size_t>(strip_size)> words_;
};

}  // namespace document_kernels
}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#endif
