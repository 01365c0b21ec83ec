// What makes a schema a model: faults found, listed names sorted.
#include <credence/learn/model.hpp>

#include <algorithm>
#include <cmath>
#include <credence/data/levels.hpp>
#include <credence/data/number.hpp>
#include <set>

namespace credence {
namespace detail {

void unknown_prior_word(std::string_view word, std::string_view what,
                        const std::vector<Automatic>& words) {
  std::string listed;
  for (std::size_t i = 0; i < words.size(); ++i)
    listed += (i == 0                  ? "'"
               : i + 1 == words.size() ? " and '"
                                       : ", '") +
              std::string(to_string(words[i])) + "'";
  throw Error(ErrorCode::schema, std::string(what) + " is the unknown word '" + std::string(word) +
                                     "'; the words are " + listed + ", else give numbers");
}

void needs_every_class(Automatic word, std::string_view what) {
  throw Error(ErrorCode::undefined, std::string(what) + " is '" + std::string(to_string(word)) +
                                        "', which needs the data of each class; freeze the "
                                        "posterior first");
}

std::string prior_of_column(std::string_view name) {
  return "the prior of column '" + std::string(name) + "'";
}

void wrong_number_of_weights(Index weights, Index levels, std::string_view what) {
  throw Error(ErrorCode::shape, std::string(what) + " has " + std::to_string(weights) +
                                    " weights for " + std::to_string(levels) +
                                    " levels; give one weight for each level, and list the levels");
}

Error level_cannot_join(std::string_view feature, std::string_view level, bool listed,
                        const std::string& place, Location where) {
  const std::string found = "column '" + std::string(feature) + "'" +
                            (place.empty() ? "" : ", " + place) + " holds level '" +
                            std::string(level) + "', which ";
  return Error(
      ErrorCode::schema,
      found + (listed ? "the schema does not list; add it to `levels` or mark it as missing"
                      : "the prior has no weight for; list the levels or use a prior of `each`"),
      std::move(where));
}

namespace {

// `values` in the order that `names` get when sorted; entries beyond the names stay at the end.
void sort_with(const std::vector<Index>& to, std::vector<double>& values) {
  if (values.size() < to.size()) return;  // reported where the prior is resolved
  const std::vector<double> before = values;
  for (std::size_t i = 0; i < to.size(); ++i) values[static_cast<std::size_t>(to[i])] = before[i];
}

void sort_weights(const std::vector<Index>& to, PriorSpec& prior) {
  for (auto& [name, value] : prior.values)
    if (auto* list = std::get_if<std::vector<double>>(&value); list != nullptr && name == "weights")
      sort_with(to, *list);
  for (auto& entry : prior.by_class) sort_weights(to, entry.second);
}

}  // namespace

std::vector<std::string> sort_classes(Schema& schema) {
  const std::vector<std::string> sorted = sorted_levels(schema.classes);
  if (sorted.size() != schema.classes.size())
    return {"`classes` lists a class twice; keep one entry"};
  sort_with(positions_in(schema.classes, sorted), schema.class_prior.weights);
  schema.classes = sorted;
  return {};
}

std::vector<std::string> sort_levels(ColumnSchema& column) {
  const std::vector<std::string> sorted = sorted_levels(column.levels);
  if (sorted.size() != column.levels.size())
    return {"column '" + column.name + "' lists a level twice; keep one entry"};
  sort_weights(positions_in(column.levels, sorted), column.prior);
  column.levels = sorted;
  return {};
}

namespace {

// Faults of one column that hold whatever its family is.
void add_column_faults(const ColumnSchema& column, const std::string& label,
                       std::vector<std::string>& faults) {
  if (column.family == "none") return;
  const std::string name = "column '" + column.name + "'";
  if (column.name == label)
    faults.push_back(name + " is the label and cannot be a feature; give it family 'none'");
  if (column.exposure == label)
    faults.push_back(name + " has the label as its exposure; choose another column");
  std::set<std::string> members;
  for (const std::string& member : column.columns) {
    if (member == label) faults.push_back(name + " is a block that holds the label; remove it");
    if (!members.insert(member).second)
      faults.push_back(name + " is a block that holds '" + member + "' twice; keep one entry");
  }
}

// Faults of given class probabilities, alone and beside listed classes.
void add_given_faults(const Schema& schema, std::vector<std::string>& faults) {
  if (schema.class_prior.kind != ClassPrior::Kind::given) return;
  std::set<std::string> given;
  double sum = 0;
  for (const auto& [klass, probability] : schema.class_prior.given) {
    sum += probability;
    if (!(probability >= 0 && probability <= 1))
      faults.push_back("the class prior gives class '" + klass + "' the probability " +
                       to_text(probability) + "; give one from 0 to 1");
    if (!given.insert(klass).second)
      faults.push_back("the class prior gives class '" + klass + "' twice; keep one entry");
  }
  if (!(std::abs(sum - 1) <= 1e-9))
    faults.push_back("the class prior gives probabilities that sum to " + to_text(sum) +
                     "; make them sum to 1");
  const std::set<std::string> listed(schema.classes.begin(), schema.classes.end());
  if (listed.empty()) return;
  for (const std::string& klass : given)
    if (!listed.contains(klass))
      faults.push_back("the class prior gives class '" + klass +
                       "', which `classes` does not list");
  for (const std::string& klass : listed)
    if (!given.contains(klass))
      faults.push_back("the class prior gives no probability for the listed class '" + klass + "'");
}

}  // namespace

std::vector<std::string> general_faults(const Schema& schema) {
  std::vector<std::string> faults;
  if (schema.label.empty())
    faults.emplace_back("the schema names no label; set `label` to a column");
  std::set<std::string> names;
  for (const ColumnSchema& column : schema.columns) {
    if (!names.insert(column.name).second)
      faults.push_back("column '" + column.name + "' is listed twice; keep one entry");
    add_column_faults(column, schema.label, faults);
  }
  if (!schema.classes.empty() && !schema.class_prior.weights.empty() &&
      schema.classes.size() != schema.class_prior.weights.size())
    faults.push_back("the class prior has " + std::to_string(schema.class_prior.weights.size()) +
                     " weights for " + std::to_string(schema.classes.size()) +
                     " classes; give one for each class");
  add_given_faults(schema, faults);
  return faults;
}

std::string unknown_family(const ColumnSchema& column, const std::vector<std::string_view>& names) {
  std::string fault = "column '" + column.name + "' has the unknown family '" + column.family +
                      "'; the families are";
  for (const std::string_view name : names) fault += " '" + std::string(name) + "',";
  return fault + " or 'none'";
}

std::string no_family(const ColumnSchema& column, const std::vector<std::string_view>& names) {
  if (std::find(names.begin(), names.end(), column.family) == names.end())
    return unknown_family(column, names);
  return "column '" + column.name + "' of family '" + column.family + "' has no use for `" +
         (column.covariance == Covariance::full ? "covariance" : "tied") + "`; remove it";
}

std::vector<std::string> option_faults(const ColumnSchema& column, DatumKind kind) {
  std::vector<std::string> faults;
  const auto refuse = [&](bool present, bool allowed, const char* option) {
    if (present && !allowed)
      faults.push_back("column '" + column.name + "' of family '" + column.family +
                       "' has no use for `" + option + "`; remove it");
  };
  refuse(!column.levels.empty(), kind.levelled || kind.answers, "levels");
  refuse(column.unseen != Unseen::missing, kind.levelled, "unseen");
  refuse(column.missing_is_level, kind.categories, "missing");
  refuse(!column.exposure.empty(), kind.exposed, "exposure");
  const bool lacks_tied = !column.columns.empty() && column.family == TiedNormalFamily::word;
  if (lacks_tied && !kind.tied)
    faults.push_back(
        "column '" + column.name +
        "' of family 'normal' is a block of columns and does not say which of them "
        "share a variance; give `tied`: free, classes, features or all, or `covariance`: full");
  else
    refuse(!column.columns.empty(), kind.words || kind.tied, "columns");
  if (kind.tied && column.columns.empty())
    faults.push_back(
        "column '" + column.name +
        "' has `tied` or `covariance`, which is for a block; list its columns in `columns`");
  if (kind.joint && ties_columns(*column.tied))
    faults.push_back("column '" + column.name +
                     "' has `covariance` full, so that its columns share no variance; give `tied` "
                     "as free or classes, or leave one of the two away");
  if (kind.answers && !column.levels.empty() && column.levels.size() != 2)
    faults.push_back("column '" + column.name + "' of family '" + column.family +
                     "' needs exactly two levels, has " + std::to_string(column.levels.size()) +
                     "; the second one counts as 1");
  return faults;
}

}  // namespace detail

Model infer_model(const Table& table, const InferOptions& options) {
  return Model(infer_schema(table, options).schema);
}

template class BasicModel<Families>;

}  // namespace credence
