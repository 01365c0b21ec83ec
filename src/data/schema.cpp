// Schemas: finding features, and writing schemas as JSON.
#include <credence/data/schema.hpp>

#include <algorithm>

#include "data/schema_json.hpp"

namespace credence {

namespace {

[[nodiscard]] Json prior_to_json(const PriorSpec& prior) {
  if (!prior.word.empty()) return prior.word;
  if (prior.by_class.empty()) return fields_to_json(prior.values);
  Json classes = Json::object();
  for (const auto& [name, of_class] : prior.by_class) classes[name] = prior_to_json(of_class);
  Json object = Json::object();
  object["by_class"] = std::move(classes);
  return object;
}

[[nodiscard]] Json class_prior_to_json(const ClassPrior& prior) {
  if (prior.kind == ClassPrior::Kind::uniform) return "uniform";
  if (prior.kind == ClassPrior::Kind::frequencies) return "frequencies";
  Json object = Json::object();
  if (prior.kind == ClassPrior::Kind::given) {
    Json given = Json::object();
    for (const auto& [name, probability] : prior.given) given[name] = number_to_json(probability);
    object["given"] = std::move(given);
    return object;
  }
  if (prior.weights.empty()) return fields_to_json({{"each", prior.each}});
  return fields_to_json({{"weights", prior.weights}});
}

[[nodiscard]] Json column_to_json(const ColumnSchema& column) {
  Json object = Json::object();
  object["name"] = column.name;
  object["family"] = column.family;
  if (!column.columns.empty()) object["columns"] = column.columns;
  if (column.tied) object["tied"] = std::string(to_string(*column.tied));
  if (!column.levels.empty()) object["levels"] = column.levels;
  if (!column.exposure.empty()) object["exposure"] = column.exposure;
  if (!column.prior.empty()) object["prior"] = prior_to_json(column.prior);
  if (column.family == "categorical" || column.unseen != Unseen::missing)
    object["unseen"] = std::string(to_string(column.unseen));
  if (column.missing_is_level) object["missing"] = "level";
  return object;
}

}  // namespace

std::string_view to_string(Unseen policy) {
  if (policy == Unseen::reserve) return "reserve";
  return policy == Unseen::error ? "error" : "missing";
}

const ColumnSchema* Schema::find(std::string_view name) const {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const ColumnSchema& column) { return column.name == name; });
  return found == columns.end() ? nullptr : &*found;
}

ColumnSchema* Schema::find(std::string_view name) {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const ColumnSchema& column) { return column.name == name; });
  return found == columns.end() ? nullptr : &*found;
}

Json schema_to_json(const Schema& schema) {
  Json object = Json::object();
  object["schema_version"] = 1;
  object["label"] = schema.label;
  if (!schema.classes.empty()) object["classes"] = schema.classes;
  object["class_prior"] = class_prior_to_json(schema.class_prior);
  object["missing"] = schema.missing;
  object["columns"] = Json::array();
  for (const ColumnSchema& column : schema.columns)
    object["columns"].push_back(column_to_json(column));
  return object;
}

std::string to_json(const Schema& schema) { return write_json(schema_to_json(schema), 2); }

}  // namespace credence
