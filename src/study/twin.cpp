// The twin for models over the list in families.hpp, compiled once.
#include <credence/study/twin.hpp>

namespace credence {

template LogisticRegression logistic_twin(const Model&, const Table&, const LogisticOptions&,
                                          std::string_view);

}  // namespace credence
