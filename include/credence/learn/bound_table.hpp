#pragma once
// A table as the blocks of a model read it: every cell converted once, checked once.
#include <credence/base/box.hpp>
#include <credence/base/error.hpp>
#include <credence/learn/model.hpp>
#include <memory>
#include <type_traits>
#include <utility>

namespace credence {

class BoundContext;
struct BoundBlock;  // detail/learn/block_cells.hpp

/// The cells of a table, converted for the blocks of one model. The table must outlive it.
struct BoundTable {
  // Compiled once: what a table binds is large to copy.
  BoundTable();
  BoundTable(const BoundTable& other);
  BoundTable(BoundTable&& other) noexcept;
  BoundTable& operator=(const BoundTable& other);
  BoundTable& operator=(BoundTable&& other) noexcept;
  ~BoundTable();

  Model bound_for = {};  ///< the model whose blocks these are; not said of a table `by_feature`
  const Table* table = nullptr;
  Index rows = 0;
  std::vector<BoundBlock> blocks;      ///< in the order of the model's families
  CodeColumn label = {};               ///< empty when the table has no label column
  std::vector<double> weights;         ///< empty: 1 for each row
  std::string weight_name = {};        ///< the column of the weights, which no posterior observes
  Nested<BoundContext> contexts = {};  ///< of a model with a structure, in its order

  /// Returns the columns that a part of the model reads, found by name: nothing is converted again.
  /// in      model: its features are features of the model that was bound, of the same families, and
  ///         read the same columns
  /// throws  Error{schema} for a feature that was not bound
  /// cost    features, and a copy of label and weights; no cell is looked at
  [[nodiscard]] BoundTable part(const Model& model) const;
  /// The same table with a block for each feature, in the order of the blocks; without label and
  /// weights.
  /// cost    features; no cell is looked at
  [[nodiscard]] BoundTable by_feature() const;
};

namespace detail {
class ContextRows;  // learn/bind_contexts.cpp
}

/// A table as one context reads it: rows by the levels of the parents. What has an entry for each row is
/// made when it is asked for; copies share it. Any number of threads may ask.
class BoundContext {
 public:
  BoundContext() = default;
  /// From what knows how the rest is made.
  explicit BoundContext(std::shared_ptr<detail::ContextRows> rows);

  /// The levels that the parents take together, distinct; a missing cell is one behind the others.
  [[nodiscard]] const std::vector<std::string>& levels() const;
  /// The level of each row of the table: a position among these.
  [[nodiscard]] const std::vector<Code>& level_of() const;
  /// The children; its label: class and levels of the parents together.
  [[nodiscard]] const BoundTable& children() const;

 private:
  std::shared_ptr<detail::ContextRows> rows_;
};

namespace detail {
/// Throws Error{domain}: a datum outside the support of its family.
[[noreturn]] void outside_support(const Table& table, const ColumnSchema& feature, Index row,
                                  std::string_view family, std::string_view needs);
/// The same for the feature of a block that a kernel found at fault.
[[noreturn]] void outside_support(const Table& table, const Schema& schema, const BoundBlock& block,
                                  const Entry& fault);
/// Throws Error{schema} listing the columns of the schema that the table lacks.
void check_columns(const Table& table, const Schema& schema);
}  // namespace detail

/// Weights of rows from a column of the table.
/// throws  Error{schema} for an unknown column; with the place of the first, Error{parse} for one that
///         is no number, Error{domain} for one that is missing or negative
[[nodiscard]] std::vector<double> row_weights(const Table& table, std::string_view column);

/// Converts the cells that a model's features read; the label too, where the table has it.
/// in      weight: the column of row weights, empty for none
/// throws  Error{schema} for an unknown column, Error{parse} and Error{domain} with the
///         place of the first cell that its family does not accept; cells that the table only views
///         are checked when they are read
[[nodiscard]] BoundTable bind(const Model& model, const Table& table, std::string_view weight = {});
/// A table that dies at the end of the expression cannot be bound: give it a name.
BoundTable bind(const Model& model, const Table&& table, std::string_view weight = {}) = delete;

namespace detail {
/// A model, a table and a text, which may be no constants.
template <class M, class T, class Name>
concept BindArguments = std::is_same_v<std::remove_cvref_t<M>, Model> &&
    std::is_same_v<std::remove_cvref_t<T>, Table> && std::is_convertible_v<Name, std::string_view>;
/// The same with a table that lives on, and with one that dies.
template <class M, class T, class Name>
concept BindLasting = BindArguments<M, T, Name> && std::is_lvalue_reference_v<T>;
template <class M, class T, class Name>
concept BindDying = BindArguments<M, T, Name> && !std::is_lvalue_reference_v<T>;
}  // namespace detail

/// The same for a model and a table that are no constants, and for any text, such as a
/// std::string: with these a plain `bind` would be std::bind.
template <class M, class T, class Name = std::string_view>
requires detail::BindLasting<M, T, Name>
[[nodiscard]] BoundTable bind(M&& model, T&& table, Name&& weight = {}) {
  // Constants match the function above as well as this template, and so it is called.
  return credence::bind(std::as_const(model), std::as_const(table), std::string_view(weight));
}
/// Nor can a table that dies beside these.
template <class M, class T, class Name = std::string_view>
requires detail::BindDying<M, T, Name>
BoundTable bind(M&& model, T&& table, Name&& weight = {}) = delete;

/// For each row the position of its class in `classes`; -1 where the label is missing or not among
/// them.
[[nodiscard]] std::vector<Index> label_positions(const CodeColumn& label, Index rows,
                                                 std::span<const std::string> classes);

/// 0, 1, ..., rows - 1.
[[nodiscard]] std::vector<Index> all_rows(Index rows);

}  // namespace credence
