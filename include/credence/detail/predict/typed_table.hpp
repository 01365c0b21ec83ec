#pragma once
// Back from tables and beliefs of any family to those of one.
#include <cassert>
#include <credence/detail/predict/block_beliefs.hpp>
#include <credence/detail/predict/score_table.hpp>
#include <credence/detail/predict/scored_family.hpp>

namespace credence {

/// Returns a table whose family is known. What it answers is written in
/// detail/predict/scored_family_of.hpp.
template <ConjugateFamily F>
class TypedTable : public AnyTable {
 public:
  explicit TypedTable(ScoreTable<F> values) : table(std::move(values)) {}
  [[nodiscard]] const std::type_info& family_id() const final { return typeid(F); }

  ScoreTable<F> table;
};

/// Returns the densities of a table that is known to be of family `F`.
template <ConjugateFamily F>
[[nodiscard]] const ScoreTable<F>& typed_table(const AnyTable& any) {
  assert(any.family_id() == typeid(F));
  return static_cast<const TypedTable<F>&>(any).table;
}

/// Beliefs whose family is known.
template <ConjugateFamily F>
class TypedBeliefs : public AnyBeliefs {
 public:
  explicit TypedBeliefs(BlockBeliefs<F> values) : beliefs(std::move(values)) {}
  [[nodiscard]] const std::type_info& family_id() const final { return typeid(F); }

  BlockBeliefs<F> beliefs;
};

/// Returns the beliefs that are known to be of family `F`.
template <ConjugateFamily F>
[[nodiscard]] const BlockBeliefs<F>& typed_beliefs(const AnyBeliefs& any) {
  assert(any.family_id() == typeid(F));
  return static_cast<const TypedBeliefs<F>&>(any).beliefs;
}

}  // namespace credence
