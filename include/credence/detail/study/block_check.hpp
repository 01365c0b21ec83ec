#pragma once
// The data of one family's features, and data like them drawn from the family.
#include <algorithm>
#include <credence/base/parallel.hpp>
#include <credence/density/categorical.hpp>
#include <credence/density/multinomial.hpp>
#include <credence/density/poisson.hpp>
#include <credence/detail/base/if_defined.hpp>
#include <credence/detail/learn/block_cells.hpp>
#include <credence/detail/predict/block_beliefs.hpp>
#include <credence/detail/predict/cell_reader.hpp>
#include <credence/detail/predict/unseen.hpp>
#include <credence/detail/study/block_pictures.hpp>
#include <credence/detail/study/check_context.hpp>
#include <credence/predict/classifier.hpp>

namespace credence::detail {

/// A datum as a number: of counts without their exposure.
inline double number_of(double datum) { return datum; }
inline double number_of(const Count& datum) { return datum.count; }

// One datum drawn; of counts and documents those that are like an observed one.
inline bool draw_row(const Poisson& density, double exposure, std::span<double> row,
                     Random& random) {
  row.front() = random.poisson(density.rate * exposure);
  return std::isfinite(row.front());
}
template <class D>
bool draw_row(const D& density, double, std::span<double> row, Random& random) {
  const auto datum = draw_from(density, random);
  if constexpr (std::is_same_v<typename D::value_type, std::vector<double>>)
    std::copy(datum.begin(), datum.end(), row.begin());
  else
    row.front() = number_of(datum);
  return true;
}

/// Returns whether a row that was drawn is one that the family accepts.
template <ConjugateFamily F>
[[nodiscard]] bool accepts_row(std::span<const double> row) {
  using Datum = typename Block<F>::Datum;
  if constexpr (std::is_same_v<Datum, std::vector<double>>)
    return F::accepts(Datum(row.begin(), row.end()));
  else
    return F::accepts(Datum(row.front()));
}

template <ConjugateFamily F, class D>
bool simulate_class(const CheckedNumbers& seen, Index klass, const D& density, Random& random,
                    Heights out) {
  return seen.simulate(
      klass,
      [&](double exposure, std::span<double> row) {
        return draw_row(density, exposure, row, random) && accepts_row<F>(row);
      },
      out);
}
template <ConjugateFamily F, class D>
bool simulate_class(const CheckedLevels& seen, Index klass, const D& density, Random& random,
                    Heights out) {
  return seen.simulate(
      klass, [&] { return static_cast<std::size_t>(draw_from(density, random)); }, out);
}
template <ConjugateFamily F>
bool simulate_class(const CheckedLevels& seen, Index klass, const Categorical& density,
                    Random& random, Heights out) {
  const PlaceSampler sampler(density.probabilities);
  return seen.simulate(
      klass, [&] { return sampler(random); }, out);
}
template <ConjugateFamily F>
bool simulate_class(const CheckedWords& seen, Index klass, const Multinomial& density,
                    Random& random, Heights out) {
  const TokenSampler sampler(density.probabilities, 0);
  return seen.simulate(
      klass, [&](Index tokens) { return sampler(random, tokens); }, out);
}

template <ConjugateFamily F, class D>
bool simulate_class(const CheckedWords&, Index, const D&, Random&, Heights) {
  throw Error(ErrorCode::undefined, "family '" + std::string(word_of<F>()) +
                                        "' does not draw documents of given lengths; check other "
                                        "features");
}

/// Returns the classes of a feature that have rows to simulate.
template <class Seen>
[[nodiscard]] std::vector<Index> classes_with_rows(const Seen& seen, Index classes) {
  std::vector<Index> some;
  for (Index klass = 0; klass < classes; ++klass) {
    const auto& plans = seen.plans(klass);
    if (std::any_of(plans.begin(), plans.end(), [](const CellPlan& plan) { return plan.rows > 0; }))
      some.push_back(klass);
  }
  return some;
}

/// Draws parameters and data as often as asked, and adds what they come to.
template <ConjugateFamily F, class Seen>
void simulate_feature(const Seen& seen, const BlockBeliefs<F>& believed,
                      const std::vector<std::string>& classes, PredictiveCheck& check) {
  const std::vector<Index> some = classes_with_rows(seen, believed.classes);
  std::vector<SimulatedQuantities> found;
  for (const Index klass : some) {
    const std::size_t quantities = quantities_of(seen.columns(), seen.plans(klass));
    seen.observed(klass, add_simulated(found, quantities, check.options.simulations).observed());
  }
  credence::for_each_chunk(check.options.simulations, [&](Index simulation) {
    Random random = random_of_simulation(check.options.seed, believed.feature(0).name, simulation);
    auto parameters = draw_feature(believed, 0, random);
    for (std::size_t k = 0; k < some.size(); ++k) {
      const auto& cell = believed.cell(0, some[k]);
      auto& of_class = parameters[static_cast<std::size_t>(some[k])];
      keep_in_range(cell, of_class);
      const typename F::Likelihood density = likelihood_at<F>(cell, of_class);
      if (!simulate_class<F>(seen, some[k], density, random, found[k].simulated(simulation)))
        found[k].refuse(simulation);
    }
  });
  std::vector<ClassQuantities> named;
  for (std::size_t k = 0; k < some.size(); ++k)
    add_named(named, classes[static_cast<std::size_t>(some[k])], seen.plans(some[k]), found[k]);
  add_found(std::string(word_of<F>()), seen.columns(), named, check);
}

/// Returns the data of a feature, as its quantities take them; empty.
template <ConjugateFamily F>
[[nodiscard]] auto data_to_check(const Feature<F>& feature, const Schema& schema, Index classes) {
  using Datum = typename Block<F>::Datum;
  if constexpr (std::is_same_v<Datum, WordCounts>) {
    std::vector<std::string> words = feature.levels;
    if (feature.reserved() == 1) words.emplace_back("unseen");
    return CheckedWords(feature.name, std::move(words), classes);
  } else if constexpr (std::is_same_v<Datum, Code> || std::is_same_v<Datum, bool>) {
    std::vector<std::string> levels = level_names(feature, schema);
    if (feature.reserved() == 1) levels.emplace_back("unseen");
    return CheckedLevels(feature.name, std::move(levels), classes);
  } else if constexpr (std::is_same_v<Datum, std::vector<double>>) {
    return CheckedNumbers(feature.levels, classes, {});
  } else {
    CheckedNumbers::Kind kind{.counts = !F::accepts(Datum(0.5)),
                              .positive = !F::accepts(Datum(-1.0)),
                              .zero = F::accepts(Datum(0.0))};
    kind.directions = requires { F::Prior::period; };
    return CheckedNumbers({feature.name}, classes, kind);
  }
}

inline void add_datum(CheckedNumbers& seen, Index klass, double datum, double weight) {
  seen.add(klass, std::span(&datum, 1), weight);
}
inline void add_datum(CheckedNumbers& seen, Index klass, const Count& datum, double weight) {
  seen.add(klass, std::span(&datum.count, 1), weight, datum.exposure);
}
inline void add_datum(CheckedNumbers& seen, Index klass, const std::vector<double>& datum,
                      double weight) {
  seen.add(klass, datum, weight);
}
template <class Level>
void add_datum(CheckedLevels& seen, Index klass, Level datum, double weight) {
  seen.add(klass, static_cast<std::size_t>(datum), weight);
}
inline void add_datum(CheckedWords& seen, Index klass, const WordCounts& datum, double weight) {
  seen.add(klass, datum, weight);
}

/// Returns whether a feature's prior takes numbers from the data.
template <ConjugateFamily F>
[[nodiscard]] bool prior_from_data(const FeaturePrior<F>& prior) {
  const auto from_data = [](const auto& rule) {
    if constexpr (requires { typename F::Prior::Known; })
      if (holds_alternative<typename F::Prior::Known>(rule)) return true;
    if (!Block<F>::levelled && holds_alternative<PartialOf<typename F::Prior>>(rule)) return true;
    const auto* word = get_if<Automatic>(rule);
    return word != nullptr && (!Block<F>::levelled || is_empirical(*word));
  };
  return from_data(prior.shared) ||
         std::any_of(prior.by_class.begin(), prior.by_class.end(),
                     [&](const auto& of_class) { return from_data(of_class.second); });
}

/// Returns the distribution of one feature, before or after the data of the posterior.
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
      bool is_proper = from == SimulatedFrom::posterior;
      try {
        if (is_proper) check(found.of(j, classes)[klass]);
      } catch (const Error&) {
        is_proper = false;
      }
      cannot_draw(classes[klass], from, is_proper, error.what());
    }
  }
  return believed;
}

template <ConjugateFamily F>
void check_feature(const CheckContext& context, const Block<F>& block, Index j,
                   const Cells<typename Block<F>::Datum>& cells, BlockPriors<F>& found) {
  const Feature<F>& feature = block.feature(j);
  const Schema& schema = context.posterior.model.schema();
  const auto believed =
      beliefs_to_check(block, j, found, context.classes(), context.check.options.from);
  const LabelledRows& rows = context.rows;
  const Slots slots = slots_of(feature, cells);
  if constexpr (Block<F>::levelled)
    check_unseen(cells, feature, slots,
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
template <ConjugateFamily F>
void check_block(const CheckContext& context, const Block<F>& block, const CellsOf<F>& cells) {
  BlockPriors<F> found(block);
  for (Index j = 0; j < block.size(); ++j) {
    const std::string& name = block.feature(j).name;
    if (!asks_for(context.check.options.features, name)) continue;
    const std::string why = why_undefined([&] {
      check_feature(context, block, j, cells.features[static_cast<std::size_t>(j)], found);
    });
    if (!why.empty()) add_not_checked(name, why, context.check);
  }
}

}  // namespace credence::detail
