#include <credence/study/predictive_check.hpp>

#include <credence/detail/learn/block_cells.hpp>
#include <credence/detail/study/check_context.hpp>
#include <credence/detail/study/check_quantities.hpp>
#include <credence/detail/study/studied_family.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "learn/structure/naive_part.hpp"

namespace credence {

std::string_view to_string(SimulatedFrom from) {
  return from == SimulatedFrom::prior ? "prior" : "posterior";
}

std::string_view to_string(Quantity quantity) {
  switch (quantity) {
    case Quantity::count:
      return "count";
    case Quantity::mean:
      return "mean";
    case Quantity::deviation:
      return "deviation";
    case Quantity::minimum:
      return "minimum";
    case Quantity::maximum:
      return "maximum";
    case Quantity::quantile:
      return "quantile";
    case Quantity::zeros:
      return "share_of_zeros";
    case Quantity::documents:
      return "documents";
    case Quantity::different_words:
      return "different_words";
    case Quantity::mean_cosine:
      return "mean_cosine";
    case Quantity::mean_sine:
      return "mean_sine";
    case Quantity::resultant_length:
      return "resultant_length";
    case Quantity::turn_quantile:
      return "turn_quantile";
  }
  return {};
}

std::string to_string(const QuantityName& name) {
  switch (name.quantity) {
    case Quantity::count:
      return "count of " + name.level;
    case Quantity::documents:
      return "count of documents with " + name.level;
    case Quantity::quantile:
      return fmt::format("{:.6g} % quantile", 100 * name.share);
    case Quantity::turn_quantile:
      return fmt::format("{:.6g} % quantile of the turn", 100 * name.share);
    case Quantity::deviation:
      return "standard deviation";
    case Quantity::zeros:
      return "proportion of zeros";
    case Quantity::different_words:
      return "different words a document";
    case Quantity::mean_cosine:
      return "mean cosine";
    case Quantity::mean_sine:
      return "mean sine";
    case Quantity::resultant_length:
      return "resultant length";
    default:
      return std::string(to_string(name.quantity));
  }
}

ExtremeCounts extreme_counts(const PredictiveCheck& check) {
  ExtremeCounts counts;
  for (const CheckedCell& cell : check.cells)
    for (const CheckedQuantity& checked : cell.quantities) {
      ++counts.quantities;
      if (check.is_extreme(checked)) ++counts.extreme;
    }
  counts.expected = check.options.threshold * static_cast<double>(counts.quantities);
  return counts;
}

std::string sentence_on(const CheckedCell& cell, const CheckedQuantity& checked,
                        const CheckOptions& options) {
  const bool above = checked.observed > checked.median;
  const bool below = checked.observed < checked.median;
  return fmt::format(
      "'{}' in class '{}': {} is {:.5g}, {} the simulated (median {:.5g}, {:.4g} % from {:.5g} to "
      "{:.5g}; p-value {:.3g})",
      cell.feature, cell.klass, to_string(checked.name), checked.observed,
      above   ? "above"
      : below ? "below"
              : "in the middle of",
      checked.median, 100 * options.mass, checked.simulated.lower, checked.simulated.upper,
      checked.p_value);
}

std::vector<ExtremeQuantity> extreme_quantities(const PredictiveCheck& check) {
  std::vector<ExtremeQuantity> extreme;
  for (const CheckedCell& cell : check.cells)
    for (const CheckedQuantity& checked : cell.quantities)
      if (check.is_extreme(checked)) extreme.push_back({.cell = &cell, .quantity = &checked});
  std::stable_sort(extreme.begin(), extreme.end(), [](const auto& a, const auto& b) {
    return a.quantity->p_value < b.quantity->p_value;
  });
  return extreme;
}

namespace detail {
namespace {

std::string quoted(const std::vector<std::string>& names) {
  constexpr std::size_t most = 6;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
    text += (i == 0 ? "'" : ", '") + names[i] + "'";
  return names.size() > most ? fmt::format("{} and {} more", text, names.size() - most) : text;
}

}  // namespace

void add_notes(bool weighted, const std::vector<std::string>& from_data, PredictiveCheck& check) {
  const ExtremeCounts counts = extreme_counts(check);
  check.notes.push_back(fmt::format(
      "{} of {} test statistics are flagged (p-value below {:.6g}); were the model true, about "
      "{:.2g} would be by chance{}",
      counts.extreme, counts.quantities, check.options.threshold, counts.expected,
      check.options.from == SimulatedFrom::prior
          ? ""
          : ", and fewer where the posterior has learned the same rows: it then simulates data "
            "like "
            "them, and p-values keep to the middle"));
  check.notes.emplace_back(
      "test statistics of one feature depend on each other: flagged ones come together");
  if (weighted)
    check.notes.emplace_back(
        "rows have weights: each row is drawn once and counts by its weight, in the data and in "
        "the "
        "simulated ones");
  if (check.options.from == SimulatedFrom::prior && !from_data.empty())
    check.notes.push_back(fmt::format(
        "the {} of {} {} numbers from the data, so that what is simulated lies near them; give "
        "numbers to check what was believed before",
        from_data.size() == 1 ? "prior" : "priors", quoted(from_data),
        from_data.size() == 1 ? "takes" : "take"));
}

}  // namespace detail

PredictiveCheck predictive_check(const Posterior<Model>& posterior, const Table& table,
                                 const CheckOptions& options, std::string_view weight) {
  detail::check_options(options);
  detail::check_naive(posterior, "predictive checks are");
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
