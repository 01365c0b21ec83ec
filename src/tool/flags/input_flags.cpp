// Flags to the form and the dialect of DATA, and where they have no meaning.
#include "flags/input_flags.hpp"

#include <credence/data/shards.hpp>

#include <fmt/format.h>

#include <sys/stat.h>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>
#include <system_error>

#include "flags/values.hpp"
#include "process/faults.hpp"

namespace credence::tool {
namespace {

Header header_of(const std::string& text, std::string_view flag) {
  if (text == "yes") return {};
  if (text == "no") return {.line = false};
  return {.line = false, .names = list_of(text, flag)};
}

char separator_of(const std::string& text, std::string_view flag) {
  return text == "tab" ? '\t' : character_of(text, flag);
}

std::optional<char> quote_of(const std::string& text, std::string_view flag) {
  if (text == "none") return std::nullopt;
  return character_of(text, flag);
}

void check_roles(const CsvOptions& dialect) {
  const auto same = [](std::optional<char> a, std::optional<char> b) { return a && a == b; };
  if (same(dialect.separator, dialect.quote) || same(dialect.separator, dialect.comment) ||
      same(dialect.quote, dialect.comment))
    throw UsageError(
        "one character has two of the roles --separator, --quote and --comment; choose three "
        "different ones");
}

void refuse(const InputFlags& input, bool given, std::string_view flag) {
  if (given)
    throw UsageError(
        fmt::format("flag '{}' is for separated text and has no meaning for '{}'; "
                    "leave it out",
                    flag, input.data));
}

// "64M" is 64 times 1024 times 1024.
std::uint64_t size_of(std::string_view text, std::string_view flag) {
  std::uint64_t unit = 1;
  for (const char suffix : {'K', 'M', 'G'}) {
    unit *= 1024;
    if (!text.ends_with(suffix)) continue;
    const std::uint64_t number = whole_number_of(text.substr(0, text.size() - 1), flag, 1);
    return number > std::numeric_limits<std::uint64_t>::max() / unit
               ? std::numeric_limits<std::uint64_t>::max()
               : number * unit;
  }
  return whole_number_of(text, flag, 1);
}

// The limits with one more of them set.
ReadLimits limited(ReadLimits limits, const std::string& text, std::string_view flag) {
  const auto [name, number] = split_at_last(text, '=', flag, "NAME=N");
  const std::size_t which =
      choice_of(name, flag, {"line", "field", "columns", "levels", "decompressed", "memory"});
  std::uint64_t* const places[] = {&limits.line, &limits.field, &limits.columns, &limits.levels,
                                   &limits.decompressed};
  const std::uint64_t size = size_of(number, flag);
  if (which < std::size(places))
    *places[which] = size;
  else
    limits.memory = size;
  return limits;
}

// Throws UsageError for a limit that is set twice.
void check_limits_apart(const Grammar& grammar) {
  std::set<std::string> named;
  for (const std::string& limit : grammar.find("--limit")->values) {
    const std::string name = limit.substr(0, limit.rfind('='));
    if (!named.insert(name).second)
      throw UsageError(fmt::format("flag '--limit' sets '{}' twice; set it once", name));
  }
}

void refuse_text_flags(const InputFlags& input) {
  refuse(input, input.separator.has_value(), "--separator");
  refuse(input, input.quote.has_value(), "--quote");
  refuse(input, input.trim, "--trim");
  refuse(input, input.comment.has_value(), "--comment");
  refuse(input, !input.missing.empty(), "--missing");
  refuse(input, input.decimal.has_value(), "--decimal");
}

CsvOptions dialect_of(const InputFlags& input, std::vector<std::string> missing) {
  CsvOptions dialect{.separator = input.separator,
                     .trim = input.trim,
                     .missing = std::move(missing),
                     .limits = input.limits};
  if (input.quote) dialect.quote = *input.quote;
  if (input.comment) dialect.comment = *input.comment;
  if (input.decimal) dialect.decimal = *input.decimal;
  if (input.header) {
    dialect.header = input.header->line;
    dialect.names = input.header->names;
  }
  check_roles(dialect);
  return dialect;
}

// Names for columns that have none in their file.
std::vector<std::string> given_names(const InputFlags& input) {
  if (!input.header) return {};
  if (input.header->line)
    throw UsageError(
        fmt::format("flag '--header' says 'yes', but '{}' has no line of names; give NAME,... or "
                    "leave it out",
                    input.data));
  return input.header->names;
}

// "CSV file, ARFF file, or sparse rows": tables of columns first.
std::string data_forms() {
  std::vector<std::string_view> shown;
  for (const bool labels_rows : {false, true})
    for (const Form& form : forms())
      if (form.labels_rows == labels_rows && !form.shown.empty()) shown.push_back(form.shown);
  const std::string_view last = shown.back();
  shown.pop_back();
  return fmt::format("{}, or {}", fmt::join(shown, ", "), last);
}

std::vector<std::pair<std::string, const Form*>> named_forms() {
  std::vector<std::pair<std::string, const Form*>> named;
  for (const Form& form : forms()) named.emplace_back(form.name, &form);
  return named;
}

std::string data_needed(const Grammar& grammar) {
  return fmt::format("DATA{}, a file or '-'",
                     grammar.find("POSTERIOR") == nullptr ? "" : " after POSTERIOR");
}

}  // namespace

Flag& InputFlags::declare(Grammar& grammar) {
  return grammar
      .word("DATA", data, "FILE",
            data_forms() + "; all but arrays may be compressed by " + compression_names() +
                "; '-' is CSV from standard input")
      .is_read()
      .not_empty()
      .needed(data_needed(grammar));
}

Flag& InputFlags::declare_several(Grammar& grammar) {
  Flag& flag =
      grammar
          .words("DATA", files, "FILE",
                 data_forms() + "; all but arrays may be compressed by " + compression_names() +
                     "; '-' is CSV from standard input. Several files, a folder or a pattern "
                     "('visits/*.csv') are taken one behind the other")
          .is_read()
          .needed(data_needed(grammar));
  flag.unless = "--files-from";
  flag.take = [this](const std::string& word) { add(word); };
  flag.reads = [this] { return files; };
  grammar.section(Section::input);
  grammar
      .file("--files-from", files_from, "LIST",
            "take the files that LIST names, one a line, in the place of DATA or behind them")
      .take = [this](const std::string& list) {
    for (const std::string& path : listed_paths(list)) add(path);
  };
  return flag;
}

void InputFlags::add(const std::string& word) {
  for (std::string& path : data_paths(word)) {
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode)) {
      const auto [first, is_new] = seen.try_emplace({status.st_dev, status.st_ino}, path);
      if (!is_new)
        throw UsageError(fmt::format(
            "DATA name one file twice, as '{}' and '{}': its rows would count twice; name it once",
            first->second, path));
    }
    if (files.empty()) data = path;
    files.push_back(std::move(path));
  }
}

void InputFlags::declare_chunk(Grammar& grammar) {
  grammar.section(Section::input);
  grammar.value("--chunk", chunk, "BYTES",
                "how much of DATA is in memory at a time; changes no result [8388608]",
                Whole{.least = 1});
}

void InputFlags::declare_dialect(Grammar& grammar) {
  grammar.section(Section::input);
  grammar.file("--schema", schema, "FILE", "what the columns are (see 'credence schema')");
  grammar.file(
      "--label-file", label_file, "FILE.npy",
      "one whole number or bool a row: the column of the label, called label unless named");
  grammar.choice("--input-format", form, "the format of DATA, whatever their name", named_forms());
  grammar.changes(
      "--limit", limits, "NAME=N",
      "limit what is read: line, field, columns, levels, decompressed or memory; K, M and "
      "G are powers of 1024; repeatable",
      limited);
  grammar.rule(check_limits_apart);
  grammar.value("--separator", separator, "CHAR|tab",
                "field separator [found from the header; tab for .tsv]", separator_of);
  grammar.value("--quote", quote, "CHAR|none", "quote character [\"]", quote_of);
  grammar.value("--header", header, "yes|no|NAME,...",
                "yes: the first line holds the names; no: the columns are called c1, c2, ...; or "
                "the names [yes]",
                header_of);
  grammar.on_off("--trim", trim, "drop blanks around unquoted fields");
  grammar.value("--comment", comment, "CHAR", "skip lines that begin with this character",
                character_of);
  grammar.values("--missing", missing, "MARK",
                 "a missing-value string, in addition to '', ?, NA, N/A, NaN, nan, NULL and null; "
                 "none: drop these first; '=none': the text none; repeatable");
  grammar.choice("--decimal", decimal, "decimal separator [point]",
                 {{"point", '.'}, {"comma", ','}});
}

const Form& form_of(const InputFlags& input) {
  return input.form != nullptr ? *input.form : credence::form_of(input.data);
}

bool names_posterior(const std::string& path) {
  std::error_code none;  // reading the file says what is wrong with it
  if (!std::filesystem::is_regular_file(path, none)) return false;
  std::ifstream file(path, std::ios::binary);
  file >> std::ws;
  std::string head(64, '\0');
  file.read(head.data(), std::ssize(head));
  return head.starts_with(
             "\x89"
             "CRED") ||
         (head.starts_with('{') && head.find("\"credence ") != std::string::npos);
}

bool is_posterior_file(const InputFlags& input) {
  return input.form == nullptr && names_posterior(input.data);
}

namespace {

void refuse_posterior(const InputFlags& input) {
  if (input.form != nullptr) return;
  const std::vector<std::string> one{input.data};
  for (const std::string& file : input.is_several() ? input.files : one)
    if (names_posterior(file))
      throw UsageError(
          fmt::format("'{}' is a file of a posterior, where rows are needed: name a table, as CSV "
                      "or another --input-format",
                      file));
}

}  // namespace

std::vector<std::string> marks_named(const InputFlags& input) {
  std::vector<std::string> marks;
  for (const std::string& mark : input.missing)
    if (mark != "none") marks.push_back(mark == "=none" ? "none" : mark);
  return marks;
}

ReadOptions read_options(const InputFlags& input, std::vector<std::string> missing,
                         std::string label) {
  refuse_posterior(input);
  const Form& form = form_of(input);
  ReadOptions asked{.label = std::move(label)};
  if (form.has_dialect) {
    asked.text = dialect_of(input, std::move(missing));
    return asked;
  }
  refuse_text_flags(input);
  if (form.names_columns)
    refuse(input, input.header.has_value(), "--header");
  else
    asked.text.names = given_names(input);
  asked.text.limits = input.limits;
  return asked;
}

std::string name_of_data(const InputFlags& input, const std::string& file) {
  if (!input.is_several()) return file;
  return fmt::format("{} and {} more", input.files.front(), input.files.size() - 1);
}

}  // namespace credence::tool
