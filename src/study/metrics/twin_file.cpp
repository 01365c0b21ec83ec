// Logistic regressions to and from files.
#include <credence/detail/base/counted.hpp>
#include <credence/study/twin.hpp>

#include <fmt/format.h>

#include <cctype>
#include <cmath>
#include <limits>
#include <set>

#include "learn/files/posterior_body.hpp"

namespace credence {
namespace {

constexpr std::uint64_t newest_version = 1;

// A class without rows has the intercept -inf, which JSON cannot hold.
Json intercepts_to_json(const std::vector<double>& intercepts) {
  Json list = Json::array();
  for (const double intercept : intercepts)
    list.push_back(
        intercept == -std::numeric_limits<double>::infinity() ? Json() : number_to_json(intercept));
  return list;
}

std::vector<double> read_intercepts(const JsonCursor& json) {
  std::vector<double> intercepts;
  for (const JsonCursor& entry : json.entries())
    intercepts.push_back(entry.value().is_null() ? -std::numeric_limits<double>::infinity()
                                                 : entry.number());
  return intercepts;
}

Json levels_to_json(const std::vector<TwinLevels>& all) {
  Json list = Json::array();
  for (const TwinLevels& one : all)
    list.push_back(Json{{"feature", one.feature}, {"levels", one.levels}});
  return list;
}

std::vector<TwinLevels> read_levels(const JsonCursor& json) {
  std::vector<TwinLevels> all;
  for (const JsonCursor& entry : json.entries()) {
    entry.check_keys({"feature", "levels"});
    all.push_back(
        {.feature = entry.at("feature").string(), .levels = entry.at("levels").strings()});
    const std::set<std::string> once(all.back().levels.begin(), all.back().levels.end());
    if (once.size() != all.back().levels.size())
      throw entry.at("levels").fault("names a level twice", "restore the file from a copy");
  }
  return all;
}

Json term_to_json(const LogisticRegression& twin, std::size_t term) {
  const LogisticTerm& of = twin.terms[term];
  const auto first = twin.weights.begin() + static_cast<std::ptrdiff_t>(term * twin.classes.size());
  return Json{{"feature", of.feature},
              {"value", of.value},
              {"centre", number_to_json(of.centre)},
              {"spread", number_to_json(of.spread)},
              {"weights", list_of({first, first + std::ssize(twin.classes)})}};
}

// Throws where a list has not an entry for each class.
void check_length(std::size_t length, std::size_t classes, const JsonCursor& json) {
  if (length != classes)
    throw json.fault("has " + detail::counted(length, "entry", "entries") + " for " +
                         detail::counted(classes, "class", "classes"),
                     "restore the file from a copy");
}

// A number of at least 0.
double read_nonnegative(const JsonCursor& json) {
  const double number = json.number();
  if (!(number >= 0)) throw json.fault("is below 0", "restore the file from a copy");
  return number;
}

// A number of steps.
Index read_steps(const JsonCursor& json) {
  constexpr double most = 9007199254740992;  // 2^53: whole numbers beyond are not all doubles
  const double number = read_nonnegative(json);
  if (std::trunc(number) != number || number > most)
    throw json.fault("is no number of steps", "restore the file from a copy");
  return static_cast<Index>(number);
}

void read_term(const JsonCursor& json, LogisticRegression& twin) {
  json.check_keys({"feature", "value", "centre", "spread", "weights"});
  twin.terms.push_back({.feature = json.at("feature").string(),
                        .value = json.at("value").string(),
                        .centre = json.at("centre").number(),
                        .spread = json.at("spread").number()});
  const std::vector<double> weights = json.at("weights").numbers();
  check_length(weights.size(), twin.classes.size(), json.at("weights"));
  twin.weights.insert(twin.weights.end(), weights.begin(), weights.end());
}

Json body_of(const LogisticTwin& twin) {
  const LogisticRegression& of = twin.regression;
  Json body = Json::object();
  add_member(body, "schema", schema_to_json(twin.schema));
  add_member(body, "classes", of.classes);
  add_member(body, "intercepts", intercepts_to_json(of.intercepts));
  add_member(body, "ridge", number_to_json(of.ridge));
  add_member(body, "steps", of.steps);
  add_member(body, "gradient", number_to_json(of.gradient));
  add_member(body, "levels", levels_to_json(twin.levels));
  add_member(body, "class_counts", list_of(twin.class_counts));
  Json terms = Json::array();
  for (std::size_t term = 0; term < of.terms.size(); ++term)
    terms.push_back(term_to_json(of, term));
  add_member(body, "terms", std::move(terms));
  return body;
}

LogisticTwin read_twin_body(const JsonCursor& body, const std::string& name) {
  body.check_keys({"schema", "classes", "intercepts", "ridge", "steps", "gradient", "levels",
                   "class_counts", "terms"});
  LogisticTwin twin{.schema = schema_from_json_value(body.at("schema").value(), name)};
  LogisticRegression& of = twin.regression;
  of.classes = body.at("classes").strings();
  if (of.classes.empty())
    throw body.at("classes").fault("names no class", "restore the file from a copy");
  of.intercepts = read_intercepts(body.at("intercepts"));
  check_length(of.intercepts.size(), of.classes.size(), body.at("intercepts"));
  of.ridge = read_nonnegative(body.at("ridge"));
  of.steps = read_steps(body.at("steps"));
  of.gradient = read_nonnegative(body.at("gradient"));
  twin.levels = read_levels(body.at("levels"));
  twin.class_counts = read_class_counts(body.at("class_counts"), of.classes.size());
  for (const JsonCursor& term : body.at("terms").entries()) read_term(term, of);
  return twin;
}

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
  throw Error(ErrorCode::version, "file '" + name + "' of a logistic regression " + why,
              {.file = name});
}

LogisticTwin read_twin(std::string_view text, const std::string& name) {
  const JsonDocument document(parse_strict(text, name));
  const JsonCursor file(document.value, name);
  file.check_keys({"format", "version", "checksum", "twin"});
  if (file.at("format").value() != twin_format_name)
    refuse(name, "is none; write one with `to_json`");
  if (file.at("version").value() != newest_version)
    refuse(name,
           fmt::format("has a format version other than {}; take a later program", newest_version));
  const JsonCursor body = file.at("twin");
  const std::string found = crc_text(crc_of(write_json(body.value(), -1)));
  if (const std::string stated = file.at("checksum").string(); stated != found)
    refuse(name, "is damaged: its checksum is " + found + ", not " + stated +
                     "; restore it from a copy or fit again");
  if (!body.has("class_counts"))
    refuse(name, "holds no class counts: an earlier program wrote it; fit again");
  return read_twin_body(body, name);
}

}  // namespace

std::string to_json(const LogisticTwin& twin) {
  const JsonDocument document(body_of(twin));
  const Json& body = document.value;
  std::string text = fmt::format(
      "{{\n\"format\": \"{}\",\n\"version\": {},\n\"checksum\": \"{}\",\n\"twin\": {{\n",
      twin_format_name, newest_version, crc_text(crc_of(write_json(body, -1))));
  for (const auto& [key, value] : body.items())
    if (key != "terms") text += fmt::format("\"{}\": {},\n", key, write_json(value, -1));
  text += "\"terms\": [";
  const char* separator = "\n";
  for (const Json& term : body.at("terms")) {
    text += separator + write_json(term, -1);
    separator = ",\n";
  }
  return text + "\n]}}\n";
}

LogisticTwin logistic_twin_from_json(std::string_view text, const std::string& name) {
  try {
    return read_twin(text, name);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::version) throw;
    throw Error(ErrorCode::version,
                "file '" + name + "' of a logistic regression cannot be read: " + error.what(),
                error.where());
  }
}

bool is_logistic_twin(std::string_view bytes) {
  // `format` is the first key, whatever white space stands around it.
  std::string head(bytes.substr(0, 200));
  std::erase_if(head, [](char letter) { return std::isspace(static_cast<unsigned char>(letter)); });
  std::string wanted = fmt::format("{{\"format\":\"{}\"", twin_format_name);
  std::erase(wanted, ' ');
  return head.starts_with(wanted);
}

}  // namespace credence
