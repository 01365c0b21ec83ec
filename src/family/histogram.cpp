// Bins of a column, found in the data.
#include <credence/family/histogram.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace credence {

void detail::GrowingHistogram::settle() {
  if (waiting_.empty()) return;
  std::stable_sort(waiting_.begin(), waiting_.end(),
                   [](const Waiting& a, const Waiting& b) { return a.value < b.value; });
  ValueHistogram all{.n = seen_.n, .values = {}, .weights = {}};
  all.values.reserve(seen_.values.size() + waiting_.size());
  all.weights.reserve(all.values.capacity());
  std::size_t known = 0;
  const auto put_known = [&] {
    all.observe_last(seen_.values[known], seen_.weights[known]);
    ++known;
  };
  for (const Waiting& next : waiting_) {
    while (known < seen_.values.size() && seen_.values[known] < next.value) put_known();
    if (all.values.empty() || all.values.back() != next.value) {
      all.values.push_back(next.value);
      all.weights.push_back(0);
    }
    all.weights.back() += next.weight;
  }
  while (known < seen_.values.size()) put_known();
  seen_ = std::move(all);
  waiting_.clear();
}

EmpiricalPrior<HistogramPrior> DirichletHistogram::supervised(
    std::span<const ValueHistogram> cells) {
  ValueHistogram pooled;
  for (const ValueHistogram& cell : cells) pooled.merge(cell);
  EmpiricalPrior<HistogramPrior> found{
      .prior = between(description_length_cuts(cells), pooled, Automatic::description_length),
      .converged = true};
  if (found.prior.weights.size() == 1)
    found.notes.emplace_back(
        "one bin, since no cut between numbers tells the classes apart: predictions do not depend "
        "on these numbers");
  return found;
}

EmpiricalPrior<HistogramPrior> DirichletHistogram::empirical(
    std::span<const ValueHistogram> cells, const EmpiricalSearch<HistogramPrior>& search) {
  ValueHistogram pooled;
  for (const ValueHistogram& cell : cells) pooled.merge(cell);
  HistogramPrior bins = automatic(Automatic::empirical, pooled);
  std::vector<std::vector<double>> counts;
  for (const ValueHistogram& cell : cells) counts.push_back(detail::bin_counts(bins, cell));
  Dirichlet start;
  EmpiricalSearch<Dirichlet> of_weights{.most_steps = search.most_steps};
  if (search.start) {
    start.weights = search.start->weights;
    of_weights.start = &start;
  }
  auto found = detail::empirical_weights({counts.begin(), counts.end()}, bins.weights.size(),
                                         of_weights, name);
  bins.weights = std::move(found.prior.weights);
  return detail::with_evidence(EmpiricalPrior<HistogramPrior>{.prior = std::move(bins),
                                                              .log_evidence = 0,
                                                              .steps = found.steps,
                                                              .converged = found.converged,
                                                              .notes = std::move(found.notes)},
                               cells);
}

void DirichletHistogram::elicit(const Elicited& told, Partial<HistogramPrior>& prior) {
  if (!prior.has(&HistogramPrior::edges))
    throw Error(ErrorCode::schema, std::string(told.what) + " lacks 'edges'; give it a value");
  const std::size_t edges = prior.numbers.edges.size();
  if (!prior.has(&HistogramPrior::weights))
    prior.give(&HistogramPrior::weights, std::vector<double>(edges > 0 ? edges - 1 : 0, 1.0));
}

HistogramPrior DirichletHistogram::of_equal_frequency(HistogramPrior::Known known,
                                                      const ValueHistogram& pooled,
                                                      std::optional<Automatic> word) {
  return between(equal_frequency_cuts(pooled, static_cast<Index>(known.bins)), pooled, word);
}

HistogramPrior DirichletHistogram::between(const std::vector<double>& cuts,
                                           const ValueHistogram& pooled,
                                           std::optional<Automatic> word) {
  if (pooled.n == 0) throw detail::unseen_column(word, name);
  const double least = pooled.values.front();
  const double most = pooled.values.back();
  const double around = least < most ? 0 : std::max(0.5, 1e-9 * std::abs(least));
  HistogramPrior prior{.weights = {}, .edges = {least - around}};
  // A cut at the smallest number, between which and the next there is none, would leave a bin no width.
  std::copy_if(cuts.begin(), cuts.end(), std::back_inserter(prior.edges),
               [&](double at) { return at > prior.edges.front(); });
  prior.weights.assign(prior.edges.size(), 1.0);
  prior.edges.push_back(most + around);
  return prior;
}

}  // namespace credence
