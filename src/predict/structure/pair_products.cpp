// A row takes a vector of classes from each of its places; two products, or sums, take turns.
#include "predict/structure/pair_products.hpp"

#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "predict/structure/pair_products.cpp"
#include "base/targets.hpp"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <hwy/contrib/math/math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Terms are factors that are multiplied, or logarithms that are added.
struct Factors {
  static constexpr double neutral = 1;
  template <class V>
  HWY_INLINE static V join(V a, V b) {
    return hn::Mul(a, b);
  }
};
struct Logarithms {
  static constexpr double neutral = 0;
  template <class V>
  HWY_INLINE static V join(V a, V b) {
    return hn::Add(a, b);
  }
};

// A part of an entry, kLanes doubles, in as many vectors as it takes; calls put(k, vector) for each.
template <class Terms, std::size_t kLanes, class Put>
HWY_INLINE void join_entries(const double* HWY_RESTRICT level, const double* HWY_RESTRICT start,
                             const std::uint32_t* HWY_RESTRICT places, std::size_t groups,
                             const Put& put) {
  const hn::CappedTag<double, kLanes> d;
  using V = hn::Vec<decltype(d)>;
  constexpr std::size_t lanes = HWY_MIN(kLanes, std::size_t{HWY_LANES(double)});
  constexpr std::size_t parts = kLanes / lanes;
  V even[parts], odd[parts];
  for (std::size_t k = 0; k < parts; ++k) {
    even[k] = hn::LoadU(d, start + k * lanes);
    odd[k] = hn::Set(d, Terms::neutral);
  }
  std::size_t g = 0;
  for (; g + 2 <= groups; g += 2) {
    const double* HWY_RESTRICT const first = level + places[g];
    const double* HWY_RESTRICT const second = level + places[g + 1];
    for (std::size_t k = 0; k < parts; ++k) {
      even[k] = Terms::join(even[k], hn::LoadU(d, first + k * lanes));
      odd[k] = Terms::join(odd[k], hn::LoadU(d, second + k * lanes));
    }
  }
  if (g < groups)
    for (std::size_t k = 0; k < parts; ++k)
      even[k] = Terms::join(even[k], hn::LoadU(d, level + places[g] + k * lanes));
  for (std::size_t k = 0; k < parts; ++k) put(k * lanes, d, Terms::join(even[k], odd[k]));
}

// What becomes of a row's product.
struct AddTo {
  template <class D, class V>
  HWY_INLINE void operator()(D d, double* at, V v) const {
    hn::StoreU(hn::Add(hn::LoadU(d, at), v), d, at);
  }
};
struct WriteTo {
  template <class D, class V>
  HWY_INLINE void operator()(D d, double* at, V v) const {
    hn::StoreU(v, d, at);
  }
};

// kWidth: of an entry; 0 for more than 8 doubles, which are taken in turn.
template <class Terms, class Store, std::size_t kWidth>
HWY_INLINE void join_rows(const detail::PairRows& rows, const detail::PairParent& parent,
                          const Code* HWY_RESTRICT codes, double* HWY_RESTRICT sums,
                          unsigned char* HWY_RESTRICT skipped) {
  const Store store;
  const std::size_t width = kWidth == 0 ? rows.width : kWidth;
  const std::size_t* HWY_RESTRICT const row_of = parent.row_of.data();
  const std::size_t own_step = parent.row_of.size();
  for (std::size_t i = 0; i < rows.rows; ++i) {
    const auto code = static_cast<std::size_t>(codes[i]);
    const std::size_t row = row_of[code];
    double* HWY_RESTRICT const to = sums + i * width;
    if (HWY_UNLIKELY(row == detail::no_pair_row)) {
      skipped[i] = 1;
      continue;
    }
    const std::size_t own = rows.own == nullptr ? 0 : static_cast<std::size_t>(rows.own[i]);
    const double* HWY_RESTRICT const start = parent.starts + (own * own_step + code) * width;
    const std::uint32_t* HWY_RESTRICT const places = rows.places + i * rows.groups;
    const double* HWY_RESTRICT const level = parent.terms + row;
    const auto part = [&](auto size, std::size_t at) HWY_ATTR {
      join_entries<Terms, decltype(size)::value>(level + at, start + at, places, rows.groups,
                                                 [&](std::size_t lane, auto d, auto v)
                                                     HWY_ATTR { store(d, to + at + lane, v); });
    };
    if constexpr (kWidth != 0) {
      part(std::integral_constant<std::size_t, kWidth>(), 0);
    } else {
      std::size_t at = 0;
      for (; at + 8 <= width; at += 8) part(std::integral_constant<std::size_t, 8>(), at);
      if (at + 4 <= width) part(std::integral_constant<std::size_t, 4>(), at), at += 4;
      if (at + 2 <= width) part(std::integral_constant<std::size_t, 2>(), at);
    }
  }
}

template <class Terms, class Store>
HWY_INLINE void join_any(const detail::PairRows& rows, const detail::PairParent& parent,
                         const Code* codes, double* sums, unsigned char* skipped) {
  switch (rows.width) {
    case 2:
      return join_rows<Terms, Store, 2>(rows, parent, codes, sums, skipped);
    case 4:
      return join_rows<Terms, Store, 4>(rows, parent, codes, sums, skipped);
    case 8:
      return join_rows<Terms, Store, 8>(rows, parent, codes, sums, skipped);
    default:
      return join_rows<Terms, Store, 0>(rows, parent, codes, sums, skipped);
  }
}

void multiply_rows(const detail::PairRows& rows, const detail::PairParent& parent,
                   const Code* codes, double* sums, unsigned char* skipped) {
  join_any<Factors, AddTo>(rows, parent, codes, sums, skipped);
}

void add_rows_of_logs(const detail::PairRows& rows, const detail::PairParent& parent,
                      const Code* codes, double* sums, unsigned char* skipped) {
  join_any<Logarithms, WriteTo>(rows, parent, codes, sums, skipped);
}

template <class D>
HWY_INLINE hn::Vec<D> log_of(D d, hn::Vec<D> v) {
  const auto none = hn::Set(d, -std::numeric_limits<double>::infinity());
  const auto log = hn::IfThenElse(hn::Gt(v, hn::Zero(d)), hn::Log(d, v), none);
  return hn::IfThenElse(hn::Eq(v, v), log, v);
}

void take_logs(double* values, std::size_t count) {
  const hn::ScalableTag<double> d;
  const hn::CappedTag<double, 1> one;
  std::size_t at = 0;
  for (; at + hn::Lanes(d) <= count; at += hn::Lanes(d))
    hn::StoreU(log_of(d, hn::LoadU(d, values + at)), d, values + at);
  for (; at < count; ++at) hn::StoreU(log_of(one, hn::LoadU(one, values + at)), one, values + at);
}

}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace credence {

HWY_EXPORT(multiply_rows);
HWY_EXPORT(add_rows_of_logs);
HWY_EXPORT(take_logs);

void detail::add_products(const PairRows& rows, const PairParent& parent, const Code* codes,
                          double* sums, unsigned char* skipped) {
  HWY_DYNAMIC_DISPATCH(multiply_rows)(rows, parent, codes, sums, skipped);
}

void detail::write_sums(const PairRows& rows, const PairParent& parent, const Code* codes,
                        double* sums, unsigned char* skipped) {
  HWY_DYNAMIC_DISPATCH(add_rows_of_logs)(rows, parent, codes, sums, skipped);
}

void detail::take_logs(std::span<double> values) {
  HWY_DYNAMIC_DISPATCH(take_logs)(values.data(), values.size());
}

}  // namespace credence
#endif  // HWY_ONCE
