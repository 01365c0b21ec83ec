// Log densities as SQL.
#include "sql/formulas.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <credence/base/special.hpp>

namespace credence::sql {
namespace {

constexpr int shift = 16;  // Stirling's series with five terms is exact to 1e-16 from here on

}  // namespace

// Kahan's: the error of 1 + u cancels in the quotient.
std::string Formulas::log1p(const std::string& u) const {
  return fmt::format(
      "CASE WHEN {1} + {0} = {1} THEN {0} WHEN {0} > {2} THEN LN({0}) ELSE {0} * LN({1} + {0}) / "
      "(({1} + {0}) - {1}) END",
      "(" + u + ")", number(1), number(1e16));
}

std::string Formulas::remainder(const std::string& base) const {
  const std::string u = fmt::format("({} / ({} * {}))", number(1), base, base);
  constexpr std::array denominators{360.0, 1260.0, 1680.0, 1188.0};
  std::string series = number(1 / denominators[3]);
  for (const double one : {denominators[2], denominators[1], denominators[0]})
    series = fmt::format("({} - {} * {})", number(1 / one), u, series);
  return fmt::format("({} - {} * {}) / {}", number(1.0 / 12), u, series, base);
}

std::string Formulas::rise(const std::string& base, const std::string& step, bool shifted) const {
  const std::string from = shifted ? fmt::format("({} + {})", base, number(shift)) : base;
  const std::string to = fmt::format("({} + {})", from, step);
  std::string all =
      fmt::format("({} - {}) * {} + ({}) * (LN({}) - {}) + {} - {}", from, number(0.5),
                  log1p(step + " / " + from), step, to, number(1), remainder(to), remainder(from));
  if (!shifted) return "(" + all + ")";
  std::vector<std::string> factors;
  for (int i = 0; i < shift; ++i)
    factors.push_back(fmt::format("(({0} + {2}) / ({0} + {1} + {2}))", base, step, number(i)));
  return fmt::format("({} + LN({}))", all, joined(factors, " * "));
}

std::string Formulas::rise(double base, const std::string& step) const {
  return rise(number(base), step, base < shift);
}

std::string Formulas::run(double own, double other, const std::string& n) const {
  return fmt::format("CASE WHEN {} <= {} THEN {} - {} ELSE {} - {} END", n, number(other),
                     rise(own, n), rise(own + other, n), number(log_gamma_ratio(own, other)),
                     rise(fmt::format("({} + {})", number(own), n), number(other), true));
}

// ln(Gamma(a + x) / (Gamma(a) x!)): the form whose terms are smaller.
std::string Formulas::arrangements(double successes, const std::string& x) const {
  return fmt::format("CASE WHEN {0} = 0 THEN {1} WHEN {0} > {2} THEN {3} - {4} ELSE {5} - {6} END",
                     x, number(0), number(successes),
                     rise(fmt::format("({} + {})", x, number(1)), number(successes - 1), true),
                     number(log_gamma(successes)), rise(successes, x), rise(1, x));
}

std::string Formulas::term(const Bernoulli& d, const std::string& x) const {
  return fmt::format("CASE WHEN {} = 1 THEN {} ELSE {} END", x, number(log_density(d, true)),
                     number(log_density(d, false)));
}

std::string Formulas::term(const Normal& d, const std::string& x) const {
  const std::string z =
      fmt::format("(({} - {}) / {})", x, number(d.mean), number(std::sqrt(d.variance)));
  return fmt::format("{} - {} * {}", number(-0.5 * (detail::log_two_pi + std::log(d.variance))),
                     number(0.5), writer_.square(z));
}

std::string Formulas::term(const StudentT& d, const std::string& x) const {
  const std::string z = fmt::format("(({} - {}) / {})", x, number(d.location), number(d.scale));
  const std::string ratio = writer_.square(z) + " / " + number(d.degrees);
  const double log_norm =
      detail::log_half_step(0.5 * d.degrees) - 0.5 * detail::log_two_pi - std::log(d.scale);
  // Far away the square of z would be beyond the range of double.
  return fmt::format("{} - {} * CASE WHEN ABS({}) > {} THEN {} * LN(ABS({})) - {} ELSE {} END",
                     number(log_norm), number(0.5 * (d.degrees + 1)), z, number(1e100), number(2),
                     z, number(std::log(d.degrees)), log1p(ratio));
}

std::string Formulas::term(const LogNormal& d, const std::string& log_x) const {
  return term(Normal{.mean = d.mean, .variance = d.variance}, log_x) + " - " + log_x;
}

std::string Formulas::term(const LogStudentT& d, const std::string& log_x) const {
  return term(StudentT{.degrees = d.degrees, .location = d.location, .scale = d.scale}, log_x) +
         " - " + log_x;
}

std::string Formulas::term(const Exponential& d, const std::string& x) const {
  return fmt::format("{} - {} * {}", number(std::log(d.rate)), number(d.rate), x);
}

std::string Formulas::term(const Lomax& d, const std::string& x) const {
  return fmt::format("{} - {} * {}", number(std::log(d.shape) - std::log(d.scale)),
                     number(d.shape + 1), log1p(x + " / " + number(d.scale)));
}

std::string Formulas::term(const Gamma& d, const std::string& x) const {
  return fmt::format("{} + {} * LN({}) - {} * {}",
                     number(d.shape * std::log(d.rate) - log_gamma(d.shape)), number(d.shape - 1),
                     x, number(d.rate), x);
}

std::string Formulas::term(const CompoundGamma& d, const std::string& x) const {
  return fmt::format("{} - LN({}) - {} * {} - {} * {}", number(-log_beta(d.known_shape, d.shape)),
                     x, number(d.known_shape), log1p(number(d.scale) + " / " + x), number(d.shape),
                     log1p(x + " / " + number(d.scale)));
}

// Without failures nothing is asked of them: 0 times -inf.
std::string Formulas::trials(double success, double failure, const std::string& x) const {
  return fmt::format("CASE WHEN {0} = 0 THEN {1} ELSE {1} + {0} * {2} END", x, number(success),
                     number(failure));
}

std::string Formulas::term(const Geometric& d, const std::string& x) const {
  return trials(std::log(d.probability), detail::log_complement(d.probability, d.residue), x);
}

std::string Formulas::term(const CompoundGeometric& d, const std::string& x) const {
  return fmt::format("{} + {} - LN({} + {})", run(d.zeros, d.ones, x), number(std::log(d.ones)),
                     number(d.ones + d.zeros), x);
}

std::string Formulas::term(const Pascal& d, const std::string& x) const {
  return fmt::format("({}) + ({})",
                     trials(d.successes * detail::log_share(d.probability, d.residue),
                            detail::log_complement(d.probability, d.residue), x),
                     arrangements(d.successes, x));
}

std::string Formulas::term(const CompoundNegativeBinomial& d, const std::string& x) const {
  const double first = detail::log_run(d.ones, d.zeros, d.successes);
  return fmt::format("({}) + {} + ({})", arrangements(d.successes, x), number(first),
                     run(d.zeros, d.ones + d.successes, x));
}

std::string Formulas::term(const Histogram& d, const std::string& x) const {
  std::string all = "CASE";
  const std::size_t last = d.probabilities.size() - 1;
  for (std::size_t bin = 0; bin < last; ++bin)
    all += fmt::format(" WHEN {} <= {} THEN {}", x, number(d.edges[bin + 1]),
                       number(log_density(d, d.edges[bin + 1])));
  const std::string rest =
      number(std::log(d.probabilities[last]) - std::log(detail::width_of(d.edges, last)));
  return last == 0 ? rest : all + " ELSE " + rest + " END";
}

std::string Formulas::term(const Poisson& d, const std::string& x,
                           const std::string& exposure) const {
  const std::string expected =
      exposure.empty() ? number(d.rate) : "(" + number(d.rate) + " * " + exposure + ")";
  if (d.rate == 0)
    return fmt::format("CASE WHEN {} = 0 THEN {} ELSE {} END", x, number(0),
                       number(-detail::infinity));
  const std::string log_expected =
      exposure.empty() ? number(std::log(d.rate)) : "LN(" + expected + ")";
  return fmt::format("{} * {} - {} - {}", x, log_expected, expected, rise(1, x));
}

std::string Formulas::term(const NegativeBinomial& d, const std::string& x,
                           const std::string& exposure) const {
  const std::string at = exposure.empty() ? number(1) : exposure;
  return fmt::format("({} * {}) - {} * ({}) + ({})", number(-d.shape),
                     log1p(at + " / " + number(d.rate)), x, log1p(number(d.rate) + " / " + at),
                     arrangements(d.shape, x));
}

}  // namespace credence::sql
