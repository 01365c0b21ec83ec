// Short numbers of a text, one or four at a time, without a loop over their digits: where they end is
// known. For kernels: included once for each instruction set.
// No #pragma once: foreach_target.h includes it again for the next set.
#if defined(CREDENCE_SHORT_NUMBERS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CREDENCE_SHORT_NUMBERS_INL
#undef CREDENCE_SHORT_NUMBERS_INL
#else
#define CREDENCE_SHORT_NUMBERS_INL
#endif

#include <bit>
#include <cstddef>
#include <cstdint>

#include "data/numbers/decimal.hpp"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
constexpr std::ptrdiff_t longest = 16;  // bytes of a number without its sign

// For each number of bytes that belong to a number a mask of these, the last of sixteen; for each
// place of a point, 16 for none, how the digits before it move up by one.
struct ByteTables {
  alignas(16) std::uint8_t keep[longest + 1][16] = {};
  alignas(16) std::uint8_t move[longest + 1][16] = {};

  constexpr ByteTables() {
    for (int size = 0; size <= 16; ++size)
      for (int i = 0; i < 16; ++i) {
        keep[size][i] = static_cast<std::uint8_t>(i >= 16 - size ? 0xFF : 0);
        const bool moves = size < 16 && i <= size;
        move[size][i] = static_cast<std::uint8_t>(!moves ? i : i == 0 ? 0x80 : i - 1);
      }
  }
};
constexpr ByteTables tables;

HWY_INLINE __m128i load_table(const std::uint8_t* from) {
  return _mm_load_si128(static_cast<const __m128i*>(static_cast<const void*>(from)));
}

// The number of sixteen digits, one a byte, that are less than 10^16.
HWY_INLINE std::uint64_t value_of_sixteen(__m128i digits) {
  const __m128i tens = _mm_set1_epi16(0x010A);
  const __m128i hundreds = _mm_set1_epi32(0x00010064);
  const __m128i myriads = _mm_set1_epi32(0x00012710);
  const __m128i pairs = _mm_maddubs_epi16(digits, tens);
  const __m128i fours = _mm_madd_epi16(pairs, hundreds);
  const __m128i eights = _mm_madd_epi16(_mm_packus_epi32(fours, fours), myriads);
  const auto both = static_cast<std::uint64_t>(_mm_cvtsi128_si64(eights));
  return (both & 0xFFFFFFFF) * 100000000 + (both >> 32);
}

// Reads the field from `begin` to `end`, sixteen bytes before which are readable. Whether it is a
// number that takes one exact operation. Signs +, exponents and more than 15 digits are left out.
HWY_INLINE bool read_number(const char* begin, const char* end, double& number, bool& is_whole) {
  const bool negative = *begin == '-';
  begin += static_cast<int>(negative);
  const std::ptrdiff_t size = end - begin;
  if (static_cast<std::size_t>(size - 1) >= static_cast<std::size_t>(longest)) return false;
  const __m128i bytes =
      _mm_loadu_si128(static_cast<const __m128i*>(static_cast<const void*>(end - longest)));
  const __m128i values =
      _mm_and_si128(_mm_sub_epi8(bytes, _mm_set1_epi8('0')), load_table(tables.keep[size]));
  const __m128i digit = _mm_cmpeq_epi8(_mm_min_epu8(values, _mm_set1_epi8(9)), values);
  const __m128i point = _mm_cmpeq_epi8(values, _mm_set1_epi8('.' - '0'));
  const auto others = static_cast<unsigned>(_mm_movemask_epi8(digit)) ^ 0xFFFFU;
  const auto points = static_cast<unsigned>(_mm_movemask_epi8(point));
  const unsigned place = static_cast<unsigned>(__builtin_ctz(points | 0x10000U));
  const std::ptrdiff_t digits = size - static_cast<std::ptrdiff_t>(points != 0);
  const bool odd = others != points || (points & (points - 1)) != 0 || digits == 0 || digits > 15;
  if (HWY_UNLIKELY(odd)) return false;
  const __m128i packed =
      _mm_shuffle_epi8(_mm_andnot_si128(point, values), load_table(tables.move[place]));
  const std::uint64_t value = value_of_sixteen(packed);
  const std::size_t behind = points == 0 ? 0 : 15 - place;
  const double size_of =
      static_cast<double>(static_cast<std::int64_t>(value)) / detail::exact_powers[behind];
  number =
      std::bit_cast<double>(std::bit_cast<std::uint64_t>(size_of) ^ std::uint64_t{negative} << 63);
  is_whole = points == 0 && (*begin != '0' || size == 1) && !(negative && value == 0);
  return true;
}

// The numbers of four times eight digits, one a byte.
HWY_INLINE __m256d values_of_four(__m256i digits) {
  const __m256i pairs = _mm256_maddubs_epi16(digits, _mm256_set1_epi16(0x010A));
  const __m256i fours = _mm256_madd_epi16(pairs, _mm256_set1_epi32(0x00010064));
  const __m256i eights =
      _mm256_madd_epi16(_mm256_packus_epi32(fours, fours), _mm256_set1_epi32(0x00012710));
  return _mm256_cvtepi32_pd(
      _mm_unpacklo_epi64(_mm256_castsi256_si128(eights), _mm256_extracti128_si256(eights, 1)));
}

// Powers of ten whose exponents stand in four times eight bytes.
HWY_INLINE __m256d powers_of_four(__m256i exponents) {
  const __m256 powers = _mm256_setr_ps(1e0F, 1e1F, 1e2F, 1e3F, 1e4F, 1e5F, 1e6F, 1e7F);
  const __m256 found = _mm256_permutevar8x32_ps(powers, exponents);
  return _mm256_cvtps_pd(
      _mm_shuffle_ps(_mm256_castps256_ps128(found), _mm256_extractf128_ps(found, 1), 0x88));
}

// Four neighbouring fields of up to eight bytes without a sign, as four times eight bytes.
struct FourFields {
  __m256i kept;    // -1 for each byte of a field
  __m256i values;  // the bytes less '0', and 0 for what belongs to no field
  __m128i minus;   // -1 for a sign
  bool fit;        // whether all are as long as that
};

// in  ends: of the field before and of the four, bytes from `origin`; eight bytes before these are readable
HWY_INLINE FourFields load_four(const char* origin, const std::uint32_t* ends) {
  const auto four_offsets = [](const std::uint32_t* from) {
    return _mm_loadu_si128(static_cast<const __m128i*>(static_cast<const void*>(from)));
  };
  const auto eight = [origin](std::uint32_t end) {
    return _mm_loadl_epi64(static_cast<const __m128i*>(static_cast<const void*>(origin + end - 8)));
  };
  const auto first = [origin, ends](int k) { return static_cast<int>(origin[ends[k] + 1]); };
  const __m128i firsts = _mm_setr_epi32(first(0), first(1), first(2), first(3));
  const __m128i minus = _mm_cmpeq_epi32(firsts, _mm_set1_epi32('-'));
  // One less than the bytes of each, without its sign.
  const __m128i more = _mm_add_epi32(_mm_sub_epi32(four_offsets(ends + 1), four_offsets(ends)),
                                     _mm_add_epi32(minus, _mm_set1_epi32(-2)));
  const __m128i most = _mm_set1_epi32(7);
  const __m128i fits = _mm_cmpeq_epi32(_mm_min_epu32(more, most), more);
  const __m256i bytes = _mm256_set_m128i(_mm_unpacklo_epi64(eight(ends[3]), eight(ends[4])),
                                         _mm_unpacklo_epi64(eight(ends[1]), eight(ends[2])));
  const __m256i before = _mm256_cvtepu32_epi64(_mm_slli_epi32(_mm_sub_epi32(most, more), 3));
  const __m256i kept = _mm256_sllv_epi64(_mm256_set1_epi8(-1), before);
  return {.kept = kept,
          .values = _mm256_and_si256(_mm256_sub_epi8(bytes, _mm256_set1_epi8('0')), kept),
          .minus = minus,
          .fit = _mm_movemask_epi8(fits) == 0xFFFF};
}

// A bit for each field that is plainly whole: no point, and no zero before another digit or behind a sign.
// in  without_point: -1 for these
HWY_INLINE unsigned plainly_whole(const FourFields& fields, __m256i without_point) {
  const __m256i zero = _mm256_setzero_si256();
  const __m256i behind_first = _mm256_slli_epi64(fields.kept, 8);
  const __m256i first = _mm256_andnot_si256(behind_first, fields.kept);
  const __m256i from_zero = _mm256_cmpeq_epi64(_mm256_and_si256(fields.values, first), zero);
  const __m256i alone = _mm256_cmpeq_epi64(behind_first, zero);
  const __m256i allowed = _mm256_andnot_si256(_mm256_cvtepi32_epi64(fields.minus), alone);
  const __m256i odd = _mm256_andnot_si256(allowed, from_zero);
  return static_cast<unsigned>(
      _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_andnot_si256(odd, without_point))));
}

// Reads four neighbouring fields as read_number does; false unless all are numbers of up to eight bytes
// without a sign.
// in   as load_four
// out  wholes: a bit for each that is plainly whole
HWY_INLINE bool read_four(const char* origin, const std::uint32_t* ends, __m256d& numbers,
                          unsigned& wholes) {
  const FourFields fields = load_four(origin, ends);
  const __m256i values = fields.values;
  const __m256i zero = _mm256_setzero_si256(), ones = _mm256_set1_epi8(-1);
  const __m256i digit = _mm256_cmpeq_epi8(_mm256_min_epu8(values, _mm256_set1_epi8(9)), values);
  const __m256i point = _mm256_cmpeq_epi8(values, _mm256_set1_epi8('.' - '0'));
  // A byte that is neither; two points; no digit.
  const __m256i other = _mm256_andnot_si256(_mm256_or_si256(digit, point), ones);
  const __m256i two = _mm256_cmpgt_epi64(_mm256_sad_epu8(point, zero), _mm256_set1_epi64x(255));
  const __m256i none = _mm256_cmpeq_epi64(_mm256_and_si256(digit, fields.kept), zero);
  const __m256i odd = _mm256_or_si256(other, _mm256_or_si256(two, none));
  if (HWY_UNLIKELY(!fields.fit || !_mm256_testz_si256(odd, odd))) return false;
  // The digits before a point, below its lowest bit, move up by a byte.
  const __m256i whole = _mm256_cmpeq_epi64(point, zero);
  const __m256i lowest = _mm256_and_si256(point, _mm256_sub_epi64(zero, point));
  const __m256i below = _mm256_andnot_si256(whole, _mm256_add_epi64(lowest, ones));
  const __m256i behind = _mm256_andnot_si256(_mm256_or_si256(below, point), ones);
  const __m256i digits = _mm256_or_si256(_mm256_slli_epi64(_mm256_and_si256(values, below), 8),
                                         _mm256_and_si256(values, behind));
  const __m256i decimals = _mm256_andnot_si256(
      whole, _mm256_sad_epu8(_mm256_and_si256(behind, _mm256_set1_epi8(1)), zero));
  const __m256i signs = _mm256_slli_epi64(_mm256_cvtepu32_epi64(fields.minus), 63);
  numbers = _mm256_xor_pd(_mm256_div_pd(values_of_four(digits), powers_of_four(decimals)),
                          _mm256_castsi256_pd(signs));
  wholes = plainly_whole(fields, whole);
  return true;
}
#endif

}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#endif
