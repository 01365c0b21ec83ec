#pragma once
// The parameters whose densities before and after the data can be drawn.
#include <credence/density/normal.hpp>
#include <credence/density/normal_inverse_gamma.hpp>
#include <credence/density/polya_tree.hpp>
#include <credence/density/von_mises.hpp>
#include <credence/detail/base/callable.hpp>
#include <credence/detail/family/direction_totals.hpp>
#include <credence/detail/family/moments.hpp>
#include <credence/study/feature_pictures.hpp>

namespace credence::detail {

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

/// The one number of a family of another kind, by log densities and intervals of its own.
struct NumberParameter {
  Callable<double(double)> log_prior = {}, log_posterior = {};
  Callable<Interval(double)> prior_interval = {}, posterior_interval = {};  // that hold a mass
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

void draw_cell(const NumberParameter& parameter, const CellOptions& options, CellPicture& picture);

/// Returns the names of bins: "0 to 18".
[[nodiscard]] std::vector<std::string> bin_names(const std::vector<double>& edges);

/// The share of one of several weights.
void draw_share(const std::vector<double>& prior, const std::vector<double>& posterior,
                const std::vector<std::string>& levels, const CellOptions& options,
                CellPicture& picture);

/// The share of the lower half of one branch of a tree, which the options name by its ends:
/// "18 to 40 of 18 to 90".
void draw_branch(const PolyaTreePrior& prior, const PolyaTreePrior& posterior,
                 const CellOptions& options, CellPicture& picture);

/// Returns the position of the level that the options name.
/// throws  Error{schema} naming the levels there are
[[nodiscard]] Index level_asked(const std::vector<std::string>& levels, const CellOptions& options,
                                const std::string& feature);

}  // namespace credence::detail
