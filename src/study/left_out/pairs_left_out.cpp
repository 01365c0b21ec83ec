// Rows left out of an average of levels, whose arrays hold what is left without each of them.
#include <algorithm>
#include <set>

#include "predict/structure/pair_terms.hpp"
#include "predict/tiles/answer_row.hpp"
#include "predict/tiles/answer_rows.hpp"
#include "study/left_out/classes_without.hpp"
#include "study/left_out/structure_left_out.hpp"

namespace credence::detail {

void answer_left_out(Predictions& predictions,
                     const std::function<const Fallback&(std::size_t)>& fallback) {
  answer_rows(predictions,
              {.log_class_probabilities = std::vector<double>(predictions.classes.size(), 0.0)});
  for (std::size_t i = 0; i < predictions.label.size(); ++i)
    if (predictions.impossible[i]) answer_row(predictions, i, fallback(i));
}

std::optional<LeaveOneOut> left_out_by_pairs(const Posterior<Model>& posterior, Estimator estimator,
                                             const BoundTable& bound, std::span<const Index> rows) {
  constexpr std::size_t most_classes = std::size_t{1}
                                       << 11;  // beyond which no array holds the terms
  const std::size_t classes = posterior.label.classes.size();
  if (!bound.weights.empty() || classes > most_classes) return std::nullopt;
  const auto terms = PairTerms::of(posterior, estimator, PairTerms::For::left_out_rows);
  if (terms == nullptr) return std::nullopt;
  const std::vector<Index> own = own_classes(posterior.label, bound.label, *bound.table, rows);
  ClassesWithout probabilities(posterior.label, estimator);
  std::vector<Fallback> without(classes);
  std::vector<double> log_classes(classes * classes);
  for (const Index klass : std::set<Index>(own.begin(), own.end())) {
    const ClassesWithout::Answer& answer = probabilities.without(klass, 1);
    if (!answer.undefined.empty()) return std::nullopt;
    const auto at = static_cast<std::size_t>(klass);
    without[at] = answer.fallback;
    std::copy_n(answer.fallback.log_class_probabilities.begin(), classes,
                log_classes.begin() + klass * static_cast<Index>(classes));
  }
  LeaveOneOut out;
  out.predictions = blank_predictions(posterior.label.classes, std::ssize(rows));
  if (!terms->score_left_out(bound, {.count = std::ssize(rows), .list = rows.data()},
                             {.own = own, .log_classes = log_classes}, out.predictions.log_joint))
    return std::nullopt;
  answer_left_out(out.predictions, [&](std::size_t i) -> const Fallback& {
    return without[static_cast<std::size_t>(own[i])];
  });
  return out;
}

}  // namespace credence::detail
