// Whole numbers of a database as exact sums in the order of posterior files.
#include "sql/exact_counts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <credence/base/sum.hpp>
#include <credence/detail/data/column_places.hpp>
#include <credence/sql/sql.hpp>

#include "sql/statistics.hpp"

namespace credence::sql {
namespace {

std::string exact_text(double number) {
  ExactSum sum;
  sum.add(number);
  return sum.text();
}

// Throws Error{domain}: sums of anything else were rounded before they came here.
std::string whole_text(double count, const std::string& of) {
  constexpr double largest = 9007199254740992;  // 2^53
  if (count >= 0 && count <= largest && std::floor(count) == count) return exact_text(count);
  throw Error(ErrorCode::domain,
              fmt::format("{} has the count {}: exact sums of a database are whole numbers up to "
                          "2^53; weigh rows by whole numbers, or leave Summation::exact out",
                          of, count));
}

const FieldValue& value_of(const Fields& fields, std::string_view name) {
  return std::find_if(fields.begin(), fields.end(),
                      [&](const auto& field) { return field.first == name; })
      ->second;
}

// The numbers of the fields in their order, each with what it counts.
void add_counts(const FieldValue& value, const std::string& of, std::vector<std::string>& sums) {
  if (const auto* number = std::get_if<double>(&value))
    return sums.push_back(whole_text(*number, of));
  for (const double count : std::get<std::vector<double>>(value))
    sums.push_back(whole_text(count, of));
}

// The sums of a class in the order of a posterior file.
std::vector<std::string> sums_of(const FamilyFacts& facts, const Fields& fields,
                                 const std::string& of) {
  std::vector<std::string> sums;
  if (counts_values(facts)) {
    const auto& values = std::get<std::vector<double>>(value_of(fields, "values"));
    const auto& weights = std::get<std::vector<double>>(value_of(fields, "weights"));
    for (std::size_t i = 0; i < values.size(); ++i) {
      sums.push_back(exact_text(values[i]));
      sums.push_back(whole_text(weights[i], of));
    }
    return sums;
  }
  if (facts.datum == DatumKind::words) {
    add_counts(value_of(fields, "documents"), of, sums);
    add_counts(value_of(fields, "counts"), of, sums);
    return sums;
  }
  for (const auto& field : fields) add_counts(field.second, of, sums);
  return sums;
}

}  // namespace

bool is_whole(const FamilyFacts& facts) {
  constexpr std::array sums_of_counts{"bernoulli", "categorical", "multinomial", "geometric"};
  const bool counts =
      std::find(sums_of_counts.begin(), sums_of_counts.end(), facts.name) != sums_of_counts.end();
  return counts || (counts_values(facts) && !facts.exposed);
}

std::string rounded_feature(const Model& model) {
  for (const ColumnSchema& column : model.schema().columns)
    if (column.family != "none" && !is_whole(model.families().find(column)->facts()))
      return column.name;
  return {};
}

void add_exact_sums(const Model& model, PosteriorRecord& record) {
  std::vector<std::string>& classes = record.exact_class_counts.emplace();
  for (std::size_t c = 0; c < record.classes.size(); ++c)
    classes.push_back(whole_text(record.class_counts[c], "class '" + record.classes[c] + "'"));
  const Schema& schema = model.schema();
  const ColumnPlaces places(schema);
  for (FeatureRecord& feature : record.features) {
    const FamilyFacts& facts =
        model.families().find(schema.columns[places.of(feature.name)])->facts();
    if (!is_whole(facts))
      throw Error(ErrorCode::schema,
                  fmt::format("column '{}' of family '{}' has sums that a database rounds; leave "
                              "Summation::exact out, or the column",
                              feature.name, facts.word));
    for (const Fields& fields : feature.statistics)
      feature.exact.push_back(sums_of(facts, fields, "column '" + feature.name + "'"));
  }
}

}  // namespace credence::sql
