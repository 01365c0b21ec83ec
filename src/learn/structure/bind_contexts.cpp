// The rows of a table by the levels of parents, and the memory that their contexts take.
#include <algorithm>
#include <credence/data/number.hpp>
#include <mutex>
#include <unordered_map>

#include <fmt/format.h>

#include "learn/levels/level_codes.hpp"
#include "learn/structure/contexts.hpp"

namespace credence::detail {

// The levels of one parent, distinct, and that of each row.
struct ParentLevels {
  std::vector<std::string> names = {};
  std::vector<Code> of = {};
};

// What all contexts of a table are made of: the table itself, without contexts.
struct ContextSource {
  Model model;
  BoundTable table;
};

namespace {

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

// The level of each row under the edges of bins; missing cells are behind the last.
template <class Datum>
void read_bins(const Cells<Datum>& cells, const std::vector<double>& edges, std::span<Code> codes) {
  const Slots slots;
  const auto absent = static_cast<Code>(edges.size() + 1);
  Datum datum{};
  for (Index row = 0; row < cells.rows(); ++row) {
    Code& level = codes[static_cast<std::size_t>(row)];
    if (!cells.read(row, slots, datum))
      level = absent;
    else if constexpr (std::is_same_v<Datum, Count>)
      level = bin_of(edges, datum.count);
    else
      level = bin_of(edges, datum);
  }
}

// A column that is a parent, where it is bound.
struct ParentColumn {
  const BoundBlock* block = nullptr;
  Index feature = 0;
  const ColumnSchema* column = nullptr;
  std::vector<double> edges = {};  // of the bins of numbers
};

ParentColumn parent_column(const Model& model, const BoundTable& bound, const std::string& name) {
  ParentColumn found{.column = model.schema().find(name)};
  for (const BoundBlock& block : bound.blocks) {
    const auto at = std::find(block.names.begin(), block.names.end(), name);
    if (at == block.names.end()) continue;
    found.block = &block;
    found.feature = at - block.names.begin();
    found.edges = parent_edges(model.schema(), *found.column).value_or(std::vector<double>());
    break;
  }
  return found;
}

// The levels of a parent, as names of contexts have them; the last is that of missing cells.
std::vector<std::string> level_names(const ParentColumn& parent) {
  std::vector<std::string> names =
      parent.block->visit([&]<class Datum>(const BlockCells<Datum>& cells) {
        const std::vector<std::string>& given = parent.column->levels;
        if constexpr (std::is_same_v<Datum, bool>) {
          return given.size() == 2 ? given : std::vector<std::string>{"0", "1"};
        } else if constexpr (std::is_same_v<Datum, Code>) {
          const auto levels = cells.feature(parent.feature).levels();
          return std::vector<std::string>(levels.begin(), levels.end());
        } else {
          return names_of_bins(parent.edges);
        }
      });
  for (std::string& name : names) name = escaped(name);
  names.emplace_back(missing_mark);
  return names;
}

std::vector<Code> levels_of_rows(const ParentColumn& parent, Index rows) {
  std::vector<Code> codes(static_cast<std::size_t>(rows));
  parent.block->visit([&]<class Datum>(const BlockCells<Datum>& cells) {
    if constexpr (std::is_same_v<Datum, double> || std::is_same_v<Datum, Count>)
      read_bins(cells.feature(parent.feature), parent.edges, codes);
    else
      read_codes(*parent.block, parent.feature, {.count = rows}, codes);
  });
  return codes;
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

// The levels that several parents take together, and that of each row.
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
CodeColumn label_of_contexts(const CodeColumn& label, std::span<const std::string> names,
                             std::span<const Code> level_of) {
  CodeColumn contexts;
  contexts.codes.resize(label.codes.size(), missing_code);
  PairCodes codes(label.levels.size(), names.size());
  for (std::size_t row = 0; row < label.codes.size(); ++row)
    if (label.codes[row] != missing_code)
      contexts.codes[row] = codes.of(label.codes[row], level_of[row]);
  for (const auto& [klass, level] : codes.pairs())
    contexts.levels.push_back(context_name(label.levels[static_cast<std::size_t>(klass)],
                                           names[static_cast<std::size_t>(level)]));
  return contexts;
}

// Of each parent; the levels of rows are read where several parents take levels together.
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

// How many levels each column has that may be a parent, without that of missing cells.
using LevelCounts = std::unordered_map<std::string, double>;

LevelCounts level_counts(const Model& model, const std::vector<ContextPlan>& listed,
                         const BoundTable& bound) {
  LevelCounts counts;
  const auto add = [&](const std::vector<std::string>& parents) {
    for (const std::string& name : parents)
      if (const auto [at, is_new] = counts.try_emplace(name); is_new)
        at->second =
            static_cast<double>(std::ssize(level_names(parent_column(model, bound, name))) - 1);
  };
  if (has_pairs(model.schema().structure)) add(possible_parents(model, false));
  for (const ContextPlan& plan : listed) add(plan.parents);
  return counts;
}

// How many levels parents take together, times the doubles of their children in each. Pairs and triples
// of thousands of columns are not listed.
double cells_of_contexts(const Model& model, const std::vector<ContextPlan>& listed,
                         const LevelCounts& levels, const BoundTable& bound) {
  const std::unordered_map<std::string, double> doubles = doubles_of_cells(bound);
  double cells = 0;
  const auto add = [&](double together, double children) {
    cells += std::min(together, static_cast<double>(bound.rows)) * children;
  };
  if (const Structure& structure = model.schema().structure; has_pairs(structure)) {
    double all = 0;
    for (const std::string& child : possible_children(model)) all += doubles.at(child);
    std::vector<std::pair<double, double>> parents;  // levels and doubles of each
    for (const std::string& name : possible_parents(model, false))
      parents.emplace_back(levels.at(name), doubles.at(name));
    for (auto one = parents.begin(); one != parents.end(); ++one) {
      const double others = all - one->second;
      add(one->first, others);
      if (structure.kind != StructureKind::a2de) continue;
      for (auto two = one + 1; two != parents.end(); ++two)
        add(one->first * two->first, others - two->second);
    }
  }
  for (const ContextPlan& plan : listed) {
    double together = 1, children = 0;
    for (const std::string& parent : plan.parents) together *= levels.at(parent);
    for (const std::string& child : plan.children) children += doubles.at(child);
    add(together, children);
  }
  return cells;
}

double bytes_of_cells(double cells, const BoundTable& bound) {
  return sizeof(double) * static_cast<double>(bound.label.levels.size()) * cells;
}

// Throws Error{limit} before anything is made that the structure's limit of memory does not allow.
void check_bytes(const Model& model, const BoundTable& bound) {
  constexpr double gigabyte = 1e9;
  const std::vector<ContextPlan> listed = listed_contexts(model);
  const LevelCounts levels = level_counts(model, listed, bound);
  const double codes = 2.0 * sizeof(Code) * static_cast<double>(bound.rows);  // of each context
  const double bytes = bytes_of_cells(cells_of_contexts(model, listed, levels, bound), bound) +
                       codes * static_cast<double>(number_of_contexts(model));
  const Structure& structure = model.schema().structure;
  if (bytes <= structure.gigabytes * gigabyte) return;
  double all = 0;
  for (const auto& entry : levels) all += entry.second;
  const char* what = structure.kind == StructureKind::a2de ? "triples" : "pairs";
  throw Error(ErrorCode::limit,
              fmt::format("{} of {} columns with {} levels in {} classes need {:.3g} GB (limit {} "
                          "GB): keep fewer columns (Structure::may_be_parents), fewer levels, or "
                          "raise Structure::gigabytes",
                          what, levels.size(), grouped(all), bound.label.levels.size(),
                          bytes / gigabyte, to_text(structure.gigabytes)));
}

// The levels of all parents that some plan has.
LevelsOfParents levels_of_parents(const Model& model, const std::vector<ContextPlan>& plans,
                                  const BoundTable& bound) {
  LevelsOfParents known;
  for (const ContextPlan& plan : plans)
    for (const std::string& name : plan.parents) {
      ParentLevels& levels = known[name];
      const bool by_row = plan.parents.size() > 1 && levels.of.empty();
      if (!by_row && !levels.names.empty()) continue;
      const ParentColumn parent = parent_column(model, bound, name);
      levels.names = level_names(parent);
      if (by_row) levels.of = levels_of_rows(parent, bound.rows);
    }
  return known;
}

}  // namespace

double bytes_of_contexts(const Model& model, const BoundTable& bound) {
  if (bound.contexts.empty()) return 0;
  const std::vector<ContextPlan> listed = listed_contexts(model);
  return bytes_of_cells(cells_of_contexts(model, listed, level_counts(model, listed, bound), bound),
                        bound);
}

/// One context of a table, and the parts of it that are made late.
class ContextRows {
 public:
  // in  levels: those of rows are empty for one parent, whose column has them
  ContextRows(std::shared_ptr<const ContextSource> source, ContextPlan plan, ParentLevels levels)
      : source_(std::move(source)), plan_(std::move(plan)), levels_(std::move(levels)) {}

  [[nodiscard]] const std::vector<std::string>& names() const { return levels_.names; }
  [[nodiscard]] const std::vector<Code>& level_of() {
    std::call_once(read_, [&] {
      if (!levels_.of.empty()) return;
      const BoundTable& table = source_->table;
      levels_.of =
          levels_of_rows(parent_column(source_->model, table, plan_.parents.front()), table.rows);
    });
    return levels_.of;
  }
  [[nodiscard]] const BoundTable& children() {
    std::call_once(made_, [&] {
      const BoundTable& table = source_->table;
      BoundTable made = table.part(context_model(source_->model, plan_));
      if (!table.label.codes.empty())
        made.label = label_of_contexts(table.label, levels_.names, level_of());
      children_ = std::move(made);
    });
    return children_;
  }

 private:
  std::shared_ptr<const ContextSource> source_;
  ContextPlan plan_;
  ParentLevels levels_;
  std::once_flag read_, made_;
  BoundTable children_;
};

void bind_contexts(const Model& model, BoundTable& bound) {
  if (model.schema().structure.kind == StructureKind::naive) return;
  check_settled(model);
  if (!bound.label.codes.empty()) check_bytes(model, bound);
  std::vector<ContextPlan> plans = context_plans(model);
  const LevelsOfParents known = levels_of_parents(model, plans, bound);
  BoundTable table = bound;
  table.contexts = {};
  const auto source = std::make_shared<const ContextSource>(
      ContextSource{.model = model, .table = std::move(table)});
  for (ContextPlan& plan : plans) {
    ParentLevels levels = known.at(plan.parents.front());
    for (std::size_t i = 1; i < plan.parents.size(); ++i)
      levels = together(std::move(levels), known.at(plan.parents[i]));
    bound.contexts.push_back(
        BoundContext(std::make_shared<ContextRows>(source, std::move(plan), std::move(levels))));
  }
}

}  // namespace credence::detail

namespace credence {

BoundContext::BoundContext(std::shared_ptr<detail::ContextRows> rows) : rows_(std::move(rows)) {}
const std::vector<std::string>& BoundContext::levels() const { return rows_->names(); }
const std::vector<Code>& BoundContext::level_of() const { return rows_->level_of(); }
const BoundTable& BoundContext::children() const { return rows_->children(); }

}  // namespace credence
