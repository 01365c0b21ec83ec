// Special functions against 50 digits.
#include <credence/base/special.hpp>

#include "golden/accuracy.hpp"

namespace credence::testing {
namespace {

Real bessel(int order, const Real& x) { return cyl_bessel_i(order, x); }

double argument(Random& random) { return log_uniform(random, 1e-3, 1e12); }

Accuracy of_one(const char* name, double (*function)(double), Real (*reference)(const Real&),
                double low, double high, const char* domain) {
  return measured(name, domain, [&](Random& random, Accuracy& accuracy) {
    const double x = log_uniform(random, low, high);
    accuracy.add(function(x), Terms().add(reference(x)));
  });
}

void add_sums(std::vector<Accuracy>& all) {
  all.push_back(measured("x_log_y", "x, y in [1e-3, 1e12]", [](Random& random, Accuracy& to) {
    const double x = argument(random), y = argument(random);
    to.add(credence::x_log_y(x, y), Terms().add(Real(x) * log(Real(y))));
  }));
  all.push_back(measured(
      "x_log1p_y", "x in [1e-3, 1e12], y in [1e-12, 1e6]", [](Random& random, Accuracy& to) {
        const double x = argument(random), y = log_uniform(random, 1e-12, 1e6);
        to.add(credence::x_log1p_y(x, y), Terms().add(Real(x) * log(1 + Real(y))));
      }));
  all.push_back(measured("log_sum_exp", "2 to 10 values, standard deviation 100",
                         [](Random& random, Accuracy& to) {
                           std::vector<double> values;
                           Real sum = 0;
                           for (std::size_t i = 0; i < 2 + random.below(9); ++i) {
                             values.push_back(100 * random.normal());
                             sum += exp(Real(values.back()));
                           }
                           to.add(log_sum_exp(values), Terms().add(log(sum)));
                         }));
}

// Functions of x and a step, or of two arguments.
void add_pairs(std::vector<Accuracy>& all) {
  const char* domain = "both in [1e-3, 1e12]";
  all.push_back(measured("log_gamma_ratio", domain, [](Random& random, Accuracy& to) {
    const double x = argument(random), step = argument(random);
    to.add(log_gamma_ratio(x, step), Terms().add(rising(x, step)));
  }));
  all.push_back(measured("log_beta", domain, [](Random& random, Accuracy& to) {
    const double a = argument(random), b = argument(random);
    to.add(log_beta(a, b), Terms().add(lgamma(Real(a)) - rising(b, a)));
  }));
  all.push_back(measured("digamma_rise", domain, [](Random& random, Accuracy& to) {
    const double x = argument(random), step = argument(random);
    to.add(digamma_rise(x, step), Terms().add(digamma(Real(Real(x) + step)) - digamma(Real(x))));
  }));
  all.push_back(measured("trigamma_fall", domain, [](Random& random, Accuracy& to) {
    const double x = argument(random), step = argument(random);
    to.add(trigamma_fall(x, step), Terms().add(trigamma(Real(x)) - trigamma(Real(Real(x) + step))));
  }));
}

void add_bessel(std::vector<Accuracy>& all) {
  const char* domain = "x in [1e-3, 500]";
  all.push_back(measured(
      "log_bessel_i0_scaled", "x in [1e-3, 500]; of max(value, 1)",
      [](Random& random, Accuracy& to) {
        const double x = log_uniform(random, 1e-3, 500);
        const Real expected = log(bessel(0, x)) - x;
        to.add(log_bessel_i0_scaled(x), expected,
               std::max(1.0, std::abs(static_cast<double>(expected))));
      },
      200));
  all.push_back(measured(
      "bessel_ratio", domain,
      [](Random& random, Accuracy& to) {
        const double x = log_uniform(random, 1e-3, 500);
        to.add(bessel_ratio(x), Terms().add(bessel(1, x) / bessel(0, x)));
      },
      200));
  // To first order: the error of the ratio over its slope.
  all.push_back(measured(
      "inverse_bessel_ratio", "ratio in [5e-4, 0.99]",
      [](Random& random, Accuracy& to) {
        const double ratio = log_uniform(random, 5e-4, 0.99);
        const double x = inverse_bessel_ratio(ratio);
        const Real there = bessel(1, x) / bessel(0, x);
        const Real slope = 1 - there / x - there * there;
        to.add(x, Terms().add(Real(x) - (there - ratio) / slope));
      },
      200));
}

}  // namespace

std::vector<Accuracy> special_accuracies() {
  const char* wide = "x in [1e-3, 1e12]";
  std::vector<Accuracy> all;
  all.push_back(of_one(
      "log_gamma", credence::log_gamma, [](const Real& x) { return Real(lgamma(x)); }, 1e-3, 1e12,
      wide));
  all.push_back(of_one(
      "digamma", credence::digamma, [](const Real& x) { return Real(digamma(x)); }, 1e-3, 1e12,
      wide));
  all.push_back(of_one(
      "trigamma", credence::trigamma, [](const Real& x) { return Real(trigamma(x)); }, 1e-3, 1e12,
      wide));
  all.push_back(of_one(
      "trigamma_excess", credence::trigamma_excess,
      [](const Real& x) { return Real(trigamma(x) - 1 / x); }, 1e-3, 1e12, wide));
  add_pairs(all);
  add_sums(all);
  add_bessel(all);
  return all;
}

}  // namespace credence::testing
