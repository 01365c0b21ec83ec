#pragma once
// Only a proper prior, one that sums or integrates to one, has an evidence.
#include <credence/base/error.hpp>
#include <credence/family/family.hpp>
#include <string>

namespace credence::detail {

/// Throws Error{undefined} for a prior with a parameter outside its domain: its constant would be
/// arbitrary, and the evidence and every Bayes factor with it.
template <ConjugateFamily F>
void check_proper(const typename F::Prior& prior) {
  try {
    check(prior);
  } catch (const Error& error) {
    throw Error(ErrorCode::undefined,
                "log evidence of family '" + std::string(F::name) +
                    "' does not exist under an improper prior: " + error.what() +
                    "; give a prior that integrates to 1, such as 'auto'");
  }
}

}  // namespace credence::detail
