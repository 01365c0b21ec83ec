// Draws from mt19937_64 through Boost.Random: the standard leaves the distributions of <random> to
// each library, so that they give other draws on other platforms.
#include <credence/base/random.hpp>

#include <algorithm>
#include <boost/random/gamma_distribution.hpp>
#include <boost/random/normal_distribution.hpp>
#include <boost/random/poisson_distribution.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <credence/base/error.hpp>
#include <credence/base/members.hpp>
#include <limits>
#include <numeric>
#include <random>
#include <utility>

#include "base/split_mix.hpp"

namespace credence {
namespace {

// Beyond these the rejection tests of Boost lose their digits, and the approximations used instead
// differ from the true distribution by less than any experiment could show.
constexpr double large_shape = 1e10;
constexpr double large_mean = 1e9;

// What a draw is made of; Error{domain} unless it is finite and above 0.
double positive(double number, std::string_view name) {
  detail::check_domain(number, Domain::positive, name, "a gamma variate");
  return number;
}

// The cube root of a Gamma variate is nearly normal (Wilson and Hilferty), relative error
// O(1/shape).
double log_large_gamma(double shape, double normal) {
  const double centre = shape - 1.0 / 3;
  return std::log(centre) + 3 * std::log1p(normal / (3 * std::sqrt(centre)));
}

template <class Engine>
std::uint64_t below_of(std::uint64_t bound, Engine& engine) {
  if (bound < 1)
    throw Error(ErrorCode::domain,
                "there is no whole number below 0 to draw; give a bound above 0");
  return boost::random::uniform_int_distribution<std::uint64_t>{0, bound - 1}(engine);
}

}  // namespace

std::uint64_t SplitMix64::below(std::uint64_t bound) { return below_of(bound, *this); }

struct Random::Engine {
  std::mt19937_64 bits;
};

Random::Random(std::uint64_t seed) : engine_(new Engine{std::mt19937_64(seed)}) {}
Random::Random(const Random& other) : engine_(new Engine(*other.engine_)) {}
Random& Random::operator=(const Random& other) {
  *engine_ = *other.engine_;
  return *this;
}
Random::~Random() = default;

bool operator==(const Random& a, const Random& b) { return a.engine_->bits == b.engine_->bits; }

double Random::uniform() { return static_cast<double>(engine_->bits() >> 11) * 0x1p-53; }

std::uint64_t Random::below(std::uint64_t bound) { return below_of(bound, engine_->bits); }

double Random::normal() { return boost::random::normal_distribution<double>{}(engine_->bits); }

// A shape below 1 is raised by 1 and brought back by ln(U) / shape. The shift is done in logs,
// where a draw like exp(-1e5) is an ordinary number; below shape 1e-306 even its log can overflow.
double Random::log_gamma_variate(double shape) {
  if (positive(shape, "shape") > large_shape) return log_large_gamma(shape, normal());
  const double raised = shape < 1 ? shape + 1 : shape;
  double result = std::log(boost::random::gamma_distribution<double>{raised}(engine_->bits));
  if (shape < 1) result += std::log1p(-uniform()) / shape;
  return std::max(result, std::numeric_limits<double>::lowest());
}

double Random::gamma(double shape, double rate) {
  return std::exp(log_gamma_variate(shape)) / positive(rate, "rate");
}

double Random::beta(double a, double b) {
  const double log_first = log_gamma_variate(a);
  const double log_second = log_gamma_variate(b);
  return 1 / (1 + std::exp(log_second - log_first));
}

std::vector<double> Random::dirichlet(std::span<const double> weights) {
  std::vector<double> point(weights.size());
  if (weights.empty()) return point;
  std::transform(weights.begin(), weights.end(), point.begin(),
                 [this](double weight) { return log_gamma_variate(weight); });
  const double top = *std::max_element(point.begin(), point.end());
  for (double& value : point) value = std::exp(value - top);
  const double total = std::accumulate(point.begin(), point.end(), 0.0);
  for (double& value : point) value /= total;
  return point;
}

double Random::poisson(double mean) {
  detail::check_domain(mean, Domain::nonnegative, "mean", "a Poisson variate");
  if (mean == 0) return 0;
  if (mean > large_mean) return std::round(mean + std::sqrt(mean) * normal());
  return static_cast<double>(
      boost::random::poisson_distribution<std::int64_t>{mean}(engine_->bits));
}

std::size_t Random::index(std::span<const double> probabilities) {
  const double total = std::accumulate(probabilities.begin(), probabilities.end(), 0.0);
  detail::check_domain(total, Domain::positive, "sum of probabilities", "a choice");
  double left = uniform() * total;
  std::size_t last_possible = 0;
  for (std::size_t i = 0; i < probabilities.size(); ++i) {
    if (left < probabilities[i]) return i;
    left -= probabilities[i];
    if (probabilities[i] > 0) last_possible = i;
  }
  return last_possible;
}

void Random::shuffle(std::span<std::int64_t> values) {
  for (std::size_t size = values.size(); size > 1; --size)
    std::swap(values[size - 1], values[below(size)]);
}

}  // namespace credence
