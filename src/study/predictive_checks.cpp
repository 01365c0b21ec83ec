#include <credence/study/predictive_checks.hpp>

#include <credence/detail/study/check_context.hpp>
#include <credence/detail/study/studied_family.hpp>

namespace credence {

PredictiveCheck predictive_check(const Posterior<Model>& posterior, const Table& table,
                                 const CheckOptions& options, std::string_view weight) {
  detail::check_options(options);
  const LabelColumn& label = posterior.label;
  const Schema& schema = posterior.model.schema();
  detail::check_features(options, schema);
  (void)table.column(label.name);
  const BoundTable bound = credence::bind(posterior.model, table, weight);
  detail::check_labels(table, label.name, bound.label, label.classes, bound.weights);
  const detail::LabelledRows rows = detail::labelled_rows(
      detail::positions_that_count(bound.label, label.classes, bound.weights), bound.weights);
  if (rows.rows.empty()) detail::no_labelled_row(table, label.name);
  PredictiveCheck check{.options = options,
                        .rows = std::ssize(rows.rows),
                        .skipped_rows = detail::rows_without_label(bound.label),
                        .label = label.name,
                        .classes = label.classes};
  std::vector<std::string> priors_from_data;
  const detail::CheckContext context{.posterior = posterior,
                                     .bound = bound,
                                     .rows = rows,
                                     .check = check,
                                     .priors_from_data = priors_from_data};
  for (std::size_t b = 0; b < posterior.blocks.size(); ++b) {
    const AnyBlock& block = *posterior.blocks[b];
    studied(block.family()).check(context, block, bound.blocks[b]);
  }
  detail::settle_order(schema, check);
  detail::add_notes(!weight.empty(), priors_from_data, check);
  return check;
}

}  // namespace credence
