#pragma once
// What the statistics of several families share: taking weights back, and saying what is missing.
#include <cassert>
#include <cmath>
#include <credence/base/error.hpp>
#include <credence/base/index.hpp>
#include <credence/detail/density/detail.hpp>
#include <credence/family/prior_rule.hpp>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace credence::detail {

/// Rounding of one subtraction from a sum of weights, per unit of that sum.
inline constexpr double rounding = 8 * std::numeric_limits<double>::epsilon();

/// What is said when more is to be taken back than is there.
[[nodiscard]] Error forgotten_too_much(std::string_view what, double seen, double less);

/// What sums of real numbers may be off by, per unit: taking many of them back one by one piles
/// up rounding, which is no sign that something else was forgotten.
inline constexpr double summing = 1e-9;

/// What a difference of weights may be off by, per unit of what is taken back: a row of a smaller
/// weight than this part of another one's is not told from rounding, unless both sum exactly.
inline constexpr double largest_slack = 1e-11;

/// Returns the same of two sums of weights.
[[nodiscard]] double slack_of(double seen, double less);

/// Returns what taken_back does where all that is left may be rounding.
[[nodiscard]] double small_rest(double seen, double less, std::string_view what);

/// Returns the weight that is left, seen - less; 0 where it is no more than rounding may have left.
/// `what` names the sum in messages.
/// throws  Error{domain} when more is taken back than is there
[[nodiscard]] inline double taken_back(double seen, double less, std::string_view what) {
  const double left = seen - less;
  // More is no rounding, since what is taken back is then less than what was seen.
  return left > largest_slack * seen || left == 0 ? left : small_rest(seen, less, what);
}

/// Returns the same of a sum of weighted numbers, of which small ones may be left beside large ones.
/// in      slack: how far below 0 the result may come by rounding, per unit of `seen`
[[nodiscard]] inline double total_left(double seen, double less, std::string_view what,
                                       double slack = summing) {
  const double left = seen - less;
  if (std::abs(left) <= rounding * seen) return 0;
  if (left < -slack * seen) throw forgotten_too_much(what, seen, less);
  return left > 0 ? left : 0;
}

/// Returns the same of a sum of weighted counts, which is exact where the weights sum exactly.
[[nodiscard]] inline double counts_left(double seen, double less, std::string_view what) {
  const double left = seen - less;
  return left > rounding * seen ? left : total_left(seen, less, what, slack_of(seen, less));
}

/// Returns a weight times a factor of at most 1; 0 where the digits of the product are lost, below
/// the least normal number.
[[nodiscard]] inline double discounted(double weight, double factor) {
  const double left = weight * factor;
  return left < std::numeric_limits<double>::min() ? 0 : left;
}

/// Discounts each entry of a list.
inline void discount_entries(std::vector<double>& totals, double factor) {
  for (double& total : totals) total = discounted(total, factor);
}

/// Adds the entries of `more`, growing `totals` where it is shorter.
inline void add_entries(std::vector<double>& totals, const std::vector<double>& more) {
  if (totals.size() < more.size()) totals.resize(more.size());
  for (std::size_t k = 0; k < more.size(); ++k) totals[k] += more[k];
}

/// Grows a list to `n` entries; never shrinks it.
inline void grow(std::vector<double>& totals, Index n) {
  if (totals.size() < static_cast<std::size_t>(n)) totals.resize(static_cast<std::size_t>(n));
}

/// Returns the list of `n` entries in which entry i of `totals` stands at to[i]; entries that meet
/// are added. An entry of 0 adds nothing, wherever it would stand: there may be no entries at all.
[[nodiscard]] inline std::vector<double> rearranged(const std::vector<double>& totals,
                                                    std::span<const Index> to, Index n) {
  assert(to.size() == totals.size());
  std::vector<double> result(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < totals.size(); ++i)
    if (totals[i] != 0) result[static_cast<std::size_t>(to[i])] += totals[i];
  return result;
}

/// Returns an error that says why an estimate does not exist; model and tool put feature and class
/// in front.
[[nodiscard]] Error no_estimate(std::string_view estimate, std::string_view family,
                                const std::string& why);

/// Maximum likelihood where nothing was seen.
[[nodiscard]] Error nothing_seen(std::string_view family);

/// The posterior mean of a variance whose posterior has too small a shape.
[[nodiscard]] Error no_posterior_mean(double shape, std::string_view family);
/// Throws Error{undefined} unless a variance or covariance with this posterior shape has a mean.
inline void check_posterior_mean(double shape, std::string_view family) {
  if (!(shape > 1)) [[unlikely]]
    throw no_posterior_mean(shape, family);
}

/// Returns an automatic prior that the data do not determine: what they are like, and what it
/// needs.
/// in      word: none where constants of the prior are given, and the rest is to be found
[[nodiscard]] Error no_automatic_prior(std::string_view what, std::optional<Automatic> word,
                                       std::string_view family, std::string_view needs);

/// Returns the same of a column whose values do not differ.
[[nodiscard]] Error constant_column(std::optional<Automatic> word, std::string_view family,
                                    std::string_view needs);

/// Returns the same where sums hold no spread of about a millionth.
[[nodiscard]] Error nearly_constant_column(std::optional<Automatic> word, std::string_view family,
                                           std::string_view needs);

/// Returns the same of a column of which nothing was seen.
[[nodiscard]] Error unseen_column(std::optional<Automatic> word, std::string_view family);

}  // namespace credence::detail
