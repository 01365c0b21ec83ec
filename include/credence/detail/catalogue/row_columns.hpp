#pragma once
// The members of rows as columns of a table: seen where they are, or converted.
#include <credence/catalogue/row_table.hpp>
#include <credence/detail/catalogue/row_feature.hpp>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace credence {

namespace detail {

/// Numbers that a table can see where they are.
template <class Value>
concept SeenNumber = std::same_as<Value, float> || std::same_as<Value, std::uint8_t> ||
    std::same_as<Value, std::int32_t> || std::same_as<Value, std::int64_t>;

/// Whether the rows lie a whole number of such values apart.
template <class Row, class Value>
inline constexpr bool in_steps = sizeof(Row) % sizeof(Value) == 0;

/// Returns a part of each row, `first` being that of the first row; null where there are no rows.
template <class Row, class Value>
[[nodiscard]] Strided<Value> seen(std::span<const Row> rows, const Value* first) {
  return {.data = first,
          .size = std::ssize(rows),
          .stride = static_cast<Index>(sizeof(Row) / sizeof(Value))};
}

/// Returns the numbers that `number(datum)` makes of a member, NaN where it is missing.
template <class Row, ConjugateFamily F, class Member, class Number>
[[nodiscard]] std::vector<double> converted(const RowFeature<Row, F, Member>& source,
                                            std::span<const Row> rows, const Number& number) {
  using Datum = typename F::Statistics::value_type;
  std::vector<double> numbers;
  numbers.reserve(rows.size());
  for (const Row& row : rows) {
    const auto* value = value_of(row.*(source.member));
    numbers.push_back(value == nullptr ? std::numeric_limits<double>::quiet_NaN()
                                       : number(datum_from<Datum>(*value)));
  }
  return numbers;
}

/// Adds a column that is seen where it is.
/// out  whether it can be seen
template <class Row, ConjugateFamily F, class Member>
bool add_seen(RowTable& table, const RowFeature<Row, F, Member>& source,
              std::span<const Row> rows) {
  constexpr DatumKind kind = kind_of_datum<typename F::Statistics::value_type>;
  constexpr bool numeric = kind == DatumKind::number || kind == DatumKind::count;
  const Member* first = rows.empty() ? nullptr : &(rows.front().*(source.member));
  if constexpr (!in_steps<Row, Member>) {
    return false;
  } else if constexpr (kind == DatumKind::category && std::same_as<Member, Code>) {
    table.add(source.name, source.levels, seen(rows, first));
    return true;
  } else if constexpr (kind == DatumKind::answer && std::same_as<Member, bool>) {
    // A bool is read as the byte that it is, 0 or 1; any object may be read as unsigned char.
    static_assert(sizeof(bool) == 1);
    table.add(source.name, NumberView{seen(rows, reinterpret_cast<const std::uint8_t*>(first))});
    return true;
  } else if constexpr (numeric && std::same_as<Member, double>) {
    table.add(source.name, seen(rows, first));
    return true;
  } else if constexpr (numeric && SeenNumber<Member>) {
    table.add(source.name, NumberView{seen(rows, first)});
    return true;
  } else {
    return false;
  }
}

/// Whether a member gives the exposure of each count.
template <class F, class Member>
inline constexpr bool has_exposure = kind_of_datum<typename F::Statistics::value_type> ==
                                         DatumKind::count&& Exposed<typename F::Statistics> &&
                                     !std::is_arithmetic_v<MemberValue<Member>>;

/// Adds codes that are converted.
template <class Row, ConjugateFamily F, class Member>
void add_codes(RowTable& table, const RowFeature<Row, F, Member>& source,
               std::span<const Row> rows) {
  std::vector<Code> codes;
  codes.reserve(rows.size());
  for (const Row& row : rows) {
    const auto* value = value_of(row.*(source.member));
    codes.push_back(value == nullptr ? missing_code : static_cast<Code>(*value));
  }
  table.add(source.name, source.levels, std::move(codes));
}

/// Adds the columns of a feature whose members were found to be acceptable.
template <class Row, ConjugateFamily F, class Member>
void add_member(RowTable& table, const RowFeature<Row, F, Member>& source,
                std::span<const Row> rows) {
  using Datum = typename F::Statistics::value_type;
  constexpr DatumKind kind = kind_of_datum<Datum>;
  if (add_seen(table, source, rows)) return;
  if constexpr (kind == DatumKind::category) {
    add_codes(table, source, rows);
  } else if constexpr (kind == DatumKind::count) {
    table.add(source.name, converted(source, rows, [](const Count& x) { return x.count; }));
    if constexpr (has_exposure<F, Member>)
      table.add(exposure_column(source.name),
                converted(source, rows, [](const Count& x) { return x.exposure; }));
  } else if constexpr (kind == DatumKind::words) {
    std::vector<WordCounts> made;
    std::vector<const WordCounts*> documents;
    if constexpr (!std::same_as<Member, WordCounts>)
      for (const Row& row : rows) made.push_back(static_cast<WordCounts>(row.*(source.member)));
    for (std::size_t i = 0; i < rows.size(); ++i)
      if constexpr (std::same_as<Member, WordCounts>)
        documents.push_back(&(rows[i].*(source.member)));
      else
        documents.push_back(&made[i]);
    table.add(source.name, source.levels, documents);
  } else if constexpr (kind == DatumKind::numbers) {
    const std::vector<std::string> names = numbered_columns(source.name, source.levels);
    for (std::size_t k = 0; k < names.size(); ++k)
      table.add(names[k], converted(source, rows, [k](const Datum& x) { return x[k]; }));
  } else {
    table.add(source.name,
              converted(source, rows, [](const Datum& x) { return static_cast<double>(x); }));
  }
}

}  // namespace detail

}  // namespace credence
