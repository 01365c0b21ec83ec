#pragma once
// What the rows of all classes and the class prior may sum to.
#include <credence/learn/label_column.hpp>
#include <span>

namespace credence::detail {

/// Throws Error{domain} where the class prior of a label and these counts, one for each class, sum to
/// more than a double holds: they have no probabilities, and no file of them could be read again.
void check_class_sum(const LabelColumn& label, std::span<const double> counts);

/// The same of what the label counts and `more` rows of one class; allocates nothing.
void check_class_sum(const LabelColumn& label, Index klass, double more);

/// Returns of each class whether it may join, as credence::may_join says of one.
[[nodiscard]] std::vector<bool> which_may_join(const LabelColumn& label,
                                               std::span<const std::string> classes);

}  // namespace credence::detail
