// Files of the verbs, read with the dialect of the flags.
#include "reading.hpp"

#include <credence/base/file.hpp>
#include <credence/data/csv.hpp>
#include <credence/learn/posterior_file.hpp>

#include <fmt/format.h>

#include <algorithm>

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

std::optional<Schema> schema_of_file(const Options& options) {
  if (!options.schema) return std::nullopt;
  const std::string name = *options.schema == "-" ? "standard input" : *options.schema;
  return schema_from_json(read_file(*options.schema), name);
}

std::vector<std::string> missing_marks(const Options& options, const std::optional<Schema>& file,
                                       const Schema& otherwise) {
  if (!options.missing.empty()) return options.missing;
  return file ? file->missing : otherwise.missing;
}

// The parts of a schema that say which cells are read as what.
void check_same_features(const Schema& file, const Schema& posterior, const std::string& name) {
  const auto refuse = [&](const std::string& what) {
    throw Error(
        ErrorCode::schema,
        fmt::format("schema '{}' does not fit the posterior: {}; leave --schema away, or fit "
                    "with it first",
                    name, what),
        {.file = name});
  };
  if (file.label != posterior.label)
    refuse(fmt::format("its label is '{}', that of the posterior is '{}'", file.label,
                       posterior.label));
  const auto check_listed = [&](const Schema& a, const Schema& b) {
    for (const ColumnSchema& column : a.columns) {
      if (column.family == "none") continue;
      const ColumnSchema* other = b.find(column.name);
      const std::string& family = other == nullptr ? "none" : other->family;
      if (family != column.family || columns_read(*other) != columns_read(column))
        refuse(
            fmt::format("column '{}' has family '{}' in one and '{}' in the other, or reads other "
                        "columns",
                        column.name, column.family, family));
    }
  };
  check_listed(file, posterior);
  check_listed(posterior, file);
}

}  // namespace

Data read_training_data(const Options& options) {
  Data data;
  data.schema = schema_of_file(options);
  data.missing = missing_marks(options, data.schema, Schema{});
  data.table = read_csv(options.data, dialect_of(options, data.missing));
  return data;
}

Table read_data_for(const Posterior<Model>& posterior, const Options& options) {
  const Schema& schema = posterior.model.schema();
  const std::optional<Schema> file = schema_of_file(options);
  if (file) check_same_features(*file, schema, *options.schema);
  return read_csv(options.data, dialect_of(options, missing_marks(options, file, schema)));
}

Posterior<Model> load_posterior(const std::string& path) {
  return posterior_from_json(read_file(path), path == "-" ? "standard input" : path);
}

void check_standard_input(const Options& options) {
  std::vector<std::string> paths = options.posteriors;
  paths.push_back(options.data);
  if (options.schema) paths.push_back(*options.schema);
  if (options.update) paths.push_back(*options.update);
  if (std::count(paths.begin(), paths.end(), "-") > 1)
    throw UsageError("standard input '-' is to be read twice; give a file for all but one");
}

Index rows_without_label(const Table& table, const std::string& label) {
  const CodeColumn codes = codes_of(table, table.column(label));
  return std::count(codes.codes.begin(), codes.codes.end(), missing_code);
}

}  // namespace credence::tool
