#pragma once
// Pictures of the features and cells of one family.
#include <algorithm>
#include <cmath>
#include <credence/density/beta.hpp>
#include <credence/density/gamma.hpp>
#include <credence/density/histogram.hpp>
#include <credence/density/pascal.hpp>
#include <credence/density/polya_tree.hpp>
#include <credence/detail/learn/block_cells.hpp>
#include <credence/detail/predict/cell_reader.hpp>
#include <credence/detail/predict/score_table.hpp>
#include <credence/detail/study/block_description.hpp>
#include <credence/detail/study/cell_parameters.hpp>
#include <credence/detail/study/picture_context.hpp>
#include <credence/detail/study/studied_family.hpp>
#include <limits>

namespace credence::detail {

/// The densities of a feature in all classes, one after the other.
template <ConjugateFamily F, class Visitor>
void with_densities(const ScoreTable<F>& table, Index j, Index classes, Visitor&& visit) {
  table.visit([&](const auto& densities) { visit(densities.data() + j * classes); });
}

/// Heights of a density at the points of a picture.
template <class D>
std::vector<double> heights(const D& density, const std::vector<double>& points) {
  std::vector<double> all;
  for (const double x : points) all.push_back(std::exp(log_density(density, x)));
  return all;
}

template <ConjugateFamily F>
FeaturePicture picture_of_numbers(const PictureContext& context, const ScoreTable<F>& table,
                                  Index j, const Cells<double>& cells) {
  const std::string& name = table.feature(j).name;
  FeaturePicture picture = context.picture(name, F::name);
  frame_numbers(class_numbers(context, cells), context.options, !F::accepts(-1.0), picture);
  with_densities(table, j, context.classes(), [&](const auto* densities) {
    expect(
        context, name, picture.points.size(),
        [&](Index klass) { return heights(densities[klass], picture.points); }, picture);
  });
  return picture;
}

/// The probability of each range of counts.
template <class D>
std::vector<double> range_shares(const D& density, const CountRanges& ranges) {
  std::vector<double> shares;
  double before = 0;
  for (std::size_t i = 0; i < ranges.first.size(); ++i) {
    double share = 0;
    if (ranges.open && i + 1 == ranges.first.size())
      share = std::max(1 - before, 0.0);
    else
      for (double x = ranges.first[i]; x < ranges.first[i] + ranges.width; x += 1)
        share += std::exp(log_density(density, x));
    before += share;
    shares.push_back(share);
  }
  return shares;
}

template <ConjugateFamily F>
FeaturePicture picture_of_counts(const PictureContext& context, const ScoreTable<F>& table, Index j,
                                 const Cells<typename Block<F>::Datum>& cells) {
  const std::string& name = table.feature(j).name;
  FeaturePicture picture = context.picture(name, F::name);
  picture.kind = PictureKind::levels;
  if constexpr (requires { cells.exposed(); })
    if (cells.exposed()) {
      picture.undefined = "counts over different exposures have no one distribution to show";
      return picture;
    }
  const CountRanges ranges = frame_counts(class_numbers(context, cells), context.options, picture);
  with_densities(table, j, context.classes(), [&](const auto* densities) {
    expect(
        context, name, picture.levels.size(),
        [&](Index klass) { return range_shares(densities[klass], ranges); }, picture);
  });
  return picture;
}

/// Returns the weight of each level in one class.
[[nodiscard]] inline std::vector<double> level_weights(const std::vector<double>& counts,
                                                       std::size_t levels) {
  std::vector<double> weights = counts;
  weights.resize(levels);
  return weights;
}
/// Statistics that are weights of levels.
template <class S>
concept CountsLevels = CountsYesAndNo<S> || ListsLevels<S>;
template <CountsLevels S>
[[nodiscard]] std::vector<double> level_weights_of(const S& seen, std::size_t levels) {
  if constexpr (CountsYesAndNo<S>)
    return {seen.zeros, seen.ones};
  else
    return level_weights(seen.counts, levels);
}

/// The share of each level under a density.
template <class D>
std::vector<double> level_shares(const D& density, std::size_t levels) {
  if constexpr (requires { density.weights; }) {
    return shares_of(level_weights(density.weights, levels));
  } else if constexpr (std::is_same_v<typename D::value_type, WordCounts>) {
    if constexpr (requires { density.probabilities; })
      return level_weights(density.probabilities, levels);
    else
      return std::vector<double>(levels, std::numeric_limits<double>::quiet_NaN());
  } else {
    std::vector<double> shares;
    for (std::size_t level = 0; level < levels; ++level)
      shares.push_back(std::exp(log_density(density, static_cast<typename D::value_type>(level))));
    return shares;
  }
}

template <ConjugateFamily F>
FeaturePicture picture_of_levels(const PictureContext& context, const Block<F>& block,
                                 const ScoreTable<F>& table, Index j,
                                 std::vector<std::string> levels) {
  constexpr bool words = std::is_same_v<typename Block<F>::Datum, WordCounts>;
  FeaturePicture picture = context.picture(block.feature(j).name, F::name);
  picture.kind = words ? PictureKind::words : PictureKind::levels;
  picture.levels = std::move(levels);
  for (Index klass = 0; klass < context.classes(); ++klass) {
    const auto weights = level_weights_of(block.cell(j, klass), picture.levels.size());
    picture.rows[static_cast<std::size_t>(klass)] = block.cell(j, klass).count();
    picture.observed.push_back(shares_of(weights));
  }
  with_densities(table, j, context.classes(), [&](const auto* densities) {
    expect(
        context, picture.feature, picture.levels.size(),
        [&](Index klass) { return level_shares(densities[klass], picture.levels.size()); },
        picture);
  });
  std::vector<double> probabilities;
  for (const double log : context.estimates.log_class_probabilities)
    probabilities.push_back(std::exp(log));
  const auto worth =
      words ? worth_of_words(picture.expected, probabilities) : std::vector<double>();
  keep_levels(picture, worth, context.options.most_levels, !words);
  return picture;
}

template <TiedFamily F>
void add_tied_pictures(const PictureContext& context, const ScoreTable<F>& table, Index j,
                       const Cells<std::vector<double>>& cells,
                       std::vector<FeaturePicture>& pictures) {
  const Feature<F>& feature = table.feature(j);
  for (std::size_t column = 0; column < feature.levels.size(); ++column) {
    if (!asks_for(context.options.features, feature.levels[column])) continue;
    FeaturePicture picture = context.picture(feature.levels[column], F::word);
    frame_numbers(class_numbers(context, cells, column), context.options, false, picture);
    with_densities(table, j, context.classes(), [&](const auto* densities) {
      expect(
          context, feature.name, picture.points.size(),
          [&](Index klass) {
            return heights(marginal(densities[klass], static_cast<Index>(column)), picture.points);
          },
          picture);
    });
    pictures.push_back(std::move(picture));
  }
}

/// The names of the levels of a feature; of binary columns those of the schema.
template <ConjugateFamily F>
std::vector<std::string> level_names(const Feature<F>& feature, const Schema& schema) {
  if constexpr (Block<F>::levelled)
    return feature.levels;
  else
    return two_levels(feature.name, schema);
}

template <ConjugateFamily F>
void add_pictures(const PictureContext& context, const Block<F>& block, const ScoreTable<F>& table,
                  const CellsOf<F>& cells, std::vector<FeaturePicture>& pictures) {
  using Datum = typename Block<F>::Datum;
  for (Index j = 0; j < block.size(); ++j) {
    const auto& data = cells.features[static_cast<std::size_t>(j)];
    if constexpr (TiedFamily<F>) {
      add_tied_pictures(context, table, j, data, pictures);
    } else if (asks_for(context.options.features, block.feature(j).name)) {
      if constexpr (std::is_same_v<Datum, double> || std::is_same_v<Datum, Count>) {
        if (!F::accepts(Datum(0.5)))
          pictures.push_back(picture_of_counts(context, table, j, data));
        else if constexpr (std::is_same_v<Datum, double>)
          pictures.push_back(picture_of_numbers(context, table, j, data));
      } else if constexpr (CountsLevels<typename F::Statistics>) {
        pictures.push_back(
            picture_of_levels(context, block, table, j,
                              level_names(block.feature(j), context.estimates.model.schema())));
      }
    }
  }
}

template <class F>
concept HasNoPrior = requires {
  F::without_prior;
};
/// Families of one number, of which prior and posterior give a density and an interval.
template <class F>
concept PicturesNumber =
    !TiedFamily<F> && !HasNoPrior<F> && requires(const typename F::Prior& prior) {
  { log_density(prior, 0.5) } -> std::same_as<double>;
  { credible_interval(prior, 0.5) } -> std::same_as<Interval>;
};

template <ConjugateFamily F>
void picture_cell(const Block<F>& block, Index j, Index klass, const typename F::Prior& prior,
                  const typename F::Prior& posterior, const CellOptions& options,
                  CellPicture& picture) {
  const auto& seen = block.cell(j, klass);
  if constexpr (Block<F>::levelled && requires { prior.weights; }) {
    draw_share(prior.weights, posterior.weights, block.feature(j).levels, options, picture);
  } else if constexpr (std::is_same_v<typename F::Prior, HistogramPrior>) {
    draw_share(prior.weights, posterior.weights, bin_names(prior.edges), options, picture);
  } else if constexpr (std::is_same_v<typename F::Prior, PolyaTreePrior>) {
    draw_branch(prior, posterior, options, picture);
  } else if constexpr (std::is_same_v<typename F::Prior, Beta> ||
                       std::is_same_v<typename F::Prior, PascalPrior>) {
    picture.parameter = std::is_same_v<typename Block<F>::Datum, bool> ? "probability of yes"
                                                                       : "probability of success";
    draw_cell(BetaParameter{.ones = prior.ones,
                            .zeros = prior.zeros,
                            .seen_ones = posterior.ones - prior.ones,
                            .seen_zeros = posterior.zeros - prior.zeros},
              options, picture);
  } else if constexpr (std::is_same_v<typename F::Prior, Gamma> ||
                       std::is_same_v<typename F::Prior, GammaRatePrior>) {
    picture.parameter = parameter_name<F>();
    draw_cell(GammaParameter{.shape = prior.shape,
                             .rate = prior.rate,
                             .seen_shape = posterior.shape - prior.shape,
                             .seen_rate = posterior.rate - prior.rate},
              options, picture);
  } else if constexpr (std::is_same_v<typename F::Prior, NormalInverseGamma>) {
    const bool logs = F::name != std::string_view("normal");
    picture.parameter = logs ? "mean of the logarithm" : "mean";
    MeanParameter parameter{.prior = prior, .posterior = posterior};
    parameter.seen = static_cast<const Moments&>(seen);
    draw_cell(parameter, options, picture);
  } else if constexpr (std::is_same_v<typename F::Prior, NormalMeanPrior>) {
    picture.parameter = "mean";
    draw_cell(KnownVarianceParameter{.prior = prior, .posterior = posterior, .seen = seen}, options,
              picture);
  } else if constexpr (std::is_same_v<typename F::Prior, NormalVariancePrior>) {
    picture.parameter = "variance";
    draw_cell(VarianceParameter{.prior = prior, .posterior = posterior}, options, picture);
  } else if constexpr (std::is_same_v<typename F::Prior, VonMisesPrior>) {
    picture.parameter = "direction";
    draw_cell(DirectionParameter{.prior = prior, .posterior = posterior, .seen = seen}, options,
              picture);
  } else if constexpr (PicturesNumber<F>) {
    picture.parameter = parameter_name<F>();
    draw_cell(NumberParameter{
                  .log_prior = [&](double x) { return log_density(prior, x); },
                  .log_posterior = [&](double x) { return log_density(posterior, x); },
                  .prior_interval = [&](double mass) { return interval_of(prior, mass); },
                  .posterior_interval = [&](double mass) { return interval_of(posterior, mass); }},
              options, picture);
  } else {
    throw Error(ErrorCode::undefined,
                "the parameters of family '" + picture.family + "' of column '" + picture.feature +
                    (TiedFamily<F> ? "' share a variance, so that a cell has no picture of its own"
                                   : "' have no picture") +
                    "; choose another feature");
  }
}

/// Draws prior, likelihood and posterior of one cell.
template <ConjugateFamily F>
void picture_cell(const Block<F>& block, Index j, Index klass, std::span<const std::string> classes,
                  const CellOptions& options, CellPicture& picture) {
  const auto priors = BlockPriors<F>(block).of(j, classes);
  picture_cell<F>(block, j, klass, priors[static_cast<std::size_t>(klass)],
                  CellReader<F>(block, j, priors).posterior(klass), options, picture);
}

}  // namespace credence::detail
