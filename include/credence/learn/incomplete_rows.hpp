#pragma once
// Rows that taught a block nothing because they lack one of its numbers.
#include <credence/learn/model_posterior.hpp>
#include <string>
#include <vector>

namespace credence {

/// What a user should know of rows that lack a number of a block whose columns vary together: how
/// many of them, by weight, were left out of what the block learned. Without such rows, nothing.
[[nodiscard]] std::vector<std::string> notes_on_incomplete_rows(const Posterior<Model>& posterior);

}  // namespace credence
