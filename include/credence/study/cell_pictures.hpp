#pragma once
// Pictures of the cells of a posterior.
#include <credence/learn/found_priors.hpp>
#include <credence/predict/cell_reader.hpp>
#include <credence/study/cell_picture.hpp>

namespace credence {

namespace detail {

/// A parameter with a density before and after the data: Beta, Gamma, Student's t, normal, inverse
/// gamma or von Mises.
struct BetaParameter {
  double ones = 1, zeros = 1;            // of the prior
  double seen_ones = 0, seen_zeros = 0;  // of the data
};
struct GammaParameter {
  double shape = 1, rate = 1;
  double seen_shape = 0, seen_rate = 0;
};
struct MeanParameter {
  NormalInverseGamma prior = {}, posterior = {};
  Moments seen = {};
};

struct KnownVarianceParameter {
  NormalMeanPrior prior = {}, posterior = {};
  Moments seen = {};
};
struct VarianceParameter {
  NormalVariancePrior prior = {}, posterior = {};
};
struct DirectionParameter {
  VonMisesPrior prior = {}, posterior = {};
  DirectionTotals seen = {};
};

void draw_cell(const BetaParameter& parameter, const CellOptions& options, CellPicture& picture);
void draw_cell(const GammaParameter& parameter, const CellOptions& options, CellPicture& picture);
void draw_cell(const MeanParameter& parameter, const CellOptions& options, CellPicture& picture);
void draw_cell(const KnownVarianceParameter& parameter, const CellOptions& options,
               CellPicture& picture);
void draw_cell(const VarianceParameter& parameter, const CellOptions& options,
               CellPicture& picture);
void draw_cell(const DirectionParameter& parameter, const CellOptions& options,
               CellPicture& picture);

/// The names of bins: "0 to 18".
[[nodiscard]] std::vector<std::string> bin_names(const std::vector<double>& edges);

/// The share of one of several weights.
void draw_share(const std::vector<double>& prior, const std::vector<double>& posterior,
                const std::vector<std::string>& levels, const CellOptions& options,
                CellPicture& picture);

/// The position of the level that the options name.
/// throws  Error{schema} naming the levels there are
[[nodiscard]] Index level_asked(const std::vector<std::string>& levels, const CellOptions& options,
                                const std::string& feature);

template <ConjugateFamily F>
void picture_cell(const Block<F>& block, Index j, Index klass, const typename F::Prior& prior,
                  const typename F::Prior& posterior, const CellOptions& options,
                  CellPicture& picture) {
  const auto& seen = block.cell(j, klass);
  if constexpr (Block<F>::levelled) {
    draw_share(prior.weights, posterior.weights, block.feature(j).levels, options, picture);
  } else if constexpr (std::is_same_v<typename F::Prior, HistogramPrior>) {
    draw_share(prior.weights, posterior.weights, bin_names(prior.edges), options, picture);
  } else if constexpr (requires { prior.ones; }) {
    picture.parameter = std::is_same_v<typename Block<F>::Datum, bool> ? "probability of yes"
                                                                       : "probability of success";
    draw_cell(BetaParameter{.ones = prior.ones,
                            .zeros = prior.zeros,
                            .seen_ones = posterior.ones - prior.ones,
                            .seen_zeros = posterior.zeros - prior.zeros},
              options, picture);
  } else if constexpr (requires { prior.rate; }) {
    picture.parameter = "rate";
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
  } else {
    throw Error(ErrorCode::undefined,
                "the parameters of family '" + picture.family + "' of column '" + picture.feature +
                    (TiedFamily<F> ? "' share a variance, so that a cell has no picture of its own"
                                   : "' have no picture") +
                    "; choose another feature");
  }
}

}  // namespace detail

/// Prior, likelihood and posterior of the parameter of one cell: the probability of a level or bin, a
/// rate, a variance whose mean is known, a direction, or the mean of numbers (the likelihood then is its
/// largest over all variances, unless that is known).
/// throws  Error{schema} for a feature, class or level that there is not; Error{undefined} where an
///         automatic prior has no numbers, or the cell shares parameters with others
template <class List>
[[nodiscard]] CellPicture cell_picture(const Posterior<BasicModel<List>>& posterior,
                                       const std::string& feature, const std::string& klass,
                                       const CellOptions& options = {}) {
  const auto& classes = posterior.label.classes;
  const auto place = std::find(classes.begin(), classes.end(), klass);
  if (place == classes.end())
    throw Error(ErrorCode::schema, "the posterior has no class '" + klass + "'");
  CellPicture picture{.feature = feature, .klass = klass, .mass = options.mass};
  bool found = false;
  for_each_block(posterior.blocks, [&]<class F>(const Block<F>& block) {
    for (Index j = 0; j < block.size(); ++j) {
      if (block.feature(j).name != feature) continue;
      found = true;
      const Index own = place - classes.begin();
      const auto priors = BlockPriors<F>(block).of(j, classes);
      picture.family = word_of<F>();
      picture.rows = block.cell(j, own).count();
      detail::picture_cell<F>(block, j, own, priors[static_cast<std::size_t>(own)],
                              CellReader<F>(block, j, priors).posterior(own), options, picture);
    }
  });
  if (!found) throw Error(ErrorCode::schema, "the posterior has no feature '" + feature + "'");
  return picture;
}

extern template CellPicture cell_picture(const Posterior<Model>&, const std::string&,
                                         const std::string&, const CellOptions&);

}  // namespace credence
