// What must hold when rows of any model are left out, or learned one after the other.
#include <algorithm>
#include <cmath>
#include <credence/study/leave_one_out.hpp>

#include "laws/model_samples.hpp"
#include "study/left_out.hpp"

using namespace credence;
using namespace credence::testing;

namespace {

// A random table of mixed columns, learned under priors that no longer move.
struct Learned {
  ModelSample sample;
  ModelPosterior posterior;
  BoundTable bound;
  std::vector<Index> rows;

  explicit Learned(Random& random)
      : sample(random_model(random)),
        posterior(freeze(sample.posterior())),
        bound(bind(posterior.model, sample.table)),
        rows(rows_that_count(posterior, bound)) {}
};

// Statistics are known to the digits of all rows. Where few rows are left that nearly lie on a line,
// the row left out had most of the spread, and is as many deviations off as digits go with it.
double slack_of(const std::vector<double>& log_joint) {
  double slack = 1e-11;
  for (const double x : log_joint)
    if (std::isfinite(x))
      slack = std::max(slack, std::abs(x) * std::max(1e-11, 1e-12 * std::abs(x)));
  return slack;
}

bool within(double slack, const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](double x, double y) { return x == y || std::abs(x - y) <= slack; });
}

}  // namespace

TEST_CASE("leaving any row of any model out equals a fit of all other rows") {
  for_random_seeds("leave-one-out", [](Random& random) {
    const Learned data(random);
    const Index row = data.rows[random.below(data.rows.size())];
    for (const Estimator estimator : all_estimators) {
      const LeaveOneOut left =
          leave_one_out(data.posterior, estimator, data.bound, std::span<const Index>(&row, 1));
      const RefittedRow refitted = refitted_without(data.posterior, data.bound, row, estimator);
      RC_ASSERT(left.undefined.size() == refitted.undefined.size());
      for (const UndefinedCell& cell : left.undefined)
        RC_ASSERT(refitted.undefined.count({cell.feature, cell.klass}) == 1);
      if (!left.undefined.empty()) continue;
      const auto& a = left.predictions;
      const auto& b = refitted.predictions;
      const double slack = slack_of(b.log_joint);
      RC_ASSERT(within(slack, a.log_joint, b.log_joint));
      RC_ASSERT(within(slack, a.log_probability, b.log_probability));
      RC_ASSERT(a.impossible == b.impossible);
    }
  });
}

TEST_CASE("the prequential score of any model in any order is its log evidence") {
  for_random_seeds("prequential", [](Random& random) {
    const Learned data(random);
    const auto order = shuffled(data.rows, random);
    const Prequential score = prequential(data.posterior, data.bound, order);
    const double whole = log_evidence(data.posterior);
    RC_ASSERT(near(score.total_log_evidence, whole, 1e-10));
    RC_ASSERT(std::isfinite(score.metrics.log_loss));
  });
}
