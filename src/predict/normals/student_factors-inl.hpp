// Products of the factors 1 + z^2 of Student's t densities, and what their logarithms take from log
// joints. For kernels: included once for each instruction set.
// No #pragma once: foreach_target.h includes it again for the next set.
#if defined(CREDENCE_STUDENT_FACTORS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CREDENCE_STUDENT_FACTORS_INL
#undef CREDENCE_STUDENT_FACTORS_INL
#else
#define CREDENCE_STUDENT_FACTORS_INL
#endif

#include "predict/normals/row_block-inl.hpp"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {

// Features begin ... end - 1 of a strip.
struct Run {
  Index begin = 0;
  Index end = 0;
};

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
template <bool separated, Index size>
void multiply_factors(const StripBlock& block, Run run, const double* parameters, LinesAhead&,
                      double* products) {
  std::fill(products, products + size * block_rows, 0.0);
  for (Index j = run.begin; j < run.end; ++j)
    for (Index k = 0; k < size; ++k) {
      const double rate = parameters[2 * (j * size + k)];
      const double shift = parameters[2 * (j * size + k) + 1];
      const double* x = block.numbers + j * block_rows;
      double* product = products + k * block_rows;
      for (Index i = 0; i < block_rows; ++i) {
        const double z = separated ? (x[i] - shift) * rate : x[i] * rate - shift;
        const double square = z * z;
        product[i] = product[i] * square + (product[i] + square);
      }
    }
}

template <bool separated>
void multiply_present(const StripBlock& block, Run run, const double* parameters, Index size,
                      double* product) {
  std::fill(product, product + block_rows, 0.0);
  for (Index j = run.begin; j < run.end; ++j) {
    const double rate = parameters[2 * j * size];
    for (Index i = 0; i < block_rows; ++i) {
      const double x = block.numbers[j * block_rows + i];
      const double shift = parameters[2 * j * size + 1] * block.present[j * block_rows + i];
      const double z = separated ? (x - shift) * rate : x * rate - shift;
      const double square = z * z;
      product[i] = product[i] * square + (product[i] + square);
    }
  }
}

inline void add_present_norms(const StripBlock& block, const double* norms, Index size,
                              double* totals) {
  for (Index j = 0; j < block.width; ++j)
    for (Index i = 0; i < block_rows; ++i)
      totals[i] += norms[j * size] * block.present[j * block_rows + i];
}

inline void subtract_logarithms(double weight, const double* products, double* totals,
                                double* lost) {
  for (Index i = 0; i < block_rows; ++i)
    if (const double term = weight * std::log1p(products[i]); lost != nullptr)
      detail::add_keeping(-term, totals[i], lost[i]);
    else
      totals[i] -= term;
}
#else
// products[class of the group][32]: (1 + z^2) (1 + z^2) ... - 1 over the run.
template <bool separated, Index size>
HWY_NOINLINE void multiply_factors(const StripBlock& block, Run run,
                                   const double* HWY_RESTRICT parameters, LinesAhead& ahead,
                                   double* HWY_RESTRICT products) {
  const hn::ScalableTag<double> d;
  using V = hn::Vec<decltype(d)>;
  constexpr Index lanes = HWY_MAX_BYTES / 8;
  constexpr Index vectors = lanes == 8 ? 4 : 2;
  LinesAhead lines = ahead;
  for (Index row = 0; row < block_rows; row += vectors * lanes) {
    V product[size][vectors];
    for (Index k = 0; k < size; ++k)
      for (Index v = 0; v < vectors; ++v) product[k][v] = hn::Zero(d);
    const double* at = parameters + 2 * run.begin * size;
    for (Index j = run.begin; j < run.end; ++j) {
      const double* numbers = block.numbers + j * block_rows + row;
      lines.ask(vectors);
      V x[vectors];
      for (Index v = 0; v < vectors; ++v) x[v] = hn::Load(d, numbers + v * lanes);
      for (Index k = 0; k < size; ++k, at += 2) {
        const V rate = hn::Set(d, at[0]);
        const V shift = hn::Set(d, at[1]);
        for (Index v = 0; v < vectors; ++v) {
          const V z =
              separated ? hn::Mul(hn::Sub(x[v], shift), rate) : hn::MulSub(x[v], rate, shift);
          const V square = hn::Mul(z, z);
          product[k][v] = hn::MulAdd(product[k][v], square, hn::Add(product[k][v], square));
        }
      }
    }
    for (Index k = 0; k < size; ++k)
      for (Index v = 0; v < vectors; ++v)
        hn::Store(product[k][v], d, products + k * block_rows + row + v * lanes);
  }
  ahead = lines;
}

// One class, where cells are missing: their factors are 1.
template <bool separated>
HWY_NOINLINE void multiply_present(const StripBlock& block, Run run, const double* parameters,
                                   Index size, double* products) {
  const hn::ScalableTag<double> d;
  using V = hn::Vec<decltype(d)>;
  constexpr Index lanes = HWY_MAX_BYTES / 8;
  constexpr Index vectors = 4;
  for (Index row = 0; row < block_rows; row += vectors * lanes) {
    V product[vectors];
    for (Index v = 0; v < vectors; ++v) product[v] = hn::Zero(d);
    for (Index j = run.begin; j < run.end; ++j) {
      const V rate = hn::Set(d, parameters[2 * j * size]);
      const V shift = hn::Set(d, parameters[2 * j * size + 1]);
      for (Index v = 0; v < vectors; ++v) {
        const Index at = j * block_rows + row + v * lanes;
        const V x = hn::Load(d, block.numbers + at);
        const V present = hn::Load(d, block.present + at);
        const V z = separated ? hn::Mul(hn::NegMulAdd(shift, present, x), rate)
                              : hn::NegMulAdd(shift, present, hn::Mul(x, rate));
        const V square = hn::Mul(z, z);
        product[v] = hn::MulAdd(product[v], square, hn::Add(product[v], square));
      }
    }
    for (Index v = 0; v < vectors; ++v) hn::Store(product[v], d, products + row + v * lanes);
  }
}

inline void add_present_norms(const StripBlock& block, const double* norms, Index size,
                              double* totals) {
  const hn::ScalableTag<double> d;
  for (Index j = 0; j < block.width; ++j)
    for (Index i = 0; i < block_rows; i += static_cast<Index>(hn::Lanes(d)))
      hn::Store(
          hn::MulAdd(hn::Set(d, norms[j * size]), hn::Load(d, block.present + j * block_rows + i),
                     hn::Load(d, totals + i)),
          d, totals + i);
}

// totals -= weight ln(1 + product); lost: null, or of the totals.
inline void subtract_logarithms(double weight, const double* products, double* totals,
                                double* lost) {
  const hn::ScalableTag<double> d;
  for (Index i = 0; lost != nullptr && i < block_rows; i += static_cast<Index>(hn::Lanes(d)))
    add_keeping(d, hn::Mul(hn::Set(d, -weight), hn::Log1p(d, hn::Load(d, products + i))),
                totals + i, lost + i);
  if (lost != nullptr) return;
  for (Index i = 0; i < block_rows; i += static_cast<Index>(hn::Lanes(d)))
    hn::Store(hn::NegMulAdd(hn::Set(d, weight), hn::Log1p(d, hn::Load(d, products + i)),
                            hn::Load(d, totals + i)),
              d, totals + i);
}
#endif

}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#endif
