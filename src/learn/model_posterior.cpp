// Classes and levels that cannot join a posterior, and the posterior over the list in families.hpp.
#include <credence/learn/model_posterior.hpp>

namespace credence {
namespace detail {

void check_classes(const LabelColumn& label, const CodeColumn& data, const Rows& rows,
                   const Table& table) {
  const std::vector<Index> known = positions_in(data.levels, label.classes);
  for (const Index row : rows.rows) {
    if (!rows.counts(row)) continue;
    const auto level = static_cast<std::size_t>(data.codes[static_cast<std::size_t>(row)]);
    if (known[level] >= 0 || may_join(label, data.levels[level])) continue;
    const Column& column = table.column(label.name);
    throw class_cannot_join(label, data.levels[level], table.place(column, row),
                            table.where(column, row));
  }
}

void level_cannot_join(const Table& table, const std::string& feature, Index row,
                       std::string_view level, bool listed) {
  const Column& column = table.column(feature);
  throw level_cannot_join(feature, level, listed, table.place(column, row),
                          table.where(column, row));
}

}  // namespace detail

template Posterior<Model> empty_posterior(const Model&);
template void observe(Posterior<Model>&, const BoundTable<Families>&, std::span<const Index>);
template void merge(Posterior<Model>&, Posterior<Model>);
template double log_evidence(const Posterior<Model>&);

}  // namespace credence
