#pragma once
// Back from a block of any family to the statistics of one.
#include <credence/detail/learn/block.hpp>
#include <credence/learn/any_block.hpp>

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

}  // namespace credence
