// Schemas from JSON: every key known, of the right type, and in agreement with the others.
#include <credence/data/number.hpp>
#include <credence/data/schema.hpp>
#include <credence/detail/base/counted.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "base/names.hpp"
#include "data/json/schema_json.hpp"

namespace credence {

namespace {

void check_distinct(const std::vector<std::string>& names, const JsonCursor& where) {
  std::unordered_set<std::string_view> seen;
  for (const std::string& name : names)
    if (!seen.insert(name).second)
      throw where.fault("lists '" + name + "' more than once", "list it once");
}

[[nodiscard]] std::vector<std::string> distinct_strings(const JsonCursor& cursor) {
  std::vector<std::string> names = cursor.strings();
  if (names.empty()) throw cursor.fault("lists nothing", "leave it out to learn it from the data");
  check_distinct(names, cursor);
  return names;
}

[[nodiscard]] std::string nonempty_string(const JsonCursor& cursor) {
  std::string text = cursor.string();
  if (text.empty()) throw cursor.fault("is empty", "give a name");
  return text;
}

[[nodiscard]] PriorSpec prior_of_class(const JsonCursor& cursor) {
  PriorSpec prior;
  if (cursor.value().is_string()) {
    prior.word = cursor.string();
    // Which family knows which word is the model's business.
    constexpr std::array<std::string_view, 7> words = {
        "auto", "auto3", "empirical", "empirical_block", "empirical_each", "leave_one_out_each",
        "mdl"};
    if (!detail::among(words, prior.word))
      throw cursor.fault("holds the unknown word '" + prior.word + "'",
                         "use 'auto', 'auto3', 'empirical' or named numbers");
    return prior;
  }
  prior.values = cursor.fields();
  if (prior.values.empty())
    throw cursor.fault("names no numbers", "leave it out for the family's default");
  for (const auto& [name, value] : prior.values)
    if (const auto* list = std::get_if<std::vector<double>>(&value); list && list->empty())
      throw cursor.fault("lists no numbers under '" + name + "'", "list one for each level");
  return prior;
}

[[nodiscard]] PriorSpec read_prior(const JsonCursor& cursor) {
  if (cursor.value().is_string() || !cursor.has("by_class")) return prior_of_class(cursor);
  cursor.check_keys({"by_class"});
  PriorSpec prior;
  for (const auto& [name, of_class] : cursor.at("by_class").members())
    prior.by_class.emplace_back(name, prior_of_class(of_class));
  if (prior.by_class.empty())
    throw cursor.at("by_class").fault("names no class", "give one prior for each class");
  return prior;
}

void check_pseudo_count(double weight, const JsonCursor& cursor) {
  if (!(weight > 0 && std::isfinite(weight)))
    throw cursor.fault("holds the pseudo-count " + to_text(weight), "give a number above 0");
}

[[nodiscard]] ClassPrior given_class_prior(const JsonCursor& cursor) {
  ClassPrior prior{.kind = ClassPrior::Kind::given};
  double sum = 0;
  for (const auto& [name, entry] : cursor.members()) {
    const double probability = entry.number();
    if (!(probability >= 0))
      throw entry.fault("holds " + to_text(probability), "give a probability from 0 to 1");
    prior.given.emplace_back(name, probability);
    sum += probability;
  }
  if (!(std::abs(sum - 1) <= 1e-9))
    throw cursor.fault(fmt::format("holds probabilities that sum to {:.12g}", sum),
                       "make them sum to 1");
  return prior;
}

[[nodiscard]] ClassPrior read_class_prior(const JsonCursor& cursor) {
  if (cursor.value().is_string()) {
    const std::string word = cursor.string();
    if (word == "uniform") return {.kind = ClassPrior::Kind::uniform};
    if (word == "frequencies") return {.kind = ClassPrior::Kind::frequencies};
    throw cursor.fault(
        "holds the unknown word '" + word + "'",
        "use 'uniform', 'frequencies' or an object with 'each', 'weights' or 'given'");
  }
  cursor.check_keys({"each", "weights", "given"});
  if (cursor.value().size() != 1)
    throw cursor.fault("has " + std::to_string(cursor.value().size()) + " keys",
                       "give one of 'each', 'weights' and 'given'");
  if (cursor.has("given")) return given_class_prior(cursor.at("given"));
  ClassPrior prior;
  if (cursor.has("each")) {
    prior.each = cursor.at("each").number();
    check_pseudo_count(prior.each, cursor.at("each"));
    return prior;
  }
  prior.weights = cursor.at("weights").numbers();
  if (prior.weights.empty())
    throw cursor.at("weights").fault("lists no numbers", "list one for each class");
  for (const double weight : prior.weights) check_pseudo_count(weight, cursor.at("weights"));
  return prior;
}

[[nodiscard]] Unseen read_unseen(const JsonCursor& cursor) {
  const std::string word = cursor.string();
  for (const Unseen policy : {Unseen::missing, Unseen::reserve, Unseen::error})
    if (word == to_string(policy)) return policy;
  throw cursor.fault("holds the unknown word '" + word + "'",
                     "use 'missing', 'reserve' or 'error'");
}

[[nodiscard]] bool read_missing_is_level(const JsonCursor& cursor) {
  if (cursor.string() != "level")
    throw cursor.fault("holds the unknown word '" + cursor.string() + "'",
                       "use 'level', or leave the key out to skip missing cells");
  return true;
}

[[nodiscard]] Tying read_tied(const JsonCursor& cursor) {
  const std::string word = cursor.string();
  if (const auto tying = tying_named(word)) return *tying;
  throw cursor.fault("holds the unknown word '" + word + "'",
                     "use 'free', 'classes', 'features', 'all', 'features_unscaled' or "
                     "'all_unscaled'");
}

[[nodiscard]] Covariance read_covariance(const JsonCursor& cursor) {
  const std::string word = cursor.string();
  if (word == "diagonal") return Covariance::diagonal;
  if (word == "full") return Covariance::full;
  throw cursor.fault("holds the unknown word '" + word + "'", "use 'diagonal' or 'full'");
}

[[nodiscard]] ColumnSchema read_column(const JsonCursor& cursor) {
  cursor.check_keys({"name", "family", "columns", "tied", "covariance", "levels", "others",
                     "exposure", "prior", "unseen", "missing"});
  ColumnSchema column;
  column.name = nonempty_string(cursor.at("name"));
  column.family = nonempty_string(cursor.at("family"));
  if (cursor.has("columns")) column.columns = distinct_strings(cursor.at("columns"));
  if (cursor.has("tied")) column.tied = read_tied(cursor.at("tied"));
  if (cursor.has("covariance")) column.covariance = read_covariance(cursor.at("covariance"));
  if (cursor.has("levels")) column.levels = distinct_strings(cursor.at("levels"));
  if (cursor.has("others")) column.others = nonempty_string(cursor.at("others"));
  if (cursor.has("exposure")) column.exposure = nonempty_string(cursor.at("exposure"));
  if (cursor.has("prior")) column.prior = read_prior(cursor.at("prior"));
  if (cursor.has("unseen")) column.unseen = read_unseen(cursor.at("unseen"));
  if (cursor.has("missing")) column.missing_is_level = read_missing_is_level(cursor.at("missing"));
  return column;
}

void check_version(const JsonCursor& root) {
  const JsonCursor version = root.at("schema_version");
  if (version.number() != 1)
    throw version.fault("holds " + to_text(version.number()), "this version of credence reads 1");
}

void check_class_prior(const Schema& schema, const JsonCursor& where) {
  if (schema.classes.empty()) return;
  const ClassPrior& prior = schema.class_prior;
  const std::string classes = detail::counted(schema.classes.size(), "class", "classes");
  if (!prior.weights.empty() && prior.weights.size() != schema.classes.size())
    throw where.fault(
        "holds " + detail::counted(prior.weights.size(), "weight", "weights") + " for " + classes,
        "list one for each class");
  if (prior.kind != ClassPrior::Kind::given) return;
  const auto listed = [&](const auto& entry) { return detail::among(schema.classes, entry.first); };
  const auto stranger = std::find_if_not(prior.given.begin(), prior.given.end(), listed);
  if (stranger != prior.given.end())
    throw where.fault("names '" + stranger->first + "', which is no listed class",
                      "name the classes of the key 'classes'");
  if (prior.given.size() != schema.classes.size())
    throw where.fault("names " + std::to_string(prior.given.size()) + " of " + classes,
                      "give a probability for each class");
}

// Each entry has a name of its own, and a column is read by one feature at most.
class NameUses {
 public:
  explicit NameUses(const std::string& label) { readers_.emplace(label, "is the label"); }

  void add(const ColumnSchema& column, const JsonCursor& where) {
    if (!names_.insert(column.name).second)
      throw where.fault("is a second entry called '" + column.name + "'", "keep one of them");
    if (column.family == "none") return;
    if (column.columns.empty()) return read(column.name, "is a feature", where);
    for (const std::string& part : column.columns)
      read(part, "belongs to the block '" + column.name + "'", where);
  }

 private:
  void read(const std::string& name, const std::string& as, const JsonCursor& where) {
    const auto [reader, is_new] = readers_.emplace(name, as);
    if (!is_new)
      throw where.fault("reads column '" + name + "', which already " + reader->second,
                        "read it once, or give family 'none'");
  }

  std::unordered_set<std::string> names_;
  std::unordered_map<std::string, std::string> readers_;  // what each column is read as
};

void check_names(const Schema& schema, const JsonCursor& columns) {
  NameUses uses(schema.label);
  const std::vector<JsonCursor> entries = columns.entries();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const ColumnSchema& column = schema.columns[i];
    uses.add(column, entries[i]);
    if (!column.exposure.empty() &&
        (column.exposure == schema.label || column.exposure == column.name))
      throw entries[i].fault("takes its exposure from '" + column.exposure + "'",
                             "name a column that is neither the feature nor the label");
  }
}

}  // namespace

Schema schema_from_json_value(const Json& value, const std::string& name) {
  const JsonCursor root(value, name);
  if (value.is_object() && value.contains("format"))
    throw root.fault("is a posterior file, not a schema", "write one with 'credence schema'");
  root.check_keys({"schema_version", "label", "classes", "class_prior", "prior", "missing",
                   "columns", "structure"});
  check_version(root);
  Schema schema;
  schema.label = nonempty_string(root.at("label"));
  if (root.has("classes")) schema.classes = distinct_strings(root.at("classes"));
  if (root.has("class_prior")) {
    schema.class_prior = read_class_prior(root.at("class_prior"));
    check_class_prior(schema, root.at("class_prior"));
  }
  if (root.has("prior")) schema.prior = read_prior(root.at("prior"));
  if (root.has("missing")) schema.missing = root.at("missing").strings();
  for (const JsonCursor& column : root.at("columns").entries())
    schema.columns.push_back(read_column(column));
  check_names(schema, root.at("columns"));
  if (root.has("structure")) schema.structure = read_structure(root.at("structure"));
  return schema;
}

Schema schema_from_json(std::string_view text, const std::string& name) {
  return schema_from_json_value(parse_strict(text, name), name);
}

}  // namespace credence
