// The rows of a table by the levels of parents, and the memory that their contexts take.
#include <algorithm>
#include <credence/data/number.hpp>
#include <unordered_map>

#include <fmt/format.h>

#include "learn/contexts.hpp"
#include "learn/level_codes.hpp"

namespace credence::detail {
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

// The bin of each number; missing ones are behind the last.
template <class Datum>
void read_bins(const Cells<Datum>& cells, const std::vector<double>& edges, std::span<Code> bins) {
  const Slots slots;
  const auto absent = static_cast<Code>(edges.size() + 1);
  Datum datum{};
  for (Index row = 0; row < cells.rows(); ++row) {
    Code& bin = bins[static_cast<std::size_t>(row)];
    if (!cells.read(row, slots, datum))
      bin = absent;
    else if constexpr (std::is_same_v<Datum, Count>)
      bin = bin_of(edges, datum.count);
    else
      bin = bin_of(edges, datum);
  }
}

// Reads a parent's cells; missing ones are a level of their own, behind the others.
// in  block: of the cells, the feature's place among them
template <class Datum>
ParentLevels levels_of(const BoundBlock& block, Index feature, const Schema& schema,
                       const ColumnSchema& column) {
  const Cells<Datum>& cells = block.of<Datum>().feature(feature);
  ParentLevels found;
  found.of.resize(static_cast<std::size_t>(cells.rows()));
  if constexpr (std::is_same_v<Datum, bool> || std::is_same_v<Datum, Code>) {
    if constexpr (std::is_same_v<Datum, Code>)
      found.names.assign(cells.levels().begin(), cells.levels().end());
    else
      found.names = column.levels.size() == 2 ? column.levels : std::vector<std::string>{"0", "1"};
    read_codes(block, feature, {.count = cells.rows()}, found.of);
  } else {
    const std::vector<double> edges = parent_edges(schema, column).value_or(std::vector<double>());
    found.names = names_of_bins(edges);
    read_bins(cells, edges, found.of);
  }
  for (std::string& name : found.names) name = escaped(name);
  found.names.emplace_back(missing_mark);
  return found;
}

ParentLevels levels_of_column(const Model& model, const BoundTable& bound,
                              const std::string& name) {
  for (const BoundBlock& block : bound.blocks) {
    const auto at = std::find(block.names.begin(), block.names.end(), name);
    if (at == block.names.end()) continue;
    return block.visit([&]<class Datum>(const BlockCells<Datum>&) -> ParentLevels {
      if constexpr (std::is_same_v<Datum, WordCounts> || std::is_same_v<Datum, std::vector<double>>)
        return {};
      else
        return levels_of<Datum>(block, at - block.names.begin(), model.schema(),
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

// Every class with every level, whether they meet or not.
CodeColumn all_contexts(const CodeColumn& label, const ParentLevels& levels) {
  const auto width = static_cast<Code>(levels.names.size());
  CodeColumn contexts;
  contexts.codes.resize(label.codes.size());
  for (std::size_t row = 0; row < label.codes.size(); ++row) {
    const Code klass = label.codes[row];
    contexts.codes[row] = klass == missing_code ? missing_code : klass * width + levels.of[row];
  }
  for (const std::string& klass : label.levels)
    for (const std::string& level : levels.names)
      contexts.levels.push_back(context_name(klass, level));
  return contexts;
}

// Classes and levels as one label; rows without a class stay without.
CodeColumn label_of_contexts(const CodeColumn& label, const ParentLevels& levels) {
  if (16 * label.levels.size() * levels.names.size() <= label.codes.size())
    return all_contexts(label, levels);
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

using LevelsOfParents = std::unordered_map<std::string, ParentLevels>;

// How many doubles the statistics of each feature of one column take in a class.
std::unordered_map<std::string, double> doubles_of_cells(const BoundTable& bound) {
  constexpr double moments = 3;
  std::unordered_map<std::string, double> doubles;
  for (const BoundBlock& block : bound.blocks)
    block.visit([&]<class Datum>(const BlockCells<Datum>& cells) {
      for (std::size_t j = 0; j < block.names.size(); ++j) {
        double& of = doubles[block.names[j]];
        of = std::is_same_v<Datum, bool> ? 2 : moments;
        if constexpr (std::is_same_v<Datum, Code>)
          of = static_cast<double>(cells.feature(static_cast<Index>(j)).levels().size());
      }
    });
  return doubles;
}

// "9,310"
std::string grouped(double count) {
  std::string digits = std::to_string(static_cast<std::int64_t>(count));
  for (std::ptrdiff_t at = std::ssize(digits) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

// Bytes of the contexts of one plan: its counts, and two codes a row.
double bytes_of(const ContextPlan& plan, const LevelsOfParents& known, const BoundTable& bound,
                const std::unordered_map<std::string, double>& doubles) {
  const auto rows = static_cast<double>(bound.rows);
  double levels = 1;
  for (const std::string& parent : plan.parents)
    levels = std::min(levels * static_cast<double>(known.at(parent).names.size() - 1), rows);
  double cells = 0;
  for (const std::string& child : plan.children) cells += doubles.at(child);
  const auto classes = static_cast<double>(bound.label.levels.size());
  return sizeof(double) * classes * levels * cells + 2 * sizeof(Code) * rows;
}

// Throws Error{limit} before anything is counted that the structure's limit of memory does not allow.
void check_bytes(const Model& model, const std::vector<ContextPlan>& plans,
                 const LevelsOfParents& known, const BoundTable& bound) {
  constexpr double gigabyte = 1e9;
  const auto doubles = doubles_of_cells(bound);
  double bytes = 0;
  for (const ContextPlan& plan : plans) bytes += bytes_of(plan, known, bound, doubles);
  const Structure& structure = model.schema().structure;
  if (bytes <= structure.gigabytes * gigabyte) return;
  double levels = 0;
  for (const auto& entry : known) levels += static_cast<double>(entry.second.names.size() - 1);
  const char* what = structure.kind == StructureKind::a2de ? "triples" : "pairs";
  throw Error(ErrorCode::limit,
              fmt::format("{} of {} columns with {} levels in {} classes need {:.3g} GB (limit {} "
                          "GB): keep fewer columns (Structure::may_be_parents), fewer levels, or "
                          "raise Structure::gigabytes",
                          what, known.size(), grouped(levels), bound.label.levels.size(),
                          bytes / gigabyte, to_text(structure.gigabytes)));
}

// The levels of all parents that some plan has.
LevelsOfParents levels_of_parents(const Model& model, const std::vector<ContextPlan>& plans,
                                  const BoundTable& bound) {
  LevelsOfParents known;
  for (const ContextPlan& plan : plans)
    for (const std::string& parent : plan.parents)
      if (!known.contains(parent)) known.emplace(parent, levels_of_column(model, bound, parent));
  return known;
}

}  // namespace

void bind_contexts(const Model& model, BoundTable& bound) {
  check_settled(model);
  std::vector<ContextPlan> plans = context_plans(model);
  std::erase_if(plans, [](const ContextPlan& plan) { return plan.parents.empty(); });
  const LevelsOfParents known = levels_of_parents(model, plans, bound);
  if (!bound.label.codes.empty()) check_bytes(model, plans, known, bound);
  for (const ContextPlan& plan : plans) {
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
