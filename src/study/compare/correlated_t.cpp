// How sure a difference of two classifiers is, when the folds that show it share training rows.
#include <credence/study/compare_paired.hpp>

#include <credence/base/error.hpp>
#include <credence/base/sum.hpp>
#include <credence/data/number.hpp>
#include <credence/density/student_t.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace credence {
namespace {

void check(bool fits, const char* what, double value, const char* remedy) {
  if (fits) return;
  throw Error(ErrorCode::domain, std::string("a correlated t-test was given ") + what + " of " +
                                     to_text(value) + "; give " + remedy);
}

void check(const Differences& seen, const CorrelatedTOptions& options) {
  check(seen.count >= 2, "a number of differences", static_cast<double>(seen.count), "at least 2");
  check(std::isfinite(seen.mean), "a mean", seen.mean, "a finite number");
  check(seen.deviation >= 0 && std::isfinite(seen.deviation), "a standard deviation",
        seen.deviation, "a finite number of at least 0");
  check(options.correlation >= 0 && options.correlation < 1, "a correlation", options.correlation,
        "a number from 0 to below 1: the share of rows that a fold tests on");
  check(options.rope >= 0 && std::isfinite(options.rope), "a region of practical equivalence",
        options.rope, "a finite number of at least 0");
  check(options.mass > 0 && options.mass < 1, "a mass", options.mass, "a number between 0 and 1");
}

StudentT density_of(const DifferencePosterior& posterior) {
  return {.degrees = posterior.degrees, .location = posterior.seen.mean, .scale = posterior.scale};
}

void settle_at_point(DifferencePosterior& posterior) {
  const double at = posterior.seen.mean;
  posterior.first = at > posterior.rope ? 1 : 0;
  posterior.second = at < -posterior.rope ? 1 : 0;
  posterior.equivalent = 1 - posterior.first - posterior.second;
  posterior.interval = {.lower = at, .upper = at};
}

}  // namespace

Differences differences_of(std::span<const double> differences) {
  Differences seen{.count = std::ssize(differences)};
  for (const double difference : differences)
    check(std::isfinite(difference), "a difference", difference, "finite numbers");
  if (seen.count < 2)
    check(false, "a number of differences", static_cast<double>(seen.count), "at least 2");
  // Equal differences have no variance, whatever rounding makes of their mean.
  const auto [least, most] = std::minmax_element(differences.begin(), differences.end());
  if (*least == *most) {
    seen.mean = *least;
    return seen;
  }
  const auto count = static_cast<double>(seen.count);
  seen.mean = compensated_sum(differences) / count;
  CompensatedSum squares;
  for (const double difference : differences) {
    const double centred = difference - seen.mean;
    squares.add(centred * centred);
  }
  seen.deviation = std::sqrt(squares.value() / (count - 1));
  return seen;
}

DifferencePosterior correlated_t_test(const Differences& seen, const CorrelatedTOptions& options) {
  check(seen, options);
  const auto count = static_cast<double>(seen.count);
  const double rho = options.correlation;
  DifferencePosterior posterior{.seen = seen,
                                .correlation = rho,
                                .degrees = count - 1,
                                .scale = std::sqrt(1 / count + rho / (1 - rho)) * seen.deviation,
                                .rope = options.rope,
                                .mass = options.mass};
  if (!(posterior.scale > 0)) {
    settle_at_point(posterior);
    return posterior;
  }
  const StudentT density = density_of(posterior);
  // Each tail as a lower one, so that a small probability keeps its digits.
  posterior.second = student_t_cdf(density.degrees, (-options.rope - seen.mean) / density.scale);
  posterior.first = student_t_cdf(density.degrees, (seen.mean - options.rope) / density.scale);
  posterior.equivalent = std::max(0.0, 1 - (posterior.first + posterior.second));
  posterior.interval = equal_tailed([&](double p) { return quantile(density, p); }, options.mass);
  return posterior;
}

double log_density(const DifferencePosterior& posterior, double difference) {
  if (posterior.scale > 0) return log_density(density_of(posterior), difference);
  const double infinity = std::numeric_limits<double>::infinity();
  return difference == posterior.seen.mean ? infinity : -infinity;
}

}  // namespace credence
