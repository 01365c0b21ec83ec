#pragma once
// What is wrong with the structure of a schema.
#include <credence/learn/model.hpp>

namespace credence::detail {

/// A sentence for each fault of the structure of a model whose columns are settled.
[[nodiscard]] std::vector<std::string> structure_faults(const Model& model);

}  // namespace credence::detail
