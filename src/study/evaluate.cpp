#include <credence/study/evaluate.hpp>

namespace credence {
namespace detail {

Result result_of(Estimator estimator, std::string on, Tally tally) {
  Result result;
  result.estimator = to_string(estimator);
  result.on = std::move(on);
  result.undefined = std::move(tally.undefined);
  if (!result.undefined.empty()) return result;
  result.metrics = tally.card.metrics();
  result.confusion = tally.card.confusion();
  result.calibration = tally.card.calibration();
  result.unseen_cells = tally.card.unseen_cells();
  return result;
}

}  // namespace detail

template Evaluation evaluate(const Posterior<Model>&, const Table&, std::span<const Estimator>,
                             std::string_view);

}  // namespace credence
