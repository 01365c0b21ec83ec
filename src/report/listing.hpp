#pragma once
// Results listed: each entry is named once, beside its value; JSON and tables of numbers follow.
//
//     void list(auto& to, const LabelFlip& flip) {
//       to("kept", flip.kept);
//       to("label", flip.label);
//     }
#include <credence/report/figure.hpp>

#include <limits>
#include <type_traits>

#include "report/result_json.hpp"

namespace credence::report {

/// Takes the entries of a result as the members of a JSON object.
struct JsonEntries {
  Json object = Json::object();

  template <class T>
  void operator()(const char* name, const T& value);
};

/// A value as JSON: a listed type as an object, an enumeration as its word, no value as null.
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
  } else if constexpr (std::is_enum_v<T>) {
    return to_string(value);
  } else if constexpr (requires(JsonEntries & to) { list(to, value.front()); }) {
    Json all = Json::array();
    for (const auto& each : value) all.push_back(json_of(each));
    return all;
  } else {
    return value;
  }
}

template <class T>
void JsonEntries::operator()(const char* name, const T& value) {
  object[name] = json_of(value);
}

/// The document of a study: the version of its layout, then the entries of its result.
template <class T>
[[nodiscard]] std::string document_of(const T& result) {
  JsonEntries entries{{{"schema_version", 1}}};
  list(entries, result);
  return write_json(entries.object, 2) + '\n';
}

/// A cell of a table of numbers: NaN for a number that does not exist.
template <class T>
[[nodiscard]] FigureNumbers::Cell cell_of(const T& value) {
  if constexpr (requires { value.has_value(); })
    return cell_of(value.value_or(std::numeric_limits<double>::quiet_NaN()));
  else if constexpr (std::is_arithmetic_v<T>)
    return static_cast<double>(value);
  else
    return std::string(value);
}

/// A table of numbers: a line for each row, a column for each entry that `columns(to, row)` lists.
template <class Row, class Columns>
[[nodiscard]] FigureNumbers numbers_of(const std::vector<Row>& rows, const Columns& columns) {
  FigureNumbers numbers;
  const auto name = [&](const char* column, const auto&) { numbers.columns.emplace_back(column); };
  columns(name, Row{});
  for (const Row& row : rows) {
    auto& cells = numbers.rows.emplace_back();
    const auto add = [&](const char*, const auto& value) { cells.push_back(cell_of(value)); };
    columns(add, row);
  }
  return numbers;
}

}  // namespace credence::report
