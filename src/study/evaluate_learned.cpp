// Evaluation of learned rows for models over the list in families.hpp, compiled once.
#include <credence/study/evaluate_learned.hpp>

#include <credence/density/detail.hpp>

namespace credence {
namespace detail {

void check_learned(const LabelColumn& label, const LabelledRows& rows, const Table& table) {
  std::vector<CompensatedSum> weights(label.classes.size());
  for (std::size_t i = 0; i < rows.rows.size(); ++i)
    weights[static_cast<std::size_t>(rows.truth[i])].add(rows.weights[i]);
  for (std::size_t klass = 0; klass < weights.size(); ++klass) {
    const double here = weights[klass].value();
    const double learned = label.counts.counts[klass];
    if (std::abs(here - learned) <= summing * std::max(here, learned)) continue;
    throw Error(ErrorCode::domain,
                "leave-one-out takes back rows that were learned: class '" + label.classes[klass] +
                    "' has weight " + text(here) + " in " +
                    (table.file().empty() ? "the table" : "'" + table.file() + "'") + " and " +
                    text(learned) +
                    " in the posterior; give the rows that it has learned, with their weights");
  }
}

}  // namespace detail

template Evaluation evaluate_learned(const Posterior<Model>&, const Table&,
                                     std::span<const Estimator>, std::string_view);

}  // namespace credence
