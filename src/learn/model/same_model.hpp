#pragma once
// Whether two posteriors are of one model, so that what they have seen can be taken together.
#include <credence/learn/model_posterior.hpp>
#include <string_view>

namespace credence::detail {

/// Returns whether a posterior has no statistics of the features of its model.
[[nodiscard]] bool was_moved_from(const Posterior<Model>& posterior);

/// Throws Error{version} unless both have one model and add up in the same way.
/// in  done: what only such posteriors can be, as in "merged"
void check_same_model(const Posterior<Model>& a, const Posterior<Model>& b, std::string_view done);

}  // namespace credence::detail
