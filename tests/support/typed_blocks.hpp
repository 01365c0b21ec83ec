#pragma once
// Blocks of any family with their type again, for what must be asked of every family of the list.
#include <credence/family/families.hpp>
#include <credence/learn/model_posterior.hpp>
#include <credence/learn/typed_block.hpp>

#include <stdexcept>
#include <string>
#include <typeinfo>

namespace credence::testing {

/// Calls `visit(F{})` for the family of the list whose type has that id.
template <class Visitor>
void with_family_of(const std::type_info& id, Visitor&& visit) {
  bool found = false;
  for_each_family(Families{}, [&]<class F>(F family) {
    if (id != typeid(F)) return;
    found = true;
    visit(family);
  });
  if (!found) throw std::runtime_error("no family of the list: " + std::string(id.name()));
}

/// Calls `visit(block)` with the Block<F> that it is.
template <class Visitor>
void visit_block(const AnyBlock& block, Visitor&& visit) {
  with_family_of(block.family_id(), [&]<class F>(F) { visit(typed<F>(block)); });
}

/// Calls `visit(block)` for each block of a posterior, in order.
template <class Visitor>
void for_each_block(const Posterior<Model>& posterior, Visitor&& visit) {
  for (const auto& block : posterior.blocks) visit_block(*block, visit);
}

}  // namespace credence::testing
