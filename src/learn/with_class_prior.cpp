// A posterior under another class prior.
#include <credence/learn/with_class_prior.hpp>

#include <algorithm>
#include <credence/base/error.hpp>

namespace credence {
namespace {

// Throws Error{schema} for a class that the prior names or lacks, Error{shape} for weights that do not
// fit the classes.
void check_class_prior(const LabelColumn& label) {
  for (const auto& [klass, probability] : label.prior.given)
    if (std::find(label.classes.begin(), label.classes.end(), klass) == label.classes.end())
      throw Error(ErrorCode::schema, "the class prior names class '" + klass + "', which label '" +
                                         label.name + "' does not have; name its classes");
  if (label.prior.kind == ClassPrior::Kind::learned)
    static_cast<void>(dirichlet_of(label));
  else if (label.prior.kind == ClassPrior::Kind::given)
    static_cast<void>(fixed_probabilities(label));
}

}  // namespace

Posterior<Model> with_class_prior(Posterior<Model> posterior, ClassPrior prior) {
  Schema schema = posterior.model.schema();
  schema.class_prior = prior;
  posterior.model = with_schema(posterior.model, std::move(schema));
  posterior.label.prior = std::move(prior);
  check_class_prior(posterior.label);
  return posterior;
}

}  // namespace credence
