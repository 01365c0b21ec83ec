// The tables of models over the list in families.hpp, compiled once.
#include <credence/predict/estimates.hpp>

namespace credence {

template Estimates<Model> estimate(const Posterior<Model>&, Estimator);

}  // namespace credence
