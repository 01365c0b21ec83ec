#pragma once
// Empirical priors of a whole posterior: found once for several questions, and what to say of them.
#include <credence/learn/model_posterior.hpp>
#include <utility>

namespace credence {

/// Whether a feature leaves its prior to the data of each class.
[[nodiscard]] bool has_empirical_prior(const Posterior<Model>& posterior);

namespace detail {
/// The posterior with numbers in the place of empirical priors that exist. The model keeps its words:
/// the blocks are for asking only.
[[nodiscard]] Posterior<Model> with_numbers(Posterior<Model> posterior);
}  // namespace detail

/// Calls `visit(posterior)` with a posterior that gives the same answers, whose empirical priors
/// are found once and not for each of them.
/// cost  one search for each empirical prior and a copy of the statistics; nothing without one
template <class Visitor>
void with_found_priors(const Posterior<Model>& posterior, Visitor&& visit) {
  if (!has_empirical_prior(posterior)) {
    visit(posterior);
    return;
  }
  const Posterior<Model> found = detail::with_numbers(posterior);
  visit(found);
}

/// What a reader should know of the empirical priors of a posterior: limits that were reached,
/// classes that were left out; a sentence each.
/// cost  one search for each empirical prior
[[nodiscard]] std::vector<std::string> notes_on_priors(const Posterior<Model>& posterior);

}  // namespace credence
