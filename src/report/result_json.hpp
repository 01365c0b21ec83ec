#pragma once
// What several reports write alike as JSON: numbers, and how a classifier did.
#include <credence/study/result.hpp>

#include "data/schema_json.hpp"

namespace credence::report {

/// A number; infinities as the words "inf" and "-inf", which JSON lacks, and NaN, for 0/0, as null.
[[nodiscard]] Json number(double value);

/// The object with `lower` and `upper`.
[[nodiscard]] Json interval_object(const Interval& interval);

/// Estimates that are undefined, and why.
[[nodiscard]] Json undefined_cells(const std::vector<UndefinedInFold>& undefined);

/// A result, as in a comparison.
[[nodiscard]] Json result_object(const Result& result);

}  // namespace credence::report
