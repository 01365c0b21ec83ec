// Truths to and from files: parameters that are given, or those that a simulation drew.
#include <credence/study/simulation.hpp>

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <credence/data/number.hpp>
#include <credence/detail/base/counted.hpp>
#include <credence/detail/learn/block_cells.hpp>
#include <credence/detail/study/studied_family.hpp>
#include <credence/detail/study/truth_cells.hpp>

#include "base/names.hpp"
#include "data/json/schema_json.hpp"
#include "learn/structure/naive_part.hpp"

namespace credence {
namespace {

constexpr int schema_version = 1;

std::map<std::string, double, std::less<>> probabilities_of(const JsonCursor& json) {
  std::map<std::string, double, std::less<>> probabilities;
  for (const auto& [klass, probability] : json.members())
    probabilities[klass] = probability.number();
  return probabilities;
}

TruthRecord::OfClasses cells_of(const JsonCursor& json) {
  TruthRecord::OfClasses cells;
  for (const JsonCursor& cell : json.entries()) {
    cell.check_keys({"class", "parameters"});
    const std::string klass = cell.at("class").string();
    if (!cells.emplace(klass, cell.at("parameters").fields()).second)
      throw cell.at("class").fault("names class '" + klass + "' a second time", "remove one");
  }
  return cells;
}

Json feature_to_json(const std::string& name, const TruthRecord::OfClasses& cells) {
  Json json{{"feature", name}, {"cells", Json::array()}};
  for (const auto& [klass, fields] : cells)
    json["cells"].push_back(Json{{"class", klass}, {"parameters", fields_to_json(fields)}});
  return json;
}

}  // namespace

std::string to_json(const TruthRecord& record) {
  Json probabilities = Json::object();
  for (const auto& [klass, probability] : record.class_probabilities)
    probabilities[klass] = number_to_json(probability);
  std::string text = fmt::format(
      "{{\n\"schema_version\": {},\n\"schema\": {},\n\"class_probabilities\": {},\n\"features\": [",
      schema_version, write_json(schema_to_json(record.schema), -1), write_json(probabilities, -1));
  const char* separator = "\n";
  for (const auto& [name, cells] : record.parameters) {
    text += separator + write_json(feature_to_json(name, cells), -1);
    separator = ",\n";
  }
  return text + "\n]}\n";
}

TruthRecord truth_record_from_json(std::string_view text, const std::string& name,
                                   const std::optional<Schema>& schema) {
  const Json json = parse_strict(text, name);
  const JsonCursor file(json, name);
  if (json.is_object() && json.contains("format"))
    throw file.fault("is a posterior file, and holds no parameters",
                     "let 'credence simulate' draw some from it");
  file.check_keys({"schema_version", "schema", "class_probabilities", "features"});
  if (file.at("schema_version").value() != schema_version)
    throw file.at("schema_version")
        .fault("is not " + std::to_string(schema_version), "write this version");
  if (!schema && !file.has("schema"))
    throw file.fault("has no key 'schema'", "add it, or give the schema beside the file");
  TruthRecord record;
  record.schema = schema ? *schema : schema_from_json_value(file.at("schema").value(), name);
  record.class_probabilities = probabilities_of(file.at("class_probabilities"));
  for (const JsonCursor& feature : file.at("features").entries()) {
    feature.check_keys({"feature", "cells"});
    const std::string column = feature.at("feature").string();
    if (!record.parameters.emplace(column, cells_of(feature.at("cells"))).second)
      throw feature.at("feature").fault("names column '" + column + "' a second time",
                                        "remove one");
  }
  return record;
}

namespace detail {

const Fields& parameters_of(const TruthRecord& record, const std::string& feature,
                            const std::string& klass) {
  if (const auto column = record.parameters.find(feature); column != record.parameters.end())
    if (const auto cell = column->second.find(klass); cell != column->second.end())
      return cell->second;
  throw Error(ErrorCode::schema, "there are no parameters of column '" + feature + "' of class '" +
                                     klass + "'; give them, or leave the column out of the schema");
}

void check_length(std::size_t length, std::size_t levels, std::string_view member,
                  const std::string& what) {
  if (length != levels)
    throw Error(ErrorCode::shape, what + ": '" + std::string(member) + "' has " +
                                      counted(length, "entry", "entries") + " for " +
                                      counted(levels, "level", "levels") +
                                      "; give one for each level that the schema lists");
}

void no_parameters() {
  throw Error(ErrorCode::undefined,
              "densities of the estimator 'predictive' are averages over parameters and have none "
              "to write down; draw the parameters, or choose another estimator");
}

void list_levels(ColumnSchema& column, const std::vector<std::string>& levels) {
  if (!column.columns.empty()) return;
  column.levels = levels;
  // That a missing cell is a level is said by a key of its own.
  if (column.missing_is_level)
    column.missing_is_level = std::erase(column.levels, missing_level) > 0;
}

}  // namespace detail

namespace {

// Throws Error{schema} unless the probabilities are at least 0 and sum to 1.
void check_class_probabilities(const TruthRecord& record) {
  double sum = 0;
  for (const auto& [klass, probability] : record.class_probabilities) {
    if (!(probability >= 0 && probability <= 1))
      throw Error(ErrorCode::schema, "the probability of class '" + klass + "' is " +
                                         to_text(probability) + "; give a number from 0 to 1");
    sum += probability;
  }
  if (!(std::abs(sum - 1) <= 1e-9))
    throw Error(ErrorCode::schema, "the class probabilities sum to " + to_text(sum) +
                                       ", not to 1; correct one of them");
}

// Throws Error{schema} for parameters of a class that the probabilities lack.
void check_classes(const TruthRecord& record) {
  for (const auto& [column, cells] : record.parameters)
    for (const auto& cell : cells)
      if (record.class_probabilities.find(cell.first) == record.class_probabilities.end())
        throw Error(ErrorCode::schema,
                    "there are parameters of column '" + column + "' for class '" + cell.first +
                        "', which has no probability; give it one, 0 if it never occurs, or "
                        "remove them");
}

// Throws Error{schema}: the classes of the record are not those of the schema.
[[noreturn]] void other_classes(const std::vector<std::string>& classes) {
  throw Error(ErrorCode::schema, "the class probabilities are not those of the schema's classes, " +
                                     detail::quoted_list(classes) +
                                     "; give one for each, 0 for a class that never occurs");
}

// Throws Error{schema} for a feature that the schema lacks.
void check_features(const TruthRecord& record, const std::vector<std::string>& features) {
  for (const auto& entry : record.parameters)
    if (!detail::among(features, entry.first))
      throw Error(ErrorCode::schema, "there are parameters of column '" + entry.first +
                                         "', which is no feature of the schema; remove them");
}

}  // namespace

Estimates truth_of(const TruthRecord& record, const FamilySet& families) {
  check_class_probabilities(record);
  check_classes(record);
  Posterior<Model> posterior = empty_posterior(Model(record.schema, families));
  detail::check_naive(posterior.model, "simulations are");
  std::vector<std::string> classes;
  for (const auto& entry : record.class_probabilities) classes.push_back(entry.first);
  detail::join_classes(posterior, classes);
  Estimates truth;
  truth.model = posterior.model;
  truth.estimator = Estimator::posterior_mean;
  truth.classes = posterior.label.classes;
  if (truth.classes.size() != classes.size()) other_classes(truth.classes);
  double most = -1;
  for (const std::string& klass : truth.classes) {
    const double probability = record.class_probabilities.find(klass)->second;
    if (probability > most)
      truth.most_frequent = static_cast<Index>(truth.log_class_probabilities.size());
    most = std::max(most, probability);
    truth.log_class_probabilities.push_back(std::log(probability));
  }
  std::vector<std::string> features;
  for (const Box<AnyBlock>& block : posterior.blocks) {
    for (Index j = 0; j < block->size(); ++j) features.push_back(block->feature(j).name);
    truth.tables.emplace_back(studied(block->family()).table(*block, record, truth.classes));
  }
  check_features(record, features);
  return truth;
}

TruthRecord record_of(const Estimates& truth) {
  if (!truth.structure.empty()) throw detail::only_for_naive(truth.model, "simulations are");
  TruthRecord record{.schema = truth.model.schema()};
  record.schema.classes = truth.classes;
  for (std::size_t klass = 0; klass < truth.classes.size(); ++klass)
    record.class_probabilities[truth.classes[klass]] =
        std::exp(truth.log_class_probabilities[klass]);
  for (const Box<AnyTable>& table : truth.tables)
    studied(table->family()).record(*table, truth.classes, record);
  return record;
}

std::string to_json(const Estimates& truth) { return to_json(record_of(truth)); }

Estimates truth_from_json(std::string_view text, const std::string& name,
                          const std::optional<Schema>& schema, const FamilySet& families) {
  return truth_of(truth_record_from_json(text, name, schema), families);
}

}  // namespace credence
