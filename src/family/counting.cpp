// The sentences on what is missing for an estimate, a prior, or to be taken back.
#include <credence/detail/family/counting.hpp>
#include <credence/detail/family/moments.hpp>

namespace credence::detail {

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

Error no_automatic_prior(std::string_view what, std::optional<Automatic> word,
                         std::string_view family, std::string_view needs) {
  const std::string prior =
      word ? "prior '" + std::string(to_string(*word)) + "'" : "what is not given of the prior";
  return Error(ErrorCode::undefined, std::string(what) + ": " + prior + " of family '" +
                                         std::string(family) + "' needs " + std::string(needs) +
                                         "; give the prior in numbers or drop the column");
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
  return no_automatic_prior("no data was seen in the column", word, family, "some");
}

}  // namespace credence::detail
