// Leave-one-out of models over the list in families.hpp, compiled once.
#include <credence/study/leave_one_out.hpp>

namespace credence {

template LeaveOneOut leave_one_out(const Posterior<Model>&, Estimator, const BoundTable<Families>&,
                                   std::span<const Index>);

}  // namespace credence
