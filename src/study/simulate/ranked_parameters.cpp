// Simulation-based calibration: what the ranks of parameters say.
#include <credence/study/simulation_based.hpp>

#include <credence/base/error.hpp>
#include <credence/base/special.hpp>
#include <credence/data/number.hpp>
#include <credence/detail/base/counted.hpp>

#include <algorithm>
#include <cmath>

#include "study/rows/entry_names.hpp"

namespace credence {
namespace {

// Of u: 1/2 less than it is where draws lie too high; a spread of more than 1/12 where the posterior
// is too narrow.
struct Shape {
  double mean_excess = 0;    ///< standard errors
  double spread_excess = 0;  ///< likewise
};

Shape shape_of(const ParameterRanks& parameter) {
  const Index bins = std::ssize(parameter.counts);
  const Index ranks = std::max(bins, std::ssize(parameter.ecdf_difference) + 1);
  const std::vector<Index> widths = detail::ranks_of_bins(ranks, bins);
  double below = 0, simulations = 0, mean = 0, spread = 0, expected = 0;
  for (std::size_t bin = 0; bin < widths.size(); ++bin) {
    const auto count = static_cast<double>(parameter.counts[bin]);
    const double share = static_cast<double>(widths[bin]) / static_cast<double>(ranks);
    const double from_middle = below + share / 2 - 0.5;
    below += share;
    simulations += count;
    mean += count * from_middle;
    spread += count * from_middle * from_middle;
    expected += share * from_middle * from_middle;
  }
  // Variance of a squared uniform distance: 1/80 - 1/144 = 1/180.
  return {.mean_excess = mean / std::sqrt(simulations / 12),
          .spread_excess = (spread - simulations * expected) / std::sqrt(simulations / 180)};
}

// ln of the binomial coefficient times p^k (1 - p)^(n - k).
double log_binomial(double n, double k, double p) {
  return log_gamma(n + 1) - log_gamma(k + 1) - log_gamma(n - k + 1) + k * std::log(p) +
         (n - k) * std::log1p(-p);
}

ParameterRanks ranks_of(ParameterRanks named, std::span<const Index> ranks, Index bins) {
  named.counts = detail::binned(ranks, bins);
  named.chi_square = detail::rank_chi_square(ranks, bins);
  // The upper tail itself, so that it does not cancel.
  const double half_degrees = 0.5 * static_cast<double>(bins - 1);
  named.p_value =
      named.chi_square > 0 ? inverse_gamma_cdf(half_degrees, 0.5 * named.chi_square, 1) : 1;
  double simulations = 0, sum = 0;
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    simulations += static_cast<double>(ranks[rank]);
    sum += static_cast<double>(ranks[rank]) * static_cast<double>(rank);
  }
  const auto places = static_cast<double>(ranks.size());
  named.mean_rank = sum / simulations / (places - 1);
  double below = 0;
  for (std::size_t rank = 0; rank + 1 < ranks.size(); ++rank) {
    below += static_cast<double>(ranks[rank]);
    named.ecdf_difference.push_back(below / simulations - static_cast<double>(rank + 1) / places);
    named.largest_difference =
        std::max(named.largest_difference, std::abs(named.ecdf_difference.back()));
  }
  return named;
}

}  // namespace

namespace detail {

void check_options(const SbcOptions& options) {
  const auto check = [](bool fits, const std::string& what, const std::string& remedy) {
    if (!fits)
      throw Error(ErrorCode::domain, "simulation-based calibration " + what + "; " + remedy);
  };
  check(options.draws >= 1, "needs draws, got " + std::to_string(options.draws),
        "give at least 1, better 99");
  check(options.rows >= 1, "needs rows, got " + std::to_string(options.rows), "give at least 1");
  check(options.bins >= 2 && options.bins <= options.draws + 1,
        "of " + counted(options.draws, "draw", "draws") + " cannot have " +
            counted(options.bins, "bin", "bins"),
        "give 2 to " + std::to_string(options.draws + 1));
  check(options.simulations >= 5 * options.bins,
        "in " + counted(options.bins, "bin", "bins") + " needs more than " +
            counted(options.simulations, "simulation", "simulations"),
        "give at least " + std::to_string(5 * options.bins) + ", 5 a bin");
  for (const double share : {options.mass, options.false_alarm})
    check(share > 0 && share < 1, "takes probabilities, got " + to_text(share),
          "give a number between 0 and 1");
}

void add_names(const Fields& fields, const ParameterRanks& where,
               std::span<const std::string> entries, std::vector<ParameterRanks>& names) {
  for (const auto& [name, value] : fields) {
    ParameterRanks named = where;
    named.parameter = name;
    const auto* list = std::get_if<std::vector<double>>(&value);
    if (list == nullptr) names.push_back(std::move(named));
    for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
      named.entry = entry_name(entries, list->size(), i);
      names.push_back(named);
    }
  }
}

SimulationBasedCalibration ranked(std::string subject, std::vector<ParameterRanks> names,
                                  const RankCounts& counts, const SbcOptions& options) {
  SimulationBasedCalibration result{.options = options, .subject = std::move(subject)};
  for (std::size_t k = 0; k < names.size(); ++k)
    if (counts.varies(k))
      result.parameters.push_back(ranks_of(std::move(names[k]), counts.counts()[k], options.bins));
  return result;
}

void no_prior_to_draw(std::string_view family, const std::string& why) {
  throw Error(ErrorCode::undefined, "parameters of family '" + std::string(family) +
                                        "' cannot be drawn from its prior: " + why +
                                        "; give a proper prior in numbers");
}

}  // namespace detail

double SimulationBasedCalibration::threshold() const {
  return parameters.empty() ? options.false_alarm
                            : options.false_alarm / static_cast<double>(parameters.size());
}

std::vector<const ParameterRanks*> SimulationBasedCalibration::flagged() const& {
  std::vector<const ParameterRanks*> found;
  for (const ParameterRanks& parameter : parameters)
    if (is_flagged(parameter)) found.push_back(&parameter);
  std::stable_sort(found.begin(), found.end(),
                   [](const auto* a, const auto* b) { return a->p_value < b->p_value; });
  return found;
}

double SimulationBasedCalibration::ecdf_band() const {
  return std::sqrt(std::log(2 / (1 - options.mass)) /
                   (2 * static_cast<double>(options.simulations)));
}

Interval SimulationBasedCalibration::count_band(Index ranks) const {
  const double p = static_cast<double>(ranks) / static_cast<double>(options.draws + 1);
  const auto n = static_cast<double>(options.simulations);
  const double tail = 0.5 * (1 - options.mass);
  // The least counts that so much of the distribution does not exceed.
  const auto quantile = [&](double share) {
    double below = 0, k = 0;
    for (; k < n; ++k) {
      below += std::exp(log_binomial(n, k, p));
      if (below >= share) break;
    }
    return k;
  };
  return {.lower = quantile(tail), .upper = quantile(1 - tail)};
}

std::string name_of(const ParameterRanks& parameter) {
  std::string name = "'" + parameter.parameter + "'";
  if (!parameter.entry.empty()) name += " (" + parameter.entry + ")";
  if (!parameter.feature.empty()) name += " of '" + parameter.feature + "'";
  if (!parameter.klass.empty()) name += " in class '" + parameter.klass + "'";
  return name;
}

std::string sentence_on(const ParameterRanks& parameter) {
  constexpr double clear = 4;  // standard errors
  const Shape shape = shape_of(parameter);
  std::string what = "the ranks of its true values are not uniform";
  if (std::max(std::abs(shape.mean_excess), std::abs(shape.spread_excess)) >= clear) {
    if (std::abs(shape.mean_excess) >= std::abs(shape.spread_excess))
      what = shape.mean_excess > 0 ? "its posterior lies too low" : "its posterior lies too high";
    else
      what = shape.spread_excess > 0 ? "its posterior is too narrow" : "its posterior is too wide";
  }
  return name_of(parameter) + ": " + what;
}

}  // namespace credence
