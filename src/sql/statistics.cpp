// CSV of statistics: read strictly, because a pipe that breaks looks like an end.
#include "sql/statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <credence/data/csv.hpp>
#include <credence/data/number.hpp>
#include <credence/detail/learn/cells.hpp>
#include <set>

#include "base/names.hpp"
#include "data/json/schema_json.hpp"
#include "learn/files/posterior_body.hpp"

namespace credence::sql {
namespace {

constexpr std::array column_names{"feature", "class", "level", "statistic", "value"};

// What may be below 0.
constexpr std::array signed_statistics{"centre",  "least", "most",     "differences",  "log_total",
                                       "cosines", "sines", "products", "x_ln_exposure"};

Table lines_of(std::string_view csv, const std::string& name) {
  if (csv.empty() || csv.back() != '\n')
    throw Error(ErrorCode::schema,
                fmt::format("'{}' does not end with a whole line; did the database stop? run its "
                            "client again and look at its messages",
                            name),
                {.file = name});
  try {
    return read_csv_text(csv, name,
                         {.separator = ',',
                          .header = false,
                          .names = {column_names.begin(), column_names.end()},
                          .missing = {}});
  } catch (const Error& error) {  // its remedies are those of a file of rows
    if (error.code() != ErrorCode::parse) throw;
    const std::string what = error.what();
    throw Error(
        ErrorCode::parse,
        what.substr(0, what.find("; ")) +
            "; let the client of the database print CSV and nothing beside it, such as the names "
            "of statements that were run, and look at its messages",
        error.where());
  }
}

}  // namespace

std::string schema_hash(const Model& model) {
  return crc_text(crc_of(write_json(schema_to_json(model.schema()), -1)));
}

std::string pair_name(std::size_t row, std::size_t other) {
  return fmt::format("{}/{}", row + 1, other + 1);
}

bool counts_values(const FamilyFacts& facts) {
  constexpr std::array names{"poisson", "histogram", "negative_binomial", "polya_tree", "kernel"};
  return std::find(names.begin(), names.end(), facts.name) != names.end();
}

bool is_counted(const FamilyFacts& facts) {
  constexpr std::array names{
      "bernoulli",         "categorical", "multinomial",           "normal", "lognormal",
      "normal_known_mean", "exponential", "normal_known_variance", "gamma",  "von_mises",
      "geometric",         "tied_normal", "joint_normal"};
  return counts_values(facts) || std::find(names.begin(), names.end(), facts.name) != names.end();
}

CountedLines::CountedLines(std::string_view csv, const std::string& name, const Model& model)
    : name_(name), table_(lines_of(csv, name)) {
  Index first = 0;
  while (first < table_.rows() && is_header(first)) ++first;
  read_sentinels(model, first);
  for (Index row = first + 1; row + 1 < table_.rows(); ++row) {
    if (is_header(row)) continue;
    const Key key{cell(0, row), cell(1, row), cell(2, row), cell(3, row)};
    const double value = number(row, key);
    const auto [entry, is_new] = entries_.try_emplace(key, Entry{.value = value, .row = row});
    if (!is_new)
      fail_at(ErrorCode::schema, row,
              fmt::format("statistic '{}' stands here for the second time (first in {}); run the "
                          "database's client again",
                          key.statistic, place(key)));
  }
}

std::string CountedLines::cell(std::size_t column, Index row) const {
  return as_written(table_.columns()[column], row);
}

bool CountedLines::is_header(Index row) const {
  for (std::size_t column = 0; column < column_names.size(); ++column)
    if (cell(column, row) != column_names[column]) return false;
  return true;
}

void CountedLines::fail_at(ErrorCode code, Index row, const std::string& what) const {
  const Column& column = table_.columns()[3];
  throw Error(code, table_.place(column, row) + ": " + what, table_.where(column, row));
}

void CountedLines::fail(ErrorCode code, const Key& key, const std::string& what) const {
  fail_at(code, entries_.at(key).row, what);
}

std::string CountedLines::place(const Key& key) const {
  return table_.place(table_.columns()[3], entries_.at(key).row);
}

Location CountedLines::where(const Key& key) const {
  return table_.where(table_.columns()[3], entries_.at(key).row);
}

double CountedLines::number(Index row, const Key& key) const {
  const std::optional<double> value = to_number(cell(4, row));
  if (!value || !std::isfinite(*value))
    fail_at(
        ErrorCode::parse, row,
        fmt::format("'{}' is no finite number, and a statistic is one; run the database's client "
                    "again and look at its messages",
                    cell(4, row)));
  const bool is_signed = std::find(signed_statistics.begin(), signed_statistics.end(),
                                   key.statistic) != signed_statistics.end();
  if (*value < 0 && !is_signed)
    fail_at(
        ErrorCode::schema, row,
        fmt::format("statistic '{}' is {}, and counts nothing below 0; run the database's client "
                    "again",
                    key.statistic, cell(4, row)));
  return *value;
}

void CountedLines::read_sentinels(const Model& model, Index first) {
  const Index last = table_.rows() - 1;
  const auto is = [&](Index row, std::string_view statistic) {
    return row >= 0 && row < table_.rows() && cell(0, row) == sentinel && cell(1, row).empty() &&
           cell(3, row) == statistic;
  };
  if (!is(first, "begin") || to_number(cell(4, first)) != 1.0)
    throw Error(ErrorCode::schema,
                fmt::format("'{}' does not begin as statistics do; make its SQL with 'credence sql "
                            "learn', and let the client of the database print CSV",
                            name_),
                {.file = name_});
  if (const std::string hash = schema_hash(model); cell(2, first) != hash)
    fail_at(ErrorCode::schema, first,
            fmt::format("these statistics were counted for a schema with checksum {}, and this one "
                        "has {}; use the schema that the SQL was made with",
                        cell(2, first), hash));
  if (last <= first || !is(last, "end") || !cell(2, last).empty())
    throw Error(ErrorCode::schema,
                fmt::format("'{}' has no line that says where the statistics end; did the database "
                            "stop? run its client again and look at its messages",
                            name_),
                {.file = name_});
  rows_ = number(last, {.statistic = "end"});
}

double CountedLines::take(const Key& key) {
  const auto found = entries_.find(key);
  if (found == entries_.end())
    throw Error(
        ErrorCode::schema,
        fmt::format("'{}' lacks statistic '{}'{}{}{}; did the database stop? run its client "
                    "again and look at its messages",
                    name_, key.statistic,
                    key.feature.empty() ? "" : " of column '" + key.feature + "'",
                    key.klass.empty() ? "" : " in class '" + key.klass + "'",
                    key.level.empty() ? "" : " for '" + key.level + "'"),
        {.file = name_});
  found->second.taken = true;
  return found->second.value;
}

std::vector<std::pair<std::string, double>> CountedLines::take_levels(Key key) {
  std::vector<std::pair<std::string, double>> all;
  key.level.clear();
  const std::string statistic = std::exchange(key.statistic, {});
  for (auto entry = entries_.lower_bound(key);
       entry != entries_.end() && entry->first.feature == key.feature &&
       entry->first.klass == key.klass;
       ++entry) {
    if (entry->first.statistic != statistic) continue;
    entry->second.taken = true;
    all.emplace_back(entry->first.level, entry->second.value);
  }
  return all;
}

std::vector<std::string> CountedLines::classes() const {
  std::vector<std::string> all;
  for (const auto& [key, entry] : entries_)
    if (key.feature.empty() && key.statistic == "rows") all.push_back(key.klass);
  return all;
}

std::vector<std::string> CountedLines::columns_of_refused_numbers(const Model& model) const {
  std::set<std::string> refused;
  for (const auto& [key, entry] : entries_)
    if (key.statistic == "refused" && entry.value > 0) refused.insert(key.feature);
  std::vector<std::string> all;
  for (const ColumnSchema& column : model.schema().columns) {
    const FamilyType* family = model.families().find(column);
    if (family == nullptr || family->facts().datum == DatumKind::category) continue;
    if (!refused.contains(column.name)) continue;
    for (std::string& name : columns_read(column))
      if (!detail::among(all, name)) all.push_back(std::move(name));
  }
  return all;
}

void CountedLines::check_all_taken() const {
  for (const auto& [key, entry] : entries_)
    if (!entry.taken)
      fail(ErrorCode::schema, key,
           fmt::format("nothing takes statistic '{}'{}; use the schema that the SQL was made with, "
                       "and nothing but what the database printed",
                       key.statistic,
                       key.feature.empty() ? "" : " of column '" + key.feature + "'"));
}

}  // namespace credence::sql
