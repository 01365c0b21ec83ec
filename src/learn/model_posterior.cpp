// Classes and levels that cannot join a posterior, and the posterior over the list in families.hpp.
#include <credence/learn/model_posterior.hpp>

namespace credence {
namespace detail {

bool teaches(const CodeColumn& label, std::span<const double> weights, Index row) {
  const auto at = static_cast<std::size_t>(row);
  return label.codes[at] != missing_code && (weights.empty() || weights[at] > 0);
}

void check_classes(const LabelColumn& label, const CodeColumn& data,
                   std::span<const double> class_weights, RowSpan rows,
                   std::span<const double> weights, const Table& table) {
  const std::vector<Index> known = positions_in(data.levels, label.classes);
  std::vector<bool> refused(data.levels.size(), false);
  for (std::size_t level = 0; level < known.size(); ++level)
    refused[level] =
        class_weights[level] > 0 && known[level] < 0 && !may_join(label, data.levels[level]);
  if (std::find(refused.begin(), refused.end(), true) == refused.end()) return;
  for (Index i = 0; i < rows.count; ++i) {
    const Index row = rows[i];
    if (!teaches(data, weights, row)) continue;
    const auto level = static_cast<std::size_t>(data.codes[static_cast<std::size_t>(row)]);
    if (!refused[level]) continue;
    const Column& column = table.column(label.name);
    throw class_cannot_join(label, data.levels[level], table.place(column, row),
                            table.where(column, row));
  }
}

bool classes_join(const LabelColumn& label, const CodeColumn& data,
                  std::span<const double> class_weights) {
  const std::vector<Index> known = positions_in(data.levels, label.classes);
  for (std::size_t level = 0; level < known.size(); ++level)
    if (class_weights[level] > 0 && known[level] < 0) return true;
  return false;
}

void level_cannot_join(const Table& table, const std::string& feature, Index row,
                       std::string_view level, bool listed) {
  const Column& column = table.column(feature);
  throw level_cannot_join(feature, level, listed, table.place(column, row),
                          table.where(column, row));
}

}  // namespace detail

template Posterior<Model> empty_posterior(const Model&, Summation);
template void observe(Posterior<Model>&, const BoundTable<Families>&, std::span<const Index>);
template void observe(Posterior<Model>&, const BoundTable<Families>&);
template void observe(Posterior<Model>&, const BoundTable<Families>&, RowSpan,
                      LearningWorkspace<Families>&);
template void clear_statistics(Posterior<Model>&);
template void merge(Posterior<Model>&, Posterior<Model>);
template double log_evidence(const Posterior<Model>&);

}  // namespace credence
