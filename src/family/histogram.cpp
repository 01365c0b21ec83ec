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

ValueHistogram ValueHistogram::pooled(std::span<const ValueHistogram> cells) {
  ValueHistogram all;
  std::vector<std::pair<double, double>> seen;  // numbers and their weights, cell by cell
  std::vector<std::ptrdiff_t> ends{0};
  for (const ValueHistogram& cell : cells) {
    all.n += cell.n;
    for (std::size_t i = 0; i < cell.values.size(); ++i)
      seen.emplace_back(cell.values[i], cell.weights[i]);
    ends.push_back(std::ssize(seen));
  }
  const auto last = ends.size() - 1;
  for (std::size_t step = 1; step < last; step *= 2)  // cells that are merged already
    for (std::size_t i = 0; i + step < last; i += 2 * step)
      std::inplace_merge(seen.begin() + ends[i], seen.begin() + ends[i + step],
                         seen.begin() + ends[std::min(i + 2 * step, last)],
                         [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [value, weight] : seen) {
    if (all.values.empty() || all.values.back() != value)
      all.observe_last(value, weight);
    else
      all.weights.back() += weight;
  }
  return all;
}

EmpiricalPrior<HistogramPrior> DirichletHistogram::supervised(
    std::span<const ValueHistogram> cells) {
  const ValueHistogram pooled = ValueHistogram::pooled(cells);
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
  const ValueHistogram pooled = ValueHistogram::pooled(cells);
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
