#pragma once
// The same features in a population whose classes are otherwise frequent.
#include <credence/learn/model_posterior.hpp>

namespace credence {

namespace detail {
/// Throws Error{schema} for a class that the prior names or lacks, Error{shape} for weights that do not
/// fit the classes.
void check_class_prior(const LabelColumn& label);
}  // namespace detail

/// The posterior with another class prior; what was learned of the features stays. Every log joint
/// moves by the difference of the log class probabilities, exactly. Numbers (`uniform`, `given`)
/// replace what was learned of the classes; `learned` and `frequencies` use the rows that were seen.
///
///     Classifier{with_class_prior(posterior, {.kind = ClassPrior::Kind::uniform}), estimator};
///
/// throws  Error{schema} when the prior names a class that there is not, or lacks one; Error{shape}
///         when it has another number of weights
template <class List>
[[nodiscard]] Posterior<BasicModel<List>> with_class_prior(Posterior<BasicModel<List>> posterior,
                                                           ClassPrior prior) {
  Schema schema = posterior.model.schema();
  schema.class_prior = prior;
  posterior.model = BasicModel<List>(std::move(schema));
  posterior.label.prior = std::move(prior);
  detail::check_class_prior(posterior.label);
  return posterior;
}

}  // namespace credence
