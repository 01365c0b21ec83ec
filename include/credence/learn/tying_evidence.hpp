#pragma once
// Which cells of a block should share a variance: the evidence of each answer.
#include <credence/detail/learn/tying.hpp>
#include <credence/learn/model_posterior.hpp>
#include <string_view>
#include <vector>

namespace credence {

/// The log evidence of the tied block of that name under each tying that its prior allows, in the order
/// of all_tyings. Differences are log Bayes factors: the statistics are the same, only the question is
/// another.
///
///     for (const auto& [tying, evidence] : tying_evidence(posterior, "sizes"))
///       std::cout << to_string(tying) << ' ' << evidence << '\n';
/// throws  Error{schema} when no tied block has that name
[[nodiscard]] std::vector<TyingEvidence> tying_evidence(const Posterior<Model>& posterior,
                                                        std::string_view feature);

}  // namespace credence
