#pragma once
// Data drawn from a model whose parameters are known.
#include <credence/density/multinomial.hpp>
#include <credence/density/negative_binomial.hpp>
#include <credence/density/poisson.hpp>
#include <credence/predict/estimates.hpp>
#include <credence/study/drawn_rows.hpp>

namespace credence {

namespace detail {
/// Throws Error{undefined}: what was drawn is beyond the range of double.
[[noreturn]] void beyond_range(std::string_view feature, std::string_view klass);
/// Throws Error{undefined} for estimates with undefined cells, or no class of positive probability.
/// out  the class probabilities
[[nodiscard]] std::vector<double> probabilities_of(Estimator estimator,
                                                   std::span<const UndefinedCell> undefined,
                                                   std::span<const double> log_probabilities);

// What draws data of a density: its own `draw`, but where the options have a say.
template <class D>
[[nodiscard]] auto sampler_of(const D& density, const SimulationOptions&) {
  return [&density](Random& random) { return draw_from(density, random); };
}
[[nodiscard]] inline auto sampler_of(const Multinomial& density, const SimulationOptions& options) {
  return TokenSampler(density.probabilities, options.tokens);
}
[[nodiscard]] inline auto sampler_of(const DirichletMultinomial& density,
                                     const SimulationOptions& options) {
  return [&density, tokens = options.tokens](Random& random) {
    return TokenSampler(random.dirichlet(density.weights), tokens)(random);
  };
}
[[nodiscard]] inline auto sampler_of(const Poisson& density, const SimulationOptions& options) {
  return [&density, exposure = options.exposure](Random& random) {
    return Count{random.poisson(density.rate * exposure), exposure};
  };
}
[[nodiscard]] inline auto sampler_of(const NegativeBinomial& density,
                                     const SimulationOptions& options) {
  return [&density, exposure = options.exposure](Random& random) {
    return Count{random.poisson(random.gamma(density.shape, density.rate) * exposure), exposure};
  };
}

/// The cells of one feature, one for each row that is drawn.
/// in  densities: one for each class
template <ConjugateFamily F, class D>
[[nodiscard]] auto draw_cells(std::span<const D> densities, const std::string& feature,
                              std::span<const Code> labels, std::span<const std::string> classes,
                              const SimulationOptions& options) {
  using Datum = typename F::Statistics::value_type;
  std::vector<decltype(sampler_of(densities.front(), options))> samplers;
  for (const D& density : densities) samplers.push_back(sampler_of(density, options));
  // Bytes, not bits, for threads that write side by side.
  std::vector<std::conditional_t<std::is_same_v<Datum, bool>, std::uint8_t, Datum>> cells(
      labels.size());
  DrawnRows(options).for_each(feature, [&](Index row, Random& random) {
    const auto place = static_cast<std::size_t>(row);
    const auto klass = static_cast<std::size_t>(labels[place]);
    Datum datum = samplers[klass](random);
    if (!F::accepts(datum)) beyond_range(feature, classes[klass]);
    cells[place] = std::move(datum);
  });
  return cells;
}
}  // namespace detail

/// Rows drawn from known densities: of each row a class by the class probabilities, then every
/// feature by the density of that class. The label is the last column; no cell is missing, but where
/// the schema makes that a level.
///
///     const auto truth = estimate(posterior, Estimator::posterior_mean);
///     const Table data = simulate(truth, {.rows = 1000, .seed = 7});
///     Classifier{truth}.predict(data);    // the best classifier that there is for such data
///
/// in      truth: class probabilities and densities, whatever they come from: an estimator, a draw
///         (study/truth.hpp), a file (study/truth_file.hpp). Under `predictive` each row has
///         parameters of its own
/// throws  Error{undefined} naming the cells without a density, and a cell whose draws are beyond the
///         range of double; Error{schema} for a word that a text cannot hold;
///         Error{domain} for options that make no sense
/// cost    rows x features; the same bits for any number of threads. The first rows of a longer
///         simulation are those of a shorter one, and a column does not depend on the other columns
template <class List>
[[nodiscard]] Table simulate(const Estimates<BasicModel<List>>& truth,
                             const SimulationOptions& options) {
  detail::check_options(options);
  const std::vector<double> probabilities =
      detail::probabilities_of(truth.estimator, truth.undefined, truth.log_class_probabilities);
  const Schema& schema = truth.model.schema();
  std::vector<Code> labels = detail::draw_classes(detail::DrawnRows(options), options.classes,
                                                  schema.label, probabilities);
  detail::DrawnColumns columns(schema, options);
  for (const auto& any : truth.tables)
    std::visit(
        [&]<class F>(const ScoreTable<F>& table) {
          table.visit([&](const auto& densities) {
            for (Index j = 0; j < table.size(); ++j) {
              const std::span of_feature = std::span(densities).subspan(
                  static_cast<std::size_t>(j) * probabilities.size(), probabilities.size());
              const Feature<F>& feature = table.feature(j);
              columns.put(
                  feature.name, feature.levels,
                  detail::draw_cells<F>(of_feature, feature.name, labels, truth.classes, options));
            }
          });
        },
        any);
  return std::move(columns).table(truth.classes, std::move(labels));
}

// Compiled once, for the list in families.hpp; other lists are compiled where they are used.
extern template Table simulate(const Estimates<Model>&, const SimulationOptions&);

}  // namespace credence
