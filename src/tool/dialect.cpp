// Flags to a dialect, and where they have no meaning.
#include "dialect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "faults.hpp"
#include "values.hpp"

namespace credence::tool {
namespace {

void set_header(CsvOptions& dialect, const std::string& value) {
  if (value == "yes") return;
  dialect.header = false;
  if (value != "no") dialect.names = list_of(value, "--header");
}

void check_roles(const CsvOptions& dialect) {
  const auto same = [](std::optional<char> a, std::optional<char> b) { return a && a == b; };
  if (same(dialect.separator, dialect.quote) || same(dialect.separator, dialect.comment) ||
      same(dialect.quote, dialect.comment))
    throw UsageError(
        "one character has two of the roles --separator, --quote and --comment; choose three "
        "different ones");
}

void refuse(const Options& options, bool given, std::string_view flag) {
  if (given)
    throw UsageError(
        fmt::format("flag '{}' is for separated text and has no meaning for '{}'; "
                    "leave it away",
                    flag, options.data));
}

// "64M" is 64 times 1024 times 1024.
std::uint64_t size_of(std::string_view text) {
  std::uint64_t unit = 1;
  for (const char suffix : {'K', 'M', 'G'}) {
    unit *= 1024;
    if (!text.ends_with(suffix)) continue;
    const std::uint64_t number = whole_number_of(text.substr(0, text.size() - 1), "--limit", 1);
    return number > std::numeric_limits<std::uint64_t>::max() / unit
               ? std::numeric_limits<std::uint64_t>::max()
               : number * unit;
  }
  return whole_number_of(text, "--limit", 1);
}

void refuse_text_flags(const Options& options) {
  refuse(options, options.separator.has_value(), "--separator");
  refuse(options, options.quote.has_value(), "--quote");
  refuse(options, options.trim, "--trim");
  refuse(options, options.comment.has_value(), "--comment");
  refuse(options, !options.missing.empty(), "--missing");
}

CsvOptions dialect_of(const Options& options, char separator, std::vector<std::string> missing) {
  CsvOptions dialect{.separator = separator,
                     .trim = options.trim,
                     .missing = std::move(missing),
                     .limits = limits_of(options)};
  if (options.separator)
    dialect.separator =
        *options.separator == "tab" ? '\t' : character_of(*options.separator, "--separator");
  if (options.quote == "none")
    dialect.quote.reset();
  else if (options.quote)
    dialect.quote = character_of(*options.quote, "--quote");
  if (options.comment) dialect.comment = character_of(*options.comment, "--comment");
  if (options.header) set_header(dialect, *options.header);
  check_roles(dialect);
  return dialect;
}

// Names for columns that have none in their file.
std::vector<std::string> given_names(const Options& options) {
  if (options.header == "yes")
    throw UsageError(
        fmt::format("flag '--header' says 'yes', but '{}' has no line of names; give NAME,... or "
                    "leave it away",
                    options.data));
  if (!options.header || options.header == "no") return {};
  return list_of(*options.header, "--header");
}

}  // namespace

std::vector<std::string_view> form_names() {
  std::vector<std::string_view> names;
  for (const Form& form : forms()) names.push_back(form.name);
  return names;
}

const Form& form_of(const Options& options) {
  if (!options.input_format) return credence::form_of(options.data);
  const std::vector<std::string_view> names = form_names();
  check_choice(*options.input_format, "--input-format", names);
  const auto found = std::find(names.begin(), names.end(), *options.input_format);
  return forms()[static_cast<std::size_t>(found - names.begin())];
}

ReadLimits limits_of(const Options& options) {
  ReadLimits limits;
  for (const std::string& value : options.limits) {
    const auto [name, number] = split_at_last(value, '=', "--limit", "NAME=N");
    check_choice(name, "--limit", {"line", "field", "columns", "levels", "decompressed", "memory"});
    const std::uint64_t size = size_of(number);
    if (name == "line") limits.line = size;
    if (name == "field") limits.field = size;
    if (name == "columns") limits.columns = size;
    if (name == "levels") limits.levels = size;
    if (name == "decompressed") limits.decompressed = size;
    if (name == "memory") limits.memory = size;
  }
  return limits;
}

ReadOptions read_options(const Options& options, std::vector<std::string> missing,
                         std::string label) {
  const Form& form = form_of(options);
  ReadOptions asked{.label = std::move(label)};
  if (form.separator) {
    asked.text = dialect_of(options, *form.separator, std::move(missing));
    return asked;
  }
  refuse_text_flags(options);
  if (form.names_columns)
    refuse(options, options.header.has_value(), "--header");
  else
    asked.text.names = given_names(options);
  asked.text.limits = limits_of(options);
  return asked;
}

}  // namespace credence::tool
