#pragma once
// Back from the posterior of a model to the types of one family: a block, or a single cell.
#include <credence/detail/learn/block_priors.hpp>
#include <credence/learn/any_block.hpp>
#include <credence/learn/model_posterior.hpp>

namespace credence {

/// A block whose family is known. What it answers is written in detail/learn/block_of.hpp.
template <ConjugateFamily F>
class TypedBlock : public AnyBlock {
 public:
  TypedBlock() = default;
  explicit TypedBlock(Block<F> values) : block(std::move(values)) {}

  [[nodiscard]] const std::type_info& family_id() const final { return typeid(F); }

  Block<F> block;
};

/// Returns the values of a block of family `F`; null where it is of another family.
template <ConjugateFamily F>
[[nodiscard]] const Block<F>* typed_if(const AnyBlock& any) {
  return any.family_id() == typeid(F) ? &static_cast<const TypedBlock<F>&>(any).block : nullptr;
}
template <ConjugateFamily F>
[[nodiscard]] Block<F>* typed_if(AnyBlock& any) {
  return any.family_id() == typeid(F) ? &static_cast<TypedBlock<F>&>(any).block : nullptr;
}

namespace detail {
/// Throws Error{schema}: the values of a block were asked for as those of another family.
[[noreturn]] void block_of_another(const AnyBlock& any, std::string_view family);

/// Where the cell of a feature within a class stands.
struct ClassCell {
  const AnyBlock* block = nullptr;
  Index feature = 0;
  Index klass = 0;
};
/// Returns the place of a cell; throws Error{schema} for an unknown feature or class.
[[nodiscard]] ClassCell class_cell(const Posterior<Model>& posterior, std::string_view feature,
                                   std::string_view klass);
/// Throws Error{schema}: a cell was asked for as one of another family.
[[noreturn]] void cell_of_another(const ClassCell& place, std::string_view family);
}  // namespace detail

/// Returns the values of a block of family `F`; Error{schema} where it is of another.
template <ConjugateFamily F>
[[nodiscard]] const Block<F>& typed(const AnyBlock& any) {
  if (any.family_id() != typeid(F)) [[unlikely]]
    detail::block_of_another(any, F::name);
  return static_cast<const TypedBlock<F>&>(any).block;
}
template <ConjugateFamily F>
[[nodiscard]] Block<F>& typed(AnyBlock& any) {
  if (any.family_id() != typeid(F)) [[unlikely]]
    detail::block_of_another(any, F::name);
  return static_cast<TypedBlock<F>&>(any).block;
}

/// Returns the posterior of one feature within one class: its prior in numbers, and its statistics.
///
///     const auto smoker = cell<BetaBernoulli>(posterior, "smoker", "ill");
///     smoker.posterior_mean().probability;   // that one who is ill smokes
///     smoker.interval(0.9);
///
/// throws  Error{schema} for an unknown feature or class, and for a feature of another family;
///         Error{undefined} where an automatic prior has no meaning for these data
/// cost    for an empirical-Bayes prior a search
template <ConjugateFamily F>
requires(!TiedFamily<F>)
    [[nodiscard]] Posterior<F> cell(const Posterior<Model>& posterior, std::string_view feature,
                                    std::string_view klass) {
  const detail::ClassCell place = detail::class_cell(posterior, feature, klass);
  const Block<F>* block = typed_if<F>(*place.block);
  if (block == nullptr) detail::cell_of_another(place, F::name);
  auto prior = priors(*block, place.feature, posterior.label.classes);
  return {.prior = std::move(prior[static_cast<std::size_t>(place.klass)]),
          .statistics = detail::with_reserved(block->cell(place.feature, place.klass),
                                              block->feature(place.feature))};
}

}  // namespace credence
