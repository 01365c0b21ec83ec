#pragma once
// How many weights a logistic regression may have.
#include <credence/base/error.hpp>
#include <credence/base/index.hpp>

namespace credence::detail {

/// Throws Error{limit} where the weights of so many columns and classes with rows are too many to find.
void check_number_of_weights(Index columns, Index classes);

}  // namespace credence::detail
