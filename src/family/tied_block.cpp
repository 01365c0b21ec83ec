// Blocks of columns with shared variances.
#include <credence/detail/family/tied_block.hpp>

#include <algorithm>

namespace credence::detail {

std::vector<double> units_of(Tying tying, const ColumnMoments& pooled, Index columns,
                             std::string_view family) {
  if (!in_units_of_spreads(tying)) return std::vector<double>(static_cast<std::size_t>(columns), 1);
  std::vector<double> units;
  for_each_column(pooled, columns, [&](const Moments& moments) {
    units.push_back(std::sqrt(moments.variance()));
    if (!has_spread(moments))
      throw Error(ErrorCode::undefined,
                  (moments.n > 0 ? constant_or_too_close(moments)
                                 : std::string("no data was seen in the column")) +
                      ": columns of family '" + std::string(family) +
                      "' that share a variance are compared in units of their own spread; drop "
                      "the column, or tie no columns");
  });
  return units;
}

TiedNormalInverseGamma expanded(const NormalInverseGamma& each, Tying tying,
                                const ColumnMoments& pooled, Index columns,
                                std::string_view family) {
  const std::vector<double> units = units_of(tying, pooled, columns, family);
  TiedNormalInverseGamma prior{.mean_weights = std::vector<double>(units.size(), each.mean_weight),
                               .shapes = std::vector<double>(units.size(), each.shape)};
  for (const double unit : units) {
    prior.means.push_back(each.mean * unit);
    prior.scales.push_back(each.scale * unit * unit);
  }
  return prior;
}

TiedNormalInverseGamma fitted(TiedNormalInverseGamma prior, Tying tying, Index columns) {
  check_lengths(prior.means.size(), static_cast<std::size_t>(columns), "'means' and the columns");
  check(prior);
  for (const double shape : prior.shapes)
    if (ties_columns(tying) && shape != prior.shapes.front())
      throw Error(ErrorCode::shape,
                  "'shapes' differ, but the columns share one variance; give one shape");
  for (const double scale : prior.scales)
    if (ties_columns(tying) && !in_units_of_spreads(tying) && scale != prior.scales.front())
      throw Error(
          ErrorCode::shape,
          "'scales' differ, but the columns share one variance in their own units; give one "
          "scale, or tie them in units of their spreads ('features' or 'all')");
  prior.shapes.resize(ties_columns(tying) ? 1 : prior.means.size(), prior.shapes.front());
  return prior;
}

namespace {

// The automatic priors of columns that share a variance in their own units: one scale, the mean of
// those that they would have alone, by weight.
TiedNormalInverseGamma with_one_scale(TiedNormalInverseGamma prior, const ColumnMoments& pooled) {
  CompensatedSum scales;
  CompensatedSum counts;
  for (std::size_t j = 0; j < prior.scales.size(); ++j) {
    const double count = pooled.column(static_cast<Index>(j)).n;
    scales.add(count * prior.scales[j]);
    counts.add(count);
  }
  std::fill(prior.scales.begin(), prior.scales.end(), scales.value() / counts.value());
  return prior;
}

}  // namespace

TiedNormalInverseGamma prior_of_block(const PriorRule<TiedNormalInverseGamma>& rule, Tying tying,
                                      const ColumnMoments& pooled, Index columns,
                                      std::string_view family) {
  if (const auto* word = get_if<Automatic>(rule)) {
    TiedNormalInverseGamma prior = automatic_columns(*word, pooled, family, columns);
    if (ties_columns(tying) && !in_units_of_spreads(tying))
      prior = with_one_scale(std::move(prior), pooled);
    return fitted(std::move(prior), tying, columns);
  }
  if (const auto* each = get_if<NormalInverseGamma>(rule))
    return fitted(expanded(*each, tying, pooled, columns, family), tying, columns);
  return fitted(numbers_of(rule), tying, columns);
}

std::vector<Spread> spreads_of_classes(std::span<const TiedNormalInverseGamma> priors,
                                       std::span<const ColumnMoments> cells) {
  std::vector<Spread> total(priors.empty() ? 0 : priors.front().shapes.size());
  for (std::size_t klass = 0; klass < cells.size(); ++klass) {
    const std::vector<Spread> own = spreads_of(priors[klass], cells[klass]);
    for (std::size_t g = 0; g < total.size(); ++g) total[g].add(own[g]);
  }
  return total;
}

std::vector<TiedNormalInverseGamma> posteriors_of_block(
    Tying tying, std::span<const TiedNormalInverseGamma> priors,
    std::span<const ColumnMoments> cells) {
  std::vector<TiedNormalInverseGamma> all;
  all.reserve(cells.size());
  std::vector<Spread> spreads;
  if (ties_classes(tying)) spreads = spreads_of_classes(priors, cells);
  for (std::size_t klass = 0; klass < cells.size(); ++klass) {
    if (!ties_classes(tying)) spreads = spreads_of(priors[klass], cells[klass]);
    all.push_back(moved(priors[klass], cells[klass], spreads));
  }
  return all;
}

std::vector<MeansVariances> draw_of_block(Tying tying,
                                          std::span<const TiedNormalInverseGamma> posteriors,
                                          Random& random) {
  std::vector<MeansVariances> all;
  std::vector<double> log_spreads;
  for (const TiedNormalInverseGamma& posterior : posteriors) {
    if (all.empty() || !ties_classes(tying)) log_spreads = draw_log_spreads(posterior, random);
    all.push_back(draw_given(posterior, log_spreads, random));
  }
  return all;
}

double log_evidence_of_block(Tying tying, std::span<const TiedNormalInverseGamma> priors,
                             std::span<const ColumnMoments> cells) {
  CompensatedSum sum;
  for (std::size_t klass = 0; klass < cells.size(); ++klass) {
    sum.add(log_evidence_of_means(priors[klass], cells[klass]));
    if (!ties_classes(tying))
      sum.add(log_evidence_of_spreads(priors[klass], spreads_of(priors[klass], cells[klass])));
  }
  if (ties_classes(tying) && !priors.empty())
    sum.add(log_evidence_of_spreads(priors.front(), spreads_of_classes(priors, cells)));
  return sum.value();
}

std::vector<ColumnMoments> moments_of_block(Tying tying, std::span<const ColumnMoments> cells,
                                            std::string_view family) {
  const SharedSquares shared(tying, cells, family);
  std::vector<ColumnMoments> tied(cells.begin(), cells.end());
  for (Index klass = 0; klass < std::ssize(cells); ++klass)
    for (Index j = 0; j < shared.columns(); ++j) {
      ColumnMoments& cell = tied[static_cast<std::size_t>(klass)];
      Moments moments = cell.column(j);
      if (moments.n > 0) moments.sum_of_squares = moments.n * shared.variance(klass, j);
      cell.put(j, moments);
    }
  return tied;
}

}  // namespace credence::detail
