// Structures by name, and to and from JSON.
#include <credence/data/schema.hpp>

#include <credence/data/number.hpp>

#include <array>
#include <cmath>

#include "base/names.hpp"
#include "data/json/schema_json.hpp"

namespace credence {
namespace {

template <class Value, std::size_t n>
using Names = std::array<std::pair<Value, std::string_view>, n>;

constexpr Names<StructureKind, 7> kinds{{{StructureKind::naive, "naive"},
                                         {StructureKind::tan, "tan"},
                                         {StructureKind::kdb, "kdb"},
                                         {StructureKind::aode, "aode"},
                                         {StructureKind::a2de, "a2de"},
                                         {StructureKind::lookup, "lookup"},
                                         {StructureKind::given, "given"}}};
constexpr Names<TreeScore, 2> tree_scores{
    {{TreeScore::information, "information"}, {TreeScore::evidence, "evidence"}}};
constexpr Names<ModelWeights, 4> averages{{{ModelWeights::uniform, "uniform"},
                                           {ModelWeights::evidence, "evidence"},
                                           {ModelWeights::stacked, "stacked"},
                                           {ModelWeights::information, "information"}}};
constexpr Names<ContextPrior::Kind, 3> prior_kinds{{{ContextPrior::Kind::each, "each"},
                                                    {ContextPrior::Kind::rows, "rows"},
                                                    {ContextPrior::Kind::back_off, "back_off"}}};
constexpr Names<LookupCentre, 2> centres{
    {{LookupCentre::classes, "classes"}, {LookupCentre::naive, "naive"}}};

template <class Value, std::size_t n>
std::string_view name_in(const Names<Value, n>& names, Value value) {
  for (const auto& [known, name] : names)
    if (known == value) return name;
  return names.front().second;
}

// The value of a word; where it is none, the words that there are.
template <class Value, std::size_t n>
Value read_word(const Names<Value, n>& names, const JsonCursor& cursor) {
  const std::string word = cursor.string();
  std::vector<std::string_view> known;
  for (const auto& [value, name] : names) {
    if (name == word) return value;
    known.push_back(name);
  }
  throw cursor.fault("holds the unknown word '" + word + "'",
                     "use one of " + detail::quoted_list(known));
}

Json prior_to_json(const ContextPrior& prior) {
  return fields_to_json({{std::string(to_string(prior.kind)), prior.strength}});
}

ContextPrior read_context_prior(const JsonCursor& cursor) {
  cursor.check_keys({"each", "rows", "back_off"});
  if (cursor.value().size() != 1)
    throw cursor.fault("has " + std::to_string(cursor.value().size()) + " keys",
                       "give one of 'each', 'rows' and 'back_off'");
  ContextPrior prior;
  for (const auto& [kind, name] : prior_kinds) {
    if (!cursor.has(std::string(name))) continue;
    const JsonCursor strength = cursor.at(std::string(name));
    prior = {.kind = kind, .strength = strength.number()};
    if (!(prior.strength > 0 && std::isfinite(prior.strength)))
      throw strength.fault("holds " + to_text(prior.strength), "give a number above 0");
  }
  return prior;
}

// How many are too many is the model's to say.
Index read_whole(const JsonCursor& cursor) {
  const double number = cursor.number();
  if (!(number >= 0 && number <= 1e15) || std::floor(number) != number)
    throw cursor.fault("holds " + to_text(number), "give a whole number of at least 0");
  return static_cast<Index>(number);
}

double read_rows(const JsonCursor& cursor) {
  const double number = cursor.number();
  if (!(number >= 0 && std::isfinite(number)))
    throw cursor.fault("holds " + to_text(number), "give a number of at least 0");
  return number;
}

bool read_flag(const JsonCursor& cursor) {
  if (!cursor.value().is_boolean()) throw cursor.fault("is not true or false", "give one of them");
  return cursor.value().get<bool>();
}

Json given_to_json(const std::vector<ParentsOf>& given) {
  Json object = Json::object();
  for (const ParentsOf& of : given) add_member(object, of.feature, of.parents);
  return object;
}

Json edges_to_json(const std::vector<ParentEdges>& edges) {
  Json object = Json::object();
  for (const ParentEdges& of : edges) {
    Json numbers = Json::array();
    for (const double edge : of.edges) numbers.push_back(number_to_json(edge));
    add_member(object, of.column, std::move(numbers));
  }
  return object;
}

std::vector<ParentEdges> read_edges(const JsonCursor& cursor) {
  std::vector<ParentEdges> all;
  for (const auto& [column, entry] : cursor.members()) {
    ParentEdges of{.column = column, .edges = entry.numbers()};
    for (std::size_t i = 0; i < of.edges.size(); ++i)
      if (!std::isfinite(of.edges[i]) || (i > 0 && !(of.edges[i - 1] < of.edges[i])))
        throw entry.fault("holds edges that do not rise",
                          "list finite numbers, each above the last");
    all.push_back(std::move(of));
  }
  return all;
}

}  // namespace

std::string_view to_string(StructureKind kind) { return name_in(kinds, kind); }
std::string_view to_string(TreeScore score) { return name_in(tree_scores, score); }
std::string_view to_string(ModelWeights weights) { return name_in(averages, weights); }
std::string_view to_string(ContextPrior::Kind kind) { return name_in(prior_kinds, kind); }
std::string_view to_string(LookupCentre centre) { return name_in(centres, centre); }

std::string name_of(const Structure& structure) {
  std::string name(to_string(structure.kind));
  if (structure.kind == StructureKind::kdb) name += ":" + std::to_string(structure.most_parents);
  return name;
}

Json structure_to_json(const Structure& structure) {
  const Structure usual;
  Json object = Json::object();
  const auto add = [&](bool differs, const char* key, Json value) {
    if (differs) add_member(object, key, std::move(value));
  };
  const auto word = [](auto value) { return std::string(to_string(value)); };
  add_member(object, "kind", word(structure.kind));
  add(structure.most_parents != usual.most_parents, "most_parents", structure.most_parents);
  add(structure.select, "select", structure.select);
  add(structure.tree != usual.tree, "tree", word(structure.tree));
  add(structure.average != usual.average, "average", word(structure.average));
  add(structure.least_rows != usual.least_rows, "least_rows", number_to_json(structure.least_rows));
  add(structure.prior != usual.prior, "prior", prior_to_json(structure.prior));
  add(!structure.may_be_parents.empty(), "may_be_parents", structure.may_be_parents);
  add(structure.like_weka, "like_weka", structure.like_weka);
  add(structure.centre != usual.centre, "centre", word(structure.centre));
  add(structure.centre_rows != usual.centre_rows, "centre_rows",
      number_to_json(structure.centre_rows));
  add(structure.subsumption_rows != usual.subsumption_rows, "subsumption_rows",
      number_to_json(structure.subsumption_rows));
  add(structure.gigabytes != usual.gigabytes, "gigabytes", number_to_json(structure.gigabytes));
  add(!structure.model_weights.empty(), "model_weights",
      fields_to_json({{"weights", structure.model_weights}})["weights"]);
  add(!structure.given.empty(), "given", given_to_json(structure.given));
  add(!structure.edges.empty(), "edges", edges_to_json(structure.edges));
  return object;
}

Structure read_structure(const JsonCursor& cursor) {
  cursor.check_keys({"kind", "most_parents", "select", "tree", "average", "least_rows", "prior",
                     "may_be_parents", "like_weka", "centre", "centre_rows", "subsumption_rows",
                     "gigabytes", "model_weights", "given", "edges"});
  Structure structure{.kind = read_word(kinds, cursor.at("kind"))};
  const auto read = [&](const char* key, auto& member, auto&& reader) {
    if (cursor.has(key)) member = reader(cursor.at(key));
  };
  const auto words = [](const auto& names) {
    return [&](const JsonCursor& at) { return read_word(names, at); };
  };
  read("most_parents", structure.most_parents, read_whole);
  read("select", structure.select, read_flag);
  read("tree", structure.tree, words(tree_scores));
  read("average", structure.average, words(averages));
  read("least_rows", structure.least_rows, read_rows);
  read("prior", structure.prior, read_context_prior);
  read("may_be_parents", structure.may_be_parents,
       [](const JsonCursor& at) { return at.strings(); });
  read("like_weka", structure.like_weka, read_flag);
  read("centre", structure.centre, words(centres));
  read("centre_rows", structure.centre_rows, read_rows);
  read("subsumption_rows", structure.subsumption_rows, read_rows);
  read("gigabytes", structure.gigabytes, read_rows);
  if (cursor.has("model_weights"))
    for (const JsonCursor& weight : cursor.at("model_weights").entries())
      structure.model_weights.push_back(read_rows(weight));
  read("edges", structure.edges, read_edges);
  if (cursor.has("given"))
    for (const auto& [feature, parents] : cursor.at("given").members())
      structure.given.push_back({.feature = feature, .parents = parents.strings()});
  return structure;
}

}  // namespace credence
