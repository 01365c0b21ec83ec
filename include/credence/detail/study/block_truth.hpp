#pragma once
// Truths of one family: whether there are any to draw, parameters as plain data, and rows of them.
#include <credence/density/categorical.hpp>
#include <credence/density/multinomial.hpp>
#include <credence/density/poisson.hpp>
#include <credence/detail/base/if_defined.hpp>
#include <credence/detail/predict/score_table.hpp>
#include <credence/detail/study/drawn_rows.hpp>
#include <credence/detail/study/exact_parts.hpp>
#include <credence/detail/study/rank_counts.hpp>
#include <credence/detail/study/truth_cells.hpp>
#include <credence/family/family.hpp>
#include <type_traits>

namespace credence::detail {

/// Throws Error{undefined} where parameters of a block cannot be drawn.
template <ConjugateFamily F>
void check_drawable(const Block<F>& block, std::span<const std::string> classes) {
  BlockPriors<F> found(block);
  for (Index j = 0; j < block.size(); ++j) {
    const Feature<F>& feature = block.feature(j);
    if constexpr (Block<F>::levelled)
      if (feature.levels.empty()) no_levels_to_draw(feature.name);
    const auto pooled = block.pooled(j);
    if (pooled.count() > 0) continue;
    if constexpr (requires { F::without_prior; }) no_prior_to_draw(feature.name, F::name);
    for (const auto* rule : feature.prior.rules(classes)) {
      const auto* word = get_if<Automatic>(*rule);
      if (word != nullptr && is_empirical(*word)) prior_without_data(feature.name);
      const std::string why = why_undefined([&] { (void)found.in_numbers(j, *rule, pooled); });
      if (!why.empty()) prior_without_data(feature.name);
    }
  }
}

/// Returns the likelihood of a cell whose parameters are given.
template <ConjugateFamily F>
[[nodiscard]] typename F::Likelihood likelihood_from(const Fields& fields,
                                                     const Feature<F>& feature,
                                                     const std::string& klass) {
  using Likelihood = typename F::Likelihood;
  const std::string what = "parameters of column '" + feature.name + "' of class '" + klass + "'";
  const auto likelihood = from_fields<Likelihood>(fields, what);
  if constexpr (std::is_same_v<DatumOf<F>, double> && requires { check(likelihood); }) {
    try {  // lists of a density of numbers have lengths of their own
      check(likelihood);
    } catch (const Error& error) {
      throw Error(error.code(), what + ": " + error.what());
    }
    return likelihood;
  }
  const std::size_t levels = feature.levels.size() + static_cast<std::size_t>(feature.reserved());
  for_each_member<Likelihood>([&](const auto& member) {
    const auto& value = likelihood.*(member.pointer);
    if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(value)>, double>) {
      if (member.domain == Domain::positive_definite)
        check_triangle(value, levels, what + ": '" + std::string(member.name) + "'");
      else
        check_length(value.size(), levels, member.name, what);
    }
  });
  return likelihood;
}

/// Returns the densities of a block whose parameters are given.
template <ConjugateFamily F>
[[nodiscard]] ScoreTable<F> table_of(const Block<F>& block, const TruthRecord& record,
                                     std::span<const std::string> classes) {
  std::vector<typename F::Likelihood> densities;
  for (const Feature<F>& feature : block.features)
    for (const std::string& klass : classes) {
      auto& density = densities.emplace_back();
      if (record.class_probabilities.find(klass)->second > 0)
        density = likelihood_from<F>(parameters_of(record, feature.name, klass), feature, klass);
    }
  return ScoreTable<F>(block.features, std::move(densities));
}

/// Adds the parameters of a table to a record, and levels to its schema.
template <ConjugateFamily F>
void record_table(const ScoreTable<F>& table, std::span<const std::string> classes,
                  TruthRecord& record) {
  table.visit([&]<class D>(const std::vector<D>& densities) {
    if constexpr (!std::is_same_v<D, typename F::Likelihood>) {
      no_parameters();
    } else {
      auto density = densities.begin();
      for (Index j = 0; j < table.size(); ++j) {
        const Feature<F>& feature = table.feature(j);
        if constexpr (Block<F>::levelled)
          list_levels(*record.schema.find(feature.name), feature.levels);
        for (const std::string& klass : classes) {
          if (record.class_probabilities[klass] > 0)
            record.parameters[feature.name][klass] = to_fields(*density);
          ++density;
        }
      }
    }
  });
}

/// Adds the numbers of the parameters of all features of a table, class by class.
template <ConjugateFamily F>
void add_table_numbers(const ScoreTable<F>& table, std::vector<double>& numbers) {
  table.visit([&]<class D>(const std::vector<D>& densities) {
    if constexpr (!std::is_same_v<D, typename F::Likelihood>)
      no_parameters();
    else
      for (const D& density : densities) add_numbers<F>(density, numbers);
  });
}

// What draws data of a density: its own `draw`, but where the options have a say.
template <class D>
[[nodiscard]] auto sampler_of(const D& density, const SimulationOptions&) {
  return [&density](Random& random) { return draw_from(density, random); };
}
[[nodiscard]] inline auto sampler_of(const Categorical& density, const SimulationOptions&) {
  return [sampler = PlaceSampler(density.probabilities)](Random& random) {
    return static_cast<Code>(sampler(random));
  };
}
[[nodiscard]] inline auto sampler_of(const Multinomial& density, const SimulationOptions& options) {
  return TokenSampler(density.probabilities, options.tokens);
}
[[nodiscard]] inline auto sampler_of(const CompoundMultinomial& density,
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

/// Returns the cells of one feature, one for each row that is drawn.
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

/// The cells of all features of a table.
template <ConjugateFamily F>
void draw_columns(const ScoreTable<F>& table, std::span<const Code> labels,
                  std::span<const std::string> classes, const SimulationOptions& options,
                  DrawnColumns& columns) {
  table.visit([&](const auto& densities) {
    for (Index j = 0; j < table.size(); ++j) {
      const std::span of_feature = std::span(densities).subspan(
          static_cast<std::size_t>(j) * classes.size(), classes.size());
      const Feature<F>& feature = table.feature(j);
      columns.put(feature.name, feature.levels,
                  draw_cells<F>(of_feature, feature.name, labels, classes, options));
    }
  });
}

/// Adds the densities of all features of a table.
template <ConjugateFamily F>
void add_exact_table(const ScoreTable<F>& table, ExactParts& parts) {
  const std::size_t classes = parts.class_probabilities.size();
  table.visit([&](const auto& densities) {
    for (std::size_t j = 0; j < static_cast<std::size_t>(table.size()); ++j)
      add_exact(parts, std::span(densities).subspan(j * classes, classes));
  });
}

}  // namespace credence::detail
