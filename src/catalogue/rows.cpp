// Models composed in code: their columns, what they have learned and answer, and the errors of rows.
#include <credence/detail/catalogue/rows.hpp>

#include <algorithm>
#include <credence/base/error.hpp>
#include <credence/data/levels.hpp>
#include <credence/detail/base/counted.hpp>
#include <credence/detail/data/limits.hpp>
#include <credence/learn/keep.hpp>

#include <fmt/format.h>

#include <numeric>

#include "base/some_of.hpp"

namespace credence::detail {
namespace {

// "label", unless a feature is called so.
std::string label_name(std::span<const ColumnSchema> features) {
  std::string name = "label";
  const auto taken = [&](const ColumnSchema& feature) { return feature.name == name; };
  while (std::any_of(features.begin(), features.end(), taken)) name += '_';
  return name;
}

// Throws Error{schema} for a class without a name: tables take an empty text for a row without a class.
void check_classes(std::span<const std::string> classes) {
  const auto nameless = std::find(classes.begin(), classes.end(), "");
  if (nameless != classes.end())
    throw Error(ErrorCode::schema, fmt::format("class {} of the rows has an empty name, as "
                                               "tables have it for a row without a class; give it "
                                               "another",
                                               nameless - classes.begin() + 1));
}

// Throws Error{schema} where a feature has the name of the exposure of another: a table of both would have
// two columns of that name.
void check_exposures(std::span<const ColumnSchema> columns) {
  for (const ColumnSchema& counted : columns)
    for (const ColumnSchema& other : columns)
      if (!counted.exposure.empty() && other.name == counted.exposure)
        throw Error(ErrorCode::schema, "feature '" + other.name +
                                           "' has the name of the exposure of feature '" +
                                           counted.name + "'; give it another name");
}

// Throws Error{schema} for a feature of several levels, words or numbers that has none.
void check_levels(const ColumnSchema& column, const FamilyFacts& family) {
  if ((family.levelled || family.tied) && column.levels.empty() && column.columns.empty())
    throw Error(ErrorCode::schema, "feature '" + column.name + "' of family '" + column.family +
                                       "' has no levels; say beside its member how many codes, "
                                       "words or numbers there are");
}

// What a member of several codes, words or numbers takes, for the end of a message.
std::string taken(MemberRange range) {
  if (range.kind == DatumKind::category)
    return fmt::format("; its codes are 0 to {}", range.levels - 1);
  if (range.kind == DatumKind::words)
    return fmt::format("; its words are 0 to {} in ascending order", range.levels - 1);
  if (range.kind == DatumKind::numbers) return fmt::format("; it takes {} numbers", range.levels);
  return {};
}

// "0", "1", ..., as often as is said beside a member.
std::vector<std::string> numbered(const std::string& feature, Index count, std::uint64_t most,
                                  std::string_view what) {
  if (count > static_cast<Index>(most))
    throw Error(ErrorCode::limit,
                fmt::format("feature '{}' is given {} {}, more than the limit of {}; group "
                            "rare ones, and say beside its member how many there are",
                            feature, count, what, most));
  std::vector<std::string> numbers;
  for (Index number = 0; number < count; ++number) numbers.push_back(std::to_string(number));
  return numbers;
}

// The first thing that a posterior has otherwise than the rows, for a message.
std::string first_difference(const Schema& rows, const Schema& given) {
  const std::vector<std::string> classes = sorted_levels(given.classes);
  if (classes.empty()) return "its schema lists no classes";
  if (classes != sorted_levels(rows.classes)) return "its classes are " + some_of(classes);
  for (const ColumnSchema& column : rows.columns)
    if (given.find(column.name) == nullptr) return "it has no feature '" + column.name + "'";
  for (const ColumnSchema& column : given.columns) {
    const ColumnSchema* own = rows.find(column.name);
    if (own == nullptr) return "it has a feature '" + column.name + "', which the rows lack";
    if (own->family != column.family)
      return fmt::format("its feature '{}' is of family '{}' and not '{}'", column.name,
                         column.family, own->family);
    if (own->prior != column.prior)
      return fmt::format("its feature '{}' has the prior {} and not {}", column.name,
                         to_text(column.prior), to_text(own->prior));
    if (!(*own == column)) return "its feature '" + column.name + "' has other levels or options";
  }
  return "its features stand in another order, or its classes have another prior";
}

}  // namespace

void member_outside_support(const std::string& feature, NamedNeeds named, const std::string& value,
                            MemberRange range, Index row) {
  const std::string what = value.empty() ? "is outside" : "holds " + value;
  const std::string_view remedy = value == "nan" ? "use an empty optional for a missing cell"
                                                 : "correct the row or choose another family";
  throw Error(ErrorCode::domain,
              fmt::format("family '{}' needs {}: member '{}' of row {} {}{}; {}", named.family,
                          named.needs, feature, row, what, taken(range), remedy));
}

void check_not_moved_from(std::span<const std::string> classes) {
  if (classes.empty())
    throw Error(ErrorCode::domain,
                "the classifier was moved from; use the one that it was moved to");
}

void check_rows_and_labels(std::size_t rows, std::size_t labels) {
  if (rows != labels)
    throw Error(ErrorCode::shape, counted(rows, "row", "rows") + " came with " +
                                      counted(labels, "label", "labels") +
                                      "; give one label for each row");
}

Column label_of_rows(const std::vector<std::string>& classes, std::span<const Index> positions,
                     std::span<const ColumnSchema> features) {
  CodeColumn label{.levels = sorted_levels(classes), .codes = {}};
  const std::vector<Index> to = positions_in(classes, label.levels);
  for (const Index at : positions)
    label.codes.push_back(static_cast<Code>(to[static_cast<std::size_t>(at)]));
  return {.name = label_name(features), .cells = std::move(label)};
}

Model column_model(const std::vector<std::string>& classes, const ClassPrior& prior,
                   std::vector<ColumnSchema> columns, std::span<const FamilyType* const> families) {
  FamilySet set = shipped_families();
  const auto has = [&](std::size_t i) {
    const FamilyType* found = set.find(columns[i]);
    return found != nullptr && found->id() == families[i]->id();
  };
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (!has(i)) set = set.with(*families[i]);
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (!has(i))
      throw Error(ErrorCode::schema, "feature '" + columns[i].name + "' has a family called '" +
                                         columns[i].family +
                                         "', as another feature has that is of another type; give "
                                         "your own family a name of its own");
  check_classes(classes);
  check_exposures(columns);
  for (std::size_t i = 0; i < columns.size(); ++i) check_levels(columns[i], families[i]->facts());
  Schema schema{.label = label_name(columns), .classes = classes, .class_prior = prior};
  schema.columns = std::move(columns);
  return Model(std::move(schema), std::move(set));
}

std::vector<double> row_numbers(std::size_t rows) {
  std::vector<double> numbers(rows);
  std::iota(numbers.begin(), numbers.end(), 1.0);
  return numbers;
}

std::vector<std::string> numbered_levels(const std::string& feature, Index count) {
  return numbered(feature, count, ReadLimits{}.levels, "levels");
}

std::vector<std::string> numbered_words(const std::string& feature, Index count) {
  return numbered(feature, count, ReadLimits{}.columns, "words or numbers");
}

std::vector<std::string> numbered_columns(const std::string& feature, Index count) {
  std::vector<std::string> columns = numbered_words(feature, count);
  for (std::string& column : columns) column = part_name(feature, column);
  return columns;
}

std::string exposure_column(const std::string& feature) { return part_name(feature, "exposure"); }

void other_row_model() {
  throw Error(ErrorCode::version,
              "posteriors of rows can be merged only when their models have the same classes, "
              "names and priors; observe the rows with one model");
}

void not_of_row_model(const Model& rows, const Model& given) {
  throw Error(ErrorCode::version,
              "the posterior is of another model than that of the rows: " +
                  first_difference(rows.schema(), given.schema()) +
                  "; give one whose classes, names, families and priors are the same");
}

std::size_t block_of(const Posterior<Model>& posterior, const std::type_info& family) {
  const auto found =
      std::find_if(posterior.blocks.begin(), posterior.blocks.end(),
                   [&](const Box<AnyBlock>& block) { return block->family_id() == family; });
  return static_cast<std::size_t>(found - posterior.blocks.begin());
}

Predictions in_order(const Predictions& others, std::span<const Index> order, Index most_frequent) {
  Predictions answers = others;
  const std::size_t classes = order.size();
  for (std::size_t i = 0; i < classes; ++i)
    answers.classes[i] = others.classes[static_cast<std::size_t>(order[i])];
  for (std::size_t row = 0; row < answers.label.size(); ++row) {
    const std::size_t first = row * classes;
    for (std::size_t i = 0; i < classes; ++i) {
      const std::size_t from = first + static_cast<std::size_t>(order[i]);
      answers.log_joint[first + i] = others.log_joint[from];
      answers.log_probability[first + i] = others.log_probability[from];
    }
    const auto joint = answers.log_joints(static_cast<Index>(row));
    answers.label[row] = answers.impossible[row]
                             ? most_frequent
                             : std::max_element(joint.begin(), joint.end()) - joint.begin();
  }
  return answers;
}

}  // namespace credence::detail
