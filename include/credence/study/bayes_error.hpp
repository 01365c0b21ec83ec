#pragma once
// How often the best classifier that there is for data of a known truth is wrong.
#include <credence/base/index.hpp>

namespace credence {

/// How well the best classifier does, the one that knows the truth. Nobody does better on average.
struct BayesError {
  double error = 0;     ///< probability that its label is wrong
  double log_loss = 0;  ///< mean of -ln p(true class), nats: the entropy of the class given the row
  double error_standard_error = 0;     ///< 0 where the error is exact
  double log_loss_standard_error = 0;  ///< likewise
  Index draws = 0;                     ///< rows drawn; 0: exact

  friend bool operator==(const BayesError&, const BayesError&) = default;
};

}  // namespace credence
