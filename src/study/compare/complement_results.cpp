// Labels of complement naive Bayes, counted.
#include "study/compare/complement_results.hpp"

#include <credence/detail/base/if_defined.hpp>
#include <credence/detail/base/stopwatch.hpp>

#include <algorithm>
#include <functional>

#include "study/folds/tallies.hpp"

namespace credence::detail {

std::string label_by_complement(
    const Posterior<Model>& posterior, ComplementWeights weights, const BoundTable& bound,
    std::span<const Index> rows,
    const std::function<void(const Predictions&, std::span<const Index>)>& take) {
  std::optional<ComplementClassifier> rule;
  std::string why = why_undefined([&] { rule.emplace(posterior, weights); });
  if (!why.empty()) return why;
  const auto most = static_cast<std::size_t>(rows_at_a_time(rule->classes().size()));
  for (std::size_t first = 0; first < rows.size(); first += most) {
    const auto part = rows.subspan(first, std::min(most, rows.size() - first));
    take(rule->predict(bound, {.count = std::ssize(part), .list = part.data()}), part);
  }
  return {};
}

FoundLabels labels_by_complement(const Posterior<Model>& posterior, ComplementWeights weights,
                                 const BoundTable& bound, std::span<const Index> rows) {
  FoundLabels found;
  found.undefined = label_by_complement(
      posterior, weights, bound, rows, [&](const Predictions& part, std::span<const Index>) {
        found.labels.insert(found.labels.end(), part.label.begin(), part.label.end());
        found.unseen_cells += part.unseen_cells;
      });
  return found;
}

void add(FoundLabels found, const LabelColumn& label, const LabelledRows& rows, Index fold,
         LabelTally& tally) {
  if (tally.confusion.classes().empty()) tally.confusion = Confusion(label.classes);
  if (!found.undefined.empty())
    tally.undefined.push_back(
        {.cell = {.feature = label.name, .klass = {}, .why = std::move(found.undefined)},
         .fold = fold});
  for (std::size_t row = 0; row < found.labels.size(); ++row)
    tally.confusion.add(rows.truth[row], found.labels[row], rows.weights[row]);
  tally.unseen_cells += found.unseen_cells;
}

void score_complement(const Posterior<Model>& posterior, ComplementWeights weights,
                      const BoundTable& bound, const LabelledRows& rows, Index fold,
                      LabelTally& tally) {
  const Stopwatch watch(tally.seconds.score);
  add(labels_by_complement(posterior, weights, bound, rows.rows), posterior.label, rows, fold,
      tally);
}

Result complement_result(std::string on, LabelTally tally) {
  Result result{.estimator = complement_name, .on = std::move(on)};
  result.undefined = std::move(tally.undefined);
  if (!result.undefined.empty()) return result;
  result.confusion = std::move(tally.confusion);
  result.unseen_cells = tally.unseen_cells;
  return result;
}

}  // namespace credence::detail
