#pragma once
// Comparisons of several structures as one.
#include <credence/study/compare.hpp>

namespace credence::detail {

/// Names the structure of a comparison of one, and of the results that have it.
void name_structure(const std::string& structure, Comparison& comparison);

/// The results of all parts, those that have no structure once and last; notes that only some parts have
/// say whose they are.
/// in  parts: at least one, each of one structure and of the same rows
[[nodiscard]] Comparison joined(std::vector<Comparison> parts);

}  // namespace credence::detail
