// The posterior of models over the list in families.hpp, compiled once.
#include <credence/learn/model_posterior.hpp>

namespace credence {

template Posterior<Model> empty_posterior(const Model&);
template void observe(Posterior<Model>&, const BoundTable<Families>&, std::span<const Index>);
template void merge(Posterior<Model>&, Posterior<Model>);
template double log_evidence(const Posterior<Model>&);

}  // namespace credence
