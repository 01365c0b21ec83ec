#pragma once
// A posterior read by one estimator: tables of densities, and the cells for which there are none.
#include <algorithm>
#include <credence/learn/model_posterior.hpp>
#include <credence/predict/prediction.hpp>
#include <credence/predict/score_table.hpp>

namespace credence {

namespace detail {

template <class Blocks>
struct TablesOf;
template <class... F>
struct TablesOf<std::vector<std::variant<Block<F>...>>> {
  using type = std::vector<std::variant<ScoreTable<F>...>>;
};
template <class... F>
struct TablesOf<std::tuple<Block<F>...>> {
  using type = std::tuple<ScoreTable<F>...>;
};

template <class... F>
auto make_tables(const std::vector<std::variant<Block<F>...>>& blocks,
                 const EstimateContext& context, std::vector<UndefinedCell>& undefined) {
  std::vector<std::variant<ScoreTable<F>...>> tables;
  for (const auto& any : blocks)
    std::visit(
        [&]<class Family>(const Block<Family>& block) {
          tables.emplace_back(ScoreTable<Family>(block, context, undefined));
        },
        any);
  return tables;
}
template <class... F>
auto make_tables(const std::tuple<Block<F>...>& blocks, const EstimateContext& context,
                 std::vector<UndefinedCell>& undefined) {
  return std::apply(
      [&](const auto&... block) {
        return std::tuple<ScoreTable<F>...>{ScoreTable<F>(block, context, undefined)...};
      },
      blocks);
}

// The share of the largest variance that scikit-learn adds to every variance.
inline constexpr double scikit_learn_smoothing = 1e-9;

template <ConjugateFamily F>
double largest_variance(const Block<F>& block) {
  double largest = 0;
  if constexpr (KnownToScikitLearn<F>) {
    if constexpr (requires(const typename F::Statistics& seen) { seen.variance(); }) {
      for (Index j = 0; j < block.size(); ++j) {
        const auto pooled = block.pooled(j);
        if (pooled.count() > 0) largest = std::max(largest, pooled.variance());
      }
    }
  }
  return largest;
}

}  // namespace detail

/// A posterior read by one estimator. Where `undefined` is not empty there is no classifier.
template <class M>
struct Estimates {
  using Tables = typename detail::TablesOf<decltype(Posterior<M>::blocks)>::type;

  M model{};
  Estimator estimator = Estimator::predictive;
  std::vector<std::string> classes{};
  std::vector<double> log_class_probabilities{};
  Index most_frequent = 0;
  Tables tables{};
  std::vector<UndefinedCell> undefined{};
};

namespace detail {
/// What scikit-learn adds to every variance; 0 under other estimators.
/// throws  Error{schema} where a family has no counterpart there
template <class M>
[[nodiscard]] double variance_floor(const Posterior<M>& posterior, Estimator estimator) {
  double floor = 0;
  if (estimator != Estimator::scikit_learn) return floor;
  for_each_block(posterior.blocks, [&]<class F>(const Block<F>& block) {
    if constexpr (!KnownToScikitLearn<F>)
      throw Error(ErrorCode::schema, "scikit-learn has no counterpart of family '" +
                                         std::string(F::name) + "' of column '" +
                                         block.feature(0).name + "'; choose another family");
    floor = std::max(floor, scikit_learn_smoothing * largest_variance(block));
  });
  return floor;
}

/// The tables under class probabilities of the caller's; a class at -inf has no cells to evaluate.
template <class M>
[[nodiscard]] Estimates<M> estimate(const Posterior<M>& posterior, Estimator estimator,
                                    const std::vector<double>& log_class_probabilities) {
  Estimates<M> result{.model = posterior.model,
                      .estimator = estimator,
                      .classes = posterior.label.classes,
                      .log_class_probabilities = log_class_probabilities};
  result.most_frequent = most_frequent_class(posterior.label);
  const EstimateContext context{.estimator = estimator,
                                .classes = result.classes,
                                .log_class_probabilities = result.log_class_probabilities,
                                .variance_floor = variance_floor(posterior, estimator)};
  result.tables = make_tables(posterior.blocks, context, result.undefined);
  return result;
}
}  // namespace detail

/// The tables of an estimator, and every cell for which it gives no density.
/// throws  Error{schema} for scikit_learn where a family has no counterpart there
/// cost    features x classes; no data is read
template <class M>
[[nodiscard]] Estimates<M> estimate(const Posterior<M>& posterior, Estimator estimator) {
  std::vector<double> logs;
  try {
    logs = log_class_probabilities(posterior.label, estimator);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::undefined) throw;
    Estimates<M> result{
        .model = posterior.model, .estimator = estimator, .classes = posterior.label.classes};
    result.most_frequent = most_frequent_class(posterior.label);
    result.undefined.push_back({.feature = posterior.label.name, .klass = {}, .why = error.what()});
    return result;
  }
  return detail::estimate(posterior, estimator, logs);
}

// Compiled once, for the list in families.hpp; other lists are compiled where they are used.
extern template Estimates<Model> estimate(const Posterior<Model>&, Estimator);

}  // namespace credence
