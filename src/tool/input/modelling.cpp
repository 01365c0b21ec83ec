// Models from data, schema files and flags.
#include "input/modelling.hpp"

#include <credence/detail/base/shell_words.hpp>
#include <credence/detail/data/column_places.hpp>
#include <credence/detail/learn/cells.hpp>
#include <credence/detail/predict/scored_family.hpp>
#include <credence/study/describe.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_set>

#include "flags/values.hpp"
#include "input/chunks.hpp"
#include "input/families_by_evidence.hpp"
#include "input/structures.hpp"
#include "input/tied.hpp"
#include "input/word_block.hpp"
#include "process/faults.hpp"
#include "process/remedies.hpp"

namespace credence::tool {
namespace {

using Names = std::vector<std::string>;

bool contains(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// What the flags say of columns, checked against the data and the schema file.
struct Wishes {
  std::string label;
  Names drop;  // columns that are no features: dropped, weights, folds
  std::vector<FamilyFlag> families;
  Names words;  // columns that make one block

  // Those of which no single column is made.
  [[nodiscard]] Names taken() const {
    Names names = drop;
    names.insert(names.end(), words.begin(), words.end());
    return names;
  }
};

std::string label_of(const InputFlags& input, const ModelFlags& flags,
                     const std::optional<Schema>& schema) {
  const std::string listed = schema ? schema->label : "";
  const std::optional<std::string> label = label_name(input, flags.label, schema);
  if (!label)
    throw UsageError(
        std::string("no label is given; name the column that holds the classes with --label NAME") +
        (form_of(input).names_columns ? "" : ", or their file with --label-file FILE.npy"));
  if (flags.label && !listed.empty() && *flags.label != listed)
    throw UsageError(
        fmt::format("flag '--label' says '{}', but the label of schema '{}' is '{}'; "
                    "leave --label away or change the schema",
                    *flags.label, *input.schema, listed));
  return *label;
}

std::vector<FamilyFlag> families_wished(const ModelFlags& flags, const Data& data) {
  std::vector<FamilyFlag> families;
  for (const FamilyFlag& wish : flags.columns) {
    if (!data.schema || data.schema->find(wish.first) == nullptr)
      check_column(data.table, wish.first, "--column");
    for (const auto& earlier : families)
      if (earlier.first == wish.first)
        throw UsageError(
            fmt::format("flag '--column' gives column '{}' two families; give it one", wish.first));
    families.push_back(wish);
  }
  return families;
}

Wishes wishes_of(const InputFlags& input, const ModelFlags& flags, const Data& data) {
  Wishes wishes{.label = label_of(input, flags, data.schema),
                .drop = columns_of(flags.drop, data.table, "--drop"),
                .families = families_wished(flags, data)};
  static_cast<void>(data.table.column(wishes.label));
  const auto leave_out = [&](const std::optional<std::string>& column, std::string_view flag) {
    if (!column) return;
    check_column(data.table, *column, flag);
    if (*column == wishes.label)
      throw UsageError(fmt::format(
          "flag '{}' names column '{}', which is the label; choose another column", flag, *column));
    if (!contains(wishes.drop, *column)) wishes.drop.push_back(*column);
  };
  leave_out(flags.weight, "--weight");
  leave_out(flags.fold_column, "--fold-column");
  if (contains(wishes.drop, wishes.label))
    throw UsageError(
        fmt::format("flag '--drop' names column '{}', which is the label; keep it", wishes.label));
  for (const auto& wish : wishes.families) {
    if (wish.first == wishes.label)
      throw UsageError(fmt::format(
          "flag '--column' names column '{}', which is the label; a label has no family",
          wish.first));
    if (contains(wishes.drop, wish.first))
      throw UsageError(
          fmt::format("column '{}' is given a family by --column, but is dropped or "
                      "holds weights or folds; do one of the two",
                      wish.first));
  }
  Names taken = wishes.drop;
  taken.push_back(wishes.label);
  for (const auto& wish : wishes.families) taken.push_back(wish.first);
  wishes.words = word_columns(flags, taken, data.table);
  return wishes;
}

SuggestOptions options_of(const Wishes& wishes, const ModelFlags& flags) {
  return {.label = wishes.label, .drop = wishes.taken(), .weight = flags.weights()};
}

// Throws Error{schema} where nothing is left to learn from.
void check_has_feature(const Schema& schema) {
  Names none;
  for (const ColumnSchema& column : schema.columns) {
    if (column.family != "none") return;
    none.push_back(column.name);
  }
  throw Error(
      ErrorCode::schema,
      fmt::format("no column is a feature{}; give one a family, in the schema or by --column",
                  none.empty() ? "" : ": " + quoted_names(none) + " have family 'none'"));
}

// A schema file's columns after --drop and --column.
void override_columns(Schema& schema, const Wishes& wishes) {
  const std::unordered_set<std::string> dropped(wishes.drop.begin(), wishes.drop.end());
  const auto is_dropped = [&](const std::string& name) { return dropped.contains(name); };
  // A block without columns would be a feature that reads the column of its own name.
  std::erase_if(schema.columns, [&](const ColumnSchema& column) {
    const Names& read = column.columns;
    return is_dropped(column.name) ||
           (!read.empty() && std::all_of(read.begin(), read.end(), is_dropped));
  });
  for (ColumnSchema& column : schema.columns) std::erase_if(column.columns, is_dropped);
  for (const std::string& name : wishes.drop)
    schema.columns.push_back({.name = name, .family = "none"});
  for (const auto& [name, family] : wishes.families) {
    ColumnSchema* column = schema.find(name);
    if (column == nullptr)
      schema.columns.push_back({.name = name, .family = family});
    else if (column->family != family)
      *column = {.name = name, .family = family, .columns = column->columns};
  }
}

// in  has_columns: whether the verb has --column, which warnings name
Schema inferred(const Wishes& wishes, const Table& table, bool has_columns, Console& console) {
  Inference inference = infer_schema(
      table, {.label = wishes.label, .drop = wishes.taken(), .families = wishes.families});
  if (wishes.words.empty()) check_features_left(table, inference);
  for (const std::string& warning : inference.warnings)
    console.note(has_columns ? warning : without_families(warning));
  make_word_block(inference.schema, wishes.words, console);
  return std::move(inference.schema);
}

// Names what the flag asks for as a model of its own, so that its fault is the flag's.
void check_prior(const ColumnSchema& column) {
  try {
    static_cast<void>(Model(Schema{.label = column.name + " label", .columns = {column}}));
  } catch (const Error& error) {
    throw UsageError(fmt::format("flag '--prior': {}", error.what()));
  }
}

// Gives a prior to the columns that it fits, says which they are, and returns them.
std::set<std::string> give_every_column(Schema& schema, const PriorSpec& prior, Console& console) {
  Names names;
  try {
    names = columns_that_take(prior, schema);
  } catch (const Error& error) {
    throw UsageError(fmt::format("flag '--prior': {}", error.what()));
  }
  const ColumnPlaces places(schema);
  for (const std::string& name : names) {
    ColumnSchema& column = schema.columns[places.of(name)];
    column.prior = prior;
    check_prior(column);
  }
  console.note(fmt::format("prior {} fits {} of {}: {}", to_text(prior), names.size(),
                           counted(feature_names(schema).size(), "column", "columns"),
                           quoted_names(names)));
  return {names.begin(), names.end()};
}

// Of priors for all columns that they fit, the last that fits a column is its prior.
void give_every_column(Schema& schema, const std::vector<PriorFlag>& priors, Console& console) {
  std::vector<std::set<std::string>> given;
  for (const auto& [name, prior] : priors) {
    if (name != every_column) continue;
    std::set<std::string> all = give_every_column(schema, prior, console);
    for (const std::set<std::string>& earlier : given)
      if (std::includes(all.begin(), all.end(), earlier.begin(), earlier.end()))
        throw UsageError(
            fmt::format("flag '--prior' leaves an earlier prior no column, since '{}' fits the "
                        "same ones; give one of them, or name columns",
                        to_text(prior)));
    given.push_back(std::move(all));
  }
}

// The feature that a prior is given to by name.
ColumnSchema& feature_of_prior(Schema& schema, const std::string& name, const Names& dropped,
                               const Table& table) {
  ColumnSchema* column = schema.find(name);
  if (name == schema.label)
    throw UsageError(fmt::format("flag '--prior' names the label '{}'; use --class-prior", name));
  if (column == nullptr) check_column(table, name, "--prior");
  if (contains(dropped, name))
    throw UsageError(
        fmt::format("column '{}' is given a prior by '--prior', but is dropped or holds weights or "
                    "folds; do one of the two",
                    name));
  for (const ColumnSchema& block : schema.columns)
    if (contains(block.columns, name))
      throw UsageError(fmt::format(
          "flag '--prior' names column '{}' of block '{}'; give the block its prior: {}", name,
          block.name, "--prior " + detail::shell_word(block.name + ":PRIOR")));
  if (column == nullptr || column->family == "none")
    throw UsageError(
        fmt::format("flag '--prior' names column '{}', which has family 'none'; choose a family "
                    "with --column {}",
                    name, detail::shell_word(name + "=FAMILY")));
  return *column;
}

void override_priors(Schema& schema, const ModelFlags& flags, const Names& dropped,
                     const Table& table, Console& console) {
  give_every_column(schema, flags.priors, console);
  std::unordered_set<std::string> given;
  for (const auto& [name, prior] : flags.priors) {
    if (name == every_column) continue;
    if (!given.insert(name).second)
      throw UsageError(
          fmt::format("flag '--prior' gives column '{}' two priors; give it one", name));
    ColumnSchema& column = feature_of_prior(schema, name, dropped, table);
    column.prior = prior;
    check_prior(column);
  }
  if (flags.class_prior) schema.class_prior = *flags.class_prior;
}

// "7 normal (age, income, ...), 2 categorical (city, job)"
std::string in_words(const Schema& schema) {
  Names families;
  for (const ColumnSchema& column : schema.columns)
    if (!contains(families, column.family)) families.push_back(column.family);
  std::string text;
  for (const std::string& family : families) {
    constexpr std::size_t shown = 6;
    Names names;
    for (const ColumnSchema& column : schema.columns)
      if (column.family == family) names.push_back(column.name);
    text += fmt::format("{}{} {} (", text.empty() ? "" : ", ", names.size(), family);
    for (std::size_t i = 0; i < std::min(shown, names.size()); ++i)
      text += (i == 0 ? "" : ", ") + names[i];
    text += names.size() > shown ? ", ...)" : ")";
  }
  return text.empty() ? "no columns" : text;
}

// A fault of a schema that came from a file names the file.
Model model_of(Schema schema, const InputFlags& input) {
  try {
    return Model(std::move(schema));
  } catch (const Error& error) {
    if (!input.schema) throw;
    throw Error(error.code(), fmt::format("schema '{}': {}", *input.schema, error.what()),
                {.file = *input.schema});
  }
}

}  // namespace

ModelOfData make_model(const InputFlags& input, const ModelFlags& flags, const Data& data,
                       Console& console) {
  check_families(flags, data);
  Wishes wishes = wishes_of(input, flags, data);
  const std::vector<Suggestion> settled =
      settle_by_evidence(wishes.families, options_of(wishes, flags), flags, data.table, console);
  Schema schema;
  if (data.schema) {
    schema = *data.schema;
    schema.label = wishes.label;
    override_columns(schema, wishes);
    make_word_block(schema, wishes.words, console);
    note_unlisted(schema, data.table, wishes.drop, console);
  } else {
    schema = inferred(wishes, data.table, flags.has_columns, console);
    console.note(fmt::format(
        "{}: {}; 'credence schema' shows it, {} changes it",
        flags.families == Families::inferred ? "schema inferred" : "families chosen by evidence",
        in_words(schema), flags.has_columns ? "--column NAME=FAMILY" : "--schema FILE"));
  }
  tie_normal_columns(schema, flags, console);
  override_priors(schema, flags, wishes.drop, data.table, console);
  settle_tying(schema, flags, data.table, console);
  schema.missing = data.missing;
  std::vector<Structure> structures = structures_asked(schema, flags, data.table, console);
  schema.structure = structures.size() == 1 ? structures.front() : Structure{};
  check_has_feature(schema);
  check_levels(schema, data.table, input.limits);
  Names open = still_chosen(schema, settled);
  const Model model = model_of(std::move(schema), input);
  if (flags.like_scikit_learn) check_like_scikit_learn(model.schema());
  return {.model = model, .by_evidence = std::move(open), .structures = std::move(structures)};
}

Training read_training(const InputFlags& input, const ModelFlags& flags, Console& console) {
  Timings& timings = console.timings();
  Data data =
      timings.time(Phase::read, [&] { return read_training_data(input, flags.label, console); });
  ModelOfData made =
      timings.time(Phase::read, [&] { return make_model(input, flags, data, console); });
  return {.data = std::move(data),
          .model = made.model,
          .by_evidence = std::move(made.by_evidence),
          .structures = std::move(made.structures)};
}

SuggestOptions suggest_options(const InputFlags& input, const ModelFlags& flags, const Data& data) {
  return options_of(wishes_of(input, flags, data), flags);
}

void check_like_scikit_learn(const Schema& schema, std::string_view flag) {
  if (schema.structure.kind != StructureKind::naive)
    throw UsageError(fmt::format(
        "flag '{}' is for naive Bayes, and the model has structure '{}'; leave the flag "
        "away",
        flag, name_of(schema.structure)));
  Names faults;
  for (const ColumnSchema& column : schema.columns) {
    const FamilyType* family = shipped_families().find(column);
    if (family != nullptr && !scored(*family).known_to_scikit_learn())
      faults.push_back(fmt::format("'{}' has family '{}'", column.name, column.family));
  }
  if (faults.empty()) return;
  throw UsageError(
      fmt::format("flag '{}' needs families that scikit-learn has: column {}; drop the columns or "
                  "leave the flag away",
                  flag, fmt::join(faults, ", ")));
}

std::vector<std::string> guessed_columns(const InputFlags& input, const ModelFlags& flags,
                                         const Data& data) {
  if (data.schema) return {};
  const Wishes wishes = wishes_of(input, flags, data);
  Names guessed;
  for (const Column& column : data.table.columns()) {
    const bool is_told = std::any_of(wishes.families.begin(), wishes.families.end(),
                                     [&](const auto& wish) { return wish.first == column.name; });
    if (column.name != wishes.label && !is_told && !contains(wishes.taken(), column.name))
      guessed.push_back(column.name);
  }
  return guessed;
}

std::vector<std::string> columns_beside(const Schema& schema, const Table& table) {
  std::unordered_set<std::string> listed{schema.label};
  for (const ColumnSchema& column : schema.columns) {
    listed.insert(column.name);
    for (std::string& name : columns_read(column)) listed.insert(std::move(name));
  }
  Names beside;
  for (const Column& column : table.columns())
    if (!listed.contains(column.name)) beside.push_back(column.name);
  return beside;
}

void note_unknown_classes(const Schema& schema, const std::vector<std::string>& classes,
                          Console& console) {
  for (const ColumnSchema& column : schema.columns)
    for (const auto& entry : column.prior.by_class)
      if (std::find(classes.begin(), classes.end(), entry.first) == classes.end())
        console.note(fmt::format("the prior of column '{}' names class '{}', which is not there",
                                 column.name, entry.first));
}

void note_unlisted(const Schema& schema, const Table& table, const std::vector<std::string>& known,
                   Console& console) {
  Names unlisted = columns_beside(schema, table);
  std::erase_if(unlisted, [&](const std::string& name) { return contains(known, name); });
  if (unlisted.empty()) return;
  console.note(fmt::format("{} of {} {} not in the schema and {} not used", quoted_names(unlisted),
                           table.file(), unlisted.size() == 1 ? "is" : "are",
                           unlisted.size() == 1 ? "is" : "are"));
}

}  // namespace credence::tool
