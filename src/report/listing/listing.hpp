#pragma once
// Results listed: each entry is named once, beside its value and what people read in its place. JSON,
// tables of numbers and tables of text follow.
//
//     void list(auto& to, const StrengthPoint& point) {
//       to("factor", point.factor, Shown{"prior sample size", power});
//       to("flipped", point.flipped, Shown{"labels changed", "{:.4f}"});
//       if (to.all) to("seconds", point.seconds);  // has a column in tables, no member in JSON
//     }
#include <credence/base/interval.hpp>
#include <credence/report/figure.hpp>

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <optional>
#include <type_traits>

#include "data/json/schema_json.hpp"
#include "report/listing/text_table.hpp"

namespace credence {

void list(auto& to, const Interval& interval) {
  to("lower", interval.lower);
  to("upper", interval.upper);
}

namespace report {

/// Returns a number; infinities as the words "inf" and "-inf", which JSON lacks, and NaN, for 0/0,
/// as null.
[[nodiscard]] Json number(double value);

/// A number that JSON writes with a point even where it is whole.
struct WithPoint {
  double value = 0;
};
[[nodiscard]] Json with_point(double value);

/// Returns a name, and none (null in JSON) for an empty one: all of them, or none.
[[nodiscard]] std::optional<std::string> name_or_null(const std::string& name);

/// Returns an end of an interval; none without one.
[[nodiscard]] inline std::optional<double> end_of(const std::optional<Interval>& interval,
                                                  double Interval::*end) {
  return interval ? std::optional((*interval).*end) : std::nullopt;
}

/// Writes a member of an object, which replaces one of that name, and the next entry of a list.
void write_member(Json& object, const char* name, Json value);
void write_entry(Json& list, Json value);

/// How a table for people shows an entry: its heading, and the format of a number or the function
/// that makes a text of the value. An entry without it is not shown.
template <class Text = const char*>
struct Shown {
  std::string_view heading;
  Text text = "{}";
};
// clang 14 deduces nothing for aggregates by itself.
Shown(std::string_view)->Shown<>;
template <class Text>
Shown(std::string_view, Text) -> Shown<Text>;

/// Takes the entries of a result as the members of a JSON object.
struct JsonEntries {
  static constexpr bool all = false;  // what a row lacks is left out
  Json object = Json::object();

  template <class T>
  void operator()(const char* name, const T& value, const auto&...);
  template <class Text>
  void operator()(const Shown<Text>&, const auto&) {}
};

template <class T>
constexpr bool is_list = false;
template <class T>
constexpr bool is_list<std::vector<T>> = true;

/// Returns a value as JSON: a listed type as an object, an enumeration as its word, no value as
/// null.
template <class T>
[[nodiscard]] Json json_of(const T& value) {
  if constexpr (requires(JsonEntries & to) { list(to, value); }) {
    JsonEntries entries;
    list(entries, value);
    return std::move(entries.object);
  } else if constexpr (requires { value.has_value(); }) {
    return value ? json_of(*value) : Json(nullptr);
  } else if constexpr (std::is_same_v<T, double>) {
    return number(value);
  } else if constexpr (std::is_same_v<T, WithPoint>) {
    return with_point(value.value);
  } else if constexpr (std::is_enum_v<T>) {
    return to_string(value);
  } else if constexpr (is_list<T>) {
    Json all = Json::array();
    for (const auto& each : value) write_entry(all, json_of(each));
    return all;
  } else {
    return value;
  }
}

template <class T>
void JsonEntries::operator()(const char* name, const T& value, const auto&...) {
  write_member(object, name, json_of(value));
}

/// Returns the object of a study: the version of its layout, then the entries of its result.
template <class T>
[[nodiscard]] Json object_of(const T& result) {
  JsonEntries entries;
  write_member(entries.object, "schema_version", 1);
  list(entries, result);
  return std::move(entries.object);
}

/// Returns the same as a document.
template <class T>
[[nodiscard]] std::string document_of(const T& result) {
  return write_json(object_of(result), 2) + '\n';
}

/// The entries that `list` gives for a row.
struct Listed {
  template <class Row>
  void operator()(auto& to, const Row& row) const {
    list(to, row);
  }
};

/// Returns a cell of a table of numbers: NaN for a number that does not exist.
template <class T>
[[nodiscard]] FigureNumbers::Cell cell_of(const T& value) {
  if constexpr (std::is_same_v<T, WithPoint>)
    return value.value;
  else if constexpr (requires { value.has_value(); })
    return value ? cell_of(*value) : std::numeric_limits<double>::quiet_NaN();
  else if constexpr (std::is_arithmetic_v<T>)
    return static_cast<double>(value);
  else if constexpr (std::is_enum_v<T>)
    return std::string(to_string(value));
  else
    return std::string(value);
}

/// Takes the entries of a row as cells of a table of numbers, among them those of what it holds; a
/// list has no cell.
struct NumberEntries {
  static constexpr bool all = true;
  std::vector<std::string> names = {};
  std::vector<FigureNumbers::Cell> cells = {};

  void operator()(const char* name, const auto& value, const auto&...) {
    if constexpr (requires { list(*this, value); }) {
      list(*this, value);
    } else if constexpr (!is_list<std::remove_cvref_t<decltype(value)>>) {
      names.emplace_back(name);
      cells.push_back(cell_of(value));
    }
  }
  template <class Text>
  void operator()(const Shown<Text>&, const auto&) {}
};

/// Returns a table of numbers: a line for each row, a column for each entry that `columns(to, row)`
/// lists.
template <class Row, class Columns = Listed>
[[nodiscard]] FigureNumbers numbers_of(const std::vector<Row>& rows, const Columns& columns = {}) {
  NumberEntries head;
  columns(head, Row{});
  FigureNumbers numbers{.columns = std::move(head.names), .rows = {}};
  for (const Row& row : rows) {
    NumberEntries entries;
    columns(entries, row);
    numbers.rows.push_back(std::move(entries.cells));
  }
  return numbers;
}

/// Returns the number without the sign that rounding has left to a zero: "0.000" for "-0.000".
[[nodiscard]] inline std::string without_sign_of_zero(std::string number) {
  if (number.starts_with("-0") && number.find_first_not_of("-0.") == std::string::npos)
    number.erase(0, 1);
  return number;
}

/// Returns a cell of a table for people: "-" for what does not exist.
template <class T, class Text>
[[nodiscard]] std::string shown_text(const T& value, Text text) {
  if constexpr (std::is_invocable_v<Text, const T&>)
    return std::string(text(value));
  else if constexpr (requires { value.has_value(); })
    return value ? shown_text(*value, text) : "-";
  else if constexpr (std::is_enum_v<T>)
    return std::string(to_string(value));
  else if constexpr (std::is_same_v<T, double>)
    return std::isnan(value) ? "-" : without_sign_of_zero(fmt::format(fmt::runtime(text), value));
  else
    return fmt::format(fmt::runtime(text), value);
}

/// Takes the entries of a row that people are shown as cells of a table for them.
struct TextEntries {
  static constexpr bool all = true;
  std::vector<std::string> headings = {};
  std::vector<std::string> cells = {};

  void operator()(const char*, const auto&) {}
  template <class Text>
  void operator()(const char*, const auto& value, const Shown<Text>& shown) {
    (*this)(shown, value);
  }
  /// An entry of tables for people alone.
  template <class Text>
  void operator()(const Shown<Text>& shown, const auto& value) {
    headings.emplace_back(shown.heading);
    cells.push_back(shown_text(value, shown.text));
  }
};

/// Returns a table for people: headings, and a line for each row.
/// in  left: how many columns are flush left
template <class Row, class Columns = Listed>
[[nodiscard]] TextTable text_table(std::size_t left, const std::vector<Row>& rows,
                                   const Columns& columns = {}) {
  TextTable table(left);
  TextEntries head;
  columns(head, Row{});
  table.add_headings(std::move(head.headings));
  for (const Row& row : rows) {
    TextEntries entries;
    columns(entries, row);
    table.add(std::move(entries.cells));
  }
  return table;
}

}  // namespace report

}  // namespace credence
