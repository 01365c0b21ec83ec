#pragma once
// Parts of a description, as text and as JSON.
#include <credence/study/describe.hpp>

#include <string>

#include "data/json/schema_json.hpp"

namespace credence::report {

/// A feature with its cells.
/// in  mass: of the intervals;  given: behind the name, " given smoker = yes, 5 rows"
[[nodiscard]] std::string feature_text(const FeatureDescription& feature, double mass,
                                       const std::string& given = {});

/// Arcs or models, and what to know.
[[nodiscard]] std::string structure_text(const StructureDescription& structure);

/// The features that depend on others, given each level of their parents.
[[nodiscard]] std::string contexts_text(const StructureDescription& structure, double mass);

[[nodiscard]] Json feature_json(const FeatureDescription& feature, double mass);
[[nodiscard]] Json structure_json(const StructureDescription& structure, double mass);

}  // namespace credence::report
