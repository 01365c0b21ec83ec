// Files of the verbs, read with the dialect of the flags.
#include "reading.hpp"

#include <credence/base/file.hpp>
#include <credence/data/npy.hpp>
#include <credence/learn/posterior_file.hpp>
#include <credence/study/describe.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "dialect.hpp"
#include "faults.hpp"
#include "values.hpp"

namespace credence::tool {
namespace {

constexpr const char* default_label = "label";

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

void check_label_name(const Options& options, const Table& table, const std::string& label) {
  if (table.find(label) != nullptr)
    throw UsageError(
        fmt::format("flag '--label-file' would add column '{}', which '{}' has already; leave it "
                    "away, or name another column with --label where a model is made",
                    label, options.data));
}

// An array has no column of labels by nature: the message names the flag that gives one.
void check_array_label(const Options& options, const Table& table, const std::string& label) {
  const bool learns_or_measures = options.verb != "predict" && options.verb != "explain";
  if (form_of(options).names_columns || !learns_or_measures) return;
  if (table.find(label) != nullptr) return;
  throw Error(ErrorCode::schema,
              fmt::format("label '{}' is no column of '{}'; give the labels with --label-file "
                          "FILE.npy, or name one of the columns",
                          label, options.data),
              {.file = options.data});
}

void read_table(Data& data, const Options& options, const std::optional<std::string>& label) {
  const Form& form = form_of(options);
  const std::string name = label.value_or(default_label);
  const ReadOptions asked = read_options(options, data.missing, name);
  if (form.labels_rows && options.label_file)
    throw UsageError(fmt::format(
        "flag '--label-file' has no place beside '{}', whose rows have labels; leave it away",
        options.data));
  static_cast<ReadTable&>(data) = form.read(options.data, asked);
  if (options.label_file) {
    check_label_name(options, data.table, name);
    add_npy_labels(data.table, *options.label_file, name);
  }
  if (label) check_array_label(options, data.table, *label);
}

}  // namespace

std::optional<std::string> label_name(const Options& options, const std::optional<Schema>& schema) {
  if (options.label) return options.label;
  if (schema && !schema->label.empty()) return schema->label;
  const bool is_given = options.label_file || form_of(options).labels_rows;
  return is_given ? std::optional<std::string>(default_label) : std::nullopt;
}

Data describe_training_data(const Options& options) {
  Data data;
  data.schema = schema_of_file(options);
  data.missing = missing_marks(options, data.schema, Schema{});
  return data;
}

Data read_training_data(const Options& options) {
  Data data = describe_training_data(options);
  read_table(data, options, label_name(options, data.schema));
  return data;
}

std::vector<std::string> missing_for(const Posterior<Model>& posterior, const Options& options) {
  const Schema& schema = posterior.model.schema();
  const std::optional<Schema> file = schema_of_file(options);
  if (file) check_same_features(*file, schema, *options.schema);
  return missing_marks(options, file, schema);
}

Data read_data_for(const Posterior<Model>& posterior, const Options& options) {
  Data data;
  data.missing = missing_for(posterior, options);
  read_table(data, options, posterior.label.name);
  return data;
}

Posterior<Model> load_posterior(const std::string& path) {
  return posterior_from_bytes(read_file(path), path == "-" ? "standard input" : path);
}

std::vector<std::string> features_asked(const Options& options, const Schema& schema) {
  const std::vector<std::string> known = feature_names(schema);
  const auto is_known = [&](const std::string& name) {
    return std::find(known.begin(), known.end(), name) != known.end();
  };
  std::vector<std::string> asked;
  for (const std::string& value : options.features)
    for (std::string& name : is_known(value) ? std::vector{value} : list_of(value, "--feature")) {
      if (!is_known(name))
        throw UsageError(fmt::format(
            "flag '--feature' names '{}', which is no feature of {}; its features are {}", name,
            options.posteriors.front(), quoted_names(known)));
      asked.push_back(std::move(name));
    }
  return asked;
}

void check_standard_input(const Options& options) {
  std::vector<std::string> paths = options.posteriors;
  paths.push_back(options.data);
  if (options.schema) paths.push_back(*options.schema);
  if (options.update) paths.push_back(*options.update);
  if (options.label_file) paths.push_back(*options.label_file);
  if (options.parameters) paths.push_back(*options.parameters);
  if (std::count(paths.begin(), paths.end(), "-") > 1)
    throw UsageError("standard input '-' is to be read twice; give a file for all but one");
}

Index rows_without_label(const Table& table, const std::string& label) {
  const CodeColumn codes = codes_of(table, table.column(label));
  return std::count(codes.codes.begin(), codes.codes.end(), missing_code);
}

}  // namespace credence::tool
