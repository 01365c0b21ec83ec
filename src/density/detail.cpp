// Densities of enormous shapes, numbers in messages, and the sentence on a moment that does not exist.
#include <credence/detail/base/counted.hpp>
#include <credence/detail/density/detail.hpp>

#include <charconv>
#include <numbers>

namespace credence::detail {

// In long double, whose range holds every product of doubles.

double log_large_gamma(double shape, long double at) {
  const long double excess = at / shape - 1;
  const long double fall = shape * (excess - std::log1p(excess));
  return static_cast<double>(0.5L * std::log(shape / (2 * std::numbers::pi_v<long double>)) - fall);
}

double log_large_ratio(double shape, double other, double x, double scale) {
  const long double both = static_cast<long double>(shape) + other;
  const long double sum = static_cast<long double>(x) + scale;
  const long double log_power =
      shape * std::log(x / sum * (both / shape)) + other * std::log(scale / sum * (both / other));
  return static_cast<double>(
      log_power + 0.5L * std::log(shape / both * other / (2 * std::numbers::pi_v<long double>)));
}

std::string text(double number) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, number).ptr;
  return {buffer, end};
}

void check_pseudo_counts(double sum, std::string_view what) {
  if (sum <= largest_count) [[likely]]
    return;
  throw Error(
      ErrorCode::domain,
      std::string(what) +
          " holds pseudo-counts that may sum to more than 1e300, beyond which ln Gamma has no "
          "double; divide them, or the weights of the rows among them, by a power of ten");
}

void no_residue(double residue, std::string_view what) {
  throw Error(ErrorCode::domain, std::string(what) + " holds " + text(residue) +
                                     " as 'residue', which rounding cannot leave; leave it out");
}

void no_probability(double p) {
  throw Error(ErrorCode::domain, "a quantile was asked for the probability " + text(p) +
                                     "; give a number from 0 to 1");
}

void no_edges(std::size_t bins, std::size_t edges, std::string_view what) {
  throw Error(ErrorCode::shape, std::string(what) + " has " + counted(bins, "bin", "bins") +
                                    " and " + counted(edges, "edge", "edges") +
                                    "; give at least one bin, and one edge more");
}

void no_number() {
  throw Error(ErrorCode::domain,
              "a cumulative probability was asked for at NaN; give a number, or leave missing ones "
              "out");
}

Error no_moment(const std::string& what, const std::string& name, double value, double bound) {
  return Error(ErrorCode::undefined,
               what + " exists only for '" + name + "' above " + text(bound) + ", here it is " +
                   text(value) + "; more data or a stronger prior raise it, and quantiles exist");
}

}  // namespace credence::detail
