#pragma once
// Contexts: a class and levels of some parents, which the features that hang on them take for a class.
#include <credence/learn/model_posterior.hpp>
#include <optional>

namespace credence::detail {

/// Which features are counted by the levels of which parents.
struct ContextPlan {
  std::vector<std::string> parents = {};
  std::vector<std::string> children = {};
};

/// Returns whether a structure counts every feature by the levels of each parent.
[[nodiscard]] bool has_pairs(const Structure& structure);

/// The contexts of parents that a structure lists, beside those of all pairs and triples.
[[nodiscard]] std::vector<ContextPlan> listed_contexts(const Model& model);

/// The contexts that the structure of a model counts, in a fixed order.
[[nodiscard]] std::vector<ContextPlan> context_plans(const Model& model);

/// How many contexts that are, without making their plans, which may take much memory.
[[nodiscard]] std::size_t number_of_contexts(const Model& model);

/// How many parents and features a context has.
struct ContextSize {
  std::size_t parents = 0;
  std::size_t children = 0;
};
/// The sizes of all contexts, in their order.
/// cost  of each: independent of how many features there are, but for parents that are listed
[[nodiscard]] std::vector<ContextSize> context_sizes(const Model& model);

/// The model of the children of a context: their cells, with the prior that the structure gives them.
[[nodiscard]] Model context_model(const Model& model, const ContextPlan& plan);

/// A prior with the same pseudo-count for each answer or category.
[[nodiscard]] PriorSpec level_prior(DatumKind datum, double each);

/// The inner edges of the bins of a column of numbers that is a parent; none where they are not known.
[[nodiscard]] std::optional<std::vector<double>> parent_edges(const Schema& schema,
                                                              const ColumnSchema& column);

/// The features that may be parents, in the order of the schema.
/// out  of numbers only those with known edges, unless `with_open`
[[nodiscard]] std::vector<std::string> possible_parents(const Model& model, bool with_open);

/// The features that may have parents: those of one column, in the order of the schema.
[[nodiscard]] std::vector<std::string> possible_children(const Model& model);

/// Throws Error{schema} where a structure must be found in rows before they can be counted.
void check_settled(const Model& model);

/// Binds the contexts of a model's structure to a table whose blocks are bound.
/// throws  Error{schema} as check_settled; Error{limit} where the counts of a table with a label would
///         take more memory than the structure allows
void bind_contexts(const Model& model, BoundTable& bound);

/// Returns how many bytes the statistics of a table's contexts take at most in one posterior; 0 without
/// a structure.
[[nodiscard]] double bytes_of_contexts(const Model& model, const BoundTable& bound);

/// Between a class and levels, and between the levels of several parents.
inline constexpr char between = '|';
/// The level of a cell that is missing.
inline constexpr std::string_view missing_mark = "\\-";
/// A level or class as it stands in the name of a context.
[[nodiscard]] std::string escaped(std::string_view text);

/// The name of a context, from which both are read back; levels of several parents are one text.
[[nodiscard]] std::string context_name(std::string_view klass, std::string_view level);

/// What a context's name was made of.
struct ContextOf {
  std::string klass;
  std::string level;  ///< as in BoundContext::levels
};
[[nodiscard]] ContextOf context_of(std::string_view name);

/// A context whose class is told by its place; -1 where it is none of the classes.
struct PlacedContext {
  Index klass = -1;
  std::string level;
};
/// The contexts of these names, in their order.
/// cost  of each: independent of how many classes there are
[[nodiscard]] std::vector<PlacedContext> placed_contexts(const std::vector<std::string>& names,
                                                         const std::vector<std::string>& classes);

/// The levels of each parent as people read them; "missing" for a cell without.
[[nodiscard]] std::vector<std::string> levels_in(std::string_view level);

/// Whether a parent's cell is missing in this level.
[[nodiscard]] bool has_missing(std::string_view level);
/// Whether the cell of the parent at a place among the parents is.
[[nodiscard]] bool has_missing(std::string_view level, std::size_t parent);

}  // namespace credence::detail
