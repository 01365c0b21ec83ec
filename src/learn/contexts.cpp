// Which contexts a structure counts, and the rows of a table by the levels of parents.
#include "learn/contexts.hpp"

#include <algorithm>
#include <credence/data/number.hpp>
#include <credence/detail/base/nearest.hpp>
#include <unordered_map>

namespace credence::detail {
namespace {

constexpr char between = '|';  // class and levels, and the levels of several parents
constexpr char escape = '\\';  // before either of the two inside of a level
constexpr std::string_view missing_mark = "\\-";

std::string escaped(std::string_view text) {
  std::string out;
  for (const char letter : text) {
    if (letter == between || letter == escape) out += escape;
    out += letter;
  }
  return out;
}

std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == escape && i + 1 < text.size()) ++i;
    out += text[i];
  }
  return out;
}

// Where the first separator stands that is none of a level's own letters; npos where there is none.
std::size_t find_separator(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == escape)
      ++i;
    else if (text[i] == between)
      return i;
  }
  return std::string_view::npos;
}

bool is_block(const ColumnSchema& column, const FamilyFacts& family) {
  return !column.columns.empty() || family.datum == DatumKind::words ||
         family.datum == DatumKind::numbers;
}

bool is_number(DatumKind datum) { return datum == DatumKind::number || datum == DatumKind::count; }

// The features of one column with their families, in the order of the schema.
template <class Visitor>
void for_each_single(const Model& model, Visitor&& visit) {
  for (const ColumnSchema& column : model.schema().columns) {
    const FamilyType* family = model.families().find(column);
    if (family != nullptr && !is_block(column, family->facts())) visit(column, family->facts());
  }
}

bool among(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<std::string> without(std::vector<std::string> names,
                                 const std::vector<std::string>& gone) {
  std::erase_if(names, [&](const std::string& name) { return among(gone, name); });
  return names;
}

// The contexts of listed parents: features of the same parents together, and the same features with
// fewer parents, which stand in where a context was hardly seen.
std::vector<ContextPlan> plans_of_given(const std::vector<ParentsOf>& given) {
  std::vector<ContextPlan> plans;
  const auto add = [&](const std::vector<std::string>& parents, const std::string& child) {
    const auto at = std::find_if(plans.begin(), plans.end(),
                                 [&](const ContextPlan& plan) { return plan.parents == parents; });
    if (at == plans.end())
      plans.push_back({.parents = parents, .children = {child}});
    else if (!among(at->children, child))
      at->children.push_back(child);
  };
  for (const ParentsOf& of : given)
    for (std::size_t n = of.parents.size(); n > 0; --n)
      add({of.parents.begin(), of.parents.begin() + static_cast<std::ptrdiff_t>(n)}, of.feature);
  return plans;
}

std::vector<ContextPlan> plans_of_pairs(const Model& model) {
  std::vector<ContextPlan> plans;
  const std::vector<std::string> children = possible_children(model);
  for (const std::string& parent : possible_parents(model, false))
    plans.push_back({.parents = {parent}, .children = without(children, {parent})});
  return plans;
}

void add_triples(const Model& model, std::vector<ContextPlan>& plans) {
  const std::vector<std::string> children = possible_children(model);
  const std::vector<std::string> parents = possible_parents(model, false);
  for (std::size_t i = 0; i < parents.size(); ++i)
    for (std::size_t l = i + 1; l < parents.size(); ++l)
      plans.push_back({.parents = {parents[i], parents[l]},
                       .children = without(children, {parents[i], parents[l]})});
}

}  // namespace

std::optional<std::vector<double>> parent_edges(const Schema& schema, const ColumnSchema& column) {
  for (const ParentEdges& of : schema.structure.edges)
    if (of.column == column.name) return of.edges;
  if (column.family != "histogram") return std::nullopt;
  for (const auto& [key, value] : column.prior.values)
    if (const auto* edges = std::get_if<std::vector<double>>(&value);
        edges != nullptr && key == "edges" && edges->size() >= 2)
      return std::vector<double>(edges->begin() + 1, edges->end() - 1);
  return std::nullopt;
}

std::vector<std::string> possible_parents(const Model& model, bool with_open) {
  const Schema& schema = model.schema();
  const std::vector<std::string>& asked = schema.structure.may_be_parents;
  std::vector<std::string> names;
  for_each_single(model, [&](const ColumnSchema& column, const FamilyFacts& family) {
    if (!asked.empty() && !among(asked, column.name)) return;
    if (!is_number(family.datum) || with_open || parent_edges(schema, column))
      names.push_back(column.name);
  });
  return names;
}

std::vector<std::string> possible_children(const Model& model) {
  std::vector<std::string> names;
  for_each_single(
      model, [&](const ColumnSchema& column, const FamilyFacts&) { names.push_back(column.name); });
  return names;
}

std::vector<ContextPlan> context_plans(const Model& model) {
  const Structure& structure = model.schema().structure;
  switch (structure.kind) {
    case StructureKind::naive:
      return {};
    case StructureKind::given:
      return plans_of_given(structure.given);
    case StructureKind::lookup:
      return {{.parents = possible_parents(model, false), .children = {}}};
    case StructureKind::kdb: {
      if (structure.most_parents == 0) return {};
      std::vector<ContextPlan> plans = plans_of_pairs(model);
      for (ContextPlan& plan : plans_of_given(structure.given))
        if (plan.parents.size() > 1) plans.push_back(std::move(plan));
      return plans;
    }
    case StructureKind::a2de: {
      std::vector<ContextPlan> plans = plans_of_pairs(model);
      add_triples(model, plans);
      return plans;
    }
    default:
      return plans_of_pairs(model);
  }
}

void check_settled(const Model& model) {
  const Structure& structure = model.schema().structure;
  if (structure.kind == StructureKind::naive) return;
  const std::vector<std::string> known = possible_parents(model, false);
  const auto refuse = [&](const std::string& name) {
    if (!among(known, name))
      throw Error(ErrorCode::schema,
                  "column '" + name + "' is a parent in structure '" + name_of(structure) +
                      "' and holds numbers: give the edges of its bins, or have them found by "
                      "settle_structure");
  };
  if (structure.kind == StructureKind::given) {
    for (const ParentsOf& of : structure.given)
      for (const std::string& parent : of.parents) refuse(parent);
    return;
  }
  for (const std::string& name : possible_parents(model, true)) refuse(name);
  if (structure.kind == StructureKind::kdb && structure.most_parents > 1 && structure.given.empty())
    throw Error(ErrorCode::schema, "structure '" + name_of(structure) +
                                       "' counts its contexts once its parents are known: have "
                                       "them found by settle_structure");
}

PriorSpec level_prior(DatumKind datum, double each) {
  if (datum == DatumKind::answer) return {.values = {{"ones", each}, {"zeros", each}}};
  return {.values = {{"each", each}}};
}

Model context_model(const Model& model, const ContextPlan& plan) {
  const Schema& from = model.schema();
  Schema schema{.label = from.label, .missing = from.missing};
  const ContextPrior& prior = from.structure.prior;
  for (const std::string& name : plan.children) {
    ColumnSchema column = *from.find(name);
    const DatumKind datum = model.families().find(column)->facts().datum;
    if (datum == DatumKind::answer || datum == DatumKind::category) {
      column.prior =
          level_prior(datum, prior.kind == ContextPrior::Kind::each ? prior.strength : 1);
    }
    schema.columns.push_back(std::move(column));
  }
  return with_schema(model, std::move(schema));
}

std::string context_name(std::string_view klass, std::string_view level) {
  return escaped(klass) + between + std::string(level);
}

ContextOf context_of(std::string_view name) {
  const std::size_t at = find_separator(name);
  if (at == std::string_view::npos) return {.klass = unescaped(name), .level = {}};
  return {.klass = unescaped(name.substr(0, at)), .level = std::string(name.substr(at + 1))};
}

std::vector<std::string> levels_in(std::string_view level) {
  std::vector<std::string> levels;
  while (true) {
    const std::size_t at = find_separator(level);
    const std::string_view one = level.substr(0, at);
    levels.push_back(one == missing_mark ? std::string(missing_level) : unescaped(one));
    if (at == std::string_view::npos) return levels;
    level.remove_prefix(at + 1);
  }
}

bool has_missing(std::string_view level) {
  while (true) {
    const std::size_t at = find_separator(level);
    if (level.substr(0, at) == missing_mark) return true;
    if (at == std::string_view::npos) return false;
    level.remove_prefix(at + 1);
  }
}

namespace {

// The levels of one parent, distinct, and that of each row.
struct ParentLevels {
  std::vector<std::string> names = {};
  std::vector<Code> of = {};
};

// "(2.5, 4]": the bins between edges, which a number does not exceed.
std::vector<std::string> names_of_bins(const std::vector<double>& edges) {
  if (edges.empty()) return {"any"};
  std::vector<std::string> names{"<=" + to_text(edges.front())};
  for (std::size_t i = 1; i < edges.size(); ++i)
    names.push_back("(" + to_text(edges[i - 1]) + "," + to_text(edges[i]) + "]");
  names.push_back(">" + to_text(edges.back()));
  return names;
}

Code bin_of(const std::vector<double>& edges, double number) {
  return static_cast<Code>(std::lower_bound(edges.begin(), edges.end(), number) - edges.begin());
}

// Reads a parent's cells; missing ones are a level of their own, behind the others.
template <class Datum>
ParentLevels levels_of(const Cells<Datum>& cells, const Schema& schema,
                       const ColumnSchema& column) {
  ParentLevels found;
  Slots slots;
  std::vector<double> edges;
  if constexpr (std::is_same_v<Datum, bool>) {
    found.names = column.levels.size() == 2 ? column.levels : std::vector<std::string>{"0", "1"};
  } else if constexpr (std::is_same_v<Datum, Code>) {
    found.names.assign(cells.levels().begin(), cells.levels().end());
    slots.of.resize(found.names.size());
    for (std::size_t i = 0; i < slots.of.size(); ++i) slots.of[i] = static_cast<Index>(i);
    slots.same = true;
  } else {
    edges = parent_edges(schema, column).value_or(std::vector<double>());
    found.names = names_of_bins(edges);
  }
  for (std::string& name : found.names) name = escaped(name);
  const auto absent = static_cast<Code>(found.names.size());
  found.names.emplace_back(missing_mark);
  found.of.resize(static_cast<std::size_t>(cells.rows()));
  Datum datum{};
  for (Index row = 0; row < cells.rows(); ++row) {
    Code& level = found.of[static_cast<std::size_t>(row)];
    if (!cells.read(row, slots, datum))
      level = absent;
    else if constexpr (std::is_same_v<Datum, Count>)
      level = bin_of(edges, datum.count);
    else if constexpr (std::is_same_v<Datum, double>)
      level = bin_of(edges, datum);
    else
      level = static_cast<Code>(datum);
  }
  return found;
}

ParentLevels levels_of_column(const Model& model, const BoundTable& bound,
                              const std::string& name) {
  for (const BoundBlock& block : bound.blocks) {
    const auto at = std::find(block.names.begin(), block.names.end(), name);
    if (at == block.names.end()) continue;
    return block.visit([&]<class Datum>(const BlockCells<Datum>& cells) -> ParentLevels {
      if constexpr (std::is_same_v<Datum, WordCounts> || std::is_same_v<Datum, std::vector<double>>)
        return {};
      else
        return levels_of(cells.feature(at - block.names.begin()), model.schema(),
                         *model.schema().find(name));
    });
  }
  return {};
}

// Two lists of codes as one: pairs that occur are numbered in the order of their first row.
class PairCodes {
 public:
  PairCodes(std::size_t first_levels, std::size_t second_levels) : width_(second_levels) {
    constexpr std::size_t most_dense = std::size_t{1} << 20;
    if (first_levels * second_levels <= most_dense)
      dense_.assign(first_levels * second_levels, missing_code);
  }
  Code of(Code first, Code second) {
    const std::size_t key =
        static_cast<std::size_t>(first) * width_ + static_cast<std::size_t>(second);
    Code& code =
        dense_.empty() ? sparse_.try_emplace(key, missing_code).first->second : dense_[key];
    if (code == missing_code) {
      code = static_cast<Code>(pairs_.size());
      pairs_.emplace_back(first, second);
    }
    return code;
  }
  [[nodiscard]] const std::vector<std::pair<Code, Code>>& pairs() const { return pairs_; }

 private:
  std::size_t width_;
  std::vector<Code> dense_;  // in the place of `sparse_` where there are few pairs
  std::unordered_map<std::size_t, Code> sparse_;
  std::vector<std::pair<Code, Code>> pairs_;
};

// The levels that several parents take together.
ParentLevels together(ParentLevels first, const ParentLevels& second) {
  PairCodes codes(first.names.size(), second.names.size());
  for (std::size_t row = 0; row < first.of.size(); ++row)
    first.of[row] = codes.of(first.of[row], second.of[row]);
  std::vector<std::string> names;
  for (const auto& [a, b] : codes.pairs())
    names.push_back(first.names[static_cast<std::size_t>(a)] + between +
                    second.names[static_cast<std::size_t>(b)]);
  first.names = std::move(names);
  return first;
}

// Classes and levels as one label; rows without a class stay without.
CodeColumn label_of_contexts(const CodeColumn& label, const ParentLevels& levels) {
  CodeColumn contexts;
  contexts.codes.resize(label.codes.size(), missing_code);
  PairCodes codes(label.levels.size(), levels.names.size());
  for (std::size_t row = 0; row < label.codes.size(); ++row)
    if (label.codes[row] != missing_code)
      contexts.codes[row] = codes.of(label.codes[row], levels.of[row]);
  for (const auto& [klass, level] : codes.pairs())
    contexts.levels.push_back(context_name(label.levels[static_cast<std::size_t>(klass)],
                                           levels.names[static_cast<std::size_t>(level)]));
  return contexts;
}

}  // namespace

void bind_contexts(const Model& model, BoundTable& bound) {
  check_settled(model);
  std::unordered_map<std::string, ParentLevels> known;
  for (const ContextPlan& plan : context_plans(model)) {
    if (plan.parents.empty()) continue;
    for (const std::string& parent : plan.parents)
      if (!known.contains(parent)) known.emplace(parent, levels_of_column(model, bound, parent));
    ParentLevels levels = known.at(plan.parents.front());
    for (std::size_t i = 1; i < plan.parents.size(); ++i)
      levels = together(std::move(levels), known.at(plan.parents[i]));
    BoundContext context{.children = bound.part(context_model(model, plan))};
    if (!bound.label.codes.empty()) context.children.label = label_of_contexts(bound.label, levels);
    context.levels = std::move(levels.names);
    context.level_of = std::move(levels.of);
    bound.contexts.push_back(std::move(context));
  }
}

}  // namespace credence::detail
