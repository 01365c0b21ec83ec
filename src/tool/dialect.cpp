// Flags to a dialect, and where they have no meaning.
#include "dialect.hpp"

#include <fmt/format.h>

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

void refuse_text_flags(const Options& options) {
  refuse(options, options.separator.has_value(), "--separator");
  refuse(options, options.quote.has_value(), "--quote");
  refuse(options, options.trim, "--trim");
  refuse(options, options.comment.has_value(), "--comment");
  refuse(options, !options.missing.empty(), "--missing");
}

}  // namespace

DataForm form_of(std::string_view path) {
  if (path.ends_with(".npy")) return DataForm::npy;
  for (const std::string_view ending : {".svm", ".svmlight", ".libsvm"})
    if (path.ends_with(ending)) return DataForm::svmlight;
  return DataForm::separated;
}

CsvOptions dialect_of(const Options& options, std::vector<std::string> missing) {
  CsvOptions dialect{.trim = options.trim, .missing = std::move(missing)};
  if (options.data.ends_with(".tsv")) dialect.separator = '\t';
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
