// Schemas: finding features, and writing schemas as JSON.
#include <credence/data/number.hpp>
#include <credence/data/schema.hpp>

#include <algorithm>

#include "data/json/schema_json.hpp"

namespace credence {

namespace {

// A list without entries says nothing, as of leaves that have seen nothing.
[[nodiscard]] bool is_empty_list(const FieldValue& value) {
  const auto* list = std::get_if<std::vector<double>>(&value);
  return list != nullptr && list->empty();
}

[[nodiscard]] Json prior_to_json(const PriorSpec& prior) {
  if (!prior.word.empty()) return prior.word;
  if (prior.by_class.empty()) {
    Fields said = prior.values;
    std::erase_if(said, [](const auto& field) { return is_empty_list(field.second); });
    return fields_to_json(said);
  }
  Json classes = Json::object();
  for (const auto& [name, of_class] : prior.by_class)
    add_member(classes, name, prior_to_json(of_class));
  Json object = Json::object();
  add_member(object, "by_class", std::move(classes));
  return object;
}

[[nodiscard]] Json class_prior_to_json(const ClassPrior& prior) {
  if (prior.kind == ClassPrior::Kind::uniform) return "uniform";
  if (prior.kind == ClassPrior::Kind::frequencies) return "frequencies";
  Json object = Json::object();
  if (prior.kind == ClassPrior::Kind::given) {
    Json given = Json::object();
    for (const auto& [name, probability] : prior.given)
      add_member(given, name, number_to_json(probability));
    add_member(object, "given", std::move(given));
    return object;
  }
  if (prior.weights.empty()) return fields_to_json({{"each", prior.each}});
  return fields_to_json({{"weights", prior.weights}});
}

[[nodiscard]] Json column_to_json(const ColumnSchema& column) {
  Json object = Json::object();
  add_member(object, "name", column.name);
  add_member(object, "family", column.family);
  if (!column.columns.empty()) add_member(object, "columns", column.columns);
  if (column.tied) add_member(object, "tied", std::string(to_string(*column.tied)));
  if (column.covariance == Covariance::full) add_member(object, "covariance", "full");
  if (!column.levels.empty()) add_member(object, "levels", column.levels);
  if (!column.others.empty()) add_member(object, "others", column.others);
  if (!column.exposure.empty()) add_member(object, "exposure", column.exposure);
  if (!column.prior.empty()) add_member(object, "prior", prior_to_json(column.prior));
  if (column.family == "categorical" || column.unseen != Unseen::missing)
    add_member(object, "unseen", std::string(to_string(column.unseen)));
  if (column.missing_is_level) add_member(object, "missing", "level");
  return object;
}

}  // namespace

std::string to_text(const PriorSpec& prior) {
  std::string text = prior.word;
  const auto add = [&](const std::string& more) { text += (text.empty() ? "" : ",") + more; };
  for (const auto& [name, value] : prior.values) {
    if (is_empty_list(value)) continue;
    if (const auto* number = std::get_if<double>(&value)) {
      add(name + "=" + to_text(*number));
      continue;
    }
    std::string list;
    for (const double entry : std::get<std::vector<double>>(value))
      list += (list.empty() ? "" : ",") + to_text(entry);
    add(name + "=" + list);
  }
  for (const auto& [klass, of_class] : prior.by_class)
    add("class '" + klass + "': " + to_text(of_class));
  return text;
}

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
  add_member(object, "schema_version", 1);
  add_member(object, "label", schema.label);
  if (!schema.classes.empty()) add_member(object, "classes", schema.classes);
  add_member(object, "class_prior", class_prior_to_json(schema.class_prior));
  if (!schema.prior.empty()) add_member(object, "prior", prior_to_json(schema.prior));
  add_member(object, "missing", schema.missing);
  add_member(object, "columns", Json::array());
  for (const ColumnSchema& column : schema.columns)
    object["columns"].push_back(column_to_json(column));
  if (schema.structure != Structure{})
    add_member(object, "structure", structure_to_json(schema.structure));
  return object;
}

std::string to_json(const Schema& schema) { return write_json(schema_to_json(schema), 2); }

}  // namespace credence
