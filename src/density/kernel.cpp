// Sums of normal densities, value by value or by boxes of values.
#include <credence/base/error.hpp>
#include <credence/base/special.hpp>
#include <credence/base/sum.hpp>
#include <credence/density/kernel.hpp>
#include <credence/detail/base/counted.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace credence {
namespace {

using detail::infinity;
using detail::KernelSample;

// Terms smaller than that of the nearest value by exp of this do not count, were they a billion times as
// heavy together: that is 2e-13 of it.
constexpr double least_term = 50;
constexpr double heaviest = 1e9;
// Boxes of fewer values cost more than the values.
constexpr std::size_t many_values = 512;
// In bandwidths. A series of this degree is exact to the last digits within `box_reach`.
constexpr double box_width = 0.5;
constexpr double box_reach = 4;
constexpr int box_degree = 22;

void check_weights(std::size_t values, std::size_t weights, std::string_view what) {
  if (values == weights) return;
  throw Error(ErrorCode::shape, std::string(what) + " has " +
                                    detail::counted(values, "value", "values") + " and " +
                                    detail::counted(weights, "weight", "weights") +
                                    "; give one weight for each value");
}

[[noreturn]] void no_values() {
  throw Error(ErrorCode::shape, "Kernel has no values; give one at least");
}

double half_square(double distance, double bandwidth) {
  const double z = distance / bandwidth;
  return 0.5 * z * z;
}

// The place of the nearest of some values.
std::size_t nearest_to(std::span<const double> values, double x) {
  const auto above = std::lower_bound(values.begin(), values.end(), x);
  const auto place = static_cast<std::size_t>(above - values.begin());
  const bool is_below =
      above == values.end() || (above != values.begin() && x - *(above - 1) < *above - x);
  return is_below ? place - 1 : place;
}

// The sum of the terms of a box: exp(u t - t^2 / 2) is the sum of He_k(u) t^k / k!.
// in  ratio: the bandwidth of the box over the one asked for;  u: from its centre, in the latter
double box_sum(const Kernel::Box& box, double ratio, double u) {
  double before = 0;
  double polynomial = 1;
  double power = 1;
  double sum = 0;
  for (std::size_t k = 0; k < box.moments.size(); ++k) {
    sum += box.moments[k] * power * polynomial;
    const double next = u * polynomial - static_cast<double>(k) * before;
    before = polynomial;
    polynomial = next;
    power *= ratio;
  }
  return sum;
}

// The sum over the boxes near x, relative to the term of the nearest value.
// in  least: half of the square of the distance to it, in bandwidths
double sum_of_boxes(const KernelSample& sample, double bandwidth, double x, double least) {
  const double reach = bandwidth * (std::sqrt(2 * (least_term + least)) + 1);
  auto box = std::lower_bound(sample.boxes.begin(), sample.boxes.end(), x - reach,
                              [](const Kernel::Box& one, double end) { return one.centre < end; });
  CompensatedSum sum;
  for (; box != sample.boxes.end() && box->centre <= x + reach; ++box) {
    const double u = (x - box->centre) / bandwidth;
    sum.add(std::exp(least - 0.5 * u * u) * box_sum(*box, sample.unit / bandwidth, u));
  }
  return sum.value();
}

// ln of the sum by boxes, where they have its digits; else nothing.
std::optional<double> log_sum_of_boxes(const KernelSample& sample, double bandwidth, double x) {
  if (sample.boxes.empty() || std::abs(sample.unit / bandwidth - 1) > 0.2) return std::nullopt;
  const std::size_t nearest = nearest_to(sample.values, x);
  const double distance = std::abs(sample.values[nearest] - x);
  if (!(distance <= box_reach * bandwidth) || sample.n > heaviest * sample.weights[nearest])
    return std::nullopt;
  const double least = half_square(distance, bandwidth);
  const double whole = sum_of_boxes(sample, bandwidth, x, least);
  double left = whole;
  if (sample.taken < sample.values.size())
    left -= sample.by * std::exp(least - half_square(x - sample.values[sample.taken], bandwidth));
  if (!(left > 0.02 * whole)) return std::nullopt;
  return std::log(left) - least;
}

// Where the values stand in the sorted sample. A weight is so many equal values, a place apart; of one
// below 1 there is that part of a value, so that two neighbours are half the sum of their parts apart.
// From both ends the places are the same.
struct Places {
  explicit Places(const KernelSample& from) : sample(from) {
    std::size_t first = 0;
    while (first + 1 < sample.values.size() && !(sample.weight(first) > 0)) ++first;
    std::size_t end = sample.values.size();
    while (end > 1 && !(sample.weight(end - 1) > 0)) --end;
    least = part(first);
    last = sample.n - 0.5 * (least + part(end - 1));
  }
  [[nodiscard]] double part(std::size_t i) const { return std::min(1.0, sample.weight(i)); }
  [[nodiscard]] double start(std::size_t i) const {
    return sample.start(i) + 0.5 * (part(i) - least);
  }
  [[nodiscard]] double end(std::size_t i) const { return start(i) + (sample.weight(i) - part(i)); }

  const KernelSample& sample;
  double least = 0;  // the part of the first value
  double last = 0;   // the place of the last one
};

// What stands at a place: a value, and how far it lies above it where it is between two of them.
struct Quartile {
  double value = 0;
  double above = 0;
};

// Between two values in proportion. Both parts are not added up: far from 0 their sum would lose
// the digits of a narrow spread.
Quartile quartile_at(const Places& places, double place) {
  const KernelSample& sample = places.sample;
  std::size_t first = 0;
  std::size_t last = sample.values.size();
  while (last - first > 1) {
    const std::size_t middle = first + (last - first) / 2;
    (places.start(middle) <= place ? first : last) = middle;
  }
  while (first > 0 && !(sample.weight(first) > 0)) --first;
  std::size_t next = first + 1;
  while (next < sample.values.size() && !(sample.weight(next) > 0)) ++next;
  const double end = places.end(first);
  if (place <= end || next == sample.values.size()) return {.value = sample.values[first]};
  const double share = std::min(1.0, (place - end) / (places.start(next) - end));
  return {.value = sample.values[first],
          .above = share * (sample.values[next] - sample.values[first])};
}

// Not finite where the values spread over more than half the range of double.
double standard_deviation(const KernelSample& sample) {
  if (!(sample.n > 1)) return 0;
  CompensatedSum mean;
  for (std::size_t i = 0; i < sample.values.size(); ++i)
    mean.add(sample.weight(i) / sample.n * sample.values[i]);
  const double reach =
      std::max(mean.value() - sample.values.front(), sample.values.back() - mean.value());
  if (!(reach > 0) || std::isinf(reach)) return reach;
  // A power of two, so that squares stay within range and nothing is rounded.
  const double unit = std::scalbn(1.0, std::ilogb(reach));
  CompensatedSum squares;
  CompensatedSum steps;  // what rounding took from the mean
  for (std::size_t i = 0; i < sample.values.size(); ++i) {
    const double step = (sample.values[i] - mean.value()) / unit;
    squares.add(sample.weight(i) * step * step);
    steps.add(sample.weight(i) * step);
  }
  const double rounded = steps.value() * (steps.value() / sample.n);
  return unit * std::sqrt(std::max(0.0, squares.value() - rounded) / (sample.n - 1));
}

// Returns Error{undefined}: the rule gives no bandwidth.
// in  n: the sum of the weights;  sd: the standard deviation
Error no_bandwidth(double n, double sd) {
  const auto because = [](const std::string& values, const std::string& remedy) {
    return Error(ErrorCode::undefined, "a kernel density of values " + values +
                                           " has no bandwidth by the rule; " + remedy +
                                           ", or give 'bandwidth'");
  };
  if (!(n > 1))
    return because("with weights that sum to at most 1 (" + detail::text(n) + ")",
                   "observe more of them");
  if (!std::isfinite(sd))
    return because("that spread over more than half the range of double",
                   "divide them by a power of ten");
  return because("that do not differ", "observe different values");
}

}  // namespace

void check(const Kernel& d) {
  check_members(d, "Kernel");
  check_weights(d.values.size(), d.weights.size(), "Kernel");
  if (!(compensated_sum(d.weights) > 0)) no_values();
}

double log_density(const Kernel& d, double x) {
  if (!std::isfinite(x) || d.values.empty()) return -infinity;
  check_weights(d.values.size(), d.weights.size(), "Kernel");
  detail::check_domain(d.bandwidth, Domain::positive, "bandwidth", "Kernel");
  const double n = d.total > 0 ? d.total : compensated_sum(d.weights);
  if (!(n > 0)) {
    check_members(d, "Kernel");
    return -infinity;
  }
  const double spread = std::log(n) + std::log(d.bandwidth) + 0.5 * detail::log_two_pi;
  const KernelSample sample{.values = d.values,
                            .weights = d.weights,
                            .below = {},
                            .n = n,
                            .boxes = d.boxes,
                            .unit = d.bandwidth};
  const double density = detail::log_kernel_sum(sample, d.bandwidth, x) - spread;
  if (std::isnan(density)) [[unlikely]]
    check(d);
  return density;
}

double mean(const Kernel& d) {
  check(d);
  const double n = compensated_sum(d.weights);
  CompensatedSum sum;
  for (std::size_t i = 0; i < d.values.size(); ++i) sum.add(d.weights[i] / n * d.values[i]);
  return sum.value();
}

double variance(const Kernel& d) {
  check(d);
  const double n = compensated_sum(d.weights);
  const double middle = mean(d);
  CompensatedSum steps;
  for (std::size_t i = 0; i < d.values.size(); ++i)
    steps.add(d.weights[i] / n * (d.values[i] - middle));
  const double rounded = std::isfinite(steps.value()) ? steps.value() : 0;  // from the mean
  CompensatedSum sum;
  for (std::size_t i = 0; i < d.values.size(); ++i) {
    const double step = (d.values[i] - middle) - rounded;
    sum.add(d.weights[i] / n * step * step);
  }
  return sum.value() + d.bandwidth * d.bandwidth;
}

double cdf(const Kernel& d, double x) {
  detail::check_cdf(d, x);
  const double n = compensated_sum(d.weights);
  CompensatedSum sum;
  for (std::size_t i = 0; i < d.values.size(); ++i)
    sum.add(d.weights[i] / n * normal_cdf((x - d.values[i]) / d.bandwidth));
  return std::min(1.0, sum.value());
}

double quantile(const Kernel& d, double p) {
  detail::check_quantile(d, p);
  if (p <= 0) return -infinity;
  if (p >= 1) return infinity;
  double lower = d.values.front() + d.bandwidth * normal_quantile(p);
  double upper = d.values.back() + d.bandwidth * normal_quantile(p);
  for (int step = 0; step < 200 && lower < upper; ++step) {
    const double middle = lower + (0.5 * upper - 0.5 * lower);
    if (middle == lower || middle == upper) break;
    (cdf(d, middle) < p ? lower : upper) = middle;
  }
  return upper;
}

Interval support(const Kernel&) { return {.lower = -infinity, .upper = infinity}; }

double draw(const Kernel& d, Random& random) {
  check(d);
  const double value = d.values[random.index(d.weights)];
  return value + d.bandwidth * random.normal();
}

void check(const KernelPoints& d) {
  check_members(d, "KernelPoints");
  check_weights(d.values.size(), d.weights.size(), "KernelPoints");
}

double log_density(const KernelPoints& d, double bandwidth) {
  try {
    return bandwidth == mean(d) ? infinity : -infinity;
  } catch (const Error&) {
    return -infinity;
  }
}

double mean(const KernelPoints& d) {
  check(d);
  const double n = compensated_sum(d.weights);
  if (!(n > 0))
    throw Error(ErrorCode::undefined, "a kernel density needs numbers, but none was seen");
  if (d.bandwidth > 0) return d.bandwidth;
  const std::vector<double> below = detail::weights_below(d.weights);
  const KernelSample sample{.values = d.values, .weights = d.weights, .below = below, .n = n};
  const double sd = standard_deviation(sample);
  const double found = n > 1 && std::isfinite(sd) ? detail::rule_of_thumb(sample, sd) : 0;
  if (!(found > 0)) throw no_bandwidth(n, sd);
  return found;
}

double draw(const KernelPoints& d, Random&) { return mean(d); }

Interval credible_interval(const KernelPoints&, double) {
  throw Error(ErrorCode::undefined,
              "family 'kernel' has no prior, so that its bandwidth has no credible interval; use "
              "'polya_tree' for one");
}

namespace detail {

std::vector<double> weights_below(std::span<const double> weights) {
  std::vector<double> below(weights.size());
  CompensatedSum sum;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    below[i] = sum.value();
    sum.add(weights[i]);
  }
  return below;
}

double rule_of_thumb(const KernelSample& sample, double sd) {
  const Places places(sample);
  const Quartile lower = quartile_at(places, 0.25 * places.last);
  const Quartile upper = quartile_at(places, 0.75 * places.last);
  const double quartiles = (upper.value - lower.value) + (upper.above - lower.above);
  const double least = quartiles > 0 ? std::min(sd, quartiles / 1.34) : sd;
  return 0.9 * least * std::pow(sample.n, -0.2);
}

double log_kernel_sum(const KernelSample& sample, double bandwidth, double x) {
  if (const auto sum = log_sum_of_boxes(sample, bandwidth, x)) return *sum;
  const auto size = static_cast<std::ptrdiff_t>(sample.values.size());
  const auto value = [&](std::ptrdiff_t i) { return sample.values[static_cast<std::size_t>(i)]; };
  const auto weight = [&](std::ptrdiff_t i) { return sample.weight(static_cast<std::size_t>(i)); };
  const std::ptrdiff_t middle =
      std::lower_bound(sample.values.begin(), sample.values.end(), x) - sample.values.begin();
  std::ptrdiff_t above = middle;
  std::ptrdiff_t below = middle - 1;
  while (above < size && !(weight(above) > 0)) ++above;
  while (below >= 0 && !(weight(below) > 0)) --below;
  double least = infinity;
  double nearest = 0;  // its weight
  for (const std::ptrdiff_t i : {above, below}) {
    if (i < 0 || i >= size) continue;
    const double square = half_square(x - value(i), bandwidth);
    if (square < least) nearest = weight(i);
    least = std::min(least, square);
  }
  if (!(least < infinity)) return -infinity;
  const double reach = least + least_term + std::log(std::max(1.0, sample.n / nearest / heaviest));
  CompensatedSum sum;
  const auto add = [&](std::ptrdiff_t i) {
    const double square = half_square(x - value(i), bandwidth);
    if (square > reach) return false;
    sum.add(weight(i) * std::exp(least - square));
    return true;
  };
  while (above < size && add(above)) ++above;
  while (below >= 0 && add(below)) --below;
  return std::log(sum.value()) - least;
}

std::vector<Kernel::Box> boxes_of(std::span<const double> values, std::span<const double> weights,
                                  double bandwidth) {
  std::vector<Kernel::Box> boxes;
  if (values.size() < many_values) return boxes;
  const double half = 0.5 * box_width * bandwidth;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (boxes.empty() || values[i] > boxes.back().centre + half)
      boxes.push_back({.centre = values[i] + half, .moments = std::vector<double>(box_degree + 1)});
    const double step = (values[i] - boxes.back().centre) / bandwidth;
    double term = weights[i];
    for (int k = 0; k <= box_degree; ++k) {
      boxes.back().moments[static_cast<std::size_t>(k)] += term;
      term *= step / (k + 1);
    }
  }
  return boxes;
}

}  // namespace detail

}  // namespace credence
