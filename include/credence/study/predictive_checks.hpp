#pragma once
// A model checked: the data of each feature and class beside data that the model simulates.
#include <credence/predict/cell_reader.hpp>
#include <credence/predict/classifier.hpp>
#include <credence/study/checked_data.hpp>
#include <credence/study/labelled_rows.hpp>

namespace credence {

namespace detail {

/// What all features of one check have in common.
template <class List>
struct CheckContext {
  const Posterior<BasicModel<List>>& posterior;
  const BoundTable<List>& bound;
  const LabelledRows& rows;
  PredictiveCheck& check;
  std::vector<std::string>& priors_from_data;

  [[nodiscard]] const std::vector<std::string>& classes() const { return posterior.label.classes; }
  [[nodiscard]] bool asks_for(const std::string& feature) const {
    const auto& asked = check.options.features;
    return asked.empty() || std::find(asked.begin(), asked.end(), feature) != asked.end();
  }
};

/// Whether a feature's prior takes numbers from the data.
template <ConjugateFamily F>
[[nodiscard]] bool prior_from_data(const FeaturePrior<F>& prior) {
  const auto from_data = [](const auto& rule) {
    if constexpr (requires { typename F::Prior::Known; })
      if (std::holds_alternative<typename F::Prior::Known>(rule)) return true;
    const auto* word = std::get_if<Automatic>(&rule);
    return word != nullptr && (!Block<F>::levelled || is_empirical(*word));
  };
  return from_data(prior.shared) ||
         std::any_of(prior.by_class.begin(), prior.by_class.end(),
                     [&](const auto& of_class) { return from_data(of_class.second); });
}

/// What is believed of one feature, before or after the data of the posterior.
/// throws  Error{undefined} where an automatic prior has no numbers, or one is improper
template <ConjugateFamily F>
[[nodiscard]] BlockBeliefs<F> beliefs_to_check(const Block<F>& block, Index j,
                                               BlockPriors<F>& found,
                                               const std::vector<std::string>& classes,
                                               SimulatedFrom from) {
  BlockBeliefs<F> believed{
      .features = {block.feature(j)}, .classes = block.classes, .cells = found.of(j, classes)};
  if (from == SimulatedFrom::posterior) {
    CellReader<F> reader(block, j, std::move(believed.cells));
    believed.cells.clear();
    for (Index klass = 0; klass < block.classes; ++klass)
      believed.cells.push_back(reader.posterior(klass));
  }
  for (std::size_t klass = 0; klass < classes.size(); ++klass) {
    try {
      check(believed.cells[klass]);
    } catch (const Error& error) {
      improper(classes[klass], from, error.what());
    }
  }
  return believed;
}

template <class List, ConjugateFamily F>
void check_feature(const CheckContext<List>& context, const Block<F>& block, Index j,
                   const Cells<typename Block<F>::Datum>& cells, BlockPriors<F>& found) {
  const Feature<F>& feature = block.feature(j);
  const Schema& schema = context.posterior.model.schema();
  const auto believed =
      beliefs_to_check(block, j, found, context.classes(), context.check.options.from);
  const LabelledRows& rows = context.rows;
  const Slots slots = slots_of(feature, cells);
  if constexpr (Block<F>::levelled)
    (void)count_unseen(cells, feature, slots,
                       RowSpan{.count = std::ssize(rows.rows), .list = rows.rows.data()},
                       *context.bound.table);
  auto seen = data_to_check<F>(feature, schema, block.classes);
  typename Block<F>::Datum datum{};
  for (std::size_t i = 0; i < rows.rows.size(); ++i) {
    if (!cells.read(rows.rows[i], slots, datum)) continue;
    if (!F::accepts(datum))
      outside_support(*context.bound.table, *schema.find(feature.name), rows.rows[i], F::name,
                      F::needs);
    add_datum(seen, rows.truth[i], datum, rows.weights[i]);
  }
  seen.settle(context.check.options);
  if (prior_from_data(feature.prior)) context.priors_from_data.push_back(feature.name);
  simulate_feature(seen, believed, context.classes(), context.check);
}

/// Checks the features of a block; one that cannot be checked is told with the reason.
template <class List, ConjugateFamily F>
void check_block(const CheckContext<List>& context, const Block<F>& block,
                 const BlockCells<F>& cells) {
  BlockPriors<F> found(block);
  for (Index j = 0; j < block.size(); ++j) {
    const std::string& name = block.feature(j).name;
    if (!context.asks_for(name)) continue;
    try {
      check_feature(context, block, j, cells.features[static_cast<std::size_t>(j)], found);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::undefined) throw;
      context.check.not_checked.push_back({.feature = name, .klass = {}, .why = error.what()});
    }
  }
}

}  // namespace detail

/// Checks a model against the labelled rows of a table. As many times as asked, every parameter is drawn
/// from what the posterior believes (or from the prior), and from the likelihood at these parameters as
/// many rows of each class as there are, with the missing cells, weights, exposures and lengths of
/// documents that the data have. Quantities of the data are set against those of the simulated ones.
///
///     const auto posterior = observe(model, table);
///     const PredictiveCheck check = predictive_check(posterior, table, {.simulations = 500});
///     extreme_counts(check);      // how many quantities are extreme, and how many chance makes so
///
/// in      table: the rows that the posterior has learned, or others;  weight: the column of row
///         weights, empty for 1 each
/// out     features in the order of the blocks; what cannot be checked is told with the reason, an
///         improper prior among it
/// throws  Error{domain} for options that make no sense; as bind; Error{schema} when the table has no
///         label column, a class that the posterior lacks, or no row with a label, and for a feature
///         to check that there is not
/// cost    simulations x rows x features draws, and of numbers a partial sort of each column; memory:
///         one feature at a time. The same bits for any number of threads; a feature's numbers do not
///         depend on the other features
/// source  [box1980], [rubin1984], [gelman1996]; docs/predictive_checks.md
template <class List>
[[nodiscard]] PredictiveCheck predictive_check(const Posterior<BasicModel<List>>& posterior,
                                               const Table& table, const CheckOptions& options = {},
                                               std::string_view weight = {}) {
  detail::check_options(options);
  const LabelColumn& label = posterior.label;
  const Schema& schema = posterior.model.schema();
  detail::check_features(options, schema);
  (void)table.column(label.name);
  const auto bound = credence::bind<List>(schema, table, weight);
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
  const detail::CheckContext<List> context{.posterior = posterior,
                                           .bound = bound,
                                           .rows = rows,
                                           .check = check,
                                           .priors_from_data = priors_from_data};
  for (std::size_t b = 0; b < posterior.blocks.size(); ++b)
    std::visit(
        [&]<class F>(const Block<F>& block) {
          detail::check_block(context, block, std::get<BlockCells<F>>(bound.blocks[b]));
        },
        posterior.blocks[b]);
  detail::settle_order(schema, check);
  detail::add_notes(!weight.empty(), priors_from_data, check);
  return check;
}

// Compiled once, for the list in families.hpp; other lists are compiled where they are used.
extern template PredictiveCheck predictive_check(const Posterior<Model>&, const Table&,
                                                 const CheckOptions&, std::string_view);

}  // namespace credence
