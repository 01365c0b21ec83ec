// Files of the verbs, read with the dialect of the flags.
#include "input/reading.hpp"

#include <credence/base/file.hpp>
#include <credence/data/npy.hpp>
#include <credence/detail/data/column_places.hpp>
#include <credence/detail/learn/cells.hpp>
#include <credence/study/describe.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "flags/values.hpp"
#include "process/faults.hpp"

namespace credence::tool {
namespace {

constexpr const char* default_label = "label";

std::vector<std::string> missing_marks(const InputFlags& input, const std::optional<Schema>& file,
                                       const Schema& otherwise) {
  std::vector<std::string> marks = file ? file->missing : otherwise.missing;
  const auto has = [](const std::vector<std::string>& all, std::string_view mark) {
    return std::find(all.begin(), all.end(), mark) != all.end();
  };
  if (has(input.missing, "none")) marks.clear();  // wherever it stands among the flags
  for (const std::string& mark : marks_named(input))
    if (!has(marks, mark)) marks.push_back(mark);
  return marks;
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
    const ColumnPlaces places(b);
    for (const ColumnSchema& column : a.columns) {
      if (column.family == "none") continue;
      const std::size_t at = places.of(column.name);
      const ColumnSchema* other = at == ColumnPlaces::nowhere ? nullptr : &b.columns[at];
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

void check_label_name(const InputFlags& input, const Table& table, const std::string& label) {
  if (table.find(label) != nullptr)
    throw UsageError(
        fmt::format("flag '--label-file' would add column '{}', which '{}' has already; leave it "
                    "away, or name another column with --label where a model is made",
                    label, input.data));
}

// An array has no column of labels by nature: the message names the flag that gives one.
void check_array_label(const InputFlags& input, const Table& table, const std::string& label) {
  if (form_of(input).names_columns || !input.labelled) return;
  if (table.find(label) != nullptr) return;
  throw Error(ErrorCode::schema,
              fmt::format("label '{}' is no column of '{}'; give the labels with --label-file "
                          "FILE.npy, or name one of the columns",
                          label, input.data),
              {.file = input.data});
}

void read_table(Data& data, const InputFlags& input, const std::optional<std::string>& label,
                Console& console) {
  const Form& form = form_of(input);
  const std::string name = label.value_or(default_label);
  const ReadOptions asked = read_options(input, data.missing, name);
  if (form.labels_rows && input.label_file)
    throw UsageError(fmt::format(
        "flag '--label-file' has no place beside '{}', whose rows have labels; leave it out",
        input.data));
  check_several(input);
  data.table =
      input.is_several() ? form.read_several(input.files, asked) : form.read(input.data, asked);
  note_head(input, data.table, console);
  if (input.label_file) {
    check_label_name(input, data.table, name);
    add_npy_labels(data.table, *input.label_file, name);
  }
  if (label) check_array_label(input, data.table, *label);
}

}  // namespace

std::optional<Schema> schema_of_file(const std::optional<std::string>& path) {
  if (!path) return std::nullopt;
  return schema_from_json(read_until_nul(*path), name_of_file(*path));
}

std::optional<std::string> label_name(const InputFlags& input,
                                      const std::optional<std::string>& label,
                                      const std::optional<Schema>& schema) {
  if (label) return label;
  if (schema && !schema->label.empty()) return schema->label;
  const bool is_given = input.label_file || form_of(input).labels_rows;
  return is_given ? std::optional<std::string>(default_label) : std::nullopt;
}

Data describe_training_data(const InputFlags& input) {
  Data data;
  data.schema = schema_of_file(input.schema);
  data.missing = missing_marks(input, data.schema, Schema{});
  return data;
}

Data read_training_data(const InputFlags& input, const std::optional<std::string>& label,
                        Console& console) {
  Data data = describe_training_data(input);
  read_table(data, input, label_name(input, label, data.schema), console);
  return data;
}

namespace {

// Throws Error{parse} for names that stand in the first row as well: a header would be read as data.
void check_no_header(const std::vector<std::string>& names, const Table& table) {
  if (table.rows() == 0 || std::ssize(names) != std::ssize(table.columns())) return;
  bool is_same = false;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Column& column = table.columns()[i];
    const std::string cell = as_written(column, 0);
    if (!cell.empty() && cell != names[i]) return;
    is_same = is_same || !cell.empty();
  }
  const Column& first = table.columns().front();
  if (is_same)
    throw Error(
        ErrorCode::parse,
        fmt::format("the first row, {}, holds the names that flag '--header' gives: it is a "
                    "header; leave the flag out, or delete the line",
                    table.place(first, 0)),
        table.where(first, 0));
}

}  // namespace

void note_head(const InputFlags& input, const Table& table, Console& console) {
  if (input.header) check_no_header(input.header->names, table);
  if (const auto names = names_by_place(table); !names.empty())
    console.note(fmt::format("columns of {} without a name are called '{}', for their places",
                             table.file(), fmt::join(names, "', '")));
  if (input.separator || form_of(input).separator) return;
  const std::optional<char> found = separator_of(table);
  if (!found || *found == ',') return;
  console.note(
      fmt::format("fields of {} are separated by {}, as its first lines show; --separator sets "
                  "another separator",
                  table.file(), *found == '\t' ? "tabs" : fmt::format("'{}'", *found)));
}

std::vector<std::string> missing_for(const Posterior<Model>& posterior, const InputFlags& input) {
  const Schema& schema = posterior.model.schema();
  const std::optional<Schema> file = schema_of_file(input.schema);
  if (file) check_same_features(*file, schema, *input.schema);
  return missing_marks(input, file, schema);
}

Data read_data_for(const Posterior<Model>& posterior, const InputFlags& input, Console& console) {
  return console.timings().time(Phase::read, [&] {
    Data data;
    data.missing = missing_for(posterior, input);
    read_table(data, input, posterior.label.name, console);
    return data;
  });
}

void check_several(const InputFlags& input) {
  const Form& form = form_of(input);
  for (const std::string& path : input.files)
    if (input.form == nullptr && &credence::form_of(path) != &form)
      throw UsageError(fmt::format(
          "DATA are of two formats: '{}' is {}, '{}' is {}; give files of one, or say it with "
          "--input-format",
          input.data, form.name, path, credence::form_of(path).name));
  if (input.is_several() && input.label_file)
    throw UsageError(
        "flag '--label-file' has no place beside several files, which have a column of labels "
        "each; leave one of the two out");
}

std::string read_by_first(const std::string& path, Console& console) {
  Ranks& ranks = console.ranks();
  if (!ranks.is_together()) return read_until_nul(path);
  return ranks.shared([&] { return read_until_nul(path); });
}

RecordedPosterior load_recorded(const std::string& path) {
  return recorded_from_bytes(read_until_nul(path), name_of_file(path));
}

void note_partial(const Provenance& provenance, Console& console) {
  const ShardRecord& shards = provenance.shards;
  if (shards.any() && !shards.complete())
    console.note(fmt::format("statistics of {} of {} shards", shards.count(), shards.of));
}

void drop_shards(Provenance& provenance, std::string_view change, Console& console) {
  note_partial(provenance, console);
  if (provenance.shards.any())
    console.note(
        fmt::format("{}: the record of shards is dropped, and the result does not merge "
                    "with shards",
                    change));
  provenance.shards = {};
}

Posterior<Model> load_posterior(const std::string& path, Console& console) {
  RecordedPosterior recorded =
      recorded_from_bytes(read_by_first(path, console), name_of_file(path));
  note_partial(recorded.provenance, console);
  return std::move(recorded.posterior);
}

std::vector<std::string> features_asked(const std::vector<std::string>& values,
                                        const Schema& schema, const std::string& posterior) {
  const std::vector<std::string> known = feature_names(schema);
  const auto is_known = [&](const std::string& name) {
    return std::find(known.begin(), known.end(), name) != known.end();
  };
  std::vector<std::string> asked = names_in(values, "--features", is_known);
  std::set<std::string_view> seen;
  for (const std::string& name : asked) {
    if (!is_known(name))
      throw UsageError(fmt::format("flag '--features' names '{}', which is no feature of {}{}",
                                   name, posterior,
                                   meant_or_listed(name, "its features are", known)));
    if (!seen.insert(name).second)
      throw UsageError(fmt::format("flag '--features' names '{}' twice; name it once", name));
  }
  return asked;
}

Index rows_without_label(const Table& table, const std::string& label) {
  const CodeColumn codes = codes_of(table, table.column(label));
  return std::count(codes.codes.begin(), codes.codes.end(), missing_code);
}

}  // namespace credence::tool
