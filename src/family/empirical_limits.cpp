// The sentences about priors found from data.
#include "family/empirical_limits.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace credence::detail {
namespace {

std::string kind_of_limit(double value) {
  if (value > 1e-9 * strongest_of_all) return "the largest of a prior";
  return fmt::format("{:.0e} times the weight of the data", strongest_prior);
}

}  // namespace

void hold(const std::vector<bool>& at_limit, Slope& slope) {
  const std::size_t n = at_limit.size();
  std::vector<bool> held(n);
  for (std::size_t i = 0; i < n; ++i) held[i] = at_limit[i] && slope.gradient[i] > 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (held[i]) slope.gradient[i] = 0;
    for (std::size_t k = 0; k < n; ++k) {
      double& bend = slope.curvature[i * n + k];
      bend = held[i] || held[k] ? (i == k ? 1.0 : 0.0) : -bend;
    }
  }
}

double strongest_of(double weight) {
  return std::min(strongest_prior * std::max(1.0, weight), strongest_of_all);
}

Error no_empirical_prior(Automatic word, std::string_view family, const std::string& why) {
  return Error(ErrorCode::undefined,
               fmt::format("prior '{}' of family '{}' {}; use 'auto', give the prior in numbers or "
                           "drop the column",
                           to_string(word), family, why));
}

Error too_few_cells(Automatic word, std::string_view family, std::string_view kind,
                    std::size_t found) {
  return no_empirical_prior(word, family,
                            fmt::format("needs at least two classes {}; there {} {}", kind,
                                        found == 1 ? "is" : "are", found));
}

std::string note_of_strongest(std::string_view number, double value) {
  return fmt::format(
      "classes differ by no more than chance: '{}' is held at its limit, {:.3g} ({})", number,
      value, kind_of_limit(value));
}

std::string note_of_one_variance(double shape) {
  return fmt::format(
      "classes that share a variance tell nothing of how variances differ: 'shape' is held at its "
      "limit, {:.3g} ({})",
      shape, kind_of_limit(shape));
}

std::string note_of_weakest() {
  return fmt::format("no class holds two levels: the strength is held at its limit, {:.0e}",
                     least_pseudo_count);
}

std::string note_of_unseen(std::size_t levels) {
  return fmt::format("{} without data: weight held at its limit, {:.0e}",
                     levels == 1 ? "a level" : fmt::format("{} levels", levels),
                     least_pseudo_count);
}

std::string note_of_left_out(std::size_t cells, std::string_view why) {
  return fmt::format("{} {} left out", cells == 1 ? "a class" : fmt::format("{} classes", cells),
                     why);
}

std::string note_of_unfinished(int steps) {
  return fmt::format("the search stopped after {} steps, short of the maximum", steps);
}

}  // namespace credence::detail
