// Values of flags: what they may be, and what is said of those that are not.
#include "flags/values.hpp"

#include <credence/base/error.hpp>
#include <credence/data/csv.hpp>
#include <credence/data/number.hpp>
#include <credence/detail/base/nearest.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>
#include <unordered_set>

#include "process/faults.hpp"

namespace credence::tool {

std::vector<std::string> list_of(const std::string& text, std::string_view flag) {
  if (text.empty()) throw UsageError(fmt::format("flag '{}' has no value; give NAME,...", flag));
  try {
    const Table row =
        read_csv_text(text, std::string(flag), {.separator = ',', .header = false, .missing = {}});
    if (row.rows() > 1)
      throw UsageError(fmt::format(
          "flag '{}' has a list of {} lines; write it in one, with commas between its entries",
          flag, row.rows()));
    std::vector<std::string> entries;
    for (const Column& column : row.columns()) entries.push_back(as_written(column, 0));
    return entries;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::limit) throw;
    throw UsageError(
        fmt::format("flag '{}' has the list '{}', which cannot be read; close each "
                    "quote, and double those within an entry",
                    flag, text));
  }
}

std::vector<std::string> names_in(const std::vector<std::string>& values, std::string_view flag,
                                  const std::function<bool(const std::string&)>& is_name) {
  std::vector<std::string> names;
  for (const std::string& value : values) {
    const std::vector<std::string> some =
        is_name(value) ? std::vector{value} : list_of(value, flag);
    names.insert(names.end(), some.begin(), some.end());
  }
  return names;
}

char character_of(std::string_view text, std::string_view flag) {
  if (text.size() == 1 && text[0] != '\n' && text[0] != '\r' && text[0] != '\0') return text[0];
  throw UsageError(fmt::format(
      "flag '{}' has the value '{}'; give one character that is no line end", flag, text));
}

namespace {

std::uint64_t whole_between(std::string_view text, std::string_view flag, std::uint64_t least,
                            std::uint64_t most) {
  std::uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, fault] = std::from_chars(text.data(), end, number);
  if (fault == std::errc{} && stopped == end && number >= least) return number;
  if (fault == std::errc::result_out_of_range && stopped == end)
    throw UsageError(fmt::format("flag '{}' has the value '{}'; give a whole number of at most {}",
                                 flag, text, most));
  throw UsageError(fmt::format("flag '{}' has the value '{}'; give a whole number of at least {}",
                               flag, text, least));
}

}  // namespace

std::uint64_t whole_number_of(std::string_view text, std::string_view flag, std::uint64_t least) {
  return whole_between(text, flag, least, std::numeric_limits<std::uint64_t>::max());
}

std::uint64_t Whole::operator()(std::string_view text, std::string_view flag) const {
  const std::uint64_t number = whole_between(text, flag, least, most);
  if (number <= most) return number;
  throw UsageError(fmt::format("flag '{}' is {}; give at most {}", flag, number, most));
}

double number_of(std::string_view text, std::string_view flag) {
  if (const auto number = to_number(text)) return *number;
  throw UsageError(
      fmt::format("flag '{}' has '{}' where a number should stand; give a finite number "
                  "with a decimal point",
                  flag, text));
}

namespace {

double between_0_and_1(std::string_view text, std::string_view flag, std::string_view example) {
  const double number = number_of(text, flag);
  if (number > 0 && number < 1) return number;
  throw UsageError(fmt::format("flag '{}' is {}; give {}", flag, text, example));
}

}  // namespace

double open_probability_of(std::string_view text, std::string_view flag) {
  return between_0_and_1(text, flag, "a probability between 0 and 1, like 0.5");
}

double mass_of(std::string_view text, std::string_view flag) {
  return between_0_and_1(text, flag, "a mass between 0 and 1, like 0.9");
}

double probability_of(std::string_view text, std::string_view flag) {
  const double probability = number_of(text, flag);
  if (probability >= 0 && probability <= 1) return probability;
  throw UsageError(fmt::format("flag '{}' is {}; give a probability from 0 to 1", flag, text));
}

double discount_of(std::string_view text, std::string_view flag) {
  const double factor = number_of(text, flag);
  if (factor > 0 && factor <= 1) return factor;
  throw UsageError(
      fmt::format("flag '{}' is {}; give a factor above 0 and at most 1, like 0.98", flag, text));
}

double positive_of(std::string_view text, std::string_view flag) {
  const double number = number_of(text, flag);
  if (number > 0) return number;
  throw UsageError(fmt::format("flag '{}' is '{}'; give a number above 0", flag, text));
}

double not_negative_of(std::string_view text, std::string_view flag) {
  const double number = number_of(text, flag);
  if (number >= 0) return number;
  throw UsageError(fmt::format("flag '{}' is {}; give a number of at least 0", flag, text));
}

std::size_t choice_of(std::string_view text, std::string_view flag,
                      const std::vector<std::string>& words) {
  const auto found = std::find(words.begin(), words.end(), text);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  throw UsageError(fmt::format("{}'{}' has the unknown value '{}'; choose {}",
                               flag.starts_with('-') ? "flag " : "", flag, text,
                               quoted_names(words)));
}

std::pair<std::string, std::string> split_at_last(const std::string& text, char mark,
                                                  std::string_view flag, std::string_view form) {
  const std::size_t at = text.rfind(mark);
  if (at != std::string::npos && at > 0 && at + 1 < text.size())
    return {text.substr(0, at), text.substr(at + 1)};
  throw UsageError(fmt::format("flag '{}' has the value '{}'; write it as {}", flag, text, form));
}

namespace {

// key=value,value,key=value: an entry without '=' goes on with the list of the entry before.
Fields fields_of(const std::string& text, std::string_view flag) {
  std::vector<std::pair<std::string, std::vector<double>>> found;
  for (const std::string& entry : list_of(text, flag)) {
    const std::size_t at = entry.find('=');
    if (at != std::string::npos)
      found.emplace_back(entry.substr(0, at), std::vector<double>{});
    else if (found.empty())
      throw UsageError(
          fmt::format("flag '{}' has '{}' where key=value should stand; the words are "
                      "'auto' and 'auto3'",
                      flag, entry));
    const std::size_t begin = at == std::string::npos ? 0 : at + 1;
    found.back().second.push_back(number_of(std::string_view(entry).substr(begin), flag));
  }
  Fields fields;
  for (auto& [key, values] : found) {
    const bool is_list = values.size() > 1 || key == "weights";
    fields.emplace_back(key, is_list ? FieldValue(std::move(values)) : FieldValue(values.front()));
  }
  return fields;
}

std::vector<std::pair<std::string, double>> given_of(const std::string& text,
                                                     std::string_view flag) {
  std::vector<std::pair<std::string, double>> given;
  double sum = 0;
  for (const std::string& entry : list_of(text, flag)) {
    const auto [klass, number] =
        split_at_last(entry, ':', flag,
                      "given=CLASS:PROBABILITY,..., an entry that holds a comma in double quotes");
    const double probability = number_of(number, flag);
    if (probability < 0)
      throw UsageError(fmt::format("flag '{}' gives class '{}' the probability {}; give at least 0",
                                   flag, klass, number));
    for (const auto& earlier : given)
      if (earlier.first == klass)
        throw UsageError(
            fmt::format("flag '{}' names class '{}' twice; name it once", flag, klass));
    given.emplace_back(klass, probability);
    sum += probability;
  }
  if (std::abs(sum - 1) > 1e-9)
    throw UsageError(fmt::format(
        "flag '{}' gives probabilities that sum to {:.12g}; make them sum to 1", flag, sum));
  return given;
}

void check_pseudo_count(double number, std::string_view flag) {
  if (number > 0) return;
  throw UsageError(fmt::format(
      "flag '{}' has the pseudo-count {}; give numbers above 0{}", flag, to_text(number),
      number == 0 ? ", or choose the estimator maximum_likelihood, which adds none" : ""));
}

}  // namespace

PriorSpec prior_of(const std::string& text, std::string_view flag) {
  const bool is_word = text.find_first_of("=,") == std::string::npos;
  if (is_word) return {.word = text, .values = {}, .by_class = {}};
  Fields fields = fields_of(text, flag);
  for (const auto& [key, value] : fields)
    if (key == "each" && value == FieldValue(0.0)) check_pseudo_count(0, flag);
  return {.word = {}, .values = std::move(fields), .by_class = {}};
}

ClassPrior class_prior_of(const std::string& text, std::string_view flag) {
  if (text == "uniform") return {.kind = ClassPrior::Kind::uniform};
  if (text == "frequencies") return {.kind = ClassPrior::Kind::frequencies};
  const std::size_t at = text.find('=');
  const std::string key = text.substr(0, at);
  const std::string value = at == std::string::npos ? "" : text.substr(at + 1);
  ClassPrior prior;
  if (key == "given" && !value.empty()) {
    prior.kind = ClassPrior::Kind::given;
    prior.given = given_of(value, flag);
  } else if (key == "each" && !value.empty()) {
    prior.each = number_of(value, flag);
    check_pseudo_count(prior.each, flag);
  } else if (key == "weights" && !value.empty()) {
    for (const std::string& weight : list_of(value, flag)) {
      prior.weights.push_back(number_of(weight, flag));
      check_pseudo_count(prior.weights.back(), flag);
    }
  } else {
    throw UsageError(
        fmt::format("flag '{}' has the unknown value '{}'; choose uniform, frequencies, "
                    "each=NUMBER, weights=NUMBER,... or given=CLASS:PROBABILITY,...",
                    flag, text));
  }
  return prior;
}

void check_column(const Table& table, const std::string& name, std::string_view flag) {
  if (table.find(name) != nullptr) return;
  throw UsageError(fmt::format("flag '{}' names column '{}', which {} lacks{}", flag, name,
                               table.file(),
                               meant_or_listed(name, "its columns are", names_of(table))));
}

void check_weight(const Table& table, const std::string& name, const Schema& schema) {
  check_column(table, name, "--weight");
  check_weight(name, schema, "a feature of the posterior, or read by one; choose another column");
}

void check_weight(const std::string& name, const Schema& schema, std::string_view feature) {
  const auto refuse = [&](std::string_view what) {
    throw UsageError(fmt::format("flag '--weight' names column '{}', which is {}", name, what));
  };
  if (name == schema.label) refuse("the label; choose another column");
  for (const ColumnSchema& column : schema.columns) {
    if (column.family == "none") continue;
    const bool is_read =
        column.columns.empty()
            ? column.name == name || column.exposure == name
            : std::find(column.columns.begin(), column.columns.end(), name) != column.columns.end();
    if (is_read) refuse(feature);
  }
}

std::vector<std::string> columns_of(const std::vector<std::string>& values, const Table& table,
                                    std::string_view flag) {
  const auto is_column = [&](const std::string& name) { return table.find(name) != nullptr; };
  std::vector<std::string> columns = names_in(values, flag, is_column);
  std::unordered_set<std::string> seen;
  for (const std::string& name : columns) {
    check_column(table, name, flag);
    if (!seen.insert(name).second)
      throw UsageError(fmt::format("flag '{}' names column '{}' twice; name it once", flag, name));
  }
  return columns;
}

std::string free_name(const Schema& schema, const std::string& base) {
  std::string name = base;
  for (int i = 2; schema.find(name) != nullptr || schema.label == name; ++i)
    name = fmt::format("{}_{}", base, i);
  return name;
}

std::string quoted_names(const std::vector<std::string>& names, std::size_t shown) {
  std::string text;
  for (std::size_t i = 0; i < std::min(shown, names.size()); ++i)
    text += fmt::format("{}'{}'", i == 0 ? "" : ", ", printable(names[i]));
  if (names.size() > shown) text += fmt::format(" and {} more", names.size() - shown);
  return text;
}

std::string meant_elsewhere(std::string_view word, std::span<const ElsewhereName> elsewhere,
                            const std::vector<std::string>& names) {
  for (const auto& [there, here] : elsewhere)
    if (word == there && std::find(names.begin(), names.end(), here) != names.end())
      return fmt::format("; did you mean '{}'?", here);
  return {};
}

std::string meant_or_listed(std::string_view name, std::string_view introduced,
                            const std::vector<std::string>& names) {
  std::string meant = detail::did_you_mean(name, names);
  return meant.empty() ? fmt::format("; {} {}", introduced, quoted_names(names)) : meant;
}

std::vector<std::string> names_of(const Table& table) {
  std::vector<std::string> names;
  for (const Column& column : table.columns()) names.push_back(column.name);
  return names;
}

}  // namespace credence::tool
