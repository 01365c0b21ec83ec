// What words add that a document repeats, under compound densities. Included once for each instruction set.
// No #pragma once: foreach_target.h includes it again for the next set.
#if defined(CREDENCE_WORD_REPEATS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CREDENCE_WORD_REPEATS_INL
#undef CREDENCE_WORD_REPEATS_INL
#else
#define CREDENCE_WORD_REPEATS_INL
#endif

#include <algorithm>
#include <vector>

#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace step_kernels {

namespace hn = hwy::HWY_NAMESPACE;

// Sums of ln((x + 2) (x + 3) ... (x + count - 1)) over words, x being their weights, one a class: a logarithm
// for each eight factors, whose product is a double (see largest_factor).
class Repeats {
 public:
  // in  classes: a multiple of the lanes of a vector;  room: of the sums, at least as many
  Repeats(Index classes, Index room) : classes_(classes), room_(room) {}

  // Begins a document.
  void start() { none_ = true; }
  // Adds a word that occurs `count` times, more than twice.
  void add(const double* weights, Index count) {
    if (none_) clear();
    const hn::ScalableTag<double> d;
    for (Index first = 2; first < count;) {
      const Index end = std::min(count, first + most_factors - factors_);
      for (Index k = 0; k < classes_; k += static_cast<Index>(hn::Lanes(d))) {
        const auto x = hn::LoadU(d, weights + k);
        auto product = hn::LoadU(d, product_.data() + k);
        for (Index i = first; i < end; ++i)
          product = hn::Mul(product, hn::Add(x, hn::Set(d, static_cast<double>(i))));
        hn::StoreU(product, d, product_.data() + k);
      }
      factors_ += end - first;
      first = end;
      if (factors_ == most_factors) settle();
    }
  }
  // Returns the sums, one a class and 0 behind them; null: no word was added.
  [[nodiscard]] const double* terms() {
    if (none_) return nullptr;
    settle();
    return sums_.data();
  }

 private:
  static constexpr Index most_factors = 8;

  void clear() {
    none_ = false;
    factors_ = 0;
    sums_.assign(static_cast<std::size_t>(room_), 0);
    product_.assign(static_cast<std::size_t>(classes_), 1);
  }
  // Adds the logarithm of the product.
  void settle() {
    if (factors_ == 0) return;
    const hn::ScalableTag<double> d;
    for (Index k = 0; k < classes_; k += static_cast<Index>(hn::Lanes(d))) {
      const auto log = hn::Log(d, hn::LoadU(d, product_.data() + k));
      hn::StoreU(hn::Add(hn::LoadU(d, sums_.data() + k), log), d, sums_.data() + k);
      hn::StoreU(hn::Set(d, 1.0), d, product_.data() + k);
    }
    factors_ = 0;
  }

  Index classes_;
  Index room_;
  bool none_ = true;
  Index factors_ = 0;
  std::vector<double> sums_;
  std::vector<double> product_;  // of factors whose logarithm is not in the sums yet
};

}  // namespace step_kernels
}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#endif
