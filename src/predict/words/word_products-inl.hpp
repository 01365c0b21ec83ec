// Products of the weights of words that occur more than once, for compound densities. Included once for each
// instruction set.
// No #pragma once: foreach_target.h includes it again for the next set.
#if defined(CREDENCE_WORD_PRODUCTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CREDENCE_WORD_PRODUCTS_INL
#undef CREDENCE_WORD_PRODUCTS_INL
#else
#define CREDENCE_WORD_PRODUCTS_INL
#endif

#include <algorithm>
#include <numbers>

#include "predict/words/word_block-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace document_kernels {

// As many weights, or totals, have a product that is a double (largest_factor).
constexpr Index most_factors = 8;
// Counts up to this many are products of as many factors.
constexpr Index most_repeated = 32;

// How many factors a count stands for; 0: it is no whole number, or above `most`.
HWY_INLINE Index factors_of(double count, Index most) {
  if (!(count <= static_cast<double>(most))) return 0;
  const auto whole = static_cast<Index>(count);
  return static_cast<double>(whole) == count ? whole : 0;
}

// A word that occurs more than once.
struct Repeated {
  std::uint32_t word;
  Index count;
};

// One number a class, at least 1: mantissa x 2^exponent.
struct LargeNumbers {
  alignas(64) BlockSums mantissa;  // in [1, 2)
  alignas(64) BlockSums exponent;
};

// Returns the mantissas of positive numbers, and adds their exponents to others. A double is
// 2^(bits >> 52, less 1023) times a mantissa in [1, 2). The exponent becomes a double by standing in
// the last bits of 2^52.
HWY_INLINE ClassVector normalised(ClassVector product, double* exponent) {
  const ClassTag d;
  const hn::RebindToUnsigned<ClassTag> bits_tag;
  constexpr double two_52 = 4503599627370496.0;
  const auto bits = hn::BitCast(bits_tag, product);
  const auto shifted = hn::Or(hn::ShiftRight<52>(bits), hn::BitCast(bits_tag, hn::Set(d, two_52)));
  const ClassVector power = hn::Sub(hn::BitCast(d, shifted), hn::Set(d, two_52 + 1023));
  hn::Store(hn::Add(hn::Load(d, exponent), power), d, exponent);
  const auto fraction = hn::And(bits, hn::Set(bits_tag, (std::uint64_t{1} << 52) - 1));
  return hn::BitCast(d, hn::Or(fraction, hn::BitCast(bits_tag, hn::Set(d, 1.0))));
}

// numbers *= (x + 1) ... (x + count - 1) for some words, x being the weights of each.
template <Index Units>
void multiply(const double* HWY_RESTRICT weights, Index stride, const Repeated* words, Index size,
              LargeNumbers& numbers) {
  constexpr Index vectors = Units * unit_vectors;
  const ClassTag d;
  ClassVector product[vectors];
  ClassVector x[vectors];
  const auto normalise = [&]() HWY_ATTR {
    for (Index v = 0; v < vectors; ++v)
      product[v] = normalised(product[v], numbers.exponent.data() + v * class_lanes);
  };
  for (Index v = 0; v < vectors; ++v)
    product[v] = hn::Load(d, numbers.mantissa.data() + v * class_lanes);
  Index factors = 0;
  for (Index i = 0; i < size; ++i) {
    const double* const row = weights + Index{words[i].word} * stride;
    for (Index v = 0; v < vectors; ++v) x[v] = hn::Load(d, row + v * class_lanes);
    for (Index more = 1; more < words[i].count; ++more) {
      const ClassVector added = hn::Set(d, static_cast<double>(more));
      for (Index v = 0; v < vectors; ++v) product[v] = hn::Mul(product[v], hn::Add(x[v], added));
      if (++factors % most_factors == 0) normalise();
    }
  }
  normalise();
  for (Index v = 0; v < vectors; ++v)
    hn::Store(product[v], d, numbers.mantissa.data() + v * class_lanes);
}

using Multiply = void (*)(const double*, Index, const Repeated*, Index, LargeNumbers&);

template <std::size_t... Less>
constexpr std::array<Multiply, sizeof...(Less)> multipliers(std::index_sequence<Less...>) {
  return {multiply<static_cast<Index>(Less) + 1>...};
}

// Products of weights, one a class.
class Products {
 public:
  // in  classes: as many as a block has
  explicit Products(Index classes) : classes_(classes) {}
  // Multiplies by what words have behind their first factor.
  void multiply(const double* weights, Index stride, const Repeated* words, Index size) {
    if (size == 0) return;
    if (empty_) clear();
    static constexpr auto by_units = multipliers(std::make_index_sequence<most_units>());
    by_units[static_cast<std::size_t>(classes_ / unit - 1)](weights, stride, words, size, numbers_);
  }
  void add_logarithms(RowSums sums) const {
    if (empty_) return;
    const ClassTag d;
    const ClassVector ln2 = hn::Set(d, std::numbers::ln2);
    for (Index at = 0; at < classes_; at += class_lanes) {
      const ClassVector whole = hn::Mul(hn::Load(d, numbers_.exponent.data() + at), ln2);
      const ClassVector log = hn::Log(d, hn::Load(d, numbers_.mantissa.data() + at));
      sums.add(at, hn::Add(whole, log));
    }
  }

 private:
  void clear() {
    std::fill_n(numbers_.mantissa.begin(), classes_, 1.0);
    std::fill_n(numbers_.exponent.begin(), classes_, 0.0);
    empty_ = false;
  }

  Index classes_;
  bool empty_ = true;
  LargeNumbers numbers_;  // set where it is not empty
};

}  // namespace document_kernels
}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#endif
