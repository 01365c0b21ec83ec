// How each database writes texts, names, numbers and the functions that differ.
#include "sql/writer.hpp"

#include <fmt/format.h>
#include <algorithm>

#include <charconv>
#include <cmath>
#include <limits>

#include "data/json/schema_json.hpp"

namespace credence::sql {
namespace {

constexpr std::size_t longest_name = 63;  // of postgresql, which cuts longer ones without an error

void check_text(std::string_view value) {
  if (value.find('\0') != std::string_view::npos)
    throw Error(ErrorCode::schema, "no database holds a text with a byte 0, and '" +
                                       std::string(value.substr(0, value.find('\0'))) +
                                       "' goes on with one; correct the schema");
  (void)write_json(Json(std::string(value)), -1);  // UTF-8, too; nobody else looks
}

std::string doubled(std::string_view value, std::string_view marks) {
  std::string all;
  for (const char one : value) {
    if (marks.find(one) != std::string_view::npos) all += one;
    all += one;
  }
  return all;
}

std::string with_each(const std::string& value, char one, std::string_view other) {
  std::string all;
  for (const char each : value)
    if (each == one)
      all += other;
    else
      all += each;
  return all;
}

// How names without quotes are meant.
std::string folded(std::string_view value, Dialect dialect) {
  std::string all(value);
  for (char& one : all) {
    if (dialect == Dialect::postgresql && one >= 'A' && one <= 'Z') one += 'a' - 'A';
    if (dialect == Dialect::ansi && one >= 'a' && one <= 'z') one -= 'a' - 'A';
  }
  return all;
}

// The parts of a name between points that stand in no quotes, without their quotes.
std::vector<std::string> parts_of(std::string_view value, Dialect dialect) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= value.size();) {
    std::string part;
    if (at < value.size() && value[at] == '"') {
      for (++at; at < value.size(); ++at) {
        if (value[at] == '"' && (at + 1 == value.size() || value[at + 1] != '"')) break;
        if (value[at] == '"') ++at;
        part += value[at];
      }
      ++at;
    } else {
      const std::size_t end = std::min(value.find('.', at), value.size());
      part = folded(value.substr(at, end - at), dialect);
      at = end;
    }
    if (part.empty() || (at < value.size() && value[at] != '.') || at > value.size())
      throw Error(
          ErrorCode::schema,
          fmt::format("'{}' is no name of a table; write schema.table, with parts that hold "
                      "a point or a blank in double quotes",
                      value));
    parts.push_back(std::move(part));
    ++at;
  }
  return parts;
}

}  // namespace

std::string_view to_string(Dialect dialect) {
  switch (dialect) {
    case Dialect::postgresql:
      return "postgresql";
    case Dialect::sqlite:
      return "sqlite";
    case Dialect::duckdb:
      return "duckdb";
    default:
      return "ansi";
  }
}

// Clients drop a carriage return before a line feed, also inside quotes: it is written otherwise.
std::string Writer::text(std::string_view value) const {
  check_text(value);
  const bool has_return = value.find('\r') != std::string_view::npos;
  if (dialect_ == Dialect::postgresql && (has_return || value.find('\\') != std::string_view::npos))
    return "E'" + with_each(doubled(value, "'\\"), '\r', "\\r") + "'";
  const std::string quoted = "'" + doubled(value, "'") + "'";
  if (!has_return || dialect_ == Dialect::ansi) return quoted;
  const std::string_view returned =
      dialect_ == Dialect::sqlite ? "' || char(13) || '" : "' || chr(13) || '";
  return "(" + with_each(quoted, '\r', returned) + ")";
}

std::string Writer::name(std::string_view value, std::string_view remedy) const {
  check_text(value);
  const auto refuse = [&](const std::string& why) {
    throw Error(ErrorCode::schema, fmt::format("{}; {}", why, remedy));
  };
  if (value.empty()) refuse("no column of a database has an empty name");
  if (value.find('\r') != std::string_view::npos)
    refuse(
        fmt::format("the name '{}' has a carriage return, which clients of databases drop", value));
  if (dialect_ == Dialect::postgresql && value.size() > longest_name)
    refuse(fmt::format("postgresql cuts names after {} bytes, and '{}' has {}", longest_name, value,
                       value.size()));
  return "\"" + doubled(value, "\"") + "\"";
}

std::string Writer::table(std::string_view value) const {
  if (dialect_ == Dialect::duckdb && value.size() > 2 && value.front() == '\'' &&
      value.back() == '\'')
    return text(value.substr(1, value.size() - 2));
  std::string all;
  for (const std::string& part : parts_of(value, dialect_))
    all += (all.empty() ? "" : ".") + name(part);
  return all;
}

std::string_view Writer::real_type() const {
  if (dialect_ == Dialect::sqlite) return "REAL";
  return dialect_ == Dialect::duckdb ? "DOUBLE" : "DOUBLE PRECISION";
}

std::string_view Writer::text_type() const {
  if (dialect_ == Dialect::ansi) return "VARCHAR(4000)";
  return dialect_ == Dialect::duckdb ? "VARCHAR" : "TEXT";
}

std::string Writer::number(double value) const {
  if (std::isinf(value)) {
    if (!has_infinity())
      throw Error(ErrorCode::schema,
                  "dialect 'ansi' has no infinity, and something has probability 0 under this "
                  "estimator; take another one, such as posterior_mean");
    const std::string sign = value < 0 ? "-" : "";
    if (dialect_ == Dialect::postgresql) return "float8 '" + sign + "Infinity'";
    return dialect_ == Dialect::duckdb ? "CAST('" + sign + "inf' AS DOUBLE)"
                                       : "(" + sign + "9e999)";
  }
  char digits[32];
  const char* const end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  std::string all(static_cast<const char*>(digits), end);
  if (dialect_ == Dialect::postgresql) return "float8 '" + all + "'";
  if (all.find('e') == std::string::npos)
    all += dialect_ != Dialect::sqlite || all.find('.') == std::string::npos ? "e0" : "";
  return value < 0 || std::signbit(value) ? "(" + all + ")" : all;
}

std::string Writer::real(const std::string& value) const {
  return fmt::format("CAST({} AS {})", value, real_type());
}

std::string Writer::as_text(const std::string& value) const {
  const std::string cast = fmt::format("CAST({} AS {})", value, text_type());
  if (dialect_ == Dialect::ansi) return cast;
  // What SQLite makes by || has none of the collations that a column may have.
  return "(" + cast + (dialect_ == Dialect::sqlite ? " || '')" : " COLLATE \"C\")");
}

std::string Writer::real_cell(const std::string& column) const {
  if (dialect_ != Dialect::sqlite) return real(column);
  return fmt::format(
      "CASE WHEN {0} IS NULL THEN NULL WHEN typeof({0}) IN ('integer', 'real') THEN {1} ELSE 9e999 "
      "END",
      column, real(column));
}

// Casts take blanks, hexadecimal digits and '1_0', too, and to_number takes none of these. Only what
// has no other bytes than those of numbers is left to a cast; the error quotes the rest.
std::string Writer::real_of_text(const std::string& column) const {
  const std::string text = as_text(column);
  if (dialect_ == Dialect::ansi) return real(text);
  constexpr std::string_view other = "[^0-9.eE+-]";
  if (dialect_ == Dialect::sqlite)
    // A comparison makes a number of the text by itself, but only where all of it is one.
    return fmt::format(
        "CASE WHEN {0} IS NULL THEN NULL WHEN {1} = CAST({0} AS TEXT) AND {0} NOT GLOB '*{2}*' "
        "THEN {1} ELSE 9e999 END",
        column, real(column), other);
  const std::string has_other = dialect_ == Dialect::postgresql
                                    ? fmt::format("{} ~ '{}'", text, other)
                                    : fmt::format("regexp_matches({}, '{}')", text, other);
  return real(fmt::format("CASE WHEN {0} THEN 'no number: ' || {1} ELSE {1} END", has_other, text));
}

std::string Writer::is_real(const std::string& column) const {
  switch (dialect_) {
    case Dialect::postgresql:
      return fmt::format(
          "({0} IS NOT NULL AND "
          "CAST(pg_typeof({0}) AS TEXT) IN ('real', 'double precision', 'numeric'))",
          column);
    case Dialect::sqlite:
      return fmt::format("typeof({}) = 'real'", column);
    case Dialect::duckdb:
      return fmt::format(
          "({0} IS NOT NULL AND "
          "(typeof({0}) IN ('FLOAT', 'DOUBLE') OR typeof({0}) LIKE 'DECIMAL%'))",
          column);
    default:
      return "";
  }
}

std::string Writer::exact_text(const std::string& value) const {
  if (dialect_ == Dialect::sqlite) return fmt::format("printf('%!.17g', {})", value);
  return fmt::format("CAST({} AS {})", value, text_type());
}

std::string Writer::exact_column(const std::string& value) const {
  // printf makes 0.0 of NULL.
  if (dialect_ == Dialect::sqlite)
    return fmt::format("CASE WHEN {0} IS NULL THEN NULL ELSE printf('%!.17g', {0}) END", value);
  return value;
}

std::string Writer::largest(const std::vector<std::string>& values) const {
  if (values.size() == 1) return values.front();
  if (dialect_ == Dialect::sqlite) {
    constexpr std::ptrdiff_t most = 100;  // of the arguments of a function; SQLite takes 127
    std::vector<std::string> groups;
    for (auto first = values.begin(); first != values.end();) {
      const auto end = first + std::min(most, values.end() - first);
      groups.push_back(end - first > 1 ? "MAX(" + joined({first, end}, ", ") + ")" : *first);
      first = end;
    }
    return largest(groups);
  }
  if (dialect_ != Dialect::ansi) return "GREATEST(" + joined(values, ", ") + ")";
  std::string all = "CASE";
  for (std::size_t i = 0; i + 1 < values.size(); ++i) {
    std::vector<std::string> above;
    for (std::size_t j = i + 1; j < values.size(); ++j)
      above.push_back(values[i] + " >= " + values[j]);
    all += " WHEN " + joined(above, " AND ") + " THEN " + values[i];
  }
  return all + " ELSE " + values.back() + " END";
}

// PostgreSQL ends at a product that no double holds; below 1.6e-162 a square is 0 or the least one.
std::string Writer::square(const std::string& value) const {
  if (dialect_ != Dialect::postgresql) return fmt::format("(({0}) * ({0}))", value);
  return fmt::format(
      "(CASE WHEN ABS({0}) < 1.6e-162 THEN 0 WHEN ABS({0}) > 1.3407807929942596e154 THEN {1} ELSE "
      "({0}) * ({0}) END)",
      value, number(std::numeric_limits<double>::infinity()));
}

std::string Writer::exponential(const std::string& value) const {
  return fmt::format("CASE WHEN {0} < -700 THEN {1} ELSE EXP({0}) END", value, number(0));
}

std::string Writer::failure(std::string_view what, const std::string& value) const {
  if (dialect_ == Dialect::sqlite)  // says 'integer overflow'
    return fmt::format("abs(CASE WHEN {} IS NOT NULL THEN -9223372036854775807 - 1 END)", value);
  return real(text(std::string(what) + ": ") + " || " + as_text(value));
}

std::string_view Writer::once() const {
  return dialect_ == Dialect::ansi ? " AS (" : " AS MATERIALIZED (";
}

std::string Writer::begin() const {
  if (dialect_ == Dialect::ansi)
    return "START TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY;\n";
  if (dialect_ != Dialect::postgresql) return "BEGIN TRANSACTION;\n";
  return fmt::format("{}BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY;\n",
                     client_settings);
}

std::string joined(const std::vector<std::string>& parts, std::string_view between) {
  return fmt::format("{}", fmt::join(parts, between));
}

void cannot_say(std::string_view feature, const std::string& why, const std::string& remedy) {
  throw Error(ErrorCode::schema, fmt::format("column '{}': {}; {}", feature, why, remedy));
}

}  // namespace credence::sql
