#pragma once
// Pictures of the cells of a posterior.
#include <credence/learn/found_priors.hpp>
#include <credence/predict/cell_reader.hpp>
#include <credence/study/cell_picture.hpp>

namespace credence {

namespace detail {

/// A parameter with a Beta, Gamma or Student's t density before and after the data.
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

void draw_cell(const BetaParameter& parameter, const CellOptions& options, CellPicture& picture);
void draw_cell(const GammaParameter& parameter, const CellOptions& options, CellPicture& picture);
void draw_cell(const MeanParameter& parameter, const CellOptions& options, CellPicture& picture);

/// The position of the level that the options name.
/// throws  Error{schema} naming the levels there are
[[nodiscard]] Index level_asked(const std::vector<std::string>& levels, const CellOptions& options,
                                const std::string& feature);

template <ConjugateFamily F>
void picture_cell(const Block<F>& block, Index j, Index klass, const typename F::Prior& prior,
                  const typename F::Prior& posterior, const CellOptions& options,
                  CellPicture& picture) {
  const auto& seen = block.cell(j, klass);
  const auto& levels = block.feature(j).levels;
  if constexpr (Block<F>::levelled) {
    const auto level = static_cast<std::size_t>(level_asked(levels, options, picture.feature));
    double others = -prior.weights[level];
    double after = -posterior.weights[level];
    for (const double weight : prior.weights) others += weight;
    for (const double weight : posterior.weights) after += weight;
    picture.parameter = "probability of " + levels[level];
    draw_cell(BetaParameter{.ones = prior.weights[level],
                            .zeros = others,
                            .seen_ones = posterior.weights[level] - prior.weights[level],
                            .seen_zeros = after - others},
              options, picture);
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
  } else {
    throw Error(ErrorCode::undefined,
                "the parameters of family '" + picture.family + "' of column '" + picture.feature +
                    (TiedFamily<F> ? "' share a variance, so that a cell has no picture of its own"
                                   : "' have no picture") +
                    "; choose another feature");
  }
}

}  // namespace detail

/// Prior, likelihood and posterior of the parameter of one cell: the probability of a level, a rate,
/// or the mean of numbers (the likelihood then is its largest over all variances).
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
