#pragma once
// Predictions averaged over which features depend on the class.
#include <algorithm>
#include <credence/base/parallel.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/select/relevance.hpp>

namespace credence {

namespace detail {

/// The features of one block, each with a density for every class and one for all together.
template <ConjugateFamily F>
struct AveragedBlock {
  ScoreTable<F> table;                         ///< predictive
  std::vector<typename F::Predictive> pooled;  ///< one for each feature
  std::vector<double> weights;                 ///< that the feature depends on the class
};

template <ConjugateFamily... F>
using AveragedVariant = std::variant<AveragedBlock<F>...>;

/// ln(w e^a + (1 - w) e^b), exactly a for w = 1 and b for w = 0.
[[nodiscard]] double log_mixture(double w, double a, double b);

/// Error{undefined} naming the features for which there is no pooled density.
[[nodiscard]] Error no_inclusion(const std::vector<Relevance>& relevances);

/// The density of a feature if the class makes no difference.
template <ConjugateFamily F>
[[nodiscard]] typename F::Predictive pooled_predictive(const Block<F>& block, Index j,
                                                       std::span<const std::string> classes,
                                                       BlockPriors<F>& found) {
  const typename F::Prior prior = common_prior(block, j, classes, found);
  const typename F::Statistics seen = with_reserved(block.pooled(j), block.feature(j));
  if constexpr (TiedFamily<F>)
    return F::predictive(
        CellReader<F>(block.feature(j).tied, std::span(&seen, 1), {prior}).posterior(0));
  else
    return F::predictive(posterior_of(prior, seen));
}

template <ConjugateFamily F>
[[nodiscard]] AveragedBlock<F> averaged_block(const Block<F>& block, ScoreTable<F> table,
                                              std::span<const std::string> classes,
                                              const RelevanceOptions& options,
                                              std::vector<Relevance>& inclusion) {
  AveragedBlock<F> averaged{.table = std::move(table), .pooled = {}, .weights = {}};
  BlockPriors<F> found(block);
  for (Index j = 0; j < block.size(); ++j) {
    inclusion.push_back(relevance_of(block, j, classes, options, found));
    if (!inclusion.back().undefined.empty()) continue;
    averaged.pooled.push_back(pooled_predictive(block, j, classes, found));
    averaged.weights.push_back(inclusion.back().probability);
  }
  return averaged;
}

/// Adds the log densities of a datum, one for each class, each averaged with that of all classes.
template <ConjugateFamily F>
void add_averaged(const AveragedBlock<F>& block, Index j, const typename Block<F>::Datum& datum,
                  std::span<double> joint) {
  const auto at = static_cast<std::size_t>(j);
  const double pooled = log_density(block.pooled[at], datum);
  block.table.visit([&](const auto& densities) {
    for (std::size_t c = 0; c < joint.size(); ++c)
      if (joint[c] != -std::numeric_limits<double>::infinity())
        joint[c] += log_mixture(block.weights[at],
                                log_density(densities[at * joint.size() + c], datum), pooled);
  });
}

}  // namespace detail

/// A classifier that does not choose features but averages over the choice: the density of a feature
/// is that of the class with the probability that the feature depends on the class, and else that of
/// all classes together. A feature that tells nothing then adds nothing.
///
///     const AveragedClassifier classifier(posterior, {.prior_probability = 0.1});
///     classifier.predict(patients).probability(0, 1);
template <class M>
class AveragedClassifier;

template <class List>
class AveragedClassifier<BasicModel<List>> {
 public:
  using Model = BasicModel<List>;

  /// throws  Error{undefined} naming the features that have no predictive density, or none for all
  ///         classes together; Error{domain} for a prior probability that is not in [0, 1]
  /// cost    features x classes x levels
  explicit AveragedClassifier(const Posterior<Model>& posterior,
                              const RelevanceOptions& options = {})
      : estimates_(estimate(posterior, Estimator::predictive)) {
    (void)probability_given(0, options.prior_probability);
    if (!estimates_.undefined.empty())
      throw undefined_error(Estimator::predictive, estimates_.undefined);
    for (std::size_t b = 0; b < posterior.blocks.size(); ++b)
      std::visit(
          [&]<class F>(const Block<F>& block) {
            blocks_.emplace_back(
                detail::averaged_block(block, std::get<ScoreTable<F>>(estimates_.tables[b]),
                                       estimates_.classes, options, inclusion_));
          },
          posterior.blocks[b]);
    for (const Relevance& one : inclusion_)
      if (!one.undefined.empty()) throw detail::no_inclusion(inclusion_);
    detail::sort_relevances(inclusion_);
  }

  [[nodiscard]] const std::vector<std::string>& classes() const { return estimates_.classes; }
  /// How probable it is that each feature depends on the class; the most probable first.
  [[nodiscard]] const std::vector<Relevance>& inclusion() const { return inclusion_; }

  /// Scores every row of a table. Throws as Classifier::predict does.
  [[nodiscard]] Predictions predict(const Table& table) const {
    const BoundTable<List> bound = credence::bind<List>(estimates_.model.schema(), table);
    return predict(bound, RowSpan{.count = bound.rows});
  }
  /// Scores some rows of a bound table, in the order given.
  /// cost    rows x features x classes, without the kernels of Classifier; the same bits for any
  ///         number of threads
  [[nodiscard]] Predictions predict(const BoundTable<List>& bound, RowSpan rows) const;

 private:
  template <ConjugateFamily F>
  void add(const detail::AveragedBlock<F>& block, const BoundTable<List>& bound,
           const BlockCells<F>& data, RowSpan rows, Predictions& out) const;
  void answer(Predictions& out) const;

  Estimates<Model> estimates_;
  std::vector<Relevance> inclusion_;
  std::vector<typename List::template apply<detail::AveragedVariant>> blocks_;
};

template <class List>
AveragedClassifier(const Posterior<BasicModel<List>>&) -> AveragedClassifier<BasicModel<List>>;
template <class List>
AveragedClassifier(const Posterior<BasicModel<List>>&, const RelevanceOptions&)
    -> AveragedClassifier<BasicModel<List>>;

template <class List>
template <ConjugateFamily F>
void AveragedClassifier<BasicModel<List>>::add(const detail::AveragedBlock<F>& block,
                                               const BoundTable<List>& bound,
                                               const BlockCells<F>& data, RowSpan rows,
                                               Predictions& out) const {
  constexpr Index chunk_rows = 256;
  const auto columns = features_of<F>(estimates_.model.schema());
  const std::size_t classes = estimates_.classes.size();
  for (Index j = 0; j < block.table.size(); ++j) {
    const auto at = static_cast<std::size_t>(j);
    const auto& cells = data.features[at];
    const Slots slots = slots_of(block.table.feature(j), cells);
    if constexpr (Block<F>::levelled)
      out.unseen_cells +=
          detail::count_unseen(cells, block.table.feature(j), slots, rows, *bound.table);
    for_each_chunk((rows.count + chunk_rows - 1) / chunk_rows, [&](Index chunk) {
      typename Block<F>::Datum datum{};
      const Index end = std::min(rows.count, (chunk + 1) * chunk_rows);
      for (Index i = chunk * chunk_rows; i < end; ++i) {
        if (!cells.read(rows[i], slots, datum)) continue;
        if (!F::accepts(datum))
          detail::outside_support(*bound.table, *columns[at], rows[i], F::name, F::needs);
        detail::add_averaged(
            block, j, datum,
            std::span(out.log_joint).subspan(static_cast<std::size_t>(i) * classes, classes));
      }
    });
  }
}

template <class List>
void AveragedClassifier<BasicModel<List>>::answer(Predictions& out) const {
  const Fallback fallback{estimates_.most_frequent, estimates_.log_class_probabilities};
  const std::size_t classes = out.classes.size();
  for (std::size_t i = 0; i < out.label.size(); ++i) {
    bool impossible = false;
    out.label[i] =
        normalise(out.log_joints(static_cast<Index>(i)), fallback,
                  std::span(out.log_probability).subspan(i * classes, classes), impossible);
    out.impossible[i] = impossible;
  }
}

template <class List>
Predictions AveragedClassifier<BasicModel<List>>::predict(const BoundTable<List>& bound,
                                                          RowSpan rows) const {
  const std::vector<double>& of_class = estimates_.log_class_probabilities;
  Predictions out = blank_predictions(estimates_.classes, rows.count);
  for (std::size_t i = 0; i < out.label.size(); ++i)
    std::copy(of_class.begin(), of_class.end(),
              out.log_joint.begin() + static_cast<std::ptrdiff_t>(i * of_class.size()));
  for (std::size_t b = 0; b < blocks_.size(); ++b)
    std::visit(
        [&]<class F>(const detail::AveragedBlock<F>& block) {
          add(block, bound, std::get<BlockCells<F>>(bound.blocks[b]), rows, out);
        },
        blocks_[b]);
  answer(out);
  return out;
}

// Compiled once, for the list in families.hpp; other lists are compiled where they are used.
extern template class AveragedClassifier<Model>;

}  // namespace credence
