#pragma once
// The densities of a block under one estimator, laid out for scoring.
#include <cmath>
#include <credence/base/triangle.hpp>
#include <credence/detail/base/if_defined.hpp>
#include <credence/detail/learn/block_priors.hpp>
#include <credence/detail/predict/cell_reader.hpp>
#include <credence/detail/predict/estimate.hpp>
#include <credence/detail/predict/estimate_context.hpp>
#include <credence/detail/predict/score_tile.hpp>
#include <limits>

namespace credence {

/// Densities of one block: features x classes, feature-major.
template <ConjugateFamily F>
class ScoreTable {
 public:
  using Family = F;
  using Datum = typename Block<F>::Datum;

  ScoreTable() = default;
  /// The densities of a block; cells without one are appended to `undefined`.
  ScoreTable(const Block<F>& block, const EstimateContext& context,
             std::vector<UndefinedCell>& undefined);
  /// Densities that were found otherwise: features x classes, feature-major.
  ScoreTable(std::vector<Feature<F>> features, std::vector<typename F::Likelihood> densities)
      : features_(std::move(features)), densities_(std::move(densities)) {}

  [[nodiscard]] Index size() const { return static_cast<Index>(features_.size()); }
  [[nodiscard]] const Feature<F>& feature(Index j) const {
    return features_[static_cast<std::size_t>(j)];
  }

  /// The densities of one feature.
  [[nodiscard]] ScoreTable part(Index j) const {
    ScoreTable one;
    one.features_ = {feature(j)};
    std::visit(
        [&]<class Cells>(const Cells& densities) {
          const auto classes = std::ssize(densities) / size();
          const auto first = densities.begin() + j * classes;
          one.densities_ = Cells(first, first + classes);
        },
        densities_);
    return one;
  }

  /// How many terms a row's log joint may get from the block: the words of a vocabulary and the
  /// columns of one feature count each.
  [[nodiscard]] Index terms() const {
    Index sum = 0;
    for (const Feature<F>& feature : features_)
      if constexpr (std::is_same_v<Datum, WordCounts> || std::is_same_v<Datum, std::vector<double>>)
        sum += std::ssize(feature.levels);
      else
        ++sum;
    return sum;
  }

  /// Adds the log density of one datum under each class to a row of a tile; the plain reference of
  /// the score kernels. Entries of -inf stay as they are.
  /// throws  Error{domain} where a log density is NaN
  void add(Index feature, const Datum& datum, const ScoreTile& tile, Index row) const {
    std::visit(
        [&](const auto& densities) {
          const auto* cell = densities.data() + feature * tile.classes;
          for (Index klass = 0; klass < tile.classes; ++klass, ++cell)
            if (tile.at(klass, row) != -std::numeric_limits<double>::infinity()) {
              const double log = log_density(*cell, datum);
              if (std::isnan(log)) detail::no_log_density(this->feature(feature).name);
              add_term(tile, klass, row, log);
            }
        },
        densities_);
  }
  void add(Index feature, const Datum& datum, std::span<double> joint) const {
    add(feature, datum,
        ScoreTile{.data = joint.data(), .classes = std::ssize(joint), .rows = 1, .stride = 1}, 0);
  }
  /// Calls `f(densities)` with the list of them: features x classes, feature-major. Those of a
  /// class of probability 0 hold nothing.
  template <class Visitor>
  decltype(auto) visit(Visitor&& f) const {
    return std::visit(f, densities_);
  }

 private:
  using Likelihoods = std::vector<typename F::Likelihood>;
  using Predictives = std::vector<typename F::Predictive>;
  using Densities =
      std::conditional_t<std::is_same_v<Likelihoods, Predictives>, std::variant<Likelihoods>,
                         std::variant<Likelihoods, Predictives>>;

  void estimate_feature(const Block<F>& block, Index j, BlockPriors<F>& found,
                        const EstimateContext& context, std::vector<UndefinedCell>& undefined);

  std::vector<Feature<F>> features_;
  Densities densities_;
};

namespace detail {
/// Throws Error{undefined} naming the first parameter of a density that is not finite, or not
/// positive where it must be: sums of data near the ends of the range of double overflow, and a
/// variance floor of 0 lets a variance of 0 pass. A matrix must be positive definite.
template <class D>
void check_range(const D& density) {
  if constexpr (Described<D>)
    for_each_member<D>([&](const auto& member) {
      const auto check_one = [&](double value) {
        const bool positive = value > 0 || member.domain != Domain::positive;
        if (!std::isfinite(value) || !positive) no_density(member.name, value);
      };
      using Value = std::remove_cvref_t<decltype(density.*(member.pointer))>;
      if constexpr (std::is_same_v<Value, double>)
        check_one(density.*(member.pointer));
      else
        for (const double value : density.*(member.pointer)) check_one(value);
      if constexpr (std::is_same_v<Value, std::vector<double>>)
        if (member.domain == Domain::positive_definite && !Cholesky::of(density.*(member.pointer)))
          no_matrix(member.name);
    });
}
}  // namespace detail

template <ConjugateFamily F>
ScoreTable<F>::ScoreTable(const Block<F>& block, const EstimateContext& context,
                          std::vector<UndefinedCell>& undefined)
    : features_(block.features) {
  if (context.estimator == Estimator::predictive)
    densities_ = Predictives(block.cells.size());
  else
    densities_ = Likelihoods(block.cells.size());
  BlockPriors<F> found(block);
  for (Index j = 0; j < block.size(); ++j) estimate_feature(block, j, found, context, undefined);
}

template <ConjugateFamily F>
void ScoreTable<F>::estimate_feature(const Block<F>& block, Index j, BlockPriors<F>& found,
                                     const EstimateContext& context,
                                     std::vector<UndefinedCell>& undefined) {
  const Feature<F>& feature = block.feature(j);
  std::vector<typename F::Prior> prior(context.classes.size());
  if (asks_prior<F>(context.estimator)) {
    const std::string why = detail::why_undefined([&] { prior = found.of(j, context.classes); });
    // The normal density of scikit-learn needs no prior.
    if (!why.empty() && context.estimator != Estimator::scikit_learn) {
      undefined.push_back({.feature = feature.name, .klass = {}, .why = why});
      return;
    }
  }
  CellReader<F> reader(block, j, std::move(prior));
  for (std::size_t klass = 0; klass < context.classes.size(); ++klass) {
    if (context.log_class_probabilities[klass] == -std::numeric_limits<double>::infinity())
      continue;
    const auto at = static_cast<std::size_t>(j) * context.classes.size() + klass;
    try {
      if (context.estimator == Estimator::predictive) {
        auto& density = std::get<Predictives>(densities_)[at];
        density = F::predictive(reader.posterior(static_cast<Index>(klass)));
        detail::check_range(density);
      } else {
        auto& density = std::get<Likelihoods>(densities_)[at];
        density =
            reader.plug_in(context.estimator, static_cast<Index>(klass), context.variance_floor);
        detail::check_range(density);
      }
    } catch (const Error& error) {
      if (error.code() != ErrorCode::undefined) throw detail::of_column(feature.name, error);
      undefined.push_back(
          {.feature = feature.name, .klass = context.classes[klass], .why = error.what()});
    }
  }
}

}  // namespace credence
