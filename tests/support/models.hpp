#pragma once
// Small models from schemas and tables that stand in the test as text.
#include <credence/data/csv.hpp>
#include <credence/learn/model_posterior.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace credence::testing {

using ModelPosterior = Posterior<Model>;

/// A table from CSV text; its file is called data.csv in messages.
inline Table table_of(std::string_view csv) { return read_csv_text(csv, "data.csv"); }

/// A schema whose label is the column 'class'.
inline Schema schema_of(std::vector<ColumnSchema> columns, ClassPrior class_prior = {}) {
  return {.label = "class", .class_prior = std::move(class_prior), .columns = std::move(columns)};
}

/// A prior in numbers, and one by its word.
inline PriorSpec numbers(Fields values) { return {.values = std::move(values)}; }
inline PriorSpec word(std::string name) { return {.word = std::move(name)}; }
inline PriorSpec weights(std::vector<double> all) { return numbers({{"weights", std::move(all)}}); }

inline ClassPrior uniform_classes() { return {.kind = ClassPrior::Kind::uniform}; }
inline ClassPrior class_frequencies() { return {.kind = ClassPrior::Kind::frequencies}; }
inline ClassPrior given_classes(std::vector<std::pair<std::string, double>> given) {
  return {.kind = ClassPrior::Kind::given, .given = std::move(given)};
}

/// The posterior of a schema after a CSV text.
inline ModelPosterior learned(Schema schema, std::string_view csv, std::string_view weight = {}) {
  return observe(Model(std::move(schema)), table_of(csv), weight);
}

using Strings = std::vector<std::string>;
using Doubles = std::vector<double>;

}  // namespace credence::testing
