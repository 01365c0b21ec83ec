// Flags to a dialect, and where they have no meaning.
#include "dialect.hpp"

#include <fmt/format.h>

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

std::string_view without_compression(std::string_view path) {
  for (const std::string_view ending : {".gz", ".zst"})
    if (path.ends_with(ending)) path.remove_suffix(ending.size());
  return path;
}

DataForm form_named(const std::string& name) {
  check_choice(name, "--input-format", {"csv", "tsv", "arff", "svmlight", "npy"});
  if (name == "arff") return DataForm::arff;
  if (name == "svmlight") return DataForm::svmlight;
  return name == "npy" ? DataForm::npy : DataForm::separated;
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

}  // namespace

DataForm form_of(const Options& options) {
  if (options.input_format) return form_named(*options.input_format);
  const std::string_view path = without_compression(options.data);
  if (path.ends_with(".npy")) return DataForm::npy;
  if (path.ends_with(".arff")) return DataForm::arff;
  for (const std::string_view ending : {".svm", ".svmlight", ".libsvm"})
    if (path.ends_with(ending)) return DataForm::svmlight;
  return DataForm::separated;
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

CsvOptions dialect_of(const Options& options, std::vector<std::string> missing) {
  CsvOptions dialect{
      .trim = options.trim, .missing = std::move(missing), .limits = limits_of(options)};
  const bool is_tsv = options.input_format ? *options.input_format == "tsv"
                                           : without_compression(options.data).ends_with(".tsv");
  if (is_tsv) dialect.separator = '\t';
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

std::vector<std::string> array_names(const Options& options) {
  refuse_text_flags(options);
  if (options.header == "yes")
    throw UsageError(
        fmt::format("flag '--header' says 'yes', but '{}' has no line of names; give NAME,... or "
                    "leave it away",
                    options.data));
  if (!options.header || options.header == "no") return {};
  return list_of(*options.header, "--header");
}

void refuse_dialect(const Options& options) {
  refuse_text_flags(options);
  refuse(options, options.header.has_value(), "--header");
}

}  // namespace credence::tool
