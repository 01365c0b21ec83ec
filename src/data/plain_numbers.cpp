// Short numbers and plain texts of a separated text: a look at 64 bytes finds the ends of fields; the
// sixteen bytes before an end become a number without a loop over its digits.
#include "data/plain_numbers.hpp"

#include <cstring>

#include "data/decimal.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "data/plain_numbers.cpp"
#include "base/targets.hpp"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace {
using detail::PlainNumbers;

#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
constexpr bool reads_plain_numbers = true;
constexpr std::ptrdiff_t window = 64;
constexpr std::ptrdiff_t longest = 16;  // bytes of a number without its sign

// The pages of a mapped file lie anywhere, and the processor does not look ahead beyond one.
constexpr std::ptrdiff_t bytes_ahead = 4096;

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

// A bit for each of the next 64 bytes that ends a field.
class FieldEnds {
 public:
  FieldEnds(const char* at, const char* limit, char separator)
      : base_(at), limit_(limit), separator_(separator), bits_(look(at)) {}

  // The next end; null where it lies too near the end of the text to look for it.
  HWY_INLINE const char* next() {
    while (HWY_UNLIKELY(bits_ == 0)) {
      base_ += window;
      if (base_ > limit_) return nullptr;
      __builtin_prefetch(base_ + bytes_ahead, 0, 2);
      bits_ = look(base_);
    }
    const char* const end = base_ + __builtin_ctzll(bits_);
    bits_ &= bits_ - 1;
    return end;
  }
  // Passes the line feed of a carriage return before it. Whether there was one.
  HWY_INLINE bool pass_line_feed(const char* carriage_return) {
    return carriage_return[1] == '\n' && next() != nullptr;
  }

 private:
  HWY_INLINE std::uint64_t look(const char* at) const {
    namespace hn = hwy::HWY_NAMESPACE;
    const hn::ScalableTag<std::uint8_t> d;
    constexpr std::ptrdiff_t lanes = HWY_MAX_BYTES;
    const auto bytes_of = [](char c) { return static_cast<std::uint8_t>(c); };
    const auto separator = hn::Set(d, bytes_of(separator_));
    const auto line_feed = hn::Set(d, bytes_of('\n')), carriage_return = hn::Set(d, bytes_of('\r'));
    std::uint64_t bits = 0;
    for (std::ptrdiff_t i = 0; i < window; i += lanes) {
      const auto bytes = hn::LoadU(d, reinterpret_cast<const std::uint8_t*>(at + i));
      const auto ends = hn::Or(hn::Eq(bytes, separator),
                               hn::Or(hn::Eq(bytes, line_feed), hn::Eq(bytes, carriage_return)));
      std::uint8_t few[8] = {};
      hn::StoreMaskBits(d, ends, few);
      std::uint64_t part = 0;
      std::memcpy(&part, few, sizeof part);
      bits |= part << i;
    }
    return bits;
  }

  const char* base_;
  const char* limit_;
  char separator_;
  std::uint64_t bits_;
};

// Whether a byte stands anywhere in a field, sixteen bytes before whose end are readable.
HWY_INLINE bool holds(const char* begin, const char* end, char byte) {
  const std::ptrdiff_t size = end - begin;
  if (size > longest)
    return std::memchr(begin, static_cast<unsigned char>(byte), static_cast<std::size_t>(size)) !=
           nullptr;
  const __m128i bytes =
      _mm_loadu_si128(static_cast<const __m128i*>(static_cast<const void*>(end - longest)));
  const __m128i same = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte));
  return _mm_movemask_epi8(_mm_and_si128(same, load_table(tables.keep[size]))) != 0;
}

// The text of a field: all of it, or what stands between quotes at both ends. False where a quote or a
// blank has to be looked at with care, be it that of a text that holds the end of a field.
HWY_INLINE bool read_text(const PlainNumbers& plain, const char* begin, const char* end,
                          std::string_view& text) {
  const auto is_blank = [](char byte) { return byte == ' ' || byte == '\t'; };
  if (plain.trims && begin != end && (is_blank(*begin) || is_blank(end[-1]))) return false;
  if (plain.quote && begin != end && *begin == *plain.quote) {
    if (++begin == end || *--end != *plain.quote) return false;
  }
  if (plain.quote && holds(begin, end, *plain.quote)) return false;
  text = {begin, static_cast<std::size_t>(end - begin)};
  return true;
}

// Puts a field that is no short number; false where its record is not of the kind.
bool put_other(PlainNumbers& plain, detail::PlainColumn& column, const char* begin, const char* end,
               Index row) {
  std::string_view text;
  if (!read_text(plain, begin, end, text)) return false;
  if (column.numbers != nullptr)
    return text.data() == begin && plain.put_odd && plain.put_odd(column, row, text);
  if (column.codes != nullptr) column.codes[row] = column.texts->code_of_lasting(text);
  return true;
}

// Whether the field of a column of numbers is a short one, or empty where that is a missing cell.
HWY_INLINE bool put_number(const PlainNumbers& plain, detail::PlainColumn& column,
                           const char* begin, const char* end, Index row) {
  double number = plain.empty;
  if (end != begin) {
    bool is_whole = false;
    if (!read_number(begin, end, number, is_whole)) return false;
    column.has_other_spelling |= !is_whole;
  } else if (!plain.has_empty) {
    return false;
  }
  column.numbers[row] = number;
  return true;
}

// The byte behind a record; null where it is not of the kind. A field counts once it is known to end
// as its column must: nothing of a blank line is kept.
template <bool HasOthers>
HWY_INLINE const char* read_record(PlainNumbers& plain, const char* at, FieldEnds& ends,
                                   Index row) {
  detail::PlainColumn* const last = &plain.columns.back();
  for (detail::PlainColumn& column : plain.columns) {
    const char* const end = ends.next();
    if (end == nullptr) return nullptr;
    const char* next = end + 1;
    if (&column != last) {
      if (*end != plain.separator) return nullptr;
    } else if (*end == '\r') {
      if (!ends.pass_line_feed(end)) return nullptr;
      ++next;
    } else if (*end != '\n') {
      return nullptr;
    }
    const bool is_number = !HasOthers || column.numbers != nullptr;
    if (!(is_number && put_number(plain, column, at, end, row)) &&
        !put_other(plain, column, at, end, row))
      return nullptr;
    at = next;
  }
  return at;
}

template <bool HasOthers>
const char* read_records_of(PlainNumbers& plain, const char* at, const char* end, const char* limit,
                            Index& row) {
  const char* const begin = plain.text.data();
  FieldEnds ends(at, limit, plain.separator);
  while (at < end && plain.has_others == HasOthers) {
    const char* const next = read_record<HasOthers>(plain, at, ends, row);
    if (next == nullptr || static_cast<std::uint64_t>(next - at) > plain.longest_record) break;
    plain.records[row++] = static_cast<std::uint64_t>(at - begin);
    at = next;
  }
  return at;
}

const char* read_records(PlainNumbers& plain, const char* at, const char* end, Index& row) {
  const char* const begin = plain.text.data();
  const auto size = static_cast<std::ptrdiff_t>(plain.text.size());
  if (plain.columns.empty() || at - begin < longest || size < window) return at;
  const char* const limit = begin + size - window;
  if (at > limit) return at;
  return plain.has_others ? read_records_of<true>(plain, at, end, limit, row)
                          : read_records_of<false>(plain, at, end, limit, row);
}
#else
constexpr bool reads_plain_numbers = false;
const char* read_records(PlainNumbers&, const char* at, const char*, Index&) { return at; }
#endif

bool can_read() { return reads_plain_numbers && detail::rounds_once; }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace credence
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace credence::detail {

HWY_EXPORT(read_records);
HWY_EXPORT(can_read);

bool PlainNumbers::available() { return HWY_DYNAMIC_DISPATCH(can_read)(); }
const char* PlainNumbers::read(const char* at, const char* end, Index& row) {
  return HWY_DYNAMIC_DISPATCH(read_records)(*this, at, end, row);
}

}  // namespace credence::detail
#endif  // HWY_ONCE
