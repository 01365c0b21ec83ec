// Prior, likelihood and posterior of one cell along an axis.
#include <credence/study/feature_pictures.hpp>

#include <credence/data/number.hpp>
#include <credence/density/beta.hpp>
#include <credence/density/gamma.hpp>
#include <credence/density/student_t.hpp>
#include <credence/detail/base/counted.hpp>
#include <credence/detail/study/cell_parameters.hpp>
#include <credence/detail/study/studied_family.hpp>
#include <credence/learn/typed_block.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/some_of.hpp"
#include "learn/structure/context_priors.hpp"
#include "study/rows/entry_names.hpp"

namespace credence {
namespace detail {
namespace {

// Of the mass of prior and posterior that is shown on either side.
constexpr double tail = 0.001;

// Over posterior and likelihood, and as much of the prior as leaves them room.
void spread_values(Interval before, Interval after, Interval seen, const CellOptions& options,
                   CellPicture& picture) {
  const Interval both{.lower = std::min(after.lower, seen.lower),
                      .upper = std::max(after.upper, seen.upper)};
  const double reach = both.upper - both.lower;
  const double lower = std::min(both.lower, std::max(before.lower, both.lower - reach));
  const double upper = std::max(both.upper, std::min(before.upper, both.upper + reach));
  if (!std::isfinite(lower) || !std::isfinite(upper) || !std::isfinite(upper - lower))
    throw Error(ErrorCode::undefined,
                fmt::format("the parameters of column '{}' lie beyond the range of double, so that "
                            "they cannot be pictured; multiply the column by a power of ten",
                            picture.feature));
  for (Index i = 0; i < options.points; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(options.points - 1);
    picture.values.push_back(lower * (1 - share) + upper * share);
  }
}

// Heights whose area over the values is 1, from logarithms of any size.
template <class LogLikelihood>
std::vector<double> scaled_heights(const std::vector<double>& values, LogLikelihood&& log_at) {
  std::vector<double> logs;
  for (const double value : values) logs.push_back(log_at(value));
  double largest = -std::numeric_limits<double>::infinity();
  for (const double log : logs)
    if (std::isfinite(log)) largest = std::max(largest, log);
  std::vector<double> heights;
  for (const double log : logs) heights.push_back(std::exp(log - largest));
  double area = 0;
  for (std::size_t i = 1; i < values.size(); ++i)
    area += (values[i] - values[i - 1]) * (heights[i] + heights[i - 1]) / 2;
  // Of a peak that no value or one alone stands in, heights below 1 are all there is to show.
  if (std::isfinite(area) && area > 0 && std::isfinite(1 / area))
    for (double& height : heights) height /= area;
  return heights;
}

// Densities; where one is beyond the range of double, all in proportion.
template <class LogDensity>
std::vector<double> heights_of(const std::vector<double>& values, LogDensity&& log_density_at) {
  std::vector<double> heights;
  for (const double value : values) {
    const double log = log_density_at(value);
    heights.push_back(std::exp(log));
    if (std::isinf(heights.back()) && std::isfinite(log))
      return scaled_heights(values, log_density_at);
  }
  return heights;
}

// The density of the mean when the variance is integrated out.
StudentT mean_density(const NormalInverseGamma& d) {
  return {.degrees = 2 * d.shape,
          .location = d.mean,
          .scale = std::sqrt(d.scale / d.shape / d.mean_weight)};
}

template <class D>
Interval ends(const D& density) {
  return equal_tailed([&](double p) { return quantile(density, p); }, 1 - 2 * tail);
}

// The upper tail of few rows is so heavy that all the rest would be squeezed.
Interval ends_of_variance(const NormalVariancePrior& density) {
  const Interval all = ends(density);
  return {.lower = all.lower, .upper = std::min(all.upper, 30 * mode(density))};
}

// The curves of the two densities, and the interval of the second.
template <class D>
void draw_both(const D& before, const D& after, const CellOptions& options, CellPicture& picture) {
  picture.interval = credible_interval(after, options.mass);
  picture.prior = heights_of(picture.values, [&](double x) { return log_density(before, x); });
  picture.posterior = heights_of(picture.values, [&](double x) { return log_density(after, x); });
}

}  // namespace

void draw_cell(const BetaParameter& parameter, const CellOptions& options, CellPicture& picture) {
  if (parameter.zeros == 0 && parameter.seen_zeros == 0)
    throw Error(
        ErrorCode::undefined,
        fmt::format("column '{}' has one level or bin alone, whose probability is 1, so that "
                    "there is nothing to picture; choose another feature",
                    picture.feature));
  const Beta before{.ones = parameter.ones, .zeros = parameter.zeros};
  const Beta after{.ones = parameter.ones + parameter.seen_ones,
                   .zeros = parameter.zeros + parameter.seen_zeros};
  const Beta alone{.ones = 1 + parameter.seen_ones, .zeros = 1 + parameter.seen_zeros};
  const bool nothing = parameter.seen_ones + parameter.seen_zeros == 0;
  spread_values(ends(before), ends(after), ends(nothing ? after : alone), options, picture);
  draw_both(before, after, options, picture);
  picture.likelihood = scaled_heights(picture.values, [&](double x) {
    return x_log_y(parameter.seen_ones, x) + x_log1p_y(parameter.seen_zeros, -x);
  });
}

void draw_cell(const GammaParameter& parameter, const CellOptions& options, CellPicture& picture) {
  const Gamma before{.shape = parameter.shape, .rate = parameter.rate};
  const Gamma after{.shape = parameter.shape + parameter.seen_shape,
                    .rate = parameter.rate + parameter.seen_rate};
  const Gamma alone{.shape = 1 + parameter.seen_shape, .rate = parameter.seen_rate};
  spread_values(ends(before), ends(after), ends(parameter.seen_rate > 0 ? alone : after), options,
                picture);
  draw_both(before, after, options, picture);
  picture.likelihood = scaled_heights(picture.values, [&](double x) {
    return x_log_y(parameter.seen_shape, x) - parameter.seen_rate * x;
  });
}

void draw_cell(const MeanParameter& parameter, const CellOptions& options, CellPicture& picture) {
  const StudentT before = mean_density(parameter.prior);
  const StudentT after = mean_density(parameter.posterior);
  const Moments& seen = parameter.seen;
  // Four standard errors of the mean to each side.
  const double half = seen.n > 0 ? 4 * std::sqrt(seen.sum_of_squares) / seen.n : 0;
  const Interval alone{.lower = seen.mean - half, .upper = seen.mean + half};
  spread_values(ends(before), ends(after), seen.n > 0 ? alone : ends(after), options, picture);
  picture.interval = equal_tailed([&](double p) { return quantile(after, p); }, options.mass);
  picture.prior = heights_of(picture.values, [&](double x) { return log_density(before, x); });
  picture.posterior = heights_of(picture.values, [&](double x) { return log_density(after, x); });
  // ln of the likelihood at the variance that is best for each mean; one value gives no spread.
  picture.likelihood = scaled_heights(picture.values, [&](double mean) {
    if (!(seen.sum_of_squares > 0)) return 0.0;
    const double z = seen.mean - mean;
    return -0.5 * seen.n * std::log1p(seen.n * z * z / seen.sum_of_squares);
  });
}

void draw_cell(const KnownVarianceParameter& parameter, const CellOptions& options,
               CellPicture& picture) {
  const Moments& seen = parameter.seen;
  const double variance = parameter.prior.variance;
  // Four standard errors of the mean to each side.
  const double half = seen.n > 0 ? 4 * std::sqrt(variance / seen.n) : 0;
  const Interval alone{.lower = seen.mean - half, .upper = seen.mean + half};
  const Interval after = ends(parameter.posterior);
  spread_values(ends(parameter.prior), after, seen.n > 0 ? alone : after, options, picture);
  draw_both(parameter.prior, parameter.posterior, options, picture);
  picture.likelihood = scaled_heights(picture.values, [&](double mean) {
    const double z = seen.mean - mean;
    return -0.5 * seen.n * z * z / variance;
  });
}

void draw_cell(const VarianceParameter& parameter, const CellOptions& options,
               CellPicture& picture) {
  // What the data add: half their number, and half their squares around the mean.
  const double half_rows = parameter.posterior.shape - parameter.prior.shape;
  const double half_squares = parameter.posterior.scale - parameter.prior.scale;
  const Interval after = ends_of_variance(parameter.posterior);
  Interval alone = after;
  if (half_rows > 0 && half_squares > 0) {
    // Four standard errors of the logarithm to each side, few rows less.
    const double peak = half_squares / half_rows;
    const double factor = std::min(std::exp(4 / std::sqrt(half_rows)), 8.0);
    alone = {.lower = peak / factor, .upper = peak * factor};
  }
  spread_values(ends_of_variance(parameter.prior), after, alone, options, picture);
  draw_both(parameter.prior, parameter.posterior, options, picture);
  picture.likelihood = scaled_heights(picture.values, [&](double variance) {
    return -half_rows * std::log(variance) - half_squares / variance;
  });
}

void draw_cell(const DirectionParameter& parameter, const CellOptions& options,
               CellPicture& picture) {
  // The whole circle, cut where the posterior is lowest.
  const Interval turn = support(parameter.posterior);
  spread_values(turn, turn, turn, options, picture);
  draw_both(parameter.prior, parameter.posterior, options, picture);
  picture.likelihood = scaled_heights(picture.values, [&](double direction) {
    return parameter.prior.concentration * (parameter.seen.cosines * std::cos(direction) +
                                            parameter.seen.sines * std::sin(direction));
  });
}

void draw_cell(const NumberParameter& parameter, const CellOptions& options, CellPicture& picture) {
  const Interval after = parameter.posterior_interval(1 - 2 * tail);
  spread_values(parameter.prior_interval(1 - 2 * tail), after, after, options, picture);
  picture.interval = parameter.posterior_interval(options.mass);
  picture.prior = heights_of(picture.values, parameter.log_prior);
  picture.posterior = heights_of(picture.values, parameter.log_posterior);
  // What the posterior adds to the prior; nothing is known of it where the prior is 0.
  picture.likelihood = scaled_heights(picture.values, [&](double x) {
    const double before = parameter.log_prior(x);
    return std::isfinite(before) ? parameter.log_posterior(x) - before : -infinity;
  });
}

std::vector<std::string> bin_names(const std::vector<double>& edges) {
  std::vector<std::string> names;
  for (std::size_t bin = 0; bin + 1 < edges.size(); ++bin)
    names.push_back(to_text(edges[bin]) + " to " + to_text(edges[bin + 1]));
  return names;
}

void draw_share(const std::vector<double>& prior, const std::vector<double>& posterior,
                const std::vector<std::string>& levels, const CellOptions& options,
                CellPicture& picture) {
  const auto level = static_cast<std::size_t>(level_asked(levels, options, picture.feature));
  double others = -prior[level];
  double after = -posterior[level];
  for (const double weight : prior) others += weight;
  for (const double weight : posterior) after += weight;
  picture.parameter = "probability of " + levels[level];
  draw_cell(BetaParameter{.ones = prior[level],
                          .zeros = others,
                          .seen_ones = posterior[level] - prior[level],
                          .seen_zeros = after - others},
            options, picture);
}

void draw_branch(const PolyaTreePrior& prior, const PolyaTreePrior& posterior,
                 const CellOptions& options, CellPicture& picture) {
  const std::vector<Beta> of_prior = branches(prior);  // throws for a tree that is none
  const std::vector<std::string> names = branch_names(prior.edges, prior.sd > 0);
  const auto branch = static_cast<std::size_t>(level_asked(names, options, picture.feature));
  const Beta before = of_prior[branch];
  const Beta after = branches(posterior)[branch];
  picture.parameter = "share of " + names[branch];
  draw_cell(BetaParameter{.ones = before.ones,
                          .zeros = before.zeros,
                          .seen_ones = after.ones - before.ones,
                          .seen_zeros = after.zeros - before.zeros},
            options, picture);
}

Index level_asked(const std::vector<std::string>& levels, const CellOptions& options,
                  const std::string& feature) {
  if (options.level.empty() && !levels.empty()) return 0;
  const auto found = std::find(levels.begin(), levels.end(), options.level);
  if (found == levels.end())
    throw Error(ErrorCode::schema, fmt::format("feature '{}' has no level '{}'; its levels are {}",
                                               feature, options.level, some_of(levels)));
  return found - levels.begin();
}

}  // namespace detail

CellPicture cell_picture(const Posterior<Model>& posterior, const std::string& feature,
                         const std::string& klass, const CellOptions& options) {
  if (detail::imagines_rows(posterior))
    return cell_picture(detail::with_imagined_rows(posterior), feature, klass, options);
  if (options.points < 2)
    throw Error(ErrorCode::domain, "the picture of a cell has " +
                                       detail::counted(options.points, "point", "points") +
                                       "; give it 2 or more");
  const detail::ClassCell place = detail::class_cell(posterior, feature, klass);
  CellPicture picture{.feature = feature, .klass = klass, .mass = options.mass};
  picture.family = place.block->family().facts().word;
  picture.rows = place.block->count(place.feature, place.klass);
  studied(place.block->family())
      .picture_cell(*place.block, place.feature, place.klass, posterior.label.classes, options,
                    picture);
  return picture;
}

}  // namespace credence
