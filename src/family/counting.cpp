// What rounding may have left of weights and squares taken back, and the sentences on what is missing for that,
// for an estimate or for a prior.
#include <credence/detail/family/counting.hpp>
#include <credence/detail/family/moments.hpp>

#include <algorithm>
#include <cmath>

namespace credence::detail {
namespace {

// Whether a weight is a whole number of 2^-20ths, such as 3 or 0.25, or where doubles do not hold these a
// whole number: sums of these are not rounded below 2^53.
bool sums_exactly(double weight) {
  const double parts = weight < 0x1p33 ? 0x1p20 * weight : weight;
  return parts < 0x1p53 && parts == std::floor(parts);
}

}  // namespace

double slack_of(double seen, double less) {
  return sums_exactly(seen) && sums_exactly(less) ? rounding : largest_slack;
}

double small_rest(double seen, double less, std::string_view what) {
  const double left = seen - less;
  if (std::abs(left) <= std::max(rounding * seen, slack_of(seen, less) * less)) return 0;
  if (left < 0) throw forgotten_too_much(what, seen, less);
  return left;
}

Error forgotten_too_much(std::string_view what, double seen, double less) {
  return Error(ErrorCode::domain, "cannot forget more than was seen: '" + std::string(what) +
                                      "' holds " + text(seen) + ", to be taken back are " +
                                      text(less) + "; forget only data that was observed");
}

Error no_estimate(std::string_view estimate, std::string_view family, const std::string& why) {
  return Error(ErrorCode::undefined, std::string(estimate) + " of family '" + std::string(family) +
                                         "' does not exist: " + why);
}

Error nothing_seen(std::string_view family) {
  return no_estimate("maximum likelihood", family,
                     "no data was seen; observe some, or use predictive");
}

Error no_posterior_mean(double shape, std::string_view family) {
  return no_estimate("posterior mean", family,
                     "it needs a 'shape' above 1, here it is " + text(shape) +
                         "; observe more data, give a stronger prior, such as 'auto3', or use "
                         "predictive");
}

static Error no_prior(std::string_view what, std::optional<Automatic> word, std::string_view family,
                      const std::string& needs) {
  const std::string prior =
      word ? "prior '" + std::string(to_string(*word)) + "'" : "what is not given of the prior";
  return Error(ErrorCode::undefined, std::string(what) + ": " + prior + " of family '" +
                                         std::string(family) + "' needs " + needs +
                                         "give the prior in numbers or drop the column");
}

Error no_automatic_prior(std::string_view what, std::optional<Automatic> word,
                         std::string_view family, std::string_view needs) {
  return no_prior(what, word, family, std::string(needs) + "; ");
}

Error constant_column(std::optional<Automatic> word, std::string_view family,
                      std::string_view needs) {
  return no_automatic_prior("column is constant", word, family, needs);
}

Error nearly_constant_column(std::optional<Automatic> word, std::string_view family,
                             std::string_view needs) {
  return no_automatic_prior(
      "column is constant, or differs by less than about a millionth, which its sums do not hold",
      word, family, needs);
}

std::string or_too_close(const Moments& seen) {
  if (std::abs(seen.mean) > 1e-130) return {};
  return ", or differ by less than about 1e-154, whose square no double holds (multiply the column "
         "by a power of ten)";
}

std::string constant_or_too_close(const Moments& seen) {
  const std::string also = or_too_close(seen);
  return "column is constant" + (also.empty() ? also : ": its values are equal" + also);
}

Error unseen_column(std::optional<Automatic> word, std::string_view family) {
  return no_prior("no data was seen in the column", word, family, "some; observe some, ");
}

}  // namespace credence::detail

namespace credence {

// Rows may weigh little or much: their weight does not tell how often sums were rounded.
double Moments::small_squares(double less, double per_bit) const {
  const double left = sum_of_squares - less;
  const double slack = std::min(detail::rounding * n, most_rounding) * sum_of_squares;
  if (std::abs(left) <= slack) return 0;
  if (left >= 0) return left;
  const double bit = detail::rounding * mean;
  const double more = std::max(slack, detail::summing * sum_of_squares);
  if (-left > more + detail::rounding * per_bit + detail::weighted_square(bit, n))
    throw detail::forgotten_too_much("sum_of_squares", sum_of_squares, less);
  return 0;
}

}  // namespace credence
