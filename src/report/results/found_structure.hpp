#pragma once
// What a structure is for data, in words, numbers and JSON.
#include <credence/learn/found_structure.hpp>

#include <string>
#include <vector>

#include "data/json/schema_json.hpp"

namespace credence::report {

/// "tan: 19 of 20 features depend on another", "aode: an average of 20 models, weights uniform".
[[nodiscard]] std::string sentence_of(const FoundStructure& found);

/// The weights of the models of an average, which sum to 1.
[[nodiscard]] std::vector<double> weights_of(const FoundStructure& found);

/// An object with `kind`, `features` or `models`, and `notes`.
[[nodiscard]] Json found_json(const FoundStructure& found);

}  // namespace credence::report
