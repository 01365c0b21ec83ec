// The JSON text of a posterior file: format version 1 (docs/posterior_file.md).
#include <credence/learn/posterior_file.hpp>

#include <fmt/format.h>
#include <boost/crc.hpp>
#include <credence/data/levels.hpp>

#include "data/schema_json.hpp"

namespace credence {
namespace {

constexpr std::string_view format_name = "credence posterior";
constexpr int format_version = 1;

// Of the compact text of the body, so that white space does not matter and everything else does.
std::string checksum_of(const Json& body) {
  const std::string text = write_json(body, -1);
  boost::crc_32_type crc;
  crc.process_bytes(text.data(), text.size());
  return fmt::format("crc32:{:08x}", crc.checksum());
}

Json list_of(const std::vector<double>& numbers) {
  Json list = Json::array();
  for (const double number : numbers) list.push_back(number_to_json(number));
  return list;
}

Json feature_to_json(const PosteriorRecord::FeatureRecord& feature) {
  Json json{{"name", feature.name}};
  if (!feature.levels.empty()) json["levels"] = feature.levels;
  json["statistics"] = Json::array();
  for (const Fields& cell : feature.statistics) json["statistics"].push_back(fields_to_json(cell));
  return json;
}

Json body_of(const PosteriorRecord& record) {
  Json features = Json::array();
  for (const auto& feature : record.features) features.push_back(feature_to_json(feature));
  return Json{{"schema", schema_to_json(record.schema)},
              {"like_scikit_learn", record.like_scikit_learn},
              {"classes", record.classes},
              {"class_counts", list_of(record.class_counts)},
              {"features", std::move(features)}};
}

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
  throw Error(ErrorCode::version, "posterior file '" + name + "' " + why, {.file = name});
}

PosteriorRecord::FeatureRecord read_feature(const JsonCursor& json, std::size_t classes) {
  json.check_keys({"name", "levels", "statistics"});
  PosteriorRecord::FeatureRecord feature;
  feature.name = json.at("name").string();
  if (json.has("levels")) feature.levels = json.at("levels").strings();
  for (const JsonCursor& cell : json.at("statistics").entries())
    feature.statistics.push_back(cell.fields());
  if (feature.statistics.size() != classes)
    throw json.fault("has statistics of " + std::to_string(feature.statistics.size()) +
                         " classes, not " + std::to_string(classes),
                     "restore the file from a copy");
  return feature;
}

PosteriorRecord read_body(const JsonCursor& body, const std::string& name) {
  body.check_keys({"schema", "like_scikit_learn", "classes", "class_counts", "features"});
  PosteriorRecord record;
  record.schema = schema_from_json_value(body.at("schema").value(), name);
  const Json& like = body.at("like_scikit_learn").value();
  if (!like.is_boolean())
    throw body.at("like_scikit_learn").fault("is not true or false", "write one of them");
  record.like_scikit_learn = like.get<bool>();
  record.classes = body.at("classes").strings();
  record.class_counts = body.at("class_counts").numbers();
  if (record.class_counts.size() != record.classes.size())
    throw body.at("class_counts")
        .fault("does not have one count for each class", "restore the file from a copy");
  for (const double count : record.class_counts)
    if (!(count >= 0))
      throw body.at("class_counts").fault("holds a negative count", "restore the file from a copy");
  for (const JsonCursor& feature : body.at("features").entries())
    record.features.push_back(read_feature(feature, record.classes.size()));
  return record;
}

PosteriorRecord read_file_object(const JsonCursor& file, const std::string& name) {
  if (!file.value().is_object() || !file.has("format") || file.at("format").value() != format_name)
    refuse(name, "is not a posterior file; make one with `credence fit`");
  file.check_keys({"format", "version", "checksum", "posterior"});
  if (file.at("version").value() != format_version)
    refuse(name, "has format version " + file.at("version").value().dump() +
                     "; this program reads version " + std::to_string(format_version));
  const std::string stated = file.at("checksum").string();
  const std::string found = checksum_of(file.at("posterior").value());
  if (stated != found)
    refuse(name, "is damaged: its checksum is " + found + ", not " + stated +
                     "; restore it from a copy or fit again");
  return read_body(file.at("posterior"), name);
}

}  // namespace

std::string to_json(const PosteriorRecord& record) {
  const Json body = body_of(record);
  std::string text = fmt::format(
      "{{\n\"format\": \"{}\",\n\"version\": {},\n\"checksum\": \"{}\",\n\"posterior\": {{\n",
      format_name, format_version, checksum_of(body));
  for (const auto& [key, value] : body.items()) {
    if (key == "features") break;
    text += fmt::format("\"{}\": {},\n", key, write_json(value, -1));
  }
  text += "\"features\": [";
  const char* separator = "\n";
  for (const Json& feature : body.at("features")) {
    text += separator + write_json(feature, -1);
    separator = ",\n";
  }
  return text + "\n]}}\n";
}

PosteriorRecord record_from_json(std::string_view text, const std::string& name) {
  try {
    const Json json = parse_strict(text, name);
    return read_file_object(JsonCursor(json, name), name);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::version) throw;
    throw Error(ErrorCode::version, "posterior file '" + name + "' cannot be read: " + error.what(),
                error.where());
  }
}

namespace detail {

void bad_record(const std::string& what) {
  throw Error(ErrorCode::version, what + "; restore the file from a copy or fit again");
}

FeatureIndex index_of(const PosteriorRecord& record) {
  FeatureIndex index;
  for (const auto& feature : record.features) {
    if (!index.emplace(feature.name, &feature).second)
      bad_record("the statistics of column '" + feature.name + "' stand twice");
    if (feature.statistics.size() != record.classes.size())
      bad_record("column '" + feature.name + "' does not have statistics for each class");
  }
  return index;
}

const PosteriorRecord::FeatureRecord& take(FeatureIndex& index, const std::string& name) {
  const auto found = index.find(name);
  if (found == index.end()) bad_record("there are no statistics of column '" + name + "'");
  const PosteriorRecord::FeatureRecord& feature = *found->second;
  index.erase(found);
  return feature;
}

void check_sorted(const std::vector<std::string>& names, const std::string& what) {
  if (sorted_levels(names) != names) bad_record(what + " are not sorted and distinct");
}

void check_columns(const ColumnMoments& seen, std::size_t columns, const std::string& what) {
  for (const auto* list : {&seen.counts, &seen.means, &seen.sums_of_squares})
    if (list->size() != seen.counts.size() || (!list->empty() && list->size() != columns))
      bad_record(what + " do not have one entry for each column");
}

}  // namespace detail
template PosteriorRecord record_of(const Posterior<Model>&);
template Posterior<Model> posterior_of(const PosteriorRecord&);

}  // namespace credence
