// Whether a class prior fits the classes of a posterior.
#include <credence/learn/with_class_prior.hpp>

#include <algorithm>

namespace credence::detail {

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

}  // namespace credence::detail
