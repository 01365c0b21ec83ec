#pragma once
// Cells that are scored one datum at a time while their statistics change: without a row, or row by
// row.
#include <credence/detail/base/if_defined.hpp>
#include <credence/detail/predict/score_table.hpp>

namespace credence {

namespace detail {
[[nodiscard]] inline bool keeps_digits(double full, double left) {
  return !(full > 0) || left > 1e-3 * full;
}
/// Returns the same of a matrix: of the variance in any direction.
[[nodiscard]] inline bool keeps_digits_of_matrix(const std::vector<double>& full,
                                                 const std::vector<double>& left) {
  const auto whole = Cholesky::of(full);
  if (!whole) {  // of each column alone
    bool keeps = full.size() == left.size();
    for (Index j = 0; keeps && j < triangle_order(full.size()); ++j)
      keeps = keeps_digits(full[triangle_place(j, j)], left[triangle_place(j, j)]);
    return keeps;
  }
  const auto rest = Cholesky::of(left);
  return rest && rest->order() == whole->order() &&
         rest->log_determinant() > whole->log_determinant() + std::log(1e-3);
}
/// Returns whether statistics that have forgotten a datum kept their digits: where nearly all of a
/// sum was taken away, what is left is mostly the rounding of the whole.
template <class Statistics>
[[nodiscard]] bool keeps_digits(const Statistics& full, const Statistics& left) {
  bool keeps = true;
  for_each_member<Statistics>([&](const auto& member) {
    using Value = std::remove_cvref_t<decltype(full.*(member.pointer))>;
    if constexpr (std::is_same_v<Value, std::vector<double>>)
      if (member.domain == Domain::semi_definite)
        keeps = keeps && keeps_digits_of_matrix(full.*(member.pointer), left.*(member.pointer));
    if (member.domain != Domain::nonnegative) return;
    if constexpr (std::is_same_v<Value, double>)
      keeps = keeps && keeps_digits(full.*(member.pointer), left.*(member.pointer));
    else
      for (std::size_t i = 0; i < (full.*(member.pointer)).size(); ++i)
        keeps = keeps && i < (left.*(member.pointer)).size() &&
                keeps_digits((full.*(member.pointer))[i], (left.*(member.pointer))[i]);
  });
  return keeps;
}

/// Returns the log density of a datum; throws as check_range.
template <class D>
[[nodiscard]] double checked_log_density(const D& density, const typename D::value_type& datum) {
  check_range(density);
  if constexpr (requires { log_density_of_checked(density, datum); })
    return log_density_of_checked(density, datum);
  else
    return log_density(density, datum);
}
}  // namespace detail

/// The cells of a block, each under its prior in numbers, read by one estimator. This is the plain
/// reference, which makes a density anew for every datum, and serves any family whose classes share
/// nothing; what is faster for a family (moving_levels.hpp, moving_histogram.hpp) must equal it. Words
/// for priors stand for the numbers of the block's own statistics and do not move.
///
/// expressions  (block, context): as a score table
///              scored(j): whether the estimator has all that it needs of the prior of a feature
///              log_density_without(j, klass, datum, weight)
///              log_evidence(j, klass, datum, weight)
///              clear(), observe(j, klass, datum, weight)
/// One that cannot forget every datum as well as the reference also has
///              keeps_digits(j, klass, datum, weight): whether it can this one
template <ConjugateFamily F>
class ReferenceMovingCells {
 public:
  using Family = F;
  using Statistics = typename F::Statistics;
  using Datum = typename Statistics::value_type;

  ReferenceMovingCells() = default;
  ReferenceMovingCells(const Block<F>& block, const EstimateContext& context)
      : features_(block.features),
        classes_(std::ssize(context.classes)),
        estimator_(context.estimator),
        variance_floor_(context.variance_floor) {
    BlockPriors<F> found(block);
    for (Index j = 0; j < block.size(); ++j) {
      take_priors(found, j, context);
      for (Index klass = 0; klass < classes_; ++klass)
        seen_.push_back(detail::with_reserved(block.cell(j, klass), block.feature(j)));
    }
  }

  [[nodiscard]] Index size() const { return std::ssize(features_); }
  [[nodiscard]] const Feature<F>& feature(Index j) const {
    return features_[static_cast<std::size_t>(j)];
  }
  /// False where an automatic prior has no meaning for the column and the estimator asks for it:
  /// such a feature must not be asked for densities.
  [[nodiscard]] bool scored(Index j) const { return scored_[static_cast<std::size_t>(j)]; }

  /// Returns the log density of a datum under its cell once the datum is forgotten `weight` times;
  /// under the cell as it is for a weight of 0. Nats.
  /// throws  Error{undefined} saying why there is no such density, Error{domain} when more would be
  ///         forgotten than was seen
  [[nodiscard]] double log_density_without(Index j, Index klass, const Datum& datum,
                                           double weight) const {
    Statistics left = seen(j, klass);
    left.forget(datum, weight);
    return log_density_under(j, klass, left, datum);
  }
  /// Returns the same under statistics of the caller's in the place of the cell's.
  [[nodiscard]] double log_density_under(Index j, Index klass, const Statistics& left,
                                         const Datum& datum) const {
    if (estimator_ == Estimator::predictive)
      return detail::checked_log_density(F::predictive(posterior(prior(j, klass), left)), datum);
    return detail::checked_log_density(
        plug_in<F>(estimator_, prior(j, klass), left, variance_floor_), datum);
  }
  /// Returns the log evidence of a datum seen `weight` times, given all that the cell has seen
  /// before; for a weight of 1 its log predictive density. Nats.
  [[nodiscard]] double log_evidence(Index j, Index klass, const Datum& datum, double weight) const {
    Statistics more;
    more.observe(datum, weight);
    return detail::log_evidence_of(detail::posterior_of(prior(j, klass), seen(j, klass)), more);
  }
  /// Adds a datum to a cell.
  void observe(Index j, Index klass, const Datum& datum, double weight) {
    seen_[at(j, klass)].observe(datum, weight);
  }
  /// Empties all statistics; levels and priors stay.
  void clear() {
    for (Statistics& seen : seen_) {
      Statistics none;
      if constexpr (LevelledStatistics<Statistics>) none.resize(seen.levels());
      seen = std::move(none);
    }
  }
  [[nodiscard]] const Statistics& seen(Index j, Index klass) const { return seen_[at(j, klass)]; }

 protected:
  [[nodiscard]] std::size_t at(Index j, Index klass) const {
    return static_cast<std::size_t>(j * classes_ + klass);
  }
  [[nodiscard]] const typename F::Prior& prior(Index j, Index klass) const {
    return priors_[at(j, klass)];
  }
  [[nodiscard]] const std::vector<typename F::Prior>& all_priors() const { return priors_; }
  [[nodiscard]] const std::vector<Statistics>& all_seen() const { return seen_; }
  [[nodiscard]] Estimator estimator() const { return estimator_; }
  [[nodiscard]] Index classes() const { return classes_; }

 private:
  void take_priors(BlockPriors<F>& found, Index j, const EstimateContext& context) {
    scored_.push_back(true);
    const std::string why = detail::why_undefined([&] {
      for (auto& prior : found.of(j, context.classes)) priors_.push_back(std::move(prior));
    });
    if (why.empty()) return;
    scored_.back() = !asks_prior<F>(estimator_) || estimator_ == Estimator::scikit_learn;
    priors_.resize(priors_.size() + static_cast<std::size_t>(classes_));
  }

  std::vector<Feature<F>> features_;
  Index classes_ = 0;
  Estimator estimator_ = Estimator::predictive;
  double variance_floor_ = 0;
  std::vector<typename F::Prior> priors_;  // features x classes, feature-major
  std::vector<Statistics> seen_;           // the same
  std::vector<bool> scored_;               // features
};

}  // namespace credence
