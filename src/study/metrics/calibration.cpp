// Whether probabilities are what they say: of the rows given 0.8, are eight in ten right?
#include <credence/study/metrics.hpp>

#include <credence/base/error.hpp>
#include <credence/base/random.hpp>
#include <credence/data/number.hpp>
#include <credence/density/beta.hpp>
#include <credence/detail/base/counted.hpp>
#include <credence/detail/density/detail.hpp>
#include <credence/predict/uncertainty.hpp>

#include <algorithm>
#include <cmath>

namespace credence {

namespace {

// in  total: the weight of all bins
Interval error_interval(const Calibration& calibration, double total) {
  constexpr std::size_t draws = 1000;
  Random random;
  std::vector<double> errors(draws);
  for (const CalibrationBin& bin : calibration.bins)
    for (double& error : errors) {
      const double share = random.beta(1 + bin.right, 1 + (bin.weight - bin.right));
      error += bin.weight / total * std::abs(share - bin.mean_probability);
    }
  return detail::interval_of_draws(errors, calibration.mass);
}

}  // namespace

void CalibrationCounts::add(double probability, bool right, double weight) {
  if (std::isnan(probability))
    throw Error(ErrorCode::domain, "a calibration got a probability that is nan; leave it out");
  if (!(weight >= 0 && std::isfinite(weight)))
    throw Error(ErrorCode::domain, "a calibration got the weight " + to_text(weight) +
                                       "; give finite numbers of at least 0");
  const double inside = std::clamp(probability, 0.0, 1.0);
  const auto at = std::min(static_cast<std::size_t>(inside * static_cast<double>(bins)), bins - 1);
  Bin& bin = bins_[at];
  bin.weight += weight;
  bin.right += right ? weight : 0;
  bin.probabilities += weight * inside;
}

Calibration CalibrationCounts::calibration(double mass) const {
  detail::check_mass(mass);
  Calibration all{.mass = mass};
  double total = 0;
  for (std::size_t i = 0; i < bins; ++i) {
    const Bin& bin = bins_[i];
    if (!(bin.weight > 0)) continue;
    all.bins.push_back({.lower = static_cast<double>(i) / static_cast<double>(bins),
                        .upper = static_cast<double>(i + 1) / static_cast<double>(bins),
                        .weight = bin.weight,
                        .right = bin.right,
                        .mean_probability = bin.probabilities / bin.weight,
                        .interval = share_interval(bin.right, bin.weight, mass)});
    all.error += std::abs(bin.right - bin.probabilities);
    total += bin.weight;
  }
  if (!(total > 0)) return all;
  all.error /= total;
  all.error_interval = error_interval(all, total);
  return all;
}

Calibration calibration(std::span<const double> probabilities, const std::vector<bool>& right,
                        double mass) {
  if (probabilities.size() != right.size())
    throw Error(ErrorCode::shape,
                detail::counted(probabilities.size(), "probability", "probabilities") + " and " +
                    std::to_string(right.size()) +
                    " outcomes were given; give one of each for every row");
  CalibrationCounts counts;
  for (std::size_t i = 0; i < right.size(); ++i) counts.add(probabilities[i], right[i]);
  return counts.calibration(mass);
}

Interval share_interval(double right, double weight, double mass) {
  if (weight > detail::largest_count)
    throw Error(ErrorCode::domain, "rows whose weights sum to " + to_text(weight) +
                                       " give no interval of a share; divide all weights by a "
                                       "power of ten, so that they sum to at most 1e300");
  return credible_interval(Beta{.ones = 1 + right, .zeros = 1 + (weight - right)}, mass);
}

}  // namespace credence
