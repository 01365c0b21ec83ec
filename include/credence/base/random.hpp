#pragma once
// Seeded random numbers: the same seed gives the same draws with every standard library.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace credence {

/// A source of random numbers; a value, so a copy repeats the same draws.
///
///     Random random{7};
///     const bool heads = random.uniform() < 0.5;
class Random {
 public:
  explicit Random(std::uint64_t seed = 1);
  Random(const Random& other);
  Random& operator=(const Random& other);
  ~Random();

  // Parameters outside of their domain are Error{domain}.
  /// Uniform on [0, 1).
  [[nodiscard]] double uniform();
  /// Uniform on {0, ..., bound - 1}; bound >= 1.
  [[nodiscard]] std::uint64_t below(std::uint64_t bound);
  /// Standard normal.
  [[nodiscard]] double normal();
  /// Logarithm of a Gamma(shape, 1) variate; finite for every finite shape > 0, however small.
  [[nodiscard]] double log_gamma_variate(double shape);
  /// Gamma(shape, rate), mean shape / rate; 0 where the variate is smaller than any double.
  [[nodiscard]] double gamma(double shape, double rate);
  /// Beta(a, b), for any a, b > 0; never NaN.
  [[nodiscard]] double beta(double a, double b);
  /// Returns a point of the simplex from Dirichlet(weights), weights > 0; never NaN.
  [[nodiscard]] std::vector<double> dirichlet(std::span<const double> weights);
  /// Poisson(mean), mean >= 0; a whole number. A rounded normal beyond mean 1e9.
  [[nodiscard]] double poisson(double mean);
  /// Returns a position drawn with the given probabilities; they are >= 0, not all 0, and need not
  /// sum to 1. A position of probability 0 is never drawn.
  /// throws  Error{domain} where their sum is not finite and above 0
  [[nodiscard]] std::size_t index(std::span<const double> probabilities);
  /// Puts the values into random order.
  void shuffle(std::span<std::int64_t> values);

  /// Whether both give the same draws from now on.
  friend bool operator==(const Random& a, const Random& b);

 private:
  struct Engine;
  std::unique_ptr<Engine> engine_;  // never null: it is copied, not moved
};

}  // namespace credence
