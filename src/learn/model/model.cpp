// What makes a schema a model: faults found, listed names sorted.
#include <credence/learn/model.hpp>

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <credence/base/error.hpp>
#include <credence/data/levels.hpp>
#include <credence/data/number.hpp>
#include <credence/detail/base/counted.hpp>
#include <credence/detail/base/nearest.hpp>
#include <credence/detail/data/column_places.hpp>
#include <credence/detail/learn/cells.hpp>
#include <map>
#include <set>

#include "base/names.hpp"
#include "base/some_of.hpp"
#include "learn/model/class_prior.hpp"
#include "learn/structure/structure_faults.hpp"

namespace credence {
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

// Puts listed classes and levels into their order, weights with them; faults where one is listed
// twice.
std::vector<std::string> sort_classes(Schema& schema) {
  const std::vector<std::string> sorted = sorted_levels(schema.classes);
  if (sorted.size() != schema.classes.size())
    return {"`classes` lists a class twice; keep one entry"};
  sort_with(positions_in(schema.classes, sorted), schema.class_prior.weights);
  schema.classes = sorted;
  return {};
}

// What is wrong with the level that stands for those not listed; empty for nothing.
std::string fault_of_others(const ColumnSchema& column) {
  const std::string name = "column '" + column.name + "'";
  if (column.others.empty()) return {};
  if (column.levels.empty())
    return name +
           " has `others` and lists no levels; list in `levels` those that count by themselves";
  if (column.unseen != Unseen::missing)
    return name + " has `others`, so that no level is unseen; remove `unseen`";
  if (column.missing_is_level && column.others == missing_level)
    return name + " has 'missing' as `others` and as the level of missing cells; rename `others`";
  return {};
}

// The level of all others joins those that are listed, as the last of them.
std::vector<std::string> sort_levels(ColumnSchema& column) {
  if (!column.others.empty() && !detail::among(column.levels, column.others))
    column.levels.push_back(column.others);
  const std::vector<std::string> sorted = sorted_levels(column.levels);
  if (sorted.size() != column.levels.size())
    return {"column '" + column.name + "' lists a level twice; keep one entry"};
  sort_weights(positions_in(column.levels, sorted), column.prior);
  column.levels = sorted;
  return {};
}

// The range of a number of a prior outside of which some of what follows from it (a square, ln Gamma, a
// variance) is no double any more. Pseudo-counts have a limit of their own (check_pseudo_counts).
struct Range {
  double least = 0;
  double most = 0;
};

Range range_of(std::string_view number) {
  if (number == "mean") return {.least = 0, .most = 1e154};
  if (number == "sd") return {.least = 1e-150, .most = 1e150};
  // They are multiplied: by squares of levels, by counts of rows.
  if (number == "c" || number == "successes") return {.least = 1e-290, .most = 1e290};
  return {.least = 1e-300, .most = 1e300};
}

// Numbers of a prior that are too large or too small to go on with.
void add_prior_faults(const PriorSpec& prior, const std::string& column,
                      std::vector<std::string>& faults) {
  static const std::set<std::string_view> counts{"ones", "zeros", "each"};
  for (const auto& [name, value] : prior.values) {
    const auto* number = std::get_if<double>(&value);
    if (number == nullptr || *number == 0 || counts.contains(name)) continue;
    if (!std::isfinite(*number)) continue;  // which the family refuses
    const Range range = range_of(name);
    const double size = std::abs(*number);
    if (size >= range.least && size <= range.most) continue;
    faults.push_back("the prior of " + column + " gives '" + name + "' as " + to_text(*number) +
                     "; give a number of " +
                     (size > range.most ? "at most " + to_text(range.most)
                                        : "at least " + to_text(range.least)) +
                     ", so that what follows from it is one, too");
  }
  const std::array said{!prior.word.empty(), !prior.values.empty(), !prior.by_class.empty()};
  if (std::count(said.begin(), said.end(), true) > 1)
    faults.push_back("the prior of " + column +
                     " is more than one of a word, numbers and a prior for each class; give one "
                     "of them");
  for (const auto& [klass, own] : prior.by_class) add_prior_faults(own, column, faults);
}

// Faults of one column that hold whatever its family is.
void add_column_faults(const ColumnSchema& column, const std::string& label,
                       std::vector<std::string>& faults) {
  if (column.family == "none") return;
  const std::string name = "column '" + column.name + "'";
  add_prior_faults(column.prior, name, faults);
  if (column.name == label)
    faults.push_back(name + " is the label and cannot be a feature; give it family 'none'");
  if (!column.exposure.empty() && column.exposure == label)
    faults.push_back(name + " has the label as its exposure; choose another column");
  if (!column.exposure.empty() && column.exposure == column.name)
    faults.push_back(name + " has itself as its exposure; choose another column");
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
    faults.push_back(fmt::format(
        "the class prior gives probabilities that sum to {:.12g}; make them sum to 1", sum));
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

// Columns that several features read: their cells would count twice, and no file could say so.
void add_reading_faults(const Schema& schema, std::vector<std::string>& faults) {
  std::map<std::string, const ColumnSchema*> readers;
  for (const ColumnSchema& column : schema.columns) {
    if (column.family == "none") continue;
    const auto read = [&](const std::string& name) {
      const ColumnSchema& other = *readers.emplace(name, &column).first->second;
      if (other.name == column.name) return;  // an entry twice is a fault of its own
      faults.push_back("column '" + name + "' is read twice, by the entries '" + other.name +
                       "' and '" + column.name + "'; read it once, or give family 'none'");
    };
    if (column.columns.empty()) read(column.name);
    std::for_each(column.columns.begin(), column.columns.end(), read);
  }
}

// Faults of a schema that no family needs to be known for: names twice, a label that is a feature.
std::vector<std::string> general_faults(const Schema& schema) {
  std::vector<std::string> faults;
  if (schema.label.empty())
    faults.emplace_back("the schema names no label; set `label` to a column");
  std::set<std::string> names;
  for (const ColumnSchema& column : schema.columns) {
    if (!names.insert(column.name).second)
      faults.push_back("column '" + column.name + "' is listed twice; keep one entry");
    if (column.name.empty()) faults.emplace_back("a column of the schema has no name; give it one");
    add_column_faults(column, schema.label, faults);
  }
  add_reading_faults(schema, faults);
  if (!schema.classes.empty() && !schema.class_prior.weights.empty() &&
      schema.classes.size() != schema.class_prior.weights.size())
    faults.push_back("the class prior has " +
                     detail::counted(schema.class_prior.weights.size(), "weight", "weights") +
                     " for " + detail::counted(schema.classes.size(), "class", "classes") +
                     "; give one for each class");
  add_given_faults(schema, faults);
  try {
    detail::check_pseudo_counts(schema.class_prior);
  } catch (const Error& error) {
    faults.emplace_back(error.what());
  }
  return faults;
}

// "no family is called 'x'; the families are 'bernoulli', ..."
std::string unknown_family(const ColumnSchema& column, const std::vector<std::string_view>& names) {
  std::string fault = "column '" + column.name + "' has the unknown family '" + column.family + "'";
  const std::string meant = detail::did_you_mean(column.family, names);
  if (!meant.empty()) return fault + meant;
  fault += "; the families are";
  for (const std::string_view name : names) fault += " '" + std::string(name) + "',";
  return fault + " or 'none'";
}

// A family that is there, but not with or without `tied` or `covariance`; else no family of that
// word.
std::string no_family(const ColumnSchema& column, const std::vector<std::string_view>& names) {
  if (!detail::among(names, column.family)) return unknown_family(column, names);
  return "column '" + column.name + "' of family '" + column.family + "' has no use for `" +
         (column.covariance == Covariance::full ? "covariance" : "tied") + "`; remove it";
}

// Options of a column that its family has no use for.
std::vector<std::string> option_faults(const ColumnSchema& column, const FamilyFacts& kind) {
  const bool answers = kind.datum == DatumKind::answer;
  const bool categories = kind.datum == DatumKind::category;
  const bool words = kind.datum == DatumKind::words;
  const bool joint = kind.covariance == Covariance::full;
  std::vector<std::string> faults;
  const auto refuse = [&](bool present, bool allowed, const char* option) {
    if (present && !allowed)
      faults.push_back("column '" + column.name + "' of family '" + column.family +
                       "' has no use for `" + option + "`; remove it");
  };
  refuse(!column.levels.empty(), kind.levelled || answers, "levels");
  refuse(!column.others.empty(), categories, "others");
  refuse(column.unseen != Unseen::missing, kind.levelled, "unseen");
  refuse(column.missing_is_level, categories, "missing");
  refuse(!column.exposure.empty(), kind.exposed, "exposure");
  const bool lacks_tied = !column.columns.empty() && column.family == "normal";
  if (lacks_tied && !kind.tied)
    faults.push_back("column '" + column.name +
                     "' of family 'normal' is a block of columns and does not say which of them "
                     "share a variance; give `tied`: free, classes, features, all, "
                     "features_unscaled or all_unscaled, or `covariance`: full");
  else
    refuse(!column.columns.empty(), words || kind.tied, "columns");
  if (kind.tied && column.columns.empty())
    faults.push_back(
        "column '" + column.name +
        "' has `tied` or `covariance`, which is for a block; list its columns in `columns`");
  if (joint && ties_columns(*column.tied))
    faults.push_back("column '" + column.name +
                     "' has `covariance` full, so that its columns share no variance; give `tied` "
                     "as free or classes, or leave one of the two out");
  if (answers && !column.levels.empty() && column.levels.size() != 2)
    faults.push_back("column '" + column.name + "' of family '" + column.family +
                     "' needs exactly two levels, has " + std::to_string(column.levels.size()) +
                     "; the second one counts as 1");
  return faults;
}

// Puts a column into order and its prior into words that are understood.
void settle_column(ColumnSchema& column, const FamilySet& families,
                   std::vector<std::string>& faults) {
  const auto add = [&](std::vector<std::string> more) {
    faults.insert(faults.end(), more.begin(), more.end());
  };
  if (column.covariance == Covariance::full && !column.tied) column.tied = Tying::free;
  const FamilyType* family = families.find(column);
  if (family == nullptr) {
    faults.push_back(no_family(column, families.words()));
    return;
  }
  add(option_faults(column, family->facts()));
  if (std::string fault = fault_of_others(column); !fault.empty())
    faults.push_back(std::move(fault));
  else if (family->facts().levelled)
    add(sort_levels(column));
  try {
    column.prior = detail::in_class_order(family->checked_prior(column, faults));
  } catch (const Error& error) {
    faults.emplace_back(error.what());
  }
}

std::vector<std::string> names_of(const std::vector<ColumnSchema>& columns) {
  std::vector<std::string> names;
  for (const ColumnSchema& column : columns) names.push_back(column.name);
  return names;
}

// Writes the prior of all features into those that have none of their own.
void spread_prior(Schema& schema, const FamilySet& families, std::vector<std::string>& faults) {
  if (schema.prior.empty()) return;
  try {
    const ColumnPlaces places(schema);
    for (const std::string& name : columns_that_take(schema.prior, schema, families))
      if (ColumnSchema& column = schema.columns[places.of(name)]; column.prior.empty())
        column.prior = schema.prior;
  } catch (const Error& error) {
    faults.emplace_back(error.what());
  }
  schema.prior = {};
}

}  // namespace

std::shared_ptr<const Model::Said> Model::said_by_default() {
  static const auto said =
      std::make_shared<const Said>(Said{.schema = {}, .families = shipped_families()});
  return said;
}

bool operator==(const Model& left, const Model& right) {
  return left.is_copy_of(right) ||
         (left.schema() == right.schema() && left.families() == right.families());
}

Model::Model(Schema schema, FamilySet families) {
  schema.class_prior = detail::in_class_order(std::move(schema.class_prior));
  std::vector<std::string> faults = general_faults(schema);
  for (std::string& fault : sort_classes(schema)) faults.push_back(std::move(fault));
  spread_prior(schema, families, faults);
  for (ColumnSchema& column : schema.columns)
    if (column.family != "none") settle_column(column, families, faults);
  said_ = std::make_shared<const Said>(
      Said{.schema = std::move(schema), .families = std::move(families)});
  if (faults.empty()) faults = detail::structure_faults(*this);
  if (!faults.empty()) throw collected(ErrorCode::schema, faults);
}

Model::ColumnReference Model::operator[](std::string_view column) {
  if (schema().find(column) != nullptr) return {*this, column};
  if (column == schema().label)
    throw Error(ErrorCode::schema, "column '" + std::string(column) +
                                       "' is the label of the model, which has no family; choose "
                                       "one of its features");
  throw Error(ErrorCode::schema, "the model has no column '" + std::string(column) +
                                     "', which Model::add would add" +
                                     detail::did_you_mean(column, names_of(schema().columns)));
}

void Model::add(std::string_view column, std::string_view family, PriorSpec prior) {
  if (schema().find(column) != nullptr)
    throw Error(ErrorCode::schema, "the model has a column '" + std::string(column) +
                                       "' already; assign a family to model[\"" +
                                       std::string(column) + "\"] instead");
  Schema changed = schema();
  changed.columns.push_back(
      {.name = std::string(column), .family = std::string(family), .prior = std::move(prior)});
  *this = with_schema(*this, std::move(changed));
}

void Model::assign(std::string_view column, std::string_view family, PriorSpec prior) {
  Schema changed = schema();
  ColumnSchema& given = *changed.find(column);
  given.family = std::string(family);
  given.prior = std::move(prior);
  *this = with_schema(*this, std::move(changed));
}

Model with_schema(const Model& model, Schema schema) {
  return Model(std::move(schema), model.families());
}

Model with_prior(const Model& model, std::string_view column, PriorSpec prior) {
  Schema schema = model.schema();
  ColumnSchema* found = schema.find(column);
  if (found == nullptr || found->family == "none") {
    std::vector<std::string> features;
    for (const ColumnSchema& each : schema.columns)
      if (each.family != "none") features.push_back(each.name);
    throw Error(ErrorCode::schema, "the model has no feature '" + std::string(column) +
                                       "' to give a prior" +
                                       detail::meant_or_some(column, "its features are", features));
  }
  found->prior = std::move(prior);
  return with_schema(model, std::move(schema));
}

Model with_priors(const Model& model, const PriorSpec& prior) {
  Schema schema = model.schema();
  for (const std::string& name : columns_that_take(prior, schema, model.families()))
    schema.find(name)->prior = prior;
  return with_schema(model, std::move(schema));
}

Model infer_model(const Table& table, const InferOptions& options) {
  Inference inference = infer_schema(table, options);
  check_features_left(table, inference);
  return Model(std::move(inference.schema));
}

}  // namespace credence
