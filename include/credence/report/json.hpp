#pragma once
// Studies as JSON, for scripts.
#include <credence/study/description.hpp>
#include <credence/study/result.hpp>

namespace credence {

/// One object, two blanks of indentation, ending in a new line. Numbers are the shortest text that
/// reads back exactly; an infinite log loss is the string "inf"; metrics of an estimator with
/// undefined cells are null. A byte that is not UTF-8 becomes U+FFFD. Readers must ignore keys and
/// values of `on` that they do not know: more may come. The keys are listed in docs/tool.md.
[[nodiscard]] std::string to_json(const Comparison& comparison);

/// The same for an evaluation, with confusion matrix (true x predicted), recall and precision of
/// each class (null for 0/0).
[[nodiscard]] std::string to_json(const Evaluation& evaluation);

/// The same for a description: {"undefined": why} in the place of numbers that do not exist.
[[nodiscard]] std::string to_json(const Description& description);

}  // namespace credence
