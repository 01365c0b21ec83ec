// What the cells of a column are once it is known what they should be: numbers, categories.
#include <credence/data/convert.hpp>

#include <credence/data/levels.hpp>
#include <credence/data/number.hpp>
#include <credence/detail/base/counted.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <unordered_map>

#include "data/bytes/beyond_limit.hpp"
#include "data/csv/csv_text.hpp"
#include "data/csv/file_cells.hpp"
#include "data/table/cell_remedies.hpp"

namespace credence {

namespace {

[[nodiscard]] std::string another_family(const Column& column) {
  return "choose another family (" + family_set(column.name, "categorical") + ")";
}

// What messages advise on a text that is no number; of nothing the usual.
struct CellRemedies {
  std::string_view only{};     // in place of all others
  std::string_view instead{};  // in place of another family
};

// Why a text is no number of ours, and what to do about it.
[[nodiscard]] Error bad_number(const Table& table, const Column& column, Index row,
                               std::string_view text, NumberFault fault,
                               const CellRemedies& remedies) {
  const std::string cell = "'" + std::string(text) + "'";
  std::string what = "is not a number";
  std::string remedy =
      remedy_for_cell(column, text) + ", or " +
      (remedies.instead.empty() ? another_family(column) : std::string(remedies.instead));
  if (fault == NumberFault::not_finite) what = "is not a finite number";
  if (fault == NumberFault::too_large) what = "is too large for a number";
  if (!remedies.only.empty()) remedy = remedies.only;
  return Error(ErrorCode::parse,
               "column '" + column.name + "', " + table.place(column, row) + " holds " + cell +
                   ", which " + what + "; " + remedy,
               table.where(column, row));
}

[[nodiscard]] Error not_finite(const Table& table, const Column& column, Index row, double number) {
  return Error(ErrorCode::domain, "column '" + column.name + "', " + table.place(column, row) +
                                      " holds " + to_text(number) +
                                      "; use a finite number, or NaN for a missing cell");
}

[[nodiscard]] Error holds_documents(const Column& column) {
  return Error(ErrorCode::schema, "column '" + column.name +
                                      "' holds documents of words; choose family 'multinomial'");
}

[[nodiscard]] std::vector<Code> copied(const CodeView& view) {
  if (view.codes.stride == 1) return {view.codes.data, view.codes.data + view.codes.size};
  std::vector<Code> codes;
  codes.reserve(static_cast<std::size_t>(view.codes.size));
  for (Index row = 0; row < view.codes.size; ++row) codes.push_back(view.codes[row]);
  return codes;
}

struct ToNumbers {
  const Table& table;
  const Column& column;
  CellRemedies remedies{};

  RealColumn operator()(const RealColumn& reals) const {
    const Strided<double> numbers = reals.view();
    for (Index row = 0; row < numbers.size; ++row)
      if (std::isinf(numbers[row])) throw not_finite(table, column, row, numbers[row]);
    return RealColumn{numbers};
  }

  RealColumn operator()(const CodeColumn& codes) const {
    return of_codes(codes.levels, codes.codes);
  }

  RealColumn operator()(const CodeView& view) const { return of_codes(view.levels, copied(view)); }

  RealColumn operator()(const NumberView& view) const {
    std::vector<double> numbers;
    numbers.reserve(static_cast<std::size_t>(view.size()));
    for (Index row = 0; row < view.size(); ++row) numbers.push_back(view[row]);
    RealColumn owned{std::move(numbers)};
    static_cast<void>((*this)(owned));
    return owned;
  }

  RealColumn operator()(const DocumentView&) const { throw holds_documents(column); }

  RealColumn operator()(const TextColumn& texts) const {
    std::vector<double> numbers;
    numbers.reserve(static_cast<std::size_t>(texts.size()));
    for (Index row = 0; row < texts.size(); ++row)
      numbers.push_back(texts.missing(row) ? missing : number(texts[row], row));
    return RealColumn{std::move(numbers)};
  }

  RealColumn operator()(const FileColumn& cells) const {
    if (const auto numbers = cells.numbers()) return RealColumn{*numbers};
    return of_texts(cells.state());
  }

  // Each distinct text is read once.
  [[nodiscard]] RealColumn of_texts(const FileColumn::State& cells) const {
    const DistinctTexts& texts = *cells.texts;
    std::vector<double> values;
    std::vector<NumberFault> faults(texts.texts.size(), NumberFault::none);
    values.reserve(texts.texts.size());
    const char decimal = cells.text->options().decimal;
    for (std::size_t i = 0; i < texts.texts.size(); ++i)
      values.push_back(texts.missing[i]
                           ? missing
                           : number_of_cell(texts.texts[i], decimal, &faults[i]).value_or(missing));
    std::vector<double> numbers;
    numbers.reserve(static_cast<std::size_t>(cells.size));
    for (Index row = 0; row < cells.size; ++row) {
      const auto code = static_cast<std::size_t>(cells.codes.get()[row]);
      if (faults[code] != NumberFault::none)
        throw bad_number(table, column, row, texts.texts[code], faults[code], remedies);
      numbers.push_back(values[code]);
    }
    return RealColumn{std::move(numbers)};
  }

  [[nodiscard]] RealColumn of_codes(std::span<const std::string> levels,
                                    const std::vector<Code>& codes) const {
    std::vector<double> numbers;
    numbers.reserve(codes.size());
    for (const Code code : codes)
      numbers.push_back(code == missing_code ? missing
                                             : number(levels[static_cast<std::size_t>(code)],
                                                      static_cast<Index>(numbers.size())));
    return RealColumn{std::move(numbers)};
  }

  [[nodiscard]] double number(std::string_view text, Index row) const {
    NumberFault fault = NumberFault::none;
    const std::optional<double> found = to_number(text, &fault);
    if (!found) throw bad_number(table, column, row, text, fault, remedies);
    return *found;
  }

  static constexpr double missing = std::numeric_limits<double>::quiet_NaN();
};

// Gives each distinct key the next code.
template <class Key>
class Interner {
 public:
  explicit Interner(const Column& column) : column_(column) {}

  [[nodiscard]] Code code(const Key& key) {
    const auto [entry, is_new] = codes_.emplace(key, static_cast<Code>(codes_.size()));
    if (is_new) keys_.push_back(key);
    if (codes_.size() > static_cast<std::size_t>(std::numeric_limits<Code>::max()))
      throw Error(ErrorCode::limit, "column '" + column_.name +
                                        "' has more levels than the limit of 2147483647; drop it "
                                        "(InferOptions::drop = " +
                                        column_.name + ")");
    return entry->second;
  }
  [[nodiscard]] const std::vector<Key>& keys() const { return keys_; }

 private:
  const Column& column_;
  std::unordered_map<Key, Code> codes_;
  std::vector<Key> keys_;
};

// A text of a file is a level too many.
[[nodiscard]] Error too_many_levels(const Table& table, const Column& column, Index row) {
  const auto& cells = std::get<FileColumn>(column.cells).state();
  return beyond_limit("column '" + column.name + "' has more than " +
                          detail::counted(cells.text->options().limits.levels, "level", "levels"),
                      table.where(column, row), "levels",
                      "is it an identifier or text? use " + column_dropped(column.name) + " or " +
                          family_set(column.name, "multinomial") + ", unless it is the label;");
}

// The same categories with their levels in the order of levels.
[[nodiscard]] CodeColumn in_order(CodeColumn column) {
  std::vector<std::string> sorted = sorted_levels(column.levels);
  if (sorted == column.levels) return column;
  const std::vector<Index> to = positions_in(column.levels, sorted);
  for (Code& code : column.codes)
    if (code != missing_code) code = static_cast<Code>(to[static_cast<std::size_t>(code)]);
  column.levels = std::move(sorted);
  return column;
}

struct ToCodes {
  const Table& table;
  const Column& column;

  CodeColumn operator()(const RealColumn& reals) const {
    return of_numbers(reals.view(), reals.view().size);
  }
  CodeColumn operator()(const NumberView& view) const { return of_numbers(view, view.size()); }

  template <class Numbers>
  CodeColumn of_numbers(const Numbers& numbers, Index size) const {
    Interner<double> interner(column);
    CodeColumn result;
    for (Index row = 0; row < size; ++row) {
      const double number = numbers[row] + 0.0;  // makes 0 of -0
      if (std::isinf(number)) throw not_finite(table, column, row, number);
      result.codes.push_back(std::isnan(number) ? missing_code : interner.code(number));
    }
    for (const double level : interner.keys()) result.levels.push_back(to_text(level));
    return in_order(std::move(result));
  }

  CodeColumn operator()(const CodeColumn& codes) const { return in_order(codes); }
  CodeColumn operator()(const CodeView& view) const {
    return in_order({.levels = view.levels, .codes = copied(view)});
  }

  CodeColumn operator()(const DocumentView&) const { throw holds_documents(column); }

  CodeColumn operator()(const TextColumn& texts) const {
    Interner<std::string_view> interner(column);
    CodeColumn result;
    for (Index row = 0; row < texts.size(); ++row)
      result.codes.push_back(texts.missing(row) ? missing_code : interner.code(texts[row]));
    result.levels.assign(interner.keys().begin(), interner.keys().end());
    return in_order(std::move(result));
  }

  // Numbers keep their spelling, '1' and '1.0' are two levels; it is known without a look at the
  // file where it is the only one.
  CodeColumn operator()(const FileColumn& cells) const {
    const auto numbers = cells.numbers();
    if (numbers && cells.state().is_plain_whole)
      return of_whole_numbers(*numbers, cells.state().text->options().limits.levels);
    return of_texts(with_texts(cells).state());
  }

  [[nodiscard]] CodeColumn of_whole_numbers(Strided<double> numbers, std::uint64_t most) const {
    constexpr double small = 1 << 12;
    std::vector<Code> of_small(2 * static_cast<std::size_t>(small) + 1, missing_code);
    Interner<double> interner(column);
    CodeColumn result;
    result.codes.reserve(static_cast<std::size_t>(numbers.size));
    for (Index row = 0; row < numbers.size; ++row) {
      const double number = numbers[row];
      if (std::isnan(number)) {
        result.codes.push_back(missing_code);
      } else if (std::abs(number) > small) {
        result.codes.push_back(interner.code(number));
      } else {
        Code& code = of_small[static_cast<std::size_t>(number + small)];
        if (code == missing_code) code = interner.code(number);
        result.codes.push_back(code);
      }
      if (interner.keys().size() > most) throw too_many_levels(table, column, row);
    }
    for (const double level : interner.keys())
      result.levels.push_back(std::to_string(static_cast<std::int64_t>(level)));
    return in_order(std::move(result));
  }

  // Texts that are missing are no levels, nor those in no row unless they are declared.
  [[nodiscard]] CodeColumn of_texts(const FileColumn::State& cells) const {
    const DistinctTexts& texts = *cells.texts;
    const std::span codes(cells.codes.get(), static_cast<std::size_t>(cells.size));
    std::vector<Code> to(texts.texts.size(), cells.is_declared ? 0 : missing_code);
    const std::uint64_t most = cells.text->options().limits.levels;
    for (const Code code : codes) to[static_cast<std::size_t>(code)] = 0;
    CodeColumn result;
    for (std::size_t i = 0; i < to.size(); ++i) {
      if (to[i] == missing_code || texts.missing[i]) {
        to[i] = missing_code;
        continue;
      }
      if (result.levels.size() == most)
        throw too_many_levels(
            table, column,
            std::find(codes.begin(), codes.end(), static_cast<Code>(i)) - codes.begin());
      to[i] = static_cast<Code>(result.levels.size());
      result.levels.emplace_back(texts.texts[i]);
    }
    result.codes.reserve(codes.size());
    for (const Code code : codes) result.codes.push_back(to[static_cast<std::size_t>(code)]);
    return in_order(std::move(result));
  }
};

}  // namespace

RealColumn numbers_of(const Table& table, const Column& column) {
  return std::visit(ToNumbers{table, column}, column.cells);
}

RealColumn numbers_or(const Table& table, const Column& column, std::string_view remedy) {
  return std::visit(ToNumbers{table, column, {.only = remedy}}, column.cells);
}

RealColumn numbers_of_part(const Table& table, const Column& column, std::string_view instead) {
  return std::visit(ToNumbers{table, column, {.instead = instead}}, column.cells);
}

CodeColumn codes_of(const Table& table, const Column& column) {
  return std::visit(ToCodes{table, column}, column.cells);
}

}  // namespace credence
