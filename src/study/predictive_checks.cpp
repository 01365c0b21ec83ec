#include <credence/study/predictive_checks.hpp>

namespace credence {

template PredictiveCheck predictive_check(const Posterior<Model>&, const Table&,
                                          const CheckOptions&, std::string_view);

}  // namespace credence
