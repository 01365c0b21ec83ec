// The body of a posterior file, as a JSON value (docs/reference/posterior_file.md).
#include "learn/files/posterior_body.hpp"

#include <credence/base/triangle.hpp>
#include <credence/detail/base/counted.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "learn/files/provenance_file.hpp"

namespace credence {
Json list_of(const std::vector<double>& numbers) {
  Json list = Json::array();
  for (const double number : numbers) list.push_back(number_to_json(number));
  return list;
}

std::vector<double> read_class_counts(const JsonCursor& json, std::size_t classes) {
  std::vector<double> counts = json.numbers();
  if (counts.size() != classes)
    throw json.fault("does not have one count for each class", "restore the file from a copy");
  for (const double count : counts)
    if (!(count >= 0)) throw json.fault("holds a negative count", "restore the file from a copy");
  if (!std::isfinite(std::accumulate(counts.begin(), counts.end(), 0.0)))
    throw json.fault("holds counts that sum to more than the largest number (about 1.8e308)",
                     "restore the file from a copy");
  return counts;
}

namespace {

bool is_finite(const FieldValue& value) {
  if (const auto* number = std::get_if<double>(&value)) return std::isfinite(*number);
  const auto& numbers = std::get<std::vector<double>>(value);
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
}

FeatureRecord read_feature(const JsonCursor& json, std::size_t classes) {
  json.check_keys({"name", "levels", "statistics", "exact"});
  FeatureRecord feature;
  feature.name = json.at("name").string();
  if (json.has("levels")) feature.levels = json.at("levels").strings();
  for (const JsonCursor& cell : json.at("statistics").entries())
    feature.statistics.push_back(cell.fields());
  if (feature.statistics.size() != classes)
    throw json.fault("has statistics of " +
                         detail::counted(feature.statistics.size(), "class", "classes") + ", not " +
                         std::to_string(classes),
                     "restore the file from a copy");
  if (json.has("exact"))
    for (const JsonCursor& cell : json.at("exact").entries())
      feature.exact.push_back(cell.strings());
  return feature;
}

ContextRecord read_context(const JsonCursor& json) {
  json.check_keys({"parents", "classes", "class_counts", "exact_class_counts", "features"});
  ContextRecord context{.parents = json.at("parents").strings(),
                        .classes = json.at("classes").strings()};
  context.class_counts = read_class_counts(json.at("class_counts"), context.classes.size());
  if (json.has("exact_class_counts"))
    context.exact_class_counts = json.at("exact_class_counts").strings();
  for (const JsonCursor& feature : json.at("features").entries())
    context.features.push_back(read_feature(feature, context.classes.size()));
  return context;
}

Json weights_to_json(const FeatureWeights& weights) {
  Json json = Json::object();
  add_member(json, "kind", std::string(to_string(weights.kind)));
  add_member(json, "estimator", weights.estimator);
  add_member(json, "names", weights.names);
  add_member(json, "values", list_of(weights.values));
  add_member(json, "rows", weights.rows);
  add_member(json, "log_loss_before", number_to_json(weights.log_loss_before));
  add_member(json, "log_loss_after", number_to_json(weights.log_loss_after));
  return json;
}

FeatureWeights read_weights(const JsonCursor& json) {
  json.check_keys(
      {"kind", "estimator", "names", "values", "rows", "log_loss_before", "log_loss_after"});
  const auto kind = feature_weighting_named(json.at("kind").string());
  if (!kind || *kind == FeatureWeighting::none)
    throw json.at("kind").fault("is no kind of feature weights",
                                "write common, each or subset, or fit again");
  FeatureWeights weights{.kind = *kind,
                         .estimator = json.at("estimator").string(),
                         .names = json.at("names").strings(),
                         .values = json.at("values").numbers()};
  weights.rows = read_count(json.at("rows"), 0);
  weights.log_loss_before = json.at("log_loss_before").number();
  weights.log_loss_after = json.at("log_loss_after").number();
  return weights;
}

Json discount_to_json(const Discount& discount) {
  Json json = Json::object();
  add_member(json, "by", std::string(to_string(discount.by)));
  add_member(json, "factor", number_to_json(discount.factor));
  return json;
}

Discount read_discount(const JsonCursor& json) {
  json.check_keys({"by", "factor"});
  const std::string& by = json.at("by").string();
  Discount discount{.by = DiscountBy::files, .factor = json.at("factor").number()};
  if (by == to_string(DiscountBy::rows))
    discount.by = DiscountBy::rows;
  else if (by != to_string(DiscountBy::files))
    throw json.at("by").fault("is no kind of discount", "write files or rows, or fit again");
  return discount;
}

}  // namespace

namespace {

// " ('x')": the column of a block, or the level, whose statistic is no finite number; empty where that is
// no list of one number for each, and no triangle of them.
std::string place_in(const FeatureRecord& feature, const FieldValue& value) {
  const auto* list = std::get_if<std::vector<double>>(&value);
  if (list == nullptr) return {};
  const auto at =
      std::find_if(list->begin(), list->end(), [](double x) { return !std::isfinite(x); });
  std::size_t column = static_cast<std::size_t>(at - list->begin());
  if (list->size() != feature.levels.size()) {
    if (triangle_order(list->size()) != std::ssize(feature.levels)) return {};
    std::size_t row = 0;
    for (; column > row; ++row) column -= row + 1;
    column = row;
  }
  return fmt::format(" ('{}')", feature.levels[column]);
}

}  // namespace

void check_statistics(const FeatureRecord& feature, const std::vector<std::string>& classes) {
  for (std::size_t klass = 0; klass < feature.statistics.size(); ++klass)
    for (const auto& [name, value] : feature.statistics[klass])
      if (!is_finite(value))
        throw Error(
            ErrorCode::domain,
            fmt::format("column '{}'{}, class '{}': '{}' of what was seen is beyond the range "
                        "of double (about 1.8e308), so that it cannot be saved; divide the "
                        "column by a power of ten, or its weights",
                        feature.name, place_in(feature, value), classes.at(klass), name));
}

void refuse_posterior(const std::string& name, const std::string& why) {
  throw Error(ErrorCode::version, "posterior file '" + name + "' " + why, {.file = name});
}

void check_posterior_version(std::uint64_t version, const std::string& name) {
  if (version > newest_posterior_version)
    refuse_posterior(
        name, fmt::format("has format version {}; this program reads up to version {}, so take a "
                          "later program",
                          version, newest_posterior_version));
  if (version == 0)
    refuse_posterior(name, "has format version 0, which there is not; restore it from a copy");
}

void check_posterior_sum(const std::string& found, const std::string& stated,
                         const std::string& name) {
  if (stated != found)
    refuse_posterior(name, "is damaged: its checksum is " + found + ", not " + stated +
                               "; restore it from a copy or fit again");
}

std::string crc_text(std::uint32_t sum) { return fmt::format("crc32:{:08x}", sum); }

Json feature_to_json(const FeatureRecord& feature, const std::vector<std::string>& classes) {
  check_statistics(feature, classes);
  Json json = Json::object();
  add_member(json, "name", feature.name);
  if (!feature.levels.empty()) add_member(json, "levels", feature.levels);
  Json cells = Json::array();
  for (const Fields& cell : feature.statistics) cells.push_back(fields_to_json(cell));
  add_member(json, "statistics", std::move(cells));
  if (!feature.exact.empty()) add_member(json, "exact", feature.exact);
  return json;
}

Json context_to_json(const ContextRecord& context) {
  Json json = Json::object();
  add_member(json, "parents", context.parents);
  add_member(json, "classes", context.classes);
  add_member(json, "class_counts", list_of(context.class_counts));
  if (context.exact_class_counts)
    add_member(json, "exact_class_counts", *context.exact_class_counts);
  add_member(json, "features", Json::array());
  return json;
}

Json body_of(const PosteriorRecord& record) {
  Json body = Json::object();
  if (version_of(record) > 1) add_member(body, "uses", uses_of(record));
  add_member(body, "schema", schema_to_json(record.schema));
  add_member(body, "like_scikit_learn", record.like_scikit_learn);
  add_member(body, "classes", record.classes);
  add_member(body, "class_counts", list_of(record.class_counts));
  if (record.exact_class_counts) add_member(body, "exact_class_counts", *record.exact_class_counts);
  if (!record.contexts.empty()) add_member(body, "contexts", Json::array());
  if (record.feature_weights.any())
    add_member(body, "feature_weights", weights_to_json(record.feature_weights));
  if (record.discount.any()) add_member(body, "discount", discount_to_json(record.discount));
  add_provenance(body, record.provenance);
  add_member(body, "features", Json::array());
  return body;
}

Index read_count(const JsonCursor& json, Index least) {
  const Json& value = json.value();
  const auto number = value.is_number_unsigned() ? value.get<std::uint64_t>() : 0;
  if (!value.is_number_unsigned() || number < static_cast<std::uint64_t>(least) ||
      number > static_cast<std::uint64_t>(most_in_file))
    throw json.fault(fmt::format("is no whole number from {} to {}", least, most_in_file),
                     "restore the file from a copy");
  return static_cast<Index>(number);
}

PosteriorRecord read_body(const JsonCursor& body, std::uint64_t version, const std::string& name,
                          std::optional<Schema> schema) {
  check_uses(body, version, name);
  body.check_keys({"uses", "shards", "sources", "schema", "like_scikit_learn", "classes",
                   "class_counts", "exact_class_counts", "contexts", "feature_weights", "discount",
                   "features"});
  PosteriorRecord record;
  record.schema =
      schema ? std::move(*schema) : schema_from_json_value(body.at("schema").value(), name);
  const Json& like = body.at("like_scikit_learn").value();
  if (!like.is_boolean())
    throw body.at("like_scikit_learn").fault("is not true or false", "write one of them");
  record.like_scikit_learn = like.get<bool>();
  record.classes = body.at("classes").strings();
  record.class_counts = read_class_counts(body.at("class_counts"), record.classes.size());
  if (body.has("exact_class_counts"))
    record.exact_class_counts = body.at("exact_class_counts").strings();
  if (body.has("contexts"))
    for (const JsonCursor& context : body.at("contexts").entries())
      record.contexts.push_back(read_context(context));
  if (body.has("feature_weights"))
    record.feature_weights = read_weights(body.at("feature_weights"));
  if (body.has("discount")) record.discount = read_discount(body.at("discount"));
  record.provenance = read_provenance(body);
  if (version > 1 && body.at("uses").strings() != uses_of(record))
    throw body.at("uses").fault("does not list the optional keys of the file",
                                "restore the file from a copy");
  for (const JsonCursor& feature : body.at("features").entries())
    record.features.push_back(read_feature(feature, record.classes.size()));
  return record;
}

}  // namespace credence
