// Simulation-based calibration of models: what is simulated.
#include <credence/study/simulation_based.hpp>

#include <credence/base/parallel.hpp>
#include <credence/detail/learn/cells.hpp>
#include <credence/detail/study/check_quantities.hpp>
#include <credence/detail/study/reserved_levels.hpp>
#include <credence/detail/study/studied_family.hpp>
#include <credence/learn/posterior_priors.hpp>
#include <credence/predict/uncertainty.hpp>
#include <credence/study/simulation.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/names.hpp"
#include "base/split_mix.hpp"
#include "data/bytes/beyond_limit.hpp"
#include "study/rows/entry_names.hpp"

namespace credence {
namespace detail {

Random random_of_simulation(std::uint64_t seed, Index simulation) {
  return Random(mixed(mixed(seed) ^ static_cast<std::uint64_t>(simulation)));
}

}  // namespace detail

namespace {

// The model without the features that nobody asks for.
Model with_asked(const Model& model, const SbcOptions& options) {
  if (options.features.empty()) return model;
  Schema schema = model.schema();
  detail::check_features(CheckOptions{.features = options.features}, schema);
  const auto asked = [&](const std::string& name) {
    return detail::asks_for(options.features, name);
  };
  std::erase_if(schema.columns, [&](const ColumnSchema& column) {
    return !asked(column.name) && std::none_of(column.columns.begin(), column.columns.end(), asked);
  });
  return with_schema(model, std::move(schema));
}

// The levels of a feature; one that is reserved in the schema asked is named as in descriptions.
std::vector<std::string> levels_shown(const FeatureFacts& feature, const Schema& asked) {
  std::vector<std::string> levels = feature.levels;
  const ColumnSchema& column = *asked.find(feature.name);
  if (column.unseen != Unseen::reserve) return levels;
  const std::vector<std::string>& known = column.columns.empty() ? column.levels : column.columns;
  for (std::string& level : levels)
    if (!detail::among(known, level) && !(column.missing_is_level && level == missing_level))
      level = detail::reserved_entry;
  return levels;
}

// What all numbers of a truth are called, in the order of `numbers_of`.
std::vector<ParameterRanks> names_of(const Posterior<Model>& posterior, const Estimates& truth,
                                     const Schema& asked) {
  std::vector<ParameterRanks> names;
  for (const std::string& klass : truth.classes)
    names.push_back({.feature = posterior.label.name, .klass = klass, .parameter = "probability"});
  const TruthRecord record = record_of(truth);
  for (const Box<AnyBlock>& block : posterior.blocks)
    for (Index j = 0; j < block->size(); ++j) {
      const FeatureFacts& feature = block->feature(j);
      const std::vector<std::string> levels = levels_shown(feature, asked);
      const auto found = record.parameters.find(feature.name);
      // A class without probability has no parameters in a record; they bear the same names in all.
      for (const std::string& klass : truth.classes)
        detail::add_names(found->second.begin()->second,
                          {.feature = feature.name,
                           .family = record.schema.find(feature.name)->family,
                           .klass = klass},
                          levels, names);
    }
  return names;
}

std::vector<double> numbers_of(const Estimates& truth) {
  std::vector<double> numbers;
  for (const double log_probability : truth.log_class_probabilities)
    numbers.push_back(std::exp(log_probability));
  for (const Box<AnyTable>& table : truth.tables)
    studied(table->family()).add_numbers(*table, numbers);
  return numbers;
}

// One data set of a truth of its own, and how the truth ranks among draws of its posterior.
detail::TruthRanks one_simulation(const Posterior<Model>& empty, const SbcOptions& options,
                                  const detail::RankCounts& counts, Index simulation) {
  Random random = detail::random_of_simulation(options.seed, simulation);
  const auto seed = [&] { return random.below(std::uint64_t{1} << 53U); };
  const Estimates truth = drawn_truth(empty, seed());
  const auto rows = static_cast<Index>(1 + random.below(static_cast<std::uint64_t>(options.rows)));
  const Table table = simulate(
      truth,
      {.rows = rows, .seed = seed(), .tokens = options.tokens, .exposure = options.exposure});
  const Beliefs believed = beliefs(observe(empty.model, table));
  return counts.ranks_of(numbers_of(truth), random,
                         [&] { return numbers_of(draw(believed, random)); });
}

// The columns whose priors were words or in part, which are numbers now.
std::string note_on_frozen(const Schema& before, const Schema& after) {
  std::vector<std::string> names;
  for (const ColumnSchema& column : before.columns)
    if (const ColumnSchema* frozen = after.find(column.name);
        frozen != nullptr && !(frozen->prior == column.prior))
      names.push_back(column.name);
  if (names.empty()) return {};
  return "priors that take numbers from data have those of this posterior in all simulations: " +
         detail::quoted_list(names);
}

}  // namespace

SimulationBasedCalibration sbc(const Model& whole, const SbcOptions& options) {
  detail::check_options(options);
  const Model asked = with_asked(whole, options);
  (void)drawn_truth(empty_posterior(asked), options.seed);  // throws by name
  // Words that stand for the same numbers whatever the data are written out. What is drawn of a
  // reserved level is learned, so that it has a name.
  const Posterior<Model> empty =
      freeze(empty_posterior(with_schema(asked, detail::with_reserved_listed(asked.schema()))));
  std::vector<ParameterRanks> names =
      names_of(empty, drawn_truth(empty, options.seed), asked.schema());
  check_room(
      sizeof(Index) * static_cast<double>(names.size()) * (static_cast<double>(options.draws) + 1),
      fmt::format("simulation-based calibration counts {} ranks of each of {} parameters",
                  options.draws + 1, names.size()),
      "take fewer draws, or choose columns");
  detail::RankCounts counts(options.draws);
  const Index slots = std::min<Index>(options.simulations, Index{2} * threads_in_use());
  std::vector<detail::TruthRanks> done(static_cast<std::size_t>(slots));
  credence::for_each_chunk_in_order(
      options.simulations, slots,
      [&](Index simulation, Index slot) {
        done[static_cast<std::size_t>(slot)] = one_simulation(empty, options, counts, simulation);
      },
      [&](Index, Index slot) { counts.add(done[static_cast<std::size_t>(slot)]); });
  return detail::ranked("label " + empty.label.name, std::move(names), counts, options);
}

SimulationBasedCalibration sbc(const Posterior<Model>& posterior, const SbcOptions& options) {
  Posterior<Model> frozen = freeze(posterior);
  frozen.feature_weights = {};  // rows come from densities
  const Schema schema = record_of(drawn_truth(frozen, options.seed)).schema;
  SimulationBasedCalibration found = sbc(with_schema(posterior.model, schema), options);
  if (std::string note = note_on_frozen(with_asked(posterior.model, options).schema(), schema);
      !note.empty())
    found.notes.push_back(std::move(note));
  return found;
}

}  // namespace credence
