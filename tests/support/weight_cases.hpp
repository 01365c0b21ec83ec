#pragma once
// Tables, posteriors and models on which feature weights are checked.
#include <credence/study/simulation.hpp>

#include <credence/detail/learn/block_cells.hpp>
#include <set>
#include <string>

#include "support/every_family.hpp"
#include "support/learned.hpp"

namespace credence::testing {

/// Thirteen rows of three yes/no columns, two cells missing.
inline constexpr std::string_view weighted_csv =
    "x,y,z,class\n1,1,0,a\n1,1,1,a\n1,1,0,a\n0,0,1,a\n1,1,?,a\n0,1,0,a\n0,0,1,b\n0,0,0,b\n1,0,1,b\n"
    "0,0,1,b\n0,1,?,b\n1,1,1,b\n0,0,0,b\n";

inline Schema weighted_schema() {
  return schema_of({{.name = "x", .family = "bernoulli"},
                    {.name = "y", .family = "bernoulli"},
                    {.name = "z", .family = "bernoulli"}});
}

inline Learned weighted_example() {
  return learned_from(table_of(weighted_csv), Model(weighted_schema()));
}

/// Numbers of a simulation read by families that the schema of every family lacks.
inline Schema schema_of_other_families() {
  Schema schema{.label = "class", .classes = {"a", "b", "c"}};
  schema.columns = {
      {.name = "failures", .family = "negative_binomial", .prior = numbers({{"successes", 3.0}})},
      {.name = "wait", .family = "gamma", .prior = numbers({{"known_shape", 2.0}})},
      {.name = "size",
       .family = "histogram",
       .prior =
           numbers({{"edges", Doubles{-1000, 3, 5, 7, 1000}}, {"weights", Doubles{1, 2, 2, 1}}})},
      {.name = "tied_free_a", .family = "normal_known_mean", .prior = numbers({{"mean", 0.0}})},
      {.name = "tied_all_a",
       .family = "normal_known_variance",
       .prior = numbers({{"variance", 2.0}})},
      {.name = "income", .family = "von_mises", .prior = numbers({{"concentration", 2.0}})},
      {.name = "tied_classes_a",
       .family = "polya_tree",
       .prior = numbers({{"mean", 1.0}, {"sd", 3.0}, {"depth", 2.0}})},
      {.name = "tied_features_a", .family = "kernel", .prior = numbers({{"bandwidth", 0.5}})}};
  return schema;
}

/// Rows of three classes, and what a model learns of them.
inline Learned simulated_rows(const Schema& schema, Index rows = 60) {
  const Estimates truth = drawn_truth(before_data(schema_of_every_family()), 3);
  return learned_from(simulate(truth, {.rows = rows, .seed = 11}), Model(schema));
}

/// The names of the families of a posterior.
inline void add_families(const ModelPosterior& posterior, std::set<std::string>& names) {
  for (const auto& block : posterior.blocks)
    names.emplace(std::string(block->family().facts().name));
}

/// Weights of every feature of a posterior: some number for each, none of them 1.
inline FeatureWeights some_weights(const ModelPosterior& posterior, Estimator estimator) {
  FeatureWeights weights{
      .kind = FeatureWeighting::each, .estimator = std::string(to_string(estimator)), .rows = 1};
  for (const ColumnSchema& column : posterior.model.schema().columns) {
    if (column.family == "none") continue;
    weights.names.push_back(column.name);
    weights.values.push_back(0.25 + 0.125 * static_cast<double>(weights.names.size() % 9));
  }
  return weights;
}

/// The same posterior with weights.
inline ModelPosterior weighted(ModelPosterior posterior, FeatureWeights weights) {
  posterior.feature_weights = std::move(weights);
  return posterior;
}

/// The posterior of one feature alone.
inline ModelPosterior alone(const ModelPosterior& posterior, const std::string& name) {
  ModelPosterior one = posterior;
  one.feature_weights = {};
  one.blocks.clear();
  Schema schema = posterior.model.schema();
  std::erase_if(schema.columns, [&](const ColumnSchema& column) { return column.name != name; });
  for (const auto& block : posterior.blocks)
    for (Index j = 0; j < block->size(); ++j)
      if (block->feature(j).name == name) one.blocks.emplace_back(block->part(j, nullptr));
  one.model = with_schema(posterior.model, std::move(schema));
  return one;
}

}  // namespace credence::testing
