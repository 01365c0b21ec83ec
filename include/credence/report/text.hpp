#pragma once
// Studies as text, for people: aligned tables, lines ending in a new line, no colours.
#include <credence/predict/explain.hpp>
#include <credence/study/description.hpp>
#include <credence/study/result.hpp>
#include <credence/study/suggestion.hpp>

namespace credence {

/// A line per estimator and set of rows, training above cross-validation and leave-one-out, then
/// what to know.
/// Metrics that do not exist are "-". Long lists are cut and say so.
[[nodiscard]] std::string to_text(const Comparison& comparison);

/// A line per estimator, then the confusion matrix of each with recall and precision.
[[nodiscard]] std::string to_text(const Evaluation& evaluation);

/// A part per feature: prior, statistics, posterior, credible intervals of the parameters and the
/// four estimates of every class; numbers to six digits, intervals to four.
[[nodiscard]] std::string to_text(const Description& description);

/// A line per column and family, the best first; then a line per column with what its dependence on
/// the class is worth; then why families or evidences are missing.
[[nodiscard]] std::string to_text(const Suggestions& suggestions);

/// A line for each contribution, and their sum below; these are the shortest text that reads back
/// exactly, so that what is printed adds up to the last bit. Intervals have six digits.
[[nodiscard]] std::string to_text(const Explanation& explanation);

}  // namespace credence
