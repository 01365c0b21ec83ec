#pragma once
// The cells of one feature as estimators read them, where cells may share parameters with others.
#include <credence/detail/learn/block_priors.hpp>
#include <credence/detail/predict/plug_in.hpp>
#include <vector>

namespace credence {

/// Posteriors and estimates of one feature, class by class.
///
///     CellReader<F> reader(block, j, priors(block, j, classes));
///     F::predictive(reader.posterior(klass));
template <ConjugateFamily F>
class CellReader {
 public:
  /// in   priors: one for each class; the block must outlive the reader
  CellReader(const Block<F>& block, Index j, std::vector<typename F::Prior> priors)
      : block_(block), j_(j), priors_(std::move(priors)) {}

  /// Returns the posterior of the parameters of one class, given all data that bear on them.
  /// throws  Error{shape} for a prior that does not fit the statistics
  [[nodiscard]] typename F::Prior posterior(Index klass) const {
    const auto& prior = priors_[static_cast<std::size_t>(klass)];
    return detail::posterior_of(prior,
                                detail::with_reserved(block_.cell(j_, klass), block_.feature(j_)));
  }
  /// Returns the density of one class under an estimator that picks one likelihood.
  /// in      as plug_in of a cell (plug_in.hpp)
  /// throws  Error{undefined} saying why there is none
  [[nodiscard]] typename F::Likelihood plug_in(Estimator estimator, Index klass,
                                               double variance_floor) const {
    return credence::plug_in<F>(estimator, priors_[static_cast<std::size_t>(klass)],
                                detail::with_reserved(block_.cell(j_, klass), block_.feature(j_)),
                                variance_floor);
  }

 private:
  const Block<F>& block_;
  Index j_;
  std::vector<typename F::Prior> priors_;
};

/// The same for families whose classes may share parameters.
template <TiedFamily F>
class CellReader<F> {
 public:
  CellReader(const Block<F>& block, Index j, std::vector<typename F::Prior> priors)
      : CellReader(block.feature(j).tied, cells_of(block, j), std::move(priors)) {}
  /// in   cells, priors: one for each class; the cells must outlive the reader
  CellReader(Tying tying, std::span<const typename F::Statistics> cells,
             std::vector<typename F::Prior> priors)
      : tying_(tying), cells_(cells), priors_(std::move(priors)) {}

  [[nodiscard]] const typename F::Prior& posterior(Index klass) {
    if (posteriors_.empty()) posteriors_ = F::tied_posteriors(tying_, priors_, cells_);
    return posteriors_[static_cast<std::size_t>(klass)];
  }
  [[nodiscard]] typename F::Likelihood plug_in(Estimator estimator, Index klass, double) {
    if (estimator == Estimator::maximum_likelihood) {
      if (tied_.empty()) tied_ = F::tied_statistics(tying_, cells_);
      return F::maximum_likelihood(tied_[static_cast<std::size_t>(klass)]);
    }
    if (estimator == Estimator::maximum_a_posteriori)
      return F::tied_mode(tying_, posterior(klass), std::ssize(cells_));
    return F::posterior_mean(posterior(klass));
  }

 private:
  // Found when first asked: one estimator needs the one, another the other.
  Tying tying_;
  std::span<const typename F::Statistics> cells_;
  std::vector<typename F::Prior> priors_;
  std::vector<typename F::Prior> posteriors_;
  std::vector<typename F::Statistics> tied_;
};

}  // namespace credence
