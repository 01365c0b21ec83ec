// Records of short numbers and plain texts: a look at 64 bytes finds the ends of fields, so that four
// neighbouring numbers are read at once, or one by itself (short_numbers-inl.hpp).
#include "data/csv/plain_numbers.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "data/numbers/decimal.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "data/csv/plain_numbers.cpp"
#include "base/targets.hpp"

#include <hwy/foreach_target.h>

#include "data/numbers/short_numbers-inl.hpp"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace credence {
namespace HWY_NAMESPACE {
namespace {
using detail::PlainNumbers;

#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
constexpr bool reads_plain_numbers = true;
constexpr std::ptrdiff_t window = 64;

// The pages of a mapped file lie anywhere, and the processor does not look ahead beyond one.
constexpr std::ptrdiff_t bytes_ahead = 4096;

// Where fields end, in bytes from an origin: found 64 bytes at a time and far ahead, so that no branch
// depends on where a field happens to end.
class FoundEnds {
 public:
  FoundEnds(const char* at, const char* limit, char separator)
      : origin_(at - 1), base_(at), limit_(limit), separator_(separator) {}

  [[nodiscard]] const char* origin() const { return origin_; }
  [[nodiscard]] const std::uint32_t* first() const { return ends_; }
  [[nodiscard]] const std::uint32_t* last() const { return ends_ + count_; }

  // Makes the origin of an end, and it the first; finds more behind the last.
  HWY_NOINLINE void find_more(const std::uint32_t* passed) {
    const std::uint32_t step = *passed;
    count_ = static_cast<std::size_t>(last() - passed);
    for (std::size_t i = 0; i <= count_; ++i) ends_[i] = passed[i] - step;
    origin_ += step;
    wanted_ = std::min(2 * wanted_, most_ends);
    for (; base_ <= limit_ && count_ <= wanted_ && base_ - origin_ < far; base_ += window) {
      __builtin_prefetch(base_ + bytes_ahead, 0, 2);
      std::uint64_t bits = look(base_);
      const auto behind = static_cast<std::uint32_t>(base_ - origin_);
      const auto found = static_cast<std::size_t>(__builtin_popcountll(bits));
      // Sixteen, however many there are; what is too many is written over.
      std::uint32_t* to = ends_ + count_ + 1;
      for (std::size_t k = 0; k < 16 || k < found; ++k) {
        to[k] = behind + static_cast<std::uint32_t>(_tzcnt_u64(bits));
        bits &= bits - 1;
      }
      count_ += found;
    }
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

  static constexpr std::size_t most_ends = 256;
  static constexpr std::ptrdiff_t far = std::ptrdiff_t{1} << 30;  // offsets have 32 bits

  const char* origin_;
  const char* base_;
  const char* limit_;
  char separator_;
  std::size_t wanted_ = 4;  // few at first: who reads odd records comes back for each
  std::size_t count_ = 0;   // behind the first
  std::uint32_t ends_[most_ends + 2 * window + 1] = {};
};

// One end after another.
class FieldEnds {
 public:
  explicit FieldEnds(FoundEnds& found) : found_(found), at_(found.first()) { find_more(); }

  // The next end; null where it lies too near the end of the text to look for it.
  HWY_INLINE const char* next() {
    if (HWY_UNLIKELY(at_ == last_) && !find_more()) return nullptr;
    return origin_ + *++at_;
  }
  // Passes the line feed of a carriage return before it. Whether there was one.
  HWY_INLINE bool pass_line_feed(const char* carriage_return) {
    return carriage_return[1] == '\n' && next() != nullptr;
  }

  // The last end and the next four, from the origin; null where these are not known.
  HWY_INLINE const std::uint32_t* four() {
    if (HWY_UNLIKELY(last_ - at_ < 4) && (!find_more() || last_ - at_ < 4)) return nullptr;
    return at_;
  }
  HWY_INLINE void pass_four() { at_ += 4; }
  [[nodiscard]] HWY_INLINE const char* origin() const { return origin_; }
  [[nodiscard]] HWY_INLINE const char* behind_last() const { return origin_ + *at_ + 1; }

 private:
  HWY_INLINE bool find_more() {
    found_.find_more(at_);
    origin_ = found_.origin();
    at_ = found_.first();
    last_ = found_.last();
    return at_ != last_;
  }

  FoundEnds& found_;
  const char* origin_ = nullptr;
  const std::uint32_t* at_;              // the last that was given
  const std::uint32_t* last_ = nullptr;  // that is known
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

// Puts the next four fields into columns of numbers; false, and nothing is put, unless all are short
// numbers that a separator ends.
HWY_INLINE bool put_four(const PlainNumbers& plain, detail::PlainColumn* columns, FieldEnds& ends,
                         Index row) {
  const std::uint32_t* const at = ends.four();
  if (at == nullptr) return false;
  for (int k = 1; k <= 4; ++k)
    if (ends.origin()[at[k]] != plain.separator) return false;
  __m256d found;
  unsigned wholes = 0;
  if (!read_four(ends.origin(), at, found, wholes)) return false;
  alignas(32) double numbers[4];
  _mm256_store_pd(numbers, found);
  for (unsigned k = 0; k < 4; ++k) {
    columns[k].numbers[row] = numbers[k];
    columns[k].has_other_spelling |= (wholes >> k & 1U) == 0;
  }
  ends.pass_four();
  return true;
}

// Puts the next field. The byte behind it and its line end; null where the record is not of the kind.
// A field counts once it is known to end as its column must: nothing of a blank line is kept.
template <bool HasOthers>
HWY_INLINE const char* put_field(PlainNumbers& plain, detail::PlainColumn& column, const char* at,
                                 FieldEnds& ends, Index row) {
  const char* const end = ends.next();
  if (end == nullptr) return nullptr;
  const char* next = end + 1;
  if (&column != &plain.columns.back()) {
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
  return next;
}

// Whether reading four columns at once failed so often that it is not worth it.
HWY_INLINE bool fails_by_four(const detail::PlainColumn& first, Index row) {
  return first.misses > 4 + row / 4;
}

// Chooses where four columns of numbers are read at once: never again where that failed too often, and
// not with the last column, whose field ends otherwise.
void choose_fours(std::span<detail::PlainColumn> columns, Index row) {
  for (detail::PlainColumn& column : columns) column.by_four = false;
  for (std::size_t j = 0; j + 4 < columns.size();) {
    const auto four = columns.subspan(j, 4);
    const bool are_numbers =
        std::all_of(four.begin(), four.end(), [](const auto& c) { return c.numbers != nullptr; });
    if (fails_by_four(four.front(), row)) four.front().misses = std::numeric_limits<Index>::max();
    four.front().by_four = are_numbers && !fails_by_four(four.front(), row);
    j += are_numbers ? 4 : 1;
  }
}

// The byte behind a record; null where it is not of the kind.
template <bool HasOthers>
HWY_INLINE const char* read_record(PlainNumbers& plain, const char* at, FieldEnds& ends,
                                   Index row) {
  detail::PlainColumn* column = plain.columns.data();
  const detail::PlainColumn* const end = column + plain.columns.size();
  while (column != end) {
    if (column->by_four) {
      if (put_four(plain, column, ends, row)) {
        column += 4;
        at = ends.behind_last();
        continue;
      }
      ++column->misses;
      if (fails_by_four(*column, row)) choose_fours(plain.columns, row);
    }
    const bool had_numbers = column->numbers != nullptr;
    at = put_field<HasOthers>(plain, *column, at, ends, row);
    if (at == nullptr) return nullptr;
    if (HWY_UNLIKELY(had_numbers && column->numbers == nullptr)) choose_fours(plain.columns, row);
    ++column;
  }
  return at;
}

template <bool HasOthers>
const char* read_records_of(PlainNumbers& plain, const char* at, const char* end, const char* limit,
                            Index& row) {
  const char* const begin = plain.text.data();
  choose_fours(plain.columns, row);
  FoundEnds found(at, limit, plain.separator);
  FieldEnds ends(found);
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
