#pragma once
// Leave-one-out scorers of blocks whose classes share parameters: what one class forgets or learns
// moves all.
#include <credence/detail/predict/moving_cells.hpp>

namespace credence {

/// Returns whether a datum of one class that is forgotten or learned moves the estimates of the
/// others: where classes share parameters, and where columns are compared in units that maximum
/// likelihood takes from the data of all classes.
template <ConjugateFamily F>
[[nodiscard]] bool moves_all_classes(const Feature<F>& feature, Estimator estimator) {
  if constexpr (TiedFamily<F>)
    return ties_classes(feature.tied) ||
           (ties_columns(feature.tied) && estimator == Estimator::maximum_likelihood);
  return false;
}

/// The cells of one feature over all classes, as they stand at one time, read by one estimator.
template <TiedFamily F>
class CellsAtOnce {
 public:
  using Statistics = typename F::Statistics;
  using Datum = typename Statistics::value_type;

  CellsAtOnce(Estimator estimator, Tying tying, std::vector<Statistics> cells,
              std::vector<typename F::Prior> priors)
      : estimator_(estimator),
        cells_(std::move(cells)),
        reader_(tying, std::span<const Statistics>(cells_), std::move(priors)) {}
  CellsAtOnce(const CellsAtOnce&) = delete;
  CellsAtOnce& operator=(const CellsAtOnce&) = delete;

  /// Returns the log density in nats.
  /// throws  Error{undefined} saying why there is no such density
  [[nodiscard]] double log_density(Index klass, const Datum& datum) {
    if (estimator_ == Estimator::predictive)
      return detail::checked_log_density(F::predictive(reader_.posterior(klass)), datum);
    return detail::checked_log_density(reader_.plug_in(estimator_, klass, 0), datum);
  }
  /// Returns the log evidence of a datum seen `weight` times, given all that these cells have seen.
  [[nodiscard]] double log_evidence(Index klass, const Datum& datum, double weight) {
    Statistics more;
    more.observe(datum, weight);
    return detail::log_evidence_of(reader_.posterior(klass), more);
  }

 private:
  Estimator estimator_;
  std::vector<Statistics> cells_;
  CellReader<F> reader_;
};

/// Cells that may share parameters. Every answer reads the cells of all classes.
template <TiedFamily F>
class TiedMovingCells : public ReferenceMovingCells<F> {
 public:
  using Reference = ReferenceMovingCells<F>;
  using Datum = typename Reference::Datum;
  using Statistics = typename Reference::Statistics;
  using Reference::Reference;

  /// Returns the cells of a feature.
  /// cost    classes x columns
  [[nodiscard]] CellsAtOnce<F> at_once(Index j) const {
    return CellsAtOnce<F>(this->estimator(), this->feature(j).tied, row(this->all_seen(), j),
                          row(this->all_priors(), j));
  }
  /// Returns the same with statistics of the caller's in the place of those of one class.
  [[nodiscard]] CellsAtOnce<F> at_once(Index j, Index klass, Statistics left) const {
    std::vector<Statistics> cells = row(this->all_seen(), j);
    cells[static_cast<std::size_t>(klass)] = std::move(left);
    return CellsAtOnce<F>(this->estimator(), this->feature(j).tied, std::move(cells),
                          row(this->all_priors(), j));
  }

  [[nodiscard]] double log_density_without(Index j, Index klass, const Datum& datum,
                                           double weight) const {
    Statistics left = this->seen(j, klass);
    left.forget(datum, weight);
    return log_density_under(j, klass, left, datum);
  }
  [[nodiscard]] double log_density_under(Index j, Index klass, const Statistics& left,
                                         const Datum& datum) const {
    return at_once(j, klass, left).log_density(klass, datum);
  }
  [[nodiscard]] double log_evidence(Index j, Index klass, const Datum& datum, double weight) const {
    return at_once(j).log_evidence(klass, datum, weight);
  }

 private:
  /// Returns the entries of one feature, class by class.
  template <class T>
  [[nodiscard]] std::vector<T> row(const std::vector<T>& all, Index j) const {
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(this->at(j, 0));
    return {first, first + this->classes()};
  }
};

namespace detail {
template <ConjugateFamily F>
struct DefaultMovingOf {
  using type = ReferenceMovingCells<F>;
};
template <TiedFamily F>
struct DefaultMovingOf<F> {
  using type = TiedMovingCells<F>;
};
}  // namespace detail

/// The leave-one-out scorer that serve a family for which there is nothing faster.
template <ConjugateFamily F>
using DefaultMoving = typename detail::DefaultMovingOf<F>::type;

}  // namespace credence
