#pragma once
// Whether a class prior is one, and the one form in which a model keeps what is said of its classes.
#include <credence/data/levels.hpp>
#include <credence/data/schema.hpp>
#include <credence/density/dirichlet.hpp>

namespace credence::detail {

/// Throws Error{domain} for pseudo-counts of classes that are not positive and finite, or whose sum
/// would be too large.
inline void check_pseudo_counts(const ClassPrior& prior) {
  if (prior.kind != ClassPrior::Kind::learned) return;
  if (prior.weights.empty())
    check_members(Dirichlet::Symmetric{prior.each}, "the class prior");
  else
    check_members(Dirichlet{prior.weights}, "the class prior");
}

/// Returns entries in the order of classes; as they are where a class stands twice, which is a fault.
template <class Value>
[[nodiscard]] std::vector<std::pair<std::string, Value>> in_class_order(
    std::vector<std::pair<std::string, Value>> entries) {
  std::vector<std::string> names;
  for (const auto& entry : entries) names.push_back(entry.first);
  const std::vector<std::string> sorted = sorted_levels(names);
  if (sorted == names || sorted.size() != names.size()) return entries;
  std::vector<std::pair<std::string, Value>> ordered;
  for (const Index at : positions_in(sorted, names))
    ordered.push_back(std::move(entries[static_cast<std::size_t>(at)]));
  return ordered;
}

/// Returns a prior whose classes stand in their order.
[[nodiscard]] inline PriorSpec in_class_order(PriorSpec prior) {
  prior.by_class = in_class_order(std::move(prior.by_class));
  return prior;
}

/// Returns the class prior as files hold it: classes in their order, and nothing that its kind does not
/// use.
[[nodiscard]] inline ClassPrior in_class_order(ClassPrior prior) {
  const bool is_learned = prior.kind == ClassPrior::Kind::learned;
  if (!is_learned) prior.weights.clear();
  if (!is_learned || !prior.weights.empty()) prior.each = ClassPrior{}.each;
  if (prior.kind != ClassPrior::Kind::given) prior.given.clear();
  prior.given = in_class_order(std::move(prior.given));
  return prior;
}

}  // namespace credence::detail
