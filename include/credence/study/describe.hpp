#pragma once
// A posterior spelled out: prior, statistics and the four estimates of every feature and class.
#include <credence/learn/model_posterior.hpp>
#include <credence/predict/score_table.hpp>
#include <credence/study/describe_tied.hpp>
#include <credence/study/description.hpp>
#include <credence/study/interval_fields.hpp>

namespace credence {

/// The names of the features of a model, in the order of its schema.
[[nodiscard]] std::vector<std::string> feature_names(const Schema& schema);

namespace detail {

[[nodiscard]] LabelDescription describe(const LabelColumn& label);

/// Throws Error{domain} for a mass that is not between 0 and 1, Error{schema} for a feature that the
/// model does not have.
void check_options(const DescribeOptions& options, const Schema& schema);
/// Whether the options ask for the feature.
[[nodiscard]] bool asks_for(const DescribeOptions& options, const std::string& feature);

/// Puts the features into the order of the schema, and gives yes/no columns their levels.
void settle_features(std::vector<FeatureDescription>& features, const Schema& schema);

/// The density of a cell under an estimator, as named numbers.
template <ConjugateFamily F>
[[nodiscard]] Fields density_fields(Estimator estimator, const typename F::Prior& prior,
                                    const typename F::Statistics& seen) {
  if (estimator == Estimator::predictive) return to_fields(F::predictive(posterior(prior, seen)));
  return to_fields(plug_in<F>(estimator, prior, seen, 0));
}

template <ConjugateFamily F>
[[nodiscard]] CellDescription describe_cell(const Block<F>& block, Index j, Index klass,
                                            const std::string& name, BlockPriors<F>& found,
                                            const typename F::Statistics& pooled, double mass) {
  const Feature<F>& feature = block.feature(j);
  const typename F::Statistics& seen = block.cell(j, klass);
  CellDescription cell;
  cell.klass = name;
  cell.statistics = to_fields(seen);
  const auto& rule = feature.prior.rule(name);
  if (const auto* word = std::get_if<Automatic>(&rule)) cell.prior_word = to_string(*word);
  const auto all = with_reserved(seen, feature);
  // Maximum likelihood asks no prior: it may exist where the prior does not.
  const auto prior = [&] { return found.in_numbers(j, rule, pooled); };
  cell.prior = fields_or_why([&] { return to_fields(prior()); });
  cell.posterior = fields_or_why([&] { return to_fields(posterior(prior(), all)); });
  cell.interval = interval_or_why(
      [&] { return interval_fields<F>(interval_of(posterior(prior(), all), mass)); });
  for (std::size_t e = 0; e < all_estimators.size(); ++e)
    cell.estimates[e] = fields_or_why([&] {
      const bool needed = asks_prior<F>(all_estimators[e]);
      return density_fields<F>(all_estimators[e], needed ? prior() : typename F::Prior{}, all);
    });
  return cell;
}

template <ConjugateFamily F>
[[nodiscard]] FeatureDescription describe_feature(const Block<F>& block, Index j,
                                                  BlockPriors<F>& found,
                                                  std::span<const std::string> classes,
                                                  double mass) {
  if constexpr (TiedFamily<F>) return describe_tied(block, j, found, classes, mass);
  const Feature<F>& feature = block.feature(j);
  FeatureDescription description;
  description.name = feature.name;
  description.family = F::name;
  description.levels = feature.levels;
  description.reserved = feature.reserved() > 0;
  const auto pooled = block.pooled(j);
  for (std::size_t klass = 0; klass < classes.size(); ++klass)
    description.cells.push_back(
        describe_cell(block, j, static_cast<Index>(klass), classes[klass], found, pooled, mass));
  try {
    description.prior_search = found.search(j);
  } catch (const Error& error) {  // the cells say why there is none
    if (error.code() != ErrorCode::undefined) throw;
  }
  description.relevance = relevance_of(block, j, classes, {}, found);
  return description;
}

}  // namespace detail

/// Prior, statistics, posterior, credible intervals and the four estimates of everything that a
/// posterior knows.
/// throws  Error{shape} for a prior with another number of weights than there are levels;
///         Error{domain} for a mass that is not between 0 and 1, Error{schema} for a feature that the
///         model does not have
/// cost    features x classes x levels
template <class List>
[[nodiscard]] Description describe(const Posterior<BasicModel<List>>& posterior,
                                   const DescribeOptions& options = {}) {
  detail::check_options(options, posterior.model.schema());
  Description description;
  description.interval_mass = options.interval;
  description.label = detail::describe(posterior.label);
  for_each_block(posterior.blocks, [&]<class F>(const Block<F>& block) {
    BlockPriors<F> found(block);
    for (Index j = 0; j < block.size(); ++j)
      if (detail::asks_for(options, block.feature(j).name))
        description.features.push_back(
            detail::describe_feature(block, j, found, posterior.label.classes, options.interval));
  });
  detail::settle_features(description.features, posterior.model.schema());
  try {
    description.log_evidence = log_evidence(posterior);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::undefined) throw;
    description.log_evidence_undefined = error.what();
  }
  return description;
}

extern template Description describe(const Posterior<Model>&, const DescribeOptions&);

}  // namespace credence
